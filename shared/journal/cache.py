"""States of streams as of the last commit this process saw, so that only newer facts are read from the database."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A committed state, the fact up to which it goes, that fact's hash, and the fact up to which a snapshot goes."""

    state: Any
    seq: int
    hash: str
    snapshot_seq: int


class StateCache:
    """Keeps the states used last, by stream and folding. Threads may share it; states are immutable."""

    def __init__(self, *, capacity: int) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[tuple[str, str], Kept] = OrderedDict()
        self._lock = Lock()

    def get(self, stream: str, folding: str) -> Kept | None:
        """Return what is kept, if anything."""
        with self._lock:
            kept = self._kept.get((stream, folding))
            if kept:
                self._kept.move_to_end((stream, folding))
            return kept

    def put(self, stream: str, folding: str, kept: Kept) -> None:
        """Keep a committed state, unless a newer one is kept already."""
        with self._lock:
            present = self._kept.get((stream, folding))
            if present and present.seq > kept.seq:
                return
            self._kept[stream, folding] = kept
            self._kept.move_to_end((stream, folding))
            while len(self._kept) > self._capacity:
                self._kept.popitem(last=False)

    def drop(self, stream: str, folding: str) -> None:
        """Forget a state, as when it turns out to be of another history."""
        with self._lock:
            self._kept.pop((stream, folding), None)

    def __len__(self) -> int:
        return len(self._kept)
