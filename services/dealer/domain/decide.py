"""The dealer's commands in a hand, each with the rule that answers it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from services.dealer.domain import dealing
from services.dealer.domain.hand import Hand
from shared.hand import commands as ask
from shared.hand import facts as say

Rule = Callable[[Hand, Any], tuple[say.Fact, ...]]

RULES: Final[Mapping[type[ask.Command], Rule]] = {
    ask.DealStreet: dealing.deal_street,
    ask.ServeDraw: dealing.serve_draw,
    ask.TurnCroupier: dealing.turn_croupier,
    ask.DrawCroupier: dealing.draw_croupier,
    ask.CloseHand: dealing.close_hand,
}


def decide(hand: Hand, command: ask.Command) -> tuple[say.Fact, ...]:
    """Return the facts that a command leads to, or refuse with the broken rule."""
    return RULES[type(command)](hand, command)
