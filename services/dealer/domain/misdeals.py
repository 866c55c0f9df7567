"""Wrong counts of cards, and decks that were taken away: put right from the top of the deck, or a misdeal."""

from services.dealer.domain.course import head, last_deal, must_be
from services.dealer.domain.errors import referred
from services.dealer.domain.hand import Hand, Stage
from services.dealer.domain.shortage import mix
from shared.games import game
from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.hand.holdings import Dealt
from shared.rulebook import cites
from shared.rules.faults import Fault, Miscounted
from shared.rules.game import Deal
from shared.rules.refusals import NoAnswer


@cites("AD5-33", "AD5-34", "AD5-35", "AD5-36")
def declare_count(hand: Hand, command: ask_floor.ReportFault) -> tuple[say.Fact, ...]:
    """A seat says that its count is wrong: unseen it is put right from the top of the deck, seen it is a misdeal."""
    must_be(hand, Stage.PLAY)
    deal, seat = last_deal(hand), command.seat
    due, has = _due(hand), len(hand.held.get(seat, ()))
    if has == due:
        raise NoAnswer(f"seat {seat} has {due} cards, as it should", found=has)
    if deal.miscounted is None:
        return (referred(hand, command.fault, seat, command.reported_by),)
    if command.seen:
        return (_misdeal(hand, deal.miscounted, seat, too_many=has > due, reported_by=command.reported_by),)
    many = has > due
    put_right = at_floor.FaultRemedied(
        **head(hand),
        step=hand.step,
        clause=deal.miscounted.too_many if many else deal.miscounted.too_few,
        fault=command.fault,
        seat=seat,
        reported_by=command.reported_by,
        what="what was too many lies on top of the deck" if many else "what was missing came from the top of the deck",
        dealt=_fewer(hand, seat, due) if many else _more(hand, seat, due - has),
    )
    return (put_right,)


@cites("AD5-34", "AD5-36")
def at_the_draw(hand: Hand, live: tuple[int, ...]) -> at_draw.MisdealDeclared | None:
    """Return the misdeal of a seat that comes to the draw with a wrong count, nothing where all counts are right."""
    deal, due = last_deal(hand), _due(hand)
    for seat in live:
        has = len(hand.held[seat])
        if has != due and deal.miscounted is not None:
            return _misdeal(hand, deal.miscounted, seat, too_many=has > due, reported_by="dealer")
    return None


@cites("AD5-38", "AD5-39", "AD5-40")
def remove_deck(hand: Hand, command: ask_floor.ReportFault) -> tuple[say.Fact, ...]:
    """The deck was taken away: its top is dealt on, or if it was mixed up a new mix, cut by the eldest, less one card.

    `seen` says that it was mixed up. The unused cards are mixed without the discards.
    """
    must_be(hand, Stage.PLAY, Stage.DRAW)
    remedy = game(hand.game).remedies.deck_removed
    if remedy is None:
        return (referred(hand, command.fault, 0, command.reported_by),)
    if not command.seen or not hand.undealt:
        return (_deck(hand, command, remedy.intact, "what is missing comes from the top of the same deck", ()),)
    mixed = mix(hand, (), step=hand.step, cut_by=hand.eldest)
    what = "the unused cards were mixed without the discards, cut by the eldest, and the first one was burnt"
    return mixed, _deck(hand, command, remedy.mixed, what, mixed.order.reveal()[:1])


def _deck(
    hand: Hand, command: ask_floor.ReportFault, clause: str, what: str, burnt: tuple[int, ...]
) -> at_floor.FaultRemedied:
    return at_floor.FaultRemedied(
        **head(hand),
        step=hand.step,
        clause=clause,
        fault=Fault.DECK_REMOVED,
        seat=0,
        reported_by=command.reported_by,
        what=what,
        burnt=burnt,
    )


def _misdeal(hand: Hand, rule: Miscounted, seat: int, *, too_many: bool, reported_by: str) -> at_draw.MisdealDeclared:
    return at_draw.MisdealDeclared(
        **head(hand),
        step=hand.step,
        clause=rule.too_many_seen if too_many else rule.too_few_seen,
        seat=seat,
        what=f"{'too many' if too_many else 'too few'} cards, and seen",
        reported_by=reported_by,
    )


def _fewer(hand: Hand, seat: int, due: int) -> tuple[Dealt, ...]:
    gone = hand.held[seat][due:]
    return tuple(given for given in hand.street if given.position not in gone)


def _more(hand: Hand, seat: int, missing: int) -> tuple[Dealt, ...]:
    face = last_deal(hand).faces[-1]
    return *hand.street, *(Dealt(seat=seat, position=place, face=face) for place in hand.undealt[:missing])


def _due(hand: Hand) -> int:
    """Return how many cards of its own each seat has been dealt by now."""
    dealt = (step for step in game(hand.game).course[: hand.step + 1] if isinstance(step, Deal))
    return sum(len(deal.faces) for deal in dealt) - len(hand.common)
