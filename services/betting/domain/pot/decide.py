"""Betting's commands in a hand for the pot, each with the rule that answers it, and what follows by itself."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.betting.domain.pot import acts, opening, rulings, settling, streets
from services.betting.domain.pot.hand import Hand, Stage, apply
from shared.games import game
from shared.hand import commands as ask
from shared.hand import draw_commands as ask_draw
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.rules.refusals import RuleBroken

Rule = Callable[[Hand, Any], tuple[say.Fact, ...]]


def decide(hand: Hand, command: ask.Command) -> tuple[say.Fact, ...]:
    """Return the facts that a command leads to, or refuse with the broken rule under its clause."""
    try:
        facts = RULES[type(command)](hand, command)
    except RuleBroken as refusal:
        refusal.clause = refusal.clause or game(command.game).refused_under.get(refusal.code, "")
        raise
    more = facts
    while more := _follows(hand := _folded(hand, more)):
        facts = (*facts, *more)
    return facts


def _folded(hand: Hand, facts: tuple[say.Fact, ...]) -> Hand:
    for fact in facts:
        hand = apply(hand, fact)
    return hand


def _follows(hand: Hand) -> tuple[say.Fact, ...]:
    """What happens by itself once a fact stands: the interval is over, or one seat is left, or none."""
    if streets.closes(hand):
        return opening.settle_blank(hand) if opening.is_blank(hand) else streets.close_street(hand)
    alone = hand.stage in (Stage.DEAL, Stage.DRAW, Stage.SHOWDOWN) and len(hand.live) < 2 and not hand.held
    if alone and not opening.needs_proof(hand):
        return settling.settle_uncontested(hand)
    return ()


RULES: Final[Mapping[type[ask.Command], Rule]] = {
    ask.Act: acts.act,
    ask.OpenStreet: streets.open_street,
    ask.SettleHand: settling.settle_hand,
    ask_draw.RuleOpeners: rulings.rule_openers,
    ask_floor.BarStreet: streets.bar_street,
    ask_floor.HoldHand: rulings.hold_hand,
    ask_floor.ReleaseHand: rulings.release_hand,
    ask_floor.VoidHand: rulings.void_hand,
}
