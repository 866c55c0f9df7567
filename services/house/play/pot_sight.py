"""What is to be seen of a hand for the pot."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from services.betting.domain.pot.hand import Hand, Stage
from shared.games import game
from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand import pot_facts as at_pot
from shared.hand.pot_events import announcements
from shared.money import Cents
from shared.rules.faults import Fault


def stage(hand: Hand) -> str:
    """Return how far the hand has come, in the words of the scenario format."""
    return STAGES[hand.stage]


def pot(facts: Sequence[say.Fact]) -> Cents:
    """Return all that was put in and carried in, less what came back uncalled."""
    lies = 0
    for fact in facts:
        match fact:
            case at_pot.AntesPosted():
                lies += fact.carried + sum(ante.amount for ante in fact.antes)
            case say.ActionTaken():
                lies += fact.put_in
            case say.HandSettled():
                lies -= sum(back.amount for back in fact.uncalled)
            case at_floor.HandVoided(misdeal=True):
                lies -= sum(back.amount for back in fact.returned)
    return Cents(lies)


def to_call(hand: Hand, seat: int) -> Cents:
    """Return what a seat must add to stay in, at most its chips."""
    if hand.stage is not Stage.WAGER or seat not in hand.live:
        return Cents(0)
    forced = hand.interval.forced if hand.interval.owes_forced_bet and seat == hand.turn else Cents(0)
    return Cents(min(forced or hand.interval.to_call(seat), hand.chips[seat]))


def limit(hand: Any) -> Cents:
    """Return the most that the next bet or raise may add, whatever the stacks."""
    return hand.interval.most if isinstance(hand, Hand) and hand.stage is Stage.WAGER else Cents(0)


def forced_all_in(hand: Any) -> int:
    """Return the seat that owes a forced bet and has no more than that, 0 where there is none."""
    if not isinstance(hand, Hand) or not hand.turn or not hand.interval.owes_forced_bet:
        return 0
    return hand.turn if hand.chips[hand.turn] <= hand.interval.forced else 0


def announced(facts: Sequence[say.Fact]) -> tuple[str, ...]:
    """Return what the croupier has announced, in the language of the game's law."""
    keys = [(fact.game, fact.key) for fact in facts if isinstance(fact, at_pot.Announced)]
    return tuple(announcements(of)[key].words[game(of).language] for of, key in keys)


def faults(facts: Sequence[say.Fact]) -> tuple[str, ...]:
    """Return the clauses under which irregularities and errors are on record, in order."""
    found = []
    for fact in facts:
        match fact:
            case say.IrregularityRecorded() | at_floor.CardDealtEarly() | at_draw.MisdealDeclared():
                found.append(fact.clause)
            case at_floor.FaultRemedied() if fact.fault is not Fault.DEAL_EARLY:
                found.append(fact.clause)
    return tuple(found)


def on_record(facts: Sequence[say.Fact]) -> tuple[str, ...]:
    """Return the same clauses, and among them those under which a doubt was put to the floor."""
    doubts = (at_floor.ReferredToFloor,)
    each = (((fact.clause,) if fact.clause else ()) if isinstance(fact, doubts) else faults((fact,)) for fact in facts)
    return tuple(clause for clauses in each for clause in clauses)


def told_count(facts: Sequence[say.Fact]) -> int | None:
    """Return the count that was last told, nothing where none was."""
    return next((fact.count for fact in reversed(facts) if isinstance(fact, at_draw.CountTold)), None)


def cut_by(facts: Sequence[say.Fact]) -> int:
    """Return who cut the last mix, 0 for nobody."""
    return next((fact.cut_by for fact in reversed(facts) if isinstance(fact, at_pot.CardsMixed)), 0)


def winners(facts: Sequence[say.Fact]) -> tuple[int, ...]:
    """Return the seats that won a pot or a share of one, from the lowest."""
    pots = [pot for fact in facts if isinstance(fact, say.HandSettled) for pot in fact.pots]
    return tuple(sorted({winner.seat for pot in pots for winner in pot.winners if winner.amount}))


STAGES: Final[Mapping[Stage, str]] = {
    Stage.UNOPENED: "deal",
    Stage.DEAL: "deal",
    Stage.DRAW: "draw",
    Stage.WAGER: "wager",
    Stage.SHOWDOWN: "showdown",
    Stage.CLOSED: "closed",
}
