"""Plays scenario files: `python -m services.house.play FILE…`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from services.house.play.felts import FELTS
from services.house.play.players import play_files


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the files that are named; return 0 when all hold, 1 when one fails, 2 when one cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m services.house.play", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--through", choices=sorted(FELTS), default="domain")
    parser.add_argument("--json", action="store_true", help="print one JSON object per file")
    asked = parser.parse_args(arguments)
    return play_files(asked.files, through=asked.through, as_json=asked.json, out=sys.stdout)


if __name__ == "__main__":
    sys.exit(main())
