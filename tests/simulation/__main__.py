"""`python -m tests.simulation --seeds 20`: the whole house under faults, seed by seed, one line for each."""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from multiprocessing import get_context
from typing import Final

from shared.games import game_ids
from shared.telemetry import logs
from tests.simulation.mutants import MUTANTS
from tests.simulation.playing import MUTANT_SEEDS, Course, Outcome, play, play_mutant

LINE_MAX: Final = 240


def main() -> int:
    """Play; return 1 when something was found in the house, or nothing in a house without a safeguard."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=20, help="how many, from --first on")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--steps", type=int, default=2_000, help="so long things go wrong, before all must come right")
    parser.add_argument("--games", nargs="+", choices=game_ids(), default=game_ids())
    parser.add_argument("--twice", action="store_true", help="each seed in two processes, which must do the same")
    parser.add_argument("--mutants", type=int, default=0, help="so many houses without a safeguard; -1: all of them")
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.seeds)
    courses = [Course(game=g, seed=seed, steps=asked.steps) for seed in seeds for g in asked.games]
    names = tuple(MUTANTS)[: asked.mutants if asked.mutants >= 0 else None]
    with ExitStack() as held:
        workers = [held.enter_context(_worker()) for _ in range(2)]
        good = _play_seeds(courses, workers, twice=asked.twice)
        return 0 if _try_mutants(names, workers) and good else 1


def _worker() -> ProcessPoolExecutor:
    """One process, with hash seeds of its own."""
    quiet = partial(logs.configure, level="error", style="text")
    return ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn"), initializer=quiet)


def _play_seeds(courses: Sequence[Course], workers: Sequence[Executor], *, twice: bool) -> bool:
    """Print a line for each seed, and what was found; whether nothing was."""
    good = True
    played = [
        [worker.submit(play, course) for worker in (workers if twice else (workers[place % len(workers)],))]
        for place, course in enumerate(courses)
    ]
    for outcomes in ([future.result() for future in futures] for futures in played):
        first = outcomes[0]
        found = next((each.broken for each in outcomes if each.broken), "")
        if len({each.digest for each in outcomes}) > 1:
            found = "\n".join(("the same seed has given two houses", found))
        print(_line(first, "BROKEN" if found else "twice" if twice else "good"), flush=True)
        if found:
            print(f"{found}\n{_again(first.course)}", flush=True)
        good = good and not found
    return good


def _try_mutants(names: Sequence[str], workers: Sequence[Executor]) -> bool:
    """Print a line for each house without a safeguard; whether each was seen that must be."""
    good = True
    played = [workers[place % len(workers)].submit(play_mutant, name) for place, name in enumerate(names)]
    for name, outcome in zip(names, (future.result() for future in played), strict=True):
        mutant = MUTANTS[name]
        if outcome.broken:
            says = f"seed {outcome.course.seed}: {outcome.broken.splitlines()[0]}"
        elif mutant.covered_by:
            says = f"not seen in {MUTANT_SEEDS} seeds: {mutant.covered_by} covers it"
        else:
            says, good = f"NOT SEEN in {MUTANT_SEEDS} seeds", False
        print(f"without {name:<15} ({mutant.what}) {says}"[:LINE_MAX], flush=True)
    return good


def _line(outcome: Outcome, verdict: str) -> str:
    course = outcome.course
    return (
        f"{verdict:<6} {course.game:<16} seed {course.seed:<5} {outcome.hands:>3} hands {outcome.steps:>6} steps"
        f" {outcome.seconds:5.1f} s  {outcome.digest[:8]}  {outcome.faults}"
    )


def _again(course: Course) -> str:
    calm = " --calm" if course.calm else ""
    return (
        f"again: .venv/bin/python -m tests.simulation --first {course.seed} --seeds 1 --steps {course.steps}"
        f" --games {course.game}{calm}"
    )


if __name__ == "__main__":
    sys.exit(main())
