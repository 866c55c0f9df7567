"""Banked game: each seat in turn says VOY (and posts the second bet, changing cards) or PASO."""

from services.betting.domain.banked.hand import Hand, Stage
from services.betting.domain.banked.stage import head, must_be, must_be_current, must_not_be_late, must_take_part
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand.commands import Verb
from shared.money import Cents
from shared.rulebook import cites
from shared.rules.game import Deal, Decide
from shared.rules.refusals import (
    AlreadyDecided,
    NotActive,
    NotEnoughChips,
    NotYourCard,
    NotYourTurn,
    TooManyDiscards,
    WrongSecondBet,
    WrongStage,
)


@cites("ESD-34")
def open_street(hand: Hand, command: ask.OpenStreet) -> tuple[say.Fact, ...]:
    """Give the turn to the first seat, now that the deal is complete; its time begins."""
    if hand.stage is not Stage.DEAL:
        raise WrongStage(f"hand {hand.hand} is at {hand.stage.value}; no street can open", expected=Stage.DEAL.value)
    return (say.StreetOpened(**head(hand), step=command.step, turn=hand.live[0], seconds=_seconds(hand)),)


@cites("ESD-09", "ESD-10", "ESD-11")
def play(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    """VOY: post exactly the second bet and change as many cards as the law allows."""
    _must_decide(hand, command)
    decide = _decide_step(hand)
    second = Cents(hand.stakes[command.seat].ante * decide.factor)
    if command.amount not in (0, second):
        raise WrongSecondBet(
            f"the second bet of seat {command.seat} is exactly {second}, not {command.amount}",
            clause="ESD-10",
            expected=second,
            found=command.amount,
        )
    _must_hold(hand, command, at_most=decide.discards_max)
    if second > hand.chips[command.seat]:
        raise NotEnoughChips(
            f"seat {command.seat} needs {second} for the second bet and has {hand.chips[command.seat]}; say PASO",
            clause="ESD-10",
            expected=second,
            found=hand.chips[command.seat],
        )
    return (_action(hand, command, verb=Verb.PLAY, put_in=second),)


@cites("ESD-09", "ESD-13")
def fold(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    """PASO: give up the first bet, and the side bet with it."""
    _must_decide(hand, command)
    return (_action(hand, command, verb=Verb.FOLD, put_in=Cents(0)),)


@cites("ESD-16")
def resume_street(hand: Hand, command: ask.ResumeStreet) -> tuple[say.Fact, ...]:
    """The seat has its new cards: the next one decides, or all have."""
    must_be(hand, Stage.DECIDE)
    if hand.serving != command.seat:
        raise WrongStage(f"hand {hand.hand}: seat {command.seat} is not being served", found=command.seat)
    return (say.TurnPassed(**head(hand), step=hand.step, turn=following(hand), seconds=_seconds(hand)),)


def closes(hand: Hand) -> bool:
    """Whether everybody has decided and been served."""
    return hand.stage is Stage.DECIDE and not hand.turn and not hand.serving


def close_street(hand: Hand) -> tuple[say.Fact, ...]:
    """End the deciding."""
    return (say.StreetClosed(**head(hand), step=hand.step, live=hand.live),)


def following(hand: Hand) -> int:
    """Return the next seat in order of play that has not decided, 0 when all have."""
    return next((seat for seat in hand.order if seat not in hand.answered), 0)


@cites("ESD-14", "ESD-15")
def _must_decide(hand: Hand, command: ask.Act) -> None:
    must_not_be_late(hand, command.seat)
    must_be(hand, Stage.DECIDE)
    must_take_part(hand, command.seat)
    if command.seat not in hand.stakes:
        raise NotActive(f"seat {command.seat} has no box in hand {hand.hand}", found=command.seat)
    if command.seat in hand.answered:
        raise AlreadyDecided(
            f"seat {command.seat} has decided already; its cards stay as they are",
            clause="ESD-15",
            irregularity="ESD-15",
        )
    if command.seat != hand.turn:
        raise NotYourTurn(
            f"it is the turn of seat {hand.turn}, not of seat {command.seat}", expected=hand.turn, found=command.seat
        )
    must_be_current(hand, command)


def _must_hold(hand: Hand, command: ask.Act, *, at_most: int) -> None:
    if len(command.discards) > at_most:
        raise TooManyDiscards(
            f"seat {command.seat} may change {at_most} cards at most, not {len(command.discards)}",
            clause="ESD-11",
            expected=at_most,
            found=len(command.discards),
        )
    held = sum(len(step.faces) for step in game(hand.game).course[: hand.step] if isinstance(step, Deal))
    if len(set(command.discards)) < len(command.discards) or not set(command.discards) <= set(range(held)):
        raise NotYourCard(
            f"seat {command.seat} names cards by their places 0 to {held - 1}, each once",
            expected=f"0 to {held - 1}",
            found=list(command.discards),
        )


def _action(hand: Hand, command: ask.Act, *, verb: Verb, put_in: Cents) -> say.ActionTaken:
    folds = verb is Verb.FOLD
    seats = (*hand.answered, command.seat)
    return say.ActionTaken(
        **head(hand),
        step=hand.step,
        seat=command.seat,
        verb=verb,
        put_in=put_in,
        discards=command.discards,
        by_clock=command.verb is Verb.TIMEOUT,
        turn=next((seat for seat in hand.order if seat not in seats), 0) if folds else 0,
        seconds=_seconds(hand),
    )


def _decide_step(hand: Hand) -> Decide:
    step = game(hand.game).course[hand.step]
    match step:
        case Decide():
            return step
        case _:
            raise AssertionError(f"step {hand.step} of {hand.game} is no decision")


def _seconds(hand: Hand) -> int:
    return hand.terms.of(game(hand.game).decision_seconds)
