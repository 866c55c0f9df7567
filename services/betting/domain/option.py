"""One act that a seat may do now."""

from dataclasses import dataclass

from shared.hand.command import Verb
from shared.money import Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One act: its verb, the least and the most that it may come to, in steps, and what may go with it."""

    verb: Verb
    least: Cents = Cents(0)
    most: Cents = Cents(0)
    step: Cents = Cents(0)
    side_bet: Cents = Cents(0)
    discards_max: int = 0
