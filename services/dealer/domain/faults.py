"""Errors as they are reported while a hand goes on: those to come, those just made, cards that came early, doubts."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, assert_never

from services.dealer.domain import errors, misdeals
from services.dealer.domain.course import head, last_deal, must_be
from services.dealer.domain.hand import Hand, Stage
from shared.games import game
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.hand.holdings import Coming
from shared.rulebook import cites
from shared.rules.faults import BurnAsMany, Fault
from shared.rules.game import Deal
from shared.rules.refusals import NoAnswer, NotActive, WrongStage

IN_PLAY: Final = (Stage.STAKES, Stage.PLAY, Stage.DRAW, Stage.SHOWDOWN)


def report_fault(hand: Hand, command: ask_floor.ReportFault) -> tuple[say.Fact, ...]:
    """Return what follows from a reported error."""
    must_be(hand, *IN_PLAY)
    facts = REPORTS[command.fault](hand, command)
    if hand.trouble.referral and any(isinstance(fact, at_floor.ReferredToFloor) for fact in facts):
        raise WrongStage(f"hand {hand.hand} waits for the floor already", found="awaiting_ruling")
    return facts


@cites("AD7-29", "AD7-35")
def _at_a_deal(hand: Hand, command: ask_floor.ReportFault) -> tuple[say.Fact, ...]:
    """An error that is still to be made is kept for the next deal; one just made is put right in the cards as dealt."""
    _must_be_dealt_by_hand(hand, command)
    coming = Coming(
        fault=command.fault,
        seat=command.seat,
        card=command.card,
        seen=command.seen,
        reported_by=command.reported_by,
    )
    if command.coming:
        _must_deal_again(hand)
        return (at_floor.FaultComing(**head(hand), coming=coming),)
    must_be(hand, Stage.PLAY)
    return _just_made(hand, coming)


def _just_made(hand: Hand, coming: Coming) -> tuple[say.Fact, ...]:
    outcome = errors.made_at(hand, last_deal(hand), hand.street, coming, step=hand.step)
    if outcome is None:
        raise NoAnswer(f"seat {coming.seat} got no such card in the last deal of hand {hand.hand}")
    match outcome.record:
        case at_floor.FaultRemedied() as record:
            before = {given.position: given.face for given in hand.street}
            up = tuple(g.position for g in outcome.dealt if before.get(g.position, g.face) is not g.face)
            moved = {g.position for g in outcome.dealt} != set(before)
            return (
                replace(
                    record,
                    dealt=outcome.dealt if moved else (),
                    turned_up=up,
                    turned_cards=hand.at(up),
                    barred=outcome.barred,
                ),
            )
        case None:
            raise NoAnswer(f"hand {hand.hand}: the seat itself says that its count is wrong")
        case record:
            return (record,)


@cites("AD7-36")
def _dealt_early(hand: Hand, command: ask_floor.ReportFault) -> tuple[say.Fact, ...]:
    """The card stays on the table until the betting ends."""
    _must_be_dealt_by_hand(hand, command)
    must_be(hand, Stage.PLAY)
    _must_deal_again(hand)
    remedy = game(hand.game).remedies.early
    match remedy:
        case BurnAsMany():
            if not hand.undealt:
                raise WrongStage(f"hand {hand.hand} has no card left that could come early")
            early = at_floor.CardDealtEarly(
                **head(hand),
                clause=remedy.clause,
                seat=command.seat,
                position=hand.undealt[0],
                reported_by=command.reported_by,
            )
            return (early,)
        case None:
            return (errors.referred(hand, command.fault, command.seat, command.reported_by),)
        case _:
            assert_never(remedy)


def _wrong_count(hand: Hand, command: ask_floor.ReportFault) -> tuple[say.Fact, ...]:
    _must_be_dealt_by_hand(hand, command)
    return misdeals.declare_count(hand, command)


def _deck_removed(hand: Hand, command: ask_floor.ReportFault) -> tuple[say.Fact, ...]:
    if not hand.trouble.by_hand:
        raise NoAnswer(f"hand {hand.hand} is dealt by the house's own machine, which takes no deck away")
    return misdeals.remove_deck(hand, command)


def _doubt(hand: Hand, command: ask_floor.ReportFault) -> tuple[say.Fact, ...]:
    return (errors.referred(hand, command.fault, command.seat, command.reported_by, clause=command.clause),)


@cites("PR7-33", "PR7-34", "PR7-37")
def _conduct(hand: Hand, command: ask_floor.ReportFault) -> tuple[say.Fact, ...]:
    """Put on record, under its clause, what somebody did; pot, cards and turn stay as they are."""
    return (
        say.IrregularityRecorded(
            **head(hand),
            clause=command.clause,
            seat=command.seat,
            what=command.what,
            reported_by=command.reported_by,
        ),
    )


def _must_be_dealt_by_hand(hand: Hand, command: ask_floor.ReportFault) -> None:
    if not hand.trouble.by_hand:
        raise NoAnswer(f"hand {hand.hand} is dealt by the house's own machine, which makes no such error")
    if command.seat not in (hand.live or {player.seat for player in hand.players}):
        raise NotActive(f"seat {command.seat} takes no part in hand {hand.hand}", found=command.seat)


def _must_deal_again(hand: Hand) -> None:
    if not any(isinstance(step, Deal) for step in game(hand.game).course[hand.step + 1 :]):
        raise WrongStage(f"nothing more is dealt in hand {hand.hand}")


REPORTS: Final[Mapping[Fault, Callable[[Hand, ask_floor.ReportFault], tuple[say.Fact, ...]]]] = {
    Fault.SKIP: _at_a_deal,
    Fault.FACE_UP: _at_a_deal,
    Fault.DEAL_EARLY: _dealt_early,
    Fault.EXTRA_CARD: _at_a_deal,
    Fault.MISSING_CARD: _at_a_deal,
    Fault.WRONG_COUNT: _wrong_count,
    Fault.DECK_REMOVED: _deck_removed,
    Fault.DOUBT: _doubt,
    Fault.CONDUCT: _conduct,
}
