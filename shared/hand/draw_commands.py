"""What the services ask of one another in a hand with a draw and with openers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from shared.hand.command import Command
from shared.hand.holdings import Showing
from shared.rules.terms import Terms
from shared.secret import Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class FindOpeners(Command):
    """Ask which of these hidden holdings may open the pot: a pair of `least` or better."""

    task = "evaluator.find_openers"

    step: int
    terms: Terms
    pack: int
    least: str
    holdings: Secret[tuple[Showing, ...]]

    def nth(self) -> str:
        return str(self.step)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDraw(Command):
    """Let the seats still in change cards, who opened the pot before the others."""

    task = "dealer.open_draw"

    step: int
    live: tuple[int, ...]
    opener: int

    def nth(self) -> str:
        return str(self.step)


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Command):
    """A seat lays these places of its holding down, counted from 0; `turn` is the turn it is meant for, -1 for any."""

    task = "dealer.discard"

    seat: int
    discards: tuple[int, ...]
    turn: int = -1

    def nth(self) -> str:
        return f"{self.turn}.{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand(Command):
    """A seat is served: it changes nothing."""

    task = "dealer.stand"

    seat: int
    turn: int = -1

    def nth(self) -> str:
        return f"{self.turn}.{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpireDraw(Command):
    """The clock of the seat that is to draw has run out."""

    task = "dealer.expire_draw"

    seat: int
    turn: int = -1
    prompts: int = 0

    def nth(self) -> str:
        return f"{self.turn}.{self.seat}.{self.prompts}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskCount(Command):
    """A seat asks how many cards another one drew."""

    task = "dealer.ask_count"

    seat: int
    of: int
    number: int = 0

    def nth(self) -> str:
        return f"{self.seat}.{self.of}.{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndCounts(Command):
    """The betting has begun again: nobody is told any more how many cards another one drew."""

    task = "dealer.end_counts"
    is_aside = True

    step: int

    def nth(self) -> str:
        return str(self.step)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOpeners(Command):
    """The floor has decided whether who opened the pot had openers."""

    task = "betting.rule_openers"

    seat: int
    proved: bool
    referral: int
    number: int

    def nth(self) -> str:
        return str(self.number)


DRAW_COMMANDS: Final[Mapping[str, type[Command]]] = {
    kind.task: kind for kind in (FindOpeners, OpenDraw, Discard, Stand, ExpireDraw, AskCount, EndCounts, RuleOpeners)
}
"""Every command of a draw, and of openers, by its task."""
