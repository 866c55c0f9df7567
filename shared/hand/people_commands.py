"""What is asked about a person in the whole house: each service that reads tokens keeps for itself who is blocked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from shared.hand.command import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockPerson(Command):
    """Let a person's tokens count no longer, or again; of several the one with the highest `number` counts."""

    is_aside = True

    person: str
    blocked: bool
    number: int

    def nth(self) -> str:
        return f"{self.person}.{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockAtDealer(BlockPerson):
    """Let a person's tokens count at the dealer no longer, or again; who is blocked also leaves his seats."""

    task = "dealer.block_at_dealer"


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockAtBetting(BlockPerson):
    """Let a person's tokens count at betting no longer, or again."""

    task = "betting.block_at_betting"


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockAtJackpot(BlockPerson):
    """Let a person's tokens count at the jackpot no longer, or again."""

    task = "jackpot.block_at_jackpot"


PEOPLE_COMMANDS: Final[Mapping[str, type[Command]]] = {
    kind.task: kind for kind in (BlockAtDealer, BlockAtBetting, BlockAtJackpot)
}
"""Every command about a person by its task."""
