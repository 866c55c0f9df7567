"""A croupier's errors at a deal: which cards lie where after them, and which remedy of the law was used."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, assert_never

from services.dealer.domain.course import head
from services.dealer.domain.hand import Hand
from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand.holdings import Coming, Dealt
from shared.rulebook import cites
from shared.rules.faults import Fault, FirstDeadCard, FirstIsMisdeal, MoveOn, ShowIfTwo
from shared.rules.game import Deal, Face


class Outcome(NamedTuple):
    """How the cards of a street lie after an error, whether the betting is over, and what goes on record."""

    dealt: tuple[Dealt, ...]
    barred: bool
    record: say.Fact | None
    """What goes on record; nothing while nobody has noticed."""
    misdeal: bool = False


def made_at(hand: Hand, deal: Deal, dealt: tuple[Dealt, ...], coming: Coming, *, step: int) -> Outcome | None:
    """Return what an error makes of a deal; nothing where the seat has no such card in it."""
    own = [given for given in dealt if given.seat == coming.seat and not given.dead]
    # What is left out is the last card where the deal has none of that number.
    number = min(coming.card, len(own)) if coming.fault is Fault.MISSING_CARD else coming.card
    if not 1 <= number <= len(own):
        return None
    card = own[number - 1]
    if coming.fault is Fault.SKIP and card.position in hand.dead:
        return None  # it was passed over already
    by_law = deal.miscounted is not None
    match coming.fault:
        case Fault.SKIP:
            return _skipped(hand, deal, dealt, coming, step)
        case Fault.FACE_UP:
            return _turned_up(hand, deal, dealt, coming, card, step)
        case Fault.EXTRA_CARD | Fault.MISSING_CARD if not by_law:
            # Where no law says what becomes of a wrong count, everybody has his own cards when the floor is asked.
            return Outcome(dealt, barred=False, record=referred(hand, coming.fault, coming.seat, coming.reported_by))
        case Fault.EXTRA_CARD:
            place = next(p for p in hand.undealt if p not in {given.position for given in dealt})
            return Outcome((*dealt, Dealt(seat=coming.seat, position=place, face=card.face)), barred=False, record=None)
        case Fault.MISSING_CARD:
            return Outcome(tuple(_leaving_out(dealt, card)), barred=False, record=None)
        case Fault.DEAL_EARLY | Fault.DOUBT | Fault.CONDUCT | Fault.WRONG_COUNT | Fault.DECK_REMOVED:
            raise AssertionError(f"{coming.fault.value} is no error of a deal")
        case _:
            assert_never(coming.fault)


@cites("AD7-29", "AD7-30", "AD7-31")
def _skipped(hand: Hand, deal: Deal, dealt: tuple[Dealt, ...], coming: Coming, step: int) -> Outcome:
    """Pass over a seat. Unless the others have seen their cards, each card moves on to the seat it was meant for."""
    given_out = {given.position for given in dealt}
    dead = next((place for place in hand.dead if place not in given_out), 0)
    match deal.skipped:
        case FirstDeadCard(clause=clause) if coming.seen and dead:
            moved = tuple(_passing_over(dealt, coming.seat, instead=dead, dead=hand.dead))
            what = "the others have seen their cards: the skipped seat gets the first dead card, last"
            return Outcome(moved, barred=False, record=remedied(hand, coming, step, clause, what))
        case FirstDeadCard(clause=clause) | MoveOn(clause=clause) if not coming.seen:
            what = "nobody has seen a card: the cards move on, and everybody has his own"
            return Outcome(dealt, barred=False, record=remedied(hand, coming, step, clause, what))
        case FirstDeadCard() | MoveOn() | None:
            return Outcome(dealt, barred=False, record=referred(hand, coming.fault, coming.seat, coming.reported_by))
        case _:
            assert_never(deal.skipped)


def _passing_over(dealt: tuple[Dealt, ...], seat: int, *, instead: int, dead: tuple[int, ...]) -> Iterator[Dealt]:
    """Give the cards, in their order, to the others; the skipped seat gets its substitute after them.

    Who was skipped before it keeps his.
    """
    places = iter([given.position for given in dealt if given.position not in dead])
    for given in dealt:
        if given.seat != seat:
            yield given if given.position in dead else replace(given, position=next(places))
    yield replace(next(given for given in dealt if given.seat == seat), position=instead)


def _leaving_out(dealt: tuple[Dealt, ...], card: Dealt) -> Iterator[Dealt]:
    """Give the cards, in their order, to all others: whoever comes after the one left out gets what was before him."""
    places = iter([given.position for given in dealt])
    for given in dealt:
        if given is not card:
            yield replace(given, position=next(places))


@cites("AD7-35", "AD5-37")
def _turned_up(
    hand: Hand, deal: Deal, dealt: tuple[Dealt, ...], coming: Coming, card: Dealt, step: int
) -> Outcome | None:
    if card.face is Face.UP:
        return None  # it was to lie face up anyway
    lies = tuple(replace(given, face=Face.UP) if given is card else given for given in dealt)
    match deal.turned_up:
        case ShowIfTwo(clause=clause):
            two = len({given.seat for given in dealt if not given.dead}) == len(dealt) == 2
            what = "two seats are left: no betting, they show" if two else "the card is played open"
            return Outcome(lies, barred=two, record=remedied(hand, coming, step, clause, what))
        case FirstIsMisdeal(clause=clause) if coming.card == 1:
            misdeal = at_draw.MisdealDeclared(
                **head(hand),
                step=step,
                clause=clause,
                seat=coming.seat,
                what="the first card was dealt face up",
                reported_by=coming.reported_by,
            )
            return Outcome(lies, barred=False, record=misdeal, misdeal=True)
        case FirstIsMisdeal(clause=clause):
            what = "a later card was dealt face up: the seat keeps it"
            return Outcome(lies, barred=False, record=remedied(hand, coming, step, clause, what))
        case None:
            return Outcome(lies, barred=False, record=referred(hand, coming.fault, coming.seat, coming.reported_by))
        case _:
            assert_never(deal.turned_up)


def remedied(hand: Hand, coming: Coming, step: int, clause: str, what: str) -> at_floor.FaultRemedied:
    """Return the record of an error that the law's own remedy has put right."""
    return at_floor.FaultRemedied(
        **head(hand),
        step=step,
        clause=clause,
        fault=coming.fault,
        seat=coming.seat,
        reported_by=coming.reported_by,
        what=what,
    )


def referred(hand: Hand, fault: Fault, seat: int, reported_by: str, *, clause: str = "") -> at_floor.ReferredToFloor:
    """Return the record of an error for which the law has no remedy: the floor decides."""
    return at_floor.ReferredToFloor(
        **head(hand),
        number=hand.trouble.referrals + 1,
        clause=clause,
        seat=seat,
        what=fault.value,
        reported_by=reported_by,
    )
