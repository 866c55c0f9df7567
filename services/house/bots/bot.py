"""One player that is a program: who it is, where it sits, how it behaves, and its pace."""

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """How often, out of one, a bot does what a patient player does not do."""

    acts_twice: float = 0.0
    repeats_key: float = 0.0
    old_turn: float = 0.0
    out_of_turn: float = 0.0
    walks_off: float = 0.0
    dozes: float = 0.0


CALM = Manners()
IMPATIENT = Manners(acts_twice=0.1, repeats_key=0.1, old_turn=0.05, out_of_turn=0.05, walks_off=0.03, dozes=0.01)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long a bot thinks, at least and at most, and how often its table is looked at."""

    think_least: float = 0.3
    think_most: float = 1.5
    look: float = 0.25

    def thought(self, rng: Random) -> float:
        """Return how long a bot thinks this time."""
        return rng.uniform(self.think_least, self.think_most)


LEISURE = Pace()
HASTE = Pace(think_least=0.0, think_most=0.0, look=0.04)


@dataclass(slots=True, kw_only=True)
class Bot:
    """A bot and what it remembers of the hand in play."""

    person: str
    token: str
    rng: Random
    manners: Manners = CALM
    seat: int = 0
    ready_at: float = 0.0
    staked_in: str = ""
    dozes_in: str = ""
    away_hands: int = 0
    keys: int = 0
    run: str = ""

    def key(self) -> str:
        """Return a fresh key for a request."""
        self.keys += 1
        return f"{self.run}-{self.keys:08d}"

    def chance(self, of_one: float) -> bool:
        """Whether something that happens so often happens now."""
        return self.rng.random() < of_one
