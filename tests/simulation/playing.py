"""A simulated house from a seed to its rest: faults first, then none, and then everything must come to its end."""

import hashlib
import random
import time
import traceback
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select

from shared.journal.tables import JOURNAL, OUTBOX, TRANSFER
from tests.simulation.checking import breaches
from tests.simulation.faults import Faults
from tests.simulation.mutants import MUTANTS
from tests.simulation.processes import KEPT
from tests.simulation.world import World

REST_STEPS: Final = 6_000
TRACED: Final = 40
LATE_CLOCKS: Final = 10
LATE_SECONDS: Final = 100
"""When no hand is open any more, clocks that were set for later still strike, and what follows is carried out."""
MUTANT_SEEDS: Final = 10
MUTANT_STEPS: Final = 1_000
MUTANT_GAME: Final = "spain_draw"
"""Its hands are the ones that pass through all services."""
KEPT_ROWS: Final = (
    select(JOURNAL.c.stream, JOURNAL.c.seq, JOURNAL.c.kind, JOURNAL.c.at_us, JOURNAL.c.cause).order_by(
        JOURNAL.c.position
    ),
    select(TRANSFER.c.id, TRANSFER.c.debit, TRANSFER.c.credit, TRANSFER.c.amount).order_by(TRANSFER.c.seq),
    select(OUTBOX.c.id, OUTBOX.c.times_sent).order_by(OUTBOX.c.position),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """What is to be played. Without `faults` the seed chooses them; a `mutant` is the house without a safeguard."""

    game: str
    seed: int
    steps: int
    faults: Faults | None = None
    mutant: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of it: `broken` says what did not hold, with the last choices, and is empty where all did."""

    course: Course
    faults: Faults
    hands: int
    steps: int
    seconds: float
    digest: str
    broken: str


def play(course: Course) -> Outcome:
    """Play one course in a house of its own."""
    mutant = MUTANTS.get(course.mutant)
    faults = course.faults or (mutant and mutant.faults) or Faults.swarm(random.Random(f"{course.game} {course.seed}"))
    began = time.perf_counter()
    world = World(seed=course.seed, game=course.game, faults=faults)
    try:
        with mutant.without() if mutant else nullcontext():
            broken = _broken(world, steps=course.steps)
        return Outcome(
            course=course,
            faults=faults,
            hands=world.hands_begun,
            steps=world.steps,
            seconds=time.perf_counter() - began,
            digest=digest(world),
            broken=broken,
        )
    finally:
        world.close()


def play_mutant(name: str) -> Outcome:
    """Play seeds of a house without a safeguard until one of them shows it; return that one, or the last."""
    for seed in range(1, MUTANT_SEEDS + 1):
        outcome = play(Course(game=MUTANT_GAME, seed=seed, steps=MUTANT_STEPS, mutant=name))
        if outcome.broken:
            break
    return outcome


def run(world: World, *, steps: int) -> World:
    """Let everything go wrong for so many steps, and then come to rest; refuse with `AssertionError` if it does not."""
    for _ in range(steps):
        world.step()
    world.quiet()
    for _ in range(REST_STEPS):
        if not world.open_hands and not world.bus and not world.unsent:
            for _ in range(LATE_CLOCKS):
                world.wait(LATE_SECONDS)
            return world
        world.step()
    raise AssertionError(
        f"stuck after {world.steps} steps with hands {world.open_hands},"
        f" {len(world.bus)} messages under way and {world.unsent} unsent"
    )


def digest(world: World) -> str:
    """Return a fingerprint of everything that all services have kept and sent; sealing alone differs each time."""
    told = hashlib.sha256()
    for name in KEPT:
        store: Any = world.wired[name].store
        with store.inspecting() as connection:
            for rows in KEPT_ROWS:
                for row in connection.execute(rows):
                    told.update(f"{name} {tuple(row)}\n".encode())
    return told.hexdigest()


def _broken(world: World, *, steps: int) -> str:
    try:
        run(world, steps=steps)
        found = "\n".join(breaches(world))
    except Exception as failure:  # whatever a service raises here would have stopped a worker: it is what we look for
        where = traceback.extract_tb(failure.__traceback__)[-1]
        found = f"{type(failure).__name__}: {failure} ({where.filename}:{where.lineno})"
    return "\n".join((found, *world.trace[-TRACED:])) if found else ""
