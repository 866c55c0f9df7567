"""The acts of an interval of betting: check, bet, call, raise, fold, the forced bet and its completion."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from services.betting.domain import unknown
from services.betting.domain.pot import amounts, leaving, opening
from services.betting.domain.pot.hand import Hand, apply
from services.betting.domain.pot.limits import check_raise_cap
from services.betting.domain.pot.stage import head, must_be_on_turn
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand.command import Verb
from shared.money import Cents
from shared.rulebook import cites
from shared.rules.refusals import (
    AlreadyBet,
    BettingNotReopened,
    CannotCheck,
    NotEnoughChips,
    NothingToCall,
    NothingToRaise,
    OpenerCannotFold,
    WrongStage,
)


def act(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    """Return what a seat's act leads to, or refuse it with the broken rule."""
    if command.verb is Verb.FOLD and leaving.may_leave(hand, command.seat):
        return leaving.leave(hand, command)
    if command.verb not in ACTS:
        raise unknown.no_such_act(command.verb, ACTS)
    must_be_on_turn(hand, command)
    return ACTS[command.verb](hand, command)


@cites("AD7-18", "PR7-11", "PR7-13", "PR7-14", "AD5-07", "AD5-08", "AD5-29")
def _check(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    if hand.interval.owes_forced_bet:
        raise CannotCheck(f"seat {command.seat} must make the forced bet of {hand.interval.forced}")
    if owed := hand.interval.to_call(command.seat):
        raise CannotCheck(f"seat {command.seat} owes {owed}: call, raise or fold", expected=0, found=owed)
    return _acted(hand, command, verb=Verb.CHECK, bet=hand.interval.bet_of(command.seat))


@cites("AD7-18", "AD7-10", "PR7-11", "PR7-13", "AD5-10", "AD5-29")
def _bet(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    if hand.interval.owes_forced_bet:
        return _bring_in(hand, command)
    if hand.interval.level:
        raise AlreadyBet(f"the bet is {hand.interval.level}; seat {command.seat} calls, raises or folds")
    opening.check_openers(hand, command.seat)
    amounts.check_rise(hand, command.seat, to=command.amount)
    return _acted(hand, command, verb=Verb.BET, bet=command.amount)


@cites("PR7-05", "PR7-07")
def _bring_in(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    """The forced bet: what is forced, the whole bet instead, or all the chips of a seat that has less."""
    interval = hand.interval
    if not interval.owes_forced_bet:
        rule = AlreadyBet if interval.level else WrongStage
        raise rule(f"no forced bet is due from seat {command.seat} in hand {hand.hand}")
    least = Cents(min(interval.forced, hand.chips[command.seat]))
    amount = command.amount or least
    if amount == interval.forced > least:
        raise NotEnoughChips(f"seat {command.seat} has {least} of the {amount} that are forced: all-in", found=least)
    if amount != least:
        amounts.check_rise(hand, command.seat, to=amount)
    return _acted(hand, command, verb=Verb.BRING_IN, bet=amount)


@cites("PR7-07", "PR7-14", "AD5-10", "AD5-31")
def _call(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    owed = hand.interval.to_call(command.seat)
    if not owed:
        raise NothingToCall(f"seat {command.seat} has nothing to call: check or bet", found=0)
    if owed > hand.chips[command.seat]:
        amounts.check_all_in(hand, command.seat, whole=owed)
    put_in = min(owed, hand.chips[command.seat])
    return _acted(hand, command, verb=Verb.CALL, bet=Cents(hand.interval.bet_of(command.seat) + put_in))


@cites("AD7-09", "AD7-10", "PR7-07", "PR7-14")
def _raise(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    """A raise goes to an amount. Over a forced bet it completes; an all-in may fall short of a whole raise."""
    interval = hand.interval
    if not interval.level:
        raise NothingToRaise(f"nobody has bet in hand {hand.hand}: seat {command.seat} checks or bets")
    if command.seat in interval.acted:
        raise BettingNotReopened(
            f"seat {command.seat} has acted since the last whole bet or raise, and the all-in after it was none;"
            " call or fold"
        )
    if interval.to_complete:
        amounts.check_rise(hand, command.seat, to=command.amount)
        whole = command.amount in interval.sizes or command.amount >= interval.least
        return _acted(hand, command, verb=Verb.COMPLETE if whole else Verb.RAISE, bet=command.amount)
    check_raise_cap(hand, command.seat)
    amounts.check_rise(hand, command.seat, to=command.amount)
    return _acted(hand, command, verb=Verb.RAISE, bet=command.amount)


def _complete(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    if not hand.interval.to_complete:
        raise NothingToRaise(f"no forced bet waits to be completed in hand {hand.hand}")
    return _raise(hand, command)


@cites("AD7-19", "PR7-11", "AD5-29")
def _fold(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    interval = hand.interval
    opening.check_fold(hand, command.seat)
    if command.seat == interval.speaker and not interval.level:
        must = f"make the forced bet of {interval.forced}" if interval.forced else "check or bet"
        raise OpenerCannotFold(f"seat {command.seat} speaks first and must {must}; it may fold once it faces a bet")
    return _acted(hand, command, verb=Verb.FOLD, bet=interval.bet_of(command.seat))


def _all_in(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    """All the chips: what that comes to depends on what there is to call."""
    interval = hand.interval
    total = Cents(interval.bet_of(command.seat) + hand.chips[command.seat])
    everything = replace(command, amount=total)
    if not interval.level:
        return _bet(hand, everything)
    return _raise(hand, everything) if total > interval.level else _call(hand, everything)


def _timeout(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    """Silence is a check where that is free, and else a fold; who owes the forced bet makes it."""
    if hand.interval.owes_forced_bet:
        return _bring_in(hand, replace(command, amount=Cents(0)))
    return _fold(hand, command) if hand.interval.to_call(command.seat) else _check(hand, command)


def _acted(hand: Hand, command: ask.Act, *, verb: Verb, bet: Cents) -> tuple[say.Fact, ...]:
    fact = say.ActionTaken(
        **head(hand),
        step=hand.step,
        seat=command.seat,
        verb=verb,
        put_in=Cents(bet - hand.interval.bet_of(command.seat)),
        discards=(),
        by_clock=command.verb is Verb.TIMEOUT,
        turn=0,
        seconds=hand.terms.of(game(hand.game).decision_seconds),
        number=hand.turns,
        begins=not hand.interval.acted,
    )
    return (replace(fact, turn=next_to_act(apply(hand, fact), command.seat)),)


@cites("PR7-08", "AD5-09", "AD5-16", "AD5-31")
def next_to_act(hand: Hand, seat: int) -> int:
    """Return the seat to act after `seat`, 0 when the last one has answered the most recent bet."""
    interval, able = hand.interval, hand.able
    if len(hand.live) == 1 or (len(able) == 1 and not interval.to_call(able[0])):
        return 0
    waiting = (
        other
        for other in hand.after(seat)
        if other in able and (interval.to_call(other) or other not in interval.acted)
    )
    return next(waiting, 0)


ACTS: Final[Mapping[Verb, Callable[[Hand, ask.Act], tuple[say.Fact, ...]]]] = {
    Verb.CHECK: _check,
    Verb.BET: _bet,
    Verb.BRING_IN: _bring_in,
    Verb.CALL: _call,
    Verb.RAISE: _raise,
    Verb.COMPLETE: _complete,
    Verb.FOLD: _fold,
    Verb.ALL_IN: _all_in,
    Verb.TIMEOUT: _timeout,
}
