"""What a seat does with its own cards that it should not: exposing them, showing them to one person, moving them."""

from services.dealer.domain.course import head, must_be
from services.dealer.domain.hand import Hand, Stage
from shared.games import game
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand import pot_commands as ask_pot
from shared.rulebook import cites
from shared.rules.refusals import CardsNotReorderable, NoAnswer, NotActive, RuleBroken


@cites("AD7-39", "AD7-40", "PR7-36")
def expose(hand: Hand, command: ask_pot.HandleCards) -> tuple[say.Fact, ...]:
    """Cover exposed hole cards again: the seat stays in, and the mistake goes on record."""
    _must_hold_cards(hand, command.seat)
    remedy = game(hand.game).remedies.exposed
    if remedy is None:
        raise NoAnswer(f"the law of {hand.game} says nothing of cards that a seat exposes; put it to the floor")
    cards = hand.at(hand.hole(command.seat))
    exposed = at_floor.HoleCardsExposed(
        **head(hand),
        seat=command.seat,
        to=0,
        cards=cards,
        covered=True,
        next_up=remedy.next_up is not None and hand.terms.of(remedy.next_up),
    )
    return exposed, _recorded(hand, command, remedy.clause, "hole cards exposed by mistake")


@cites("PR7-38")
def reveal(hand: Hand, command: ask_pot.HandleCards) -> tuple[say.Fact, ...]:
    """Show to all what was shown to one."""
    _must_hold_cards(hand, command.seat)
    shown = at_floor.HoleCardsExposed(
        **head(hand),
        seat=command.seat,
        to=command.other,
        cards=hand.at(hand.hole(command.seat)),
        covered=False,
        next_up=False,
    )
    clause = game(hand.game).remedies.shown_to_one
    return (shown, _recorded(hand, command, clause, "cards shown to one person")) if clause else (shown,)


@cites("PR7-35")
def reorder(hand: Hand, command: ask_pot.HandleCards) -> tuple[say.Fact, ...]:
    """Refuse it: up-cards keep the order in which they came."""
    _must_hold_cards(hand, command.seat)
    clause = game(hand.game).remedies.reordered
    raise CardsNotReorderable(
        f"seat {command.seat} keeps its cards in the order in which they came", clause=clause, irregularity=clause
    )


def irregularity(refusal: RuleBroken, command: ask_pot.HandleCards) -> tuple[say.IrregularityRecorded, ...]:
    """Return the record of a refused attempt, or nothing where the refusal is no irregularity."""
    if not refusal.irregularity:
        return ()
    return (
        say.IrregularityRecorded(
            hand=command.hand,
            table=command.table,
            game=command.game,
            clause=refusal.irregularity,
            seat=command.seat,
            what=refusal.code,
            reported_by="dealer",
        ),
    )


def _must_hold_cards(hand: Hand, seat: int) -> None:
    must_be(hand, Stage.PLAY, Stage.DRAW, Stage.SHOWDOWN)
    if not hand.held.get(seat):
        raise NotActive(f"seat {seat} holds no cards in hand {hand.hand}", found=seat)


def _recorded(hand: Hand, command: ask_pot.HandleCards, clause: str, what: str) -> say.IrregularityRecorded:
    return say.IrregularityRecorded(**head(hand), clause=clause, seat=command.seat, what=what, reported_by="dealer")
