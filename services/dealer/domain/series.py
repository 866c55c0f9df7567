"""A run of blank hands: how much it takes to open, who may play for what stayed, and whether an ante is due."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from services.dealer.domain.seating import DISC_PLACED
from shared.hand.holdings import Player, Series
from shared.rulebook import cites
from shared.rules.game import Game
from shared.rules.openers import Openers
from shared.rules.terms import Terms
from shared.rules.wager import ForThePot

BLANK: Final = "blank"
NONE: Final = Series()


def openers_of(game: Game) -> Openers | None:
    """Return on what the pot of a game is opened, where anything is asked."""
    return game.contest.openers if isinstance(game.contest, ForThePot) else None


@cites("AD5-12", "AD5-13", "AD5-14", "AD5-15", "AD5-34")
def after(game: Game, before: Series, *, outcome: str, players: tuple[Player, ...]) -> Series:
    """Return where the table stands after a hand in which these players took part."""
    openers = openers_of(game)
    match outcome:
        case "blank" if openers is not None:
            blanks = before.blanks + 1
            return Series(blanks=blanks, players=players, ante_due=openers.ante_due(blanks))
        case "misdeal":
            return Series(blanks=before.blanks, players=players, ante_due=False)
        case "void":
            return before
        case "abandoned":
            # Too few are left of those who may play for the pot: it is there for everybody.
            return replace(before, players=(), ante_due=True)
        case _:
            return NONE


def for_the_next(game: Game, series: Series, seated: Mapping[int, str]) -> tuple[Series, tuple[int, ...]]:
    """Return how the next hand begins, and which of the seats may play in it.

    Those who took no part in a blank hand are out of its pot. Are fewer left than a hand needs, everybody may play.
    """
    seats = tuple(sorted(seated))
    allowed = tuple(each.seat for each in series.players if seated.get(each.seat) == each.person)
    if not series.players or len(allowed) < game.seats_min:
        return (replace(series, players=(), ante_due=True) if series.players else series), seats
    return series, tuple(sorted(allowed))


def disc(game: Game, terms: Terms, outcome: str) -> str:
    """Return the outcome by which the disc of la mà moves on: a blank hand may leave it where it is."""
    openers = openers_of(game)
    stays = openers is not None and outcome == BLANK and not terms.of(openers.disc_moves)
    return DISC_PLACED if stays else outcome
