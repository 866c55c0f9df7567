"""What the bots met with: acts that counted, refusals by their rule, and answers that nobody should get."""

import threading
from collections import Counter
from typing import Final

UNEXPECTED_KEPT: Final = 50


class Tally:
    """Counts for all threads of bots together."""

    def __init__(self) -> None:
        self._lock: Final = threading.Lock()
        self.acts: Final[Counter[str]] = Counter()
        self.refused: Final[Counter[str]] = Counter()
        self.antics: Final[Counter[str]] = Counter()
        self.unexpected: Final[list[str]] = []

    def acted(self, verb: str) -> None:
        """An act was taken."""
        with self._lock:
            self.acts[verb] += 1

    def was_refused(self, code: str) -> None:
        """An act was refused, as a late or a foolish one is."""
        with self._lock:
            self.refused[code] += 1

    def tried(self, antic: str) -> None:
        """A bot did what a patient player does not do."""
        with self._lock:
            self.antics[antic] += 1

    def wonders(self, what: str) -> None:
        """An answer came that should not have come."""
        with self._lock:
            if len(self.unexpected) < UNEXPECTED_KEPT:
                self.unexpected.append(what)
