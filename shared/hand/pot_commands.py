"""What the services ask of one another in a hand for the pot: antes, showing cards, showdown."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from shared.hand.command import Command
from shared.hand.holdings import Player, Showing
from shared.rules.terms import Terms


class Manner(Enum):
    """What a seat does with its cards."""

    SHOW = "show"
    CONCEDE = "concede"
    DEMAND = "demand"
    REVEAL = "reveal"
    EXPOSE = "expose"
    REORDER = "reorder"


@dataclass(frozen=True, slots=True, kw_only=True)
class PostAntes(Command):
    """Take the ante of every seat that takes part; `players` stand in order of play.

    Without `ante_due` nothing is put in: what these players put in before lies in the pot.
    """

    task = "betting.post_antes"

    terms: Terms
    players: tuple[Player, ...]
    ante_due: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RankShowing(Command):
    """Ask who speaks first in the interval of this step, by what the seats that are still in show."""

    task = "evaluator.rank_showing"

    step: int
    terms: Terms
    showing: tuple[Showing, ...]
    barred: bool = False

    def nth(self) -> str:
        return str(self.step)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowHoldings(Command):
    """Let the seats that are left at the end show, `first` before the others; one alone has only openers to prove."""

    task = "dealer.show_holdings"

    step: int
    live: tuple[int, ...]
    first: int
    opener: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HandleCards(Command):
    """A seat shows, concedes, demands to see or handles its cards; `other` is the seat that it means, if any."""

    task = "dealer.handle_cards"

    seat: int
    manner: Manner
    other: int = 0

    def nth(self) -> str:
        return f"{self.manner.value}.{self.seat}.{self.other}"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndShowdown(Command):
    """The time to show is over: who has said nothing shows."""

    task = "dealer.end_showdown"


POT_COMMANDS: Final[Mapping[str, type[Command]]] = {
    kind.task: kind for kind in (PostAntes, RankShowing, ShowHoldings, HandleCards, EndShowdown)
}
"""Every command of pot play by its task."""
