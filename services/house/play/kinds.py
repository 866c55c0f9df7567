"""What a game has, on which it depends which lines and expectations a scenario of it can hold."""

from services.dealer.domain.series import openers_of
from shared.rules.draw import Draw
from shared.rules.game import AgainstTheBank, Eldest, Game
from shared.rules.wager import ForThePot


def banked(game: Game) -> bool:
    """Whether the seats play against the croupier."""
    return isinstance(game.contest, AgainstTheBank)


def for_the_pot(game: Game) -> bool:
    """Whether the seats play against each other."""
    return isinstance(game.contest, ForThePot)


def has_disc(game: Game) -> bool:
    """Whether the disc of la mà goes round."""
    return game.eldest is Eldest.DISC


def has_draw(game: Game) -> bool:
    """Whether seats change cards in a draw."""
    return any(isinstance(step, Draw) for step in game.course)


def has_openers(game: Game) -> bool:
    """Whether a least holding is asked for to open the pot."""
    return openers_of(game) is not None
