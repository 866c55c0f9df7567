"""A log line is made of allowed words; what a library chokes on does not get into it."""

import json
import logging
import subprocess
import sys

from shared.telemetry.logs import where

PROGRAM = """
import logging, sys
from shared.telemetry import logs
logs.configure(level="info", style="json")
logs.get(service="dealer").info("hand opened", hand="h1", cards="AsKd", payload={"x": 1}, deck="2c")
logging.getLogger("sqlalchemy").warning("parameters %s", "AsKd")
try:
    {}["AsKd"]
except KeyError:
    logging.getLogger("celery.app.trace").error("Task %s raised", "AsKd", exc_info=True)
logs.get(service="dealer").debug("not said")
logs.get(service="dealer").error("long", error="x" * 5000)
"""


def said() -> list[dict[str, object]]:
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stderr.splitlines()]


def test_only_allowed_words_are_said() -> None:
    lines = said()

    assert {"event": "hand opened", "hand": "h1", "level": "info", "service": "dealer"} == {
        name: value for name, value in lines[0].items() if name != "timestamp"
    }
    assert [] == [line for line in lines if "AsKd" in json.dumps(line)]


def test_a_library_is_named_with_the_place_where_it_failed() -> None:
    failed = said()[2]

    assert ("celery.app.trace", "KeyError", "<string>:8") == (failed["logger"], failed["error"], failed["where"])


def test_a_long_text_is_cut() -> None:
    assert 300 == len(str(said()[3]["error"]))


def test_the_place_of_a_failure_is_its_innermost_line() -> None:
    try:
        logging.Formatter("%(nothing", style="%")
    except ValueError as failure:
        place = where(failure)

    assert place.startswith("__init__.py:")
