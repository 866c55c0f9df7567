"""An interval's beginning and end: who speaks first, by which limits, and who is left."""

from typing import assert_never

from services.betting.domain.pot.hand import Hand, Stage
from services.betting.domain.pot.limits import range_of
from services.betting.domain.pot.stage import head
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.money import Cents
from shared.rulebook import cites
from shared.rules.refusals import NotYet, WrongStage
from shared.rules.wager import FirstToSpeak, Wager


@cites("AD7-07", "AD7-08", "AD7-14", "AD7-17", "PR7-05", "PR7-11", "AD5-05", "AD5-29", "AD5-30")
def open_street(hand: Hand, command: ask.OpenStreet) -> tuple[say.Fact, ...]:
    """Open an interval: its limits stand from here on, and the first to speak gets the turn.

    A seat without chips is never on turn: its duty to speak, or to make the forced bet, is the next seat's that has.
    """
    if hand.stage not in (Stage.DEAL, Stage.DRAW):
        raise WrongStage(f"hand {hand.hand} is at {hand.stage.value}; no street can open", expected=Stage.DEAL.value)
    wager = game(hand.game).course[command.step]
    assert isinstance(wager, Wager), f"step {command.step} of {hand.game} is no interval of betting"
    first = _first(hand, wager, command.speaking)
    allowed = range_of(hand, wager, open_pair=command.open_pair)
    held = len(hand.able) > 1 and not command.barred
    speaker = first if first in hand.able or not held else next(s for s in hand.after(first) if s in hand.able)
    return (
        say.StreetOpened(
            **head(hand),
            step=command.step,
            turn=speaker if held else 0,
            seconds=hand.terms.of(game(hand.game).decision_seconds),
            speaker=speaker,
            strict=command.strict,
            openers=command.openers,
            sizes=allowed.sizes,
            least=allowed.least,
            most=allowed.most,
            forced=Cents(hand.terms.of(wager.forced)) if wager.forced else Cents(0),
        ),
    )


def bar_street(hand: Hand, command: ask_floor.BarStreet) -> tuple[say.Fact, ...]:
    """End the betting of a step where it stands, because a fault has ended it."""
    if hand.stage is Stage.DEAL:
        raise NotYet(f"hand {hand.hand}: step {command.step} has not been opened yet")
    return close_street(hand) if hand.stage is Stage.WAGER and hand.step == command.step else ()


def closes(hand: Hand) -> bool:
    """Whether everybody has answered the most recent bet, or nobody can bet."""
    return hand.stage is Stage.WAGER and not hand.turn and not hand.held


@cites("AD7-20", "AD7-21", "PR7-08", "PR7-28")
def close_street(hand: Hand) -> tuple[say.Fact, ...]:
    """End the interval. Should a showdown follow, the last to bet or raise shows first, and else the first to speak."""
    first = hand.interval.aggressor or hand.interval.speaker
    # Whom the floor has put out shows nothing: the next one still in does.
    first = next((seat for seat in (first, *hand.after(first)) if seat in hand.live), first)
    ghosts = tuple(seat for seat in hand.order if seat in hand.ghosts)
    # Once the floor has ruled on the opener, nothing about him is left to be looked into.
    opener = hand.opener if hand.ruling is None or len(hand.live) > 1 else 0
    closed = say.StreetClosed(**head(hand), step=hand.step, live=hand.live, first=first, ghosts=ghosts, opener=opener)
    return (closed,)


def _first(hand: Hand, wager: Wager, speaking: tuple[int, ...]) -> int:
    match wager.first:
        case FirstToSpeak.LOWEST_CARD | FirstToSpeak.HIGHEST_SHOWING:
            return next(seat for seat in speaking if seat in hand.live)
        case FirstToSpeak.ELDEST:
            return hand.live[0]
        case FirstToSpeak.OPENER:
            opener = hand.opener or hand.order[-1]
            return opener if opener in hand.live else next(seat for seat in hand.after(opener) if seat in hand.live)
        case _:
            assert_never(wager.first)
