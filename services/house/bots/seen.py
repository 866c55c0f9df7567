"""What a bot sees when it is to act, and what it chooses."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A bot's own seat: what it may do, as the house lists it, and its cards."""

    seat: int
    chips: int
    may: tuple[Mapping[str, Any], ...]
    cards: tuple[str, ...] = ()

    def option(self, verb: str) -> Mapping[str, Any] | None:
        """Return one of the acts that the house would take now, if it is among them."""
        return next((option for option in self.may if option["verb"] == verb), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An act; `discards` are places in the bot's own holding."""

    verb: str
    amount: int = 0
    side_bet: int = 0
    discards: tuple[int, ...] = ()

    @property
    def body(self) -> dict[str, Any]:
        """The act as it is sent: what comes to nothing is left out."""
        parts = {"amount": self.amount, "side_bet": self.side_bet, "discards": list(self.discards)}
        return {"verb": self.verb, **{name: value for name, value in parts.items() if value}}
