"""`python -m tests.bench`: how the house compares, each ratio from one run, with what is aimed at beside it."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Final

from tests.bench.measuring import FULL, SHORT, Line, NotHere, Size
from tests.bench.table import table

NAMES: Final = ("evaluator", "ledger", "messages", "act", "simulate", "embedded", "worker")


def main() -> int:
    """Measure and print; return 0, or 1 when a benchmark broke down or something countable is too much."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(NAMES)}; all of them if none")
    parser.add_argument("--short", action="store_true", help="long enough to see that everything still measures")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there, too")
    asked = parser.parse_args()
    if unknown := sorted(set(asked.names) - set(NAMES)):
        parser.error(f"no benchmark {unknown[0]}: expected some of {', '.join(NAMES)}")
    lines: list[Line] = []
    broken = False
    for name in asked.names or NAMES:
        began = time.perf_counter()
        try:
            lines += _measured(name, SHORT if asked.short else FULL)
        except NotHere as reason:
            lines.append(Line(name=name, what=str(reason), unit=""))
        except Exception as failure:  # one that breaks down must not keep the others from measuring
            broken = True
            lines.append(Line(name=name, what=f"BROKEN {type(failure).__name__}: {failure}", unit=""))
        print(f"{name}: {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    print(table(lines))
    if asked.json:
        asked.json.write_text(json.dumps([line.as_dict() for line in lines], indent=1, ensure_ascii=False) + "\n")
    return 1 if broken or any(line.failed for line in lines) else 0


def _measured(name: str, size: Size) -> tuple[Line, ...]:
    loaded: Mapping[str, Callable[[Size], tuple[Line, ...]]] = vars(import_module(f"tests.bench.{name}"))
    return loaded["measure"](size)


if __name__ == "__main__":
    sys.exit(main())
