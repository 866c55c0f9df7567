"""A closed hand for the pot, from its facts to the words of the PHH standard."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from services.dealer.domain import hand as cards
from services.house.history.phh import FIXED_STUD, Phh
from shared.games import game
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand import pot_facts as at_pot
from shared.hand.command import Verb
from shared.rules.game import Face, Game
from shared.rules.wager import FirstToSpeak, ForThePot, RaisesPerRound, Wager

UNKNOWN: Final = "??"


class NoHistory(ValueError):
    """A hand that the standard has no words for, or that is not over."""


def history_of(facts: Sequence[say.Fact], *, everything: bool = False) -> Phh:
    """Return a closed hand as its file holds it; `facts` are those of the dealer and of betting, each in its order.

    Cards that nobody has shown stay unknown, unless the auditor asks for everything.
    """
    opened, posted = _first(facts, say.HandOpened), _first(facts, at_pot.AntesPosted)
    settled = _first(facts, say.HandSettled)
    if opened is None or posted is None or settled is None:
        raise NoHistory("only a hand for the pot that has been settled has a history of this kind")
    found = game(opened.game)
    order = tuple(player.seat for player in posted.players)
    nets = {net.seat: net.amount for net in settled.nets}
    stacks = tuple(chips.amount for chips in posted.chips)
    rules, terms = found.for_the_pot, opened.terms
    fits = fixed_stud(found)
    forced = _forced(found)
    return Phh(
        variant=FIXED_STUD if fits else found.clauses,
        antes=(terms.of(rules.ante),) * len(order),
        bring_in=terms.of(forced) if forced else 0,
        small_bet=terms.of(rules.stakes.low),
        big_bet=terms.of(rules.stakes.high),
        starting_stacks=stacks,
        actions=tuple(_actions(facts, opened, order, known=_known(facts, everything=everything))),
        finishing_stacks=tuple(chips + nets[seat] for seat, chips in zip(order, stacks, strict=True)),
        seats=order,
        hand=opened.hand,
        table=opened.table,
        own=_own(facts, opened, settled, everything=everything),
    )


def fixed_stud(found: Game) -> bool:
    """Whether a game is played by the standard's fixed-limit stud: a forced bet, one limit, a cap on each round."""
    rules = found.contest
    match rules:
        case ForThePot(raise_cap=RaisesPerRound()):
            opens_low = any(isinstance(step, Wager) and step.first is FirstToSpeak.LOWEST_CARD for step in found.course)
            return opens_low and rules.stakes.structure is None
        case _:
            return False


def _forced(found: Game) -> Any:
    return next((step.forced for step in found.course if isinstance(step, Wager) and step.forced), None)


def _known(facts: Sequence[say.Fact], *, everything: bool) -> frozenset[int]:
    """Return the places of the deck whose cards may be written down."""
    state = _state(facts)
    return frozenset(range(1, len(state.deck) + 1)) if everything else state.known_to_all


def _state(facts: Iterable[say.Fact]) -> cards.Hand:
    state = cards.NEW
    for fact in facts:
        state = cards.apply(state, fact)
    return state


def _actions(
    facts: Sequence[say.Fact], opened: say.HandOpened, order: tuple[int, ...], *, known: frozenset[int]
) -> Iterator[str]:
    """Go through the course: what was dealt at each step, then who did what in it, and at the end who showed what."""
    player = {seat: f"p{place}" for place, seat in enumerate(order, start=1)}
    deck = opened.deck.reveal()
    for step in range(len(game(opened.game).course)):
        for fact in facts:
            match fact:
                case say.StreetDealt(step=at) if at == step:
                    yield from _dealt(fact, deck, player, known)
                case say.ActionTaken(step=at) if at == step:
                    yield _act(fact, facts, player)
    for fact in facts:
        match fact:
            case at_pot.HoldingTabled():
                yield f"{player[fact.seat]} sm {''.join(fact.cards)}"
            case at_pot.HoldingConceded():
                yield f"{player[fact.seat]} sm"


def _dealt(
    fact: say.StreetDealt, deck: Sequence[str], player: Mapping[int, str], known: frozenset[int]
) -> Iterator[str]:
    for seat in fact.live:
        # An up-card that was mixed in later was known all the same when it came.
        if own := "".join(
            deck[given.position - 1] if given.face is Face.UP or given.position in known else UNKNOWN
            for given in fact.dealt
            if given.seat == seat and not given.dead
        ):
            yield f"d dh {player[seat]} {own}"
    if fact.common_cards:
        yield f"d db {''.join(fact.common_cards)}"


def _act(fact: say.ActionTaken, facts: Iterable[say.Fact], player: Mapping[int, str]) -> str:
    who = player[fact.seat]
    match fact.verb:
        case Verb.FOLD:
            return f"{who} f"
        case Verb.CHECK | Verb.CALL:
            return f"{who} cc"
        case Verb.BRING_IN if fact.put_in <= _forced_at(facts, fact.step):
            return f"{who} pb"
        case _:
            return f"{who} cbr {_bet_after(fact, facts)}"


def _forced_at(facts: Iterable[say.Fact], step: int) -> int:
    return next((f.forced for f in facts if isinstance(f, say.StreetOpened) and f.step == step), 0)


def _bet_after(fact: say.ActionTaken, facts: Iterable[say.Fact]) -> int:
    """Return what a seat's bet in this interval comes to with this act."""
    acts = (f for f in facts if isinstance(f, say.ActionTaken) and f.seat == fact.seat and f.step == fact.step)
    return sum(act.put_in for act in acts if act.number <= fact.number)


def _own(
    facts: Sequence[say.Fact], opened: say.HandOpened, settled: say.HandSettled, *, everything: bool
) -> dict[str, Any]:
    """Return what the standard has no field for: the law and its terms, the pots, dead and burnt cards, faults."""
    state, known = _state(facts), _known(facts, everything=everything)
    found = game(opened.game)
    own: dict[str, Any] = {
        "game": opened.game,
        "law": found.clauses,
        "outcome": settled.outcome,
        "terms": {name: value for name, value in opened.terms.items() if _plain(value)},
        "pots": [pot.amount for pot in settled.pots],
    }
    if settled.carried or _carried(facts):
        own["carried"] = [_carried(facts), settled.carried]
    streets = [fact for fact in facts if isinstance(fact, say.StreetDealt)]
    piles = {
        "dead": [place for street in streets for place in street.aside],
        "burnt": [place for street in streets for place in street.burnt],
        "ghosts": [given.position for street in streets for given in street.dealt if given.dead],
    }
    for name, places in piles.items():
        if places:
            own[name] = [state.deck[place - 1] if place in known else UNKNOWN for place in places]
    if faults := list(_faults(facts)):
        own["irregularities"] = faults
    return own


def _carried(facts: Sequence[say.Fact]) -> int:
    posted = _first(facts, at_pot.AntesPosted)
    return posted.carried if posted else 0


def _faults(facts: Sequence[say.Fact]) -> Iterator[dict[str, Any]]:
    for fact in facts:
        match fact:
            case say.IrregularityRecorded() | at_floor.FaultRemedied() | at_floor.ReferredToFloor():
                yield {"clause": fact.clause, "seat": fact.seat, "what": fact.what, "reported_by": fact.reported_by}
            case at_floor.Ruled():
                yield {"clause": fact.clause, "seat": fact.seat, "what": fact.decision.value, "ruled_by": fact.ruled_by}


def _plain(value: Any) -> bool:
    return isinstance(value, (bool, int, str, tuple))


def _first(facts: Iterable[say.Fact], kind: Any) -> Any:
    return next((fact for fact in facts if isinstance(fact, kind)), None)
