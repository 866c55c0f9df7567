"""A croupier's errors at a deal: which cards lie where after them, and which remedy of the law was used."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple, assert_never

from services.dealer.domain.course import head
from services.dealer.domain.hand import Hand
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand.holdings import Coming, Dealt
from shared.rulebook import cites
from shared.rules.faults import Fault, FirstDeadCard, MoveOn, ShowIfTwo
from shared.rules.game import Deal, Face


class Outcome(NamedTuple):
    """How the cards of a street lie after an error, whether the betting is over, and what goes on record."""

    dealt: tuple[Dealt, ...]
    barred: bool
    record: say.Fact


def made_at(hand: Hand, deal: Deal, dealt: tuple[Dealt, ...], coming: Coming, *, step: int) -> Outcome | None:
    """Return what an error makes of a deal; nothing where the seat has no such card in it."""
    own = [given for given in dealt if given.seat == coming.seat and not given.dead]
    if len(own) < coming.card:
        return None
    match coming.fault:
        case Fault.SKIP:
            return _skipped(hand, deal, dealt, coming, step)
        case Fault.FACE_UP:
            return _turned_up(hand, deal, dealt, coming, own[coming.card - 1], step)
        case Fault.DEAL_EARLY | Fault.DOUBT | Fault.CONDUCT:
            raise AssertionError(f"{coming.fault.value} is no error of a deal")
        case _:
            assert_never(coming.fault)


@cites("AD7-29", "AD7-30", "AD7-31")
def _skipped(hand: Hand, deal: Deal, dealt: tuple[Dealt, ...], coming: Coming, step: int) -> Outcome:
    """Pass over a seat. Unless the others have seen their cards, each card moves on to the seat it was meant for."""
    match deal.skipped:
        case FirstDeadCard(clause=clause) if coming.seen and hand.dead:
            moved = tuple(_passing_over(dealt, coming.seat, instead=hand.dead[0]))
            what = "the others have seen their cards: the skipped seat gets the first dead card, last"
            return Outcome(moved, barred=False, record=remedied(hand, coming, step, clause, what))
        case FirstDeadCard(clause=clause) | MoveOn(clause=clause) if not coming.seen:
            what = "nobody has seen a card: the cards move on, and everybody has his own"
            return Outcome(dealt, barred=False, record=remedied(hand, coming, step, clause, what))
        case FirstDeadCard() | MoveOn() | None:
            return Outcome(dealt, barred=False, record=referred(hand, coming.fault, coming.seat, coming.reported_by))
        case _:
            assert_never(deal.skipped)


def _passing_over(dealt: tuple[Dealt, ...], seat: int, *, instead: int) -> Iterator[Dealt]:
    """Give the cards, in their order, to the others; the skipped seat gets its substitute after them."""
    places = iter([given.position for given in dealt])
    for given in dealt:
        if given.seat != seat:
            yield replace(given, position=next(places))
    yield replace(next(given for given in dealt if given.seat == seat), position=instead)


@cites("AD7-35")
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
