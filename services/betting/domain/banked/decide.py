"""Betting's commands in a hand, each with the rule that answers it, and what follows by itself."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.betting.domain import unknown
from services.betting.domain.banked import boxes, deciding, rulings, settling
from services.betting.domain.banked.hand import Hand, Stage, apply
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand.commands import Verb

Rule = Callable[[Hand, Any], tuple[say.Fact, ...]]


def decide(hand: Hand, command: ask.Command) -> tuple[say.Fact, ...]:
    """Return the facts that a command leads to, or refuse with the broken rule."""
    facts = more = RULES[type(command)](hand, command)
    while more and type(more[-1]) in LEAD_ON and (more := _follows(hand := _folded(hand, more))):
        facts = (*facts, *more)
    return facts


def _act(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    if command.verb not in ACTS:
        raise unknown.no_such_act(command.verb, ACTS)
    return ACTS[command.verb](hand, command)


def _timeout(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    """Silence is PASO."""
    return deciding.fold(hand, command)


def _close_boxes(hand: Hand, _command: ask.CloseBoxes) -> tuple[say.Fact, ...]:
    return boxes.close_boxes(hand)


def _folded(hand: Hand, facts: tuple[say.Fact, ...]) -> Hand:
    for fact in facts:
        hand = apply(hand, fact)
    return hand


def _follows(hand: Hand) -> tuple[say.Fact, ...]:
    """What happens by itself once a fact stands: the deciding is over, or nobody is left."""
    if deciding.closes(hand):
        return deciding.close_street(hand)
    if hand.stage is Stage.SHOWDOWN and not hand.live:
        return settling.settle_folded(hand)
    return ()


LEAD_ON: Final = frozenset({say.ActionTaken, say.TurnPassed, say.StreetClosed})
"""After any other fact somebody else is to do something."""

ACTS: Final[Mapping[Verb, Rule]] = {
    Verb.STAKE: boxes.stake,
    Verb.SIT_OUT: boxes.sit_out,
    Verb.PLAY: deciding.play,
    Verb.FOLD: deciding.fold,
    Verb.TIMEOUT: _timeout,
}

RULES: Final[Mapping[type[ask.Command], Rule]] = {
    ask.Act: _act,
    ask.CloseBoxes: _close_boxes,
    ask.OpenStreet: deciding.open_street,
    ask.ResumeStreet: deciding.resume_street,
    ask.SettleHand: settling.settle_hand,
    ask_floor.HoldHand: rulings.hold_hand,
    ask_floor.ReleaseHand: rulings.release_hand,
    ask_floor.VoidHand: rulings.void_hand,
}
