"""Plays many hands on the pure rules: `python -m services.house.simulate GAME --hands N --seed S`."""

import argparse
import json
import sys
from collections.abc import Sequence

from services.house.simulate.simulating import processors, simulate
from shared.games import game_ids


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the hands and print what came of them; return 0 when all invariants hold and 1 when one is broken."""
    parser = argparse.ArgumentParser(prog="python -m services.house.simulate", description=__doc__)
    parser.add_argument("game", choices=game_ids())
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=processors(), help="the figures are the same with any number")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args(arguments)
    report = simulate(asked.game, hands=asked.hands, seed=asked.seed, processes=asked.processes)
    print(json.dumps(report.as_dict()) if asked.json else "\n".join(report.lines()))
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main())
