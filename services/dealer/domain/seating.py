"""The order of play, and the disc of la mà on its way round the table."""

from collections.abc import Sequence
from typing import Final

from shared.rulebook import cites
from shared.rules.game import Eldest, Game

DISC_PLACED: Final = "disc_placed"
"""Stands for an outcome where no hand has moved the disc since it was put before its seat."""
DISC_STAYS: Final = frozenset({DISC_PLACED, "abandoned", "misdeal", "void"})
"""Outcomes after which la mà is as before the hand."""


@cites("AD7-11", "PR7-03")
def order_of_play(game: Game, seats: Sequence[int], *, eldest: int) -> tuple[int, ...]:
    """Return the seats in the game's rotation, the eldest first; if he takes no part, the next who does."""
    round_ = sorted(seats, reverse=game.rotation < 0)
    match game.eldest:
        case Eldest.CROUPIERS_LEFT:
            return tuple(round_)
        case Eldest.DISC:
            later = [seat for seat in round_ if (seat - eldest) * game.rotation >= 0] if eldest else round_
            first = round_.index(later[0]) if later else 0
            return (*round_[first:], *round_[:first])


def next_eldest(game: Game, seats: Sequence[int], *, eldest: int, outcome: str = "") -> int:
    """Return who is eldest in the next hand: the disc moves on by one seat that takes part, unless the hand is void."""
    order = order_of_play(game, seats, eldest=eldest)
    moves = game.eldest is Eldest.DISC and outcome not in DISC_STAYS and order[0] == eldest and len(order) > 1
    return order[1] if moves else order[0]
