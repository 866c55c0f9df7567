"""What every command is made of, and the verbs with which a seat acts."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar


class Verb(Enum):
    """What a seat does when it acts."""

    STAKE = "stake"
    SIT_OUT = "sit_out"
    PLAY = "play"
    FOLD = "fold"
    TIMEOUT = "timeout"
    CHECK = "check"
    BET = "bet"
    CALL = "call"
    RAISE = "raise"
    ALL_IN = "all_in"
    BRING_IN = "bring_in"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """The head of every command: which hand of which game at which table. What is about a person names none."""

    task: ClassVar[str] = ""
    is_aside: ClassVar[bool] = False
    """Nothing follows from it: whoever gets it still owes the answer to what it was asked before."""

    hand: str
    table: str
    game: str

    def nth(self) -> str:
        """What tells this command from others of its kind in the same hand."""
        return "0"

    @property
    def command_id(self) -> str:
        """The same command always has the same id, so receiving it twice is harmless."""
        return f"{self.hand or self.table or 'house'}:{self.task}:{self.nth()}"
