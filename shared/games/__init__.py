"""The games of the house, asked for by id. A new game is a new module here with a `GAME`; nothing else names it."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from shared.rules.game import Game


class UnknownGame(ValueError):
    """No module of this package defines that game."""


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, in alphabetical order."""
    return tuple(sorted(module.name for module in iter_modules(__path__)))


@cache
def game(game_id: str) -> Game:
    """Return a game's record, or refuse with `UnknownGame`."""
    if game_id not in game_ids():
        raise UnknownGame(f"no game {game_id!r}: expected one of {', '.join(game_ids())}")
    found: Game = import_module(f"{__name__}.{game_id}").GAME
    return found
