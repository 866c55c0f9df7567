"""The clocks that facts start and stop: the time for stakes, and a seat's time to act."""

from dataclasses import dataclass

from services.betting.domain import hands
from services.betting.domain.banked import boxes
from services.betting.domain.banked import hand as banked_hand
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.journal.ports import Timer


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """Timers to clear, and then timers to set."""

    clear: tuple[str, ...] = ()
    set: tuple[Timer, ...] = ()


def turn_timer_id(hand: str) -> str:
    """Return the id of a hand's one clock of the seat to act."""
    return f"{hand}:turn"


def boxes_timer_id(hand: str) -> str:
    """Return the id of a hand's clock for stakes."""
    return f"{hand}:boxes"


def timers(hand: hands.Hand, facts: tuple[say.Fact, ...]) -> Clocks:
    """Return what facts do to the clocks of their hand; `hand` is as they left it."""
    last = facts[-1]
    match last:
        case say.BoxesOpened():
            return Clocks(set=(_close_boxes(hand, float(last.seconds)),))
        case say.StakePlaced() | say.SeatSatOut():
            # Nobody is left to wait for: the time for stakes ends now.
            waiting = not (isinstance(hand, banked_hand.Hand) and boxes.all_answered(hand))
            return Clocks() if waiting else Clocks(set=(_close_boxes(hand, 0.0),))
        case say.StakesTaken() | say.HandAbandoned():
            return Clocks(clear=(boxes_timer_id(hand.hand),))
        case at_floor.HandReleased() if isinstance(hand, banked_hand.Hand) and hand.stage is banked_hand.Stage.STAKES:
            # The clock went on while everybody waited, and may have struck in vain: the time for stakes begins anew.
            return Clocks(set=(_close_boxes(hand, 0.0 if boxes.all_answered(hand) else boxes.seconds_of(hand)),))
        case say.StreetOpened() | say.ActionTaken() | say.TurnPassed() | at_floor.HandReleased():
            return Clocks(set=(_expire(hand, last.seconds),)) if last.turn else _no_turn(hand)
        case _:
            return _no_turn(hand)


def _no_turn(hand: hands.Hand) -> Clocks:
    return Clocks(clear=(turn_timer_id(hand.hand),))


def _expire(hand: hands.Hand, seconds: int) -> Timer:
    return Timer(
        timer_id=turn_timer_id(hand.hand),
        stream=hand.hand,
        kind="expire_turn",
        seconds=float(seconds),
        payload={"seat": hand.turn, "turn": hand.turns},
    )


def _close_boxes(hand: hands.Hand, seconds: float) -> Timer:
    return Timer(timer_id=boxes_timer_id(hand.hand), stream=hand.hand, kind="close_boxes", seconds=seconds, payload={})
