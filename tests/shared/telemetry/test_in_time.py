"""One who does not answer keeps a scrape waiting once, and only for a moment."""

import threading
import time

import pytest

from shared.telemetry import in_time
from shared.telemetry.in_time import InTime, NotInTime

WAIT = 20.0


@pytest.fixture(autouse=True)
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_time, "PATIENT_SECONDS", 1.0)
    monkeypatch.setattr(in_time, "BRIEF_SECONDS", 0.01)


def test_an_answer_that_comes_at_once_is_returned_and_asked_for_each_time() -> None:
    answers = iter(range(3))
    ask = InTime(lambda: next(answers))

    assert [0, 1, 2] == [ask(), ask(), ask()]


def test_what_the_asking_fails_with_is_raised() -> None:
    def away() -> int:
        raise OSError("away")

    ask = InTime(away)
    for _ in range(2):
        with pytest.raises(OSError, match="away"):
            ask()


def test_whoever_was_late_is_hardly_waited_for_and_never_asked_twice_at_once() -> None:
    answer = threading.Event()
    asked: list[int] = []

    def slow() -> str:
        asked.append(1)
        answer.wait(WAIT)
        return f"answer {len(asked)}"

    ask = InTime(slow)
    for patient in (True, False, False):
        began = time.monotonic()
        with pytest.raises(NotInTime):
            ask()
        assert patient == (time.monotonic() - began >= 1.0)
    assert [1] == asked

    answer.set()
    end = time.monotonic() + WAIT
    told = ""
    while not told and time.monotonic() < end:
        try:
            told = ask()
        except NotInTime:
            time.sleep(0.01)
    assert "answer 1" == told
    assert "answer 2" == ask()
