"""Asking, at a scrape, somebody who may not answer: the scrape waits a moment, and hardly at all for one that was late.

A database that is away takes longer to fail than Prometheus waits. Everything else that a process shows must not go
with it, least of all what says that the database is away.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Final, Generic, TypeVar

T = TypeVar("T")

PATIENT_SECONDS: Final = 3.0
BRIEF_SECONDS: Final = 0.25


class NotInTime(Exception):
    """The answer is still awaited; whoever asks again later may find it."""


class InTime(Generic[T]):
    """Asks in a thread of its own, never twice at once; an answer that came late goes to the next who asks."""

    def __init__(self, ask: Callable[[], T]) -> None:
        self._ask: Final = ask
        self._lock: Final = threading.Lock()
        self._awaited: Future[T] | None = None
        self._late = False

    def __call__(self) -> T:
        """Return the answer or raise what it failed with, or refuse with `NotInTime`."""
        awaited = self._begun()
        wait([awaited], timeout=BRIEF_SECONDS if self._late else PATIENT_SECONDS)
        if not awaited.done():
            self._late = True
            raise NotInTime
        with self._lock:
            if self._awaited is awaited:
                self._awaited = None
        answer = awaited.result()
        self._late = False
        return answer

    def _begun(self) -> "Future[T]":
        with self._lock:
            if self._awaited is None:
                self._awaited = Future()
                threading.Thread(target=self._run, args=(self._awaited,), name="asking", daemon=True).start()
            return self._awaited

    def _run(self, awaited: "Future[T]") -> None:
        try:
            awaited.set_result(self._ask())
        except BaseException as failure:  # it is raised again where the answer is awaited
            awaited.set_exception(failure)
