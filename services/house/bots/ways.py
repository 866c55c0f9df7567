"""Ways of playing, one for each kind of contest: they need nothing but what the house lists and shows."""

from collections.abc import Callable
from random import Random

from services.house.bots import banked, pot
from services.house.bots.seen import Choice, Seen
from shared.rules.game import AgainstTheBank, Game
from shared.rules.wager import ForThePot

Way = Callable[[Seen, Random], Choice]


class NobodyPlaysThat(ValueError):
    """The bots have no way of playing a game of that kind."""


def way_for(game: Game) -> Way:
    """Return how bots play a game, or refuse with `NobodyPlaysThat`."""
    if not can_play(game):
        raise NobodyPlaysThat(game.game_id)
    return banked.choose if isinstance(game.contest, AgainstTheBank) else pot.choose


def can_play(game: Game) -> bool:
    """Whether bots play a game."""
    return isinstance(game.contest, AgainstTheBank | ForThePot)
