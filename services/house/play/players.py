"""Plays scenario files and says how each went."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

from services.house.play import reading, reports
from services.house.play.felts import FELTS
from services.house.play.playing import Verdict, play
from services.house.play.scenario import Scenario
from services.house.play.unreadable import Unreadable

OK: Final = 0
FAILED: Final = 1
UNREADABLE: Final = 2


def play_files(paths: Sequence[Path], *, through: str = "domain", as_json: bool = False, out: IO[str]) -> int:
    """Play each file, print a line for it, and return 0 when all hold, 1 when one fails, 2 when one is unreadable."""
    worst = OK
    for path in paths:
        try:
            verdict = play_scenario(reading.read(path), through=through)
        except Unreadable as wrong:
            worst = max(worst, UNREADABLE)
            line = json.dumps(reports.unreadable(path, wrong)) if as_json else f"UNREADABLE {path}: {wrong}"
        else:
            worst = max(worst, FAILED if verdict.failure else OK)
            line = json.dumps(reports.whole(verdict)) if as_json else reports.line(verdict)
        print(line, file=out, flush=True)
    return worst


def play_scenario(scenario: Scenario, *, through: str = "domain") -> Verdict:
    """Play one scenario at a new table."""
    felt = FELTS[through](scenario.seating)
    try:
        return play(scenario, felt)
    finally:
        felt.leave()
