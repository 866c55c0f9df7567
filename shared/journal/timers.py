"""The timers' part of a transaction: rows that fall due by the database's clock, and the heartbeat."""

import json
import math
from collections.abc import Sequence
from typing import Final

from shared.journal.mail import text_of
from shared.journal.ports import Timer
from shared.journal.session import Session

SET: Final = """
    INSERT INTO timer (id, stream, kind, due_us, payload)
    VALUES (:id, :stream, :kind, {now} + :delay_us, :payload)
    ON CONFLICT (id) DO UPDATE
    SET stream = excluded.stream, kind = excluded.kind, due_us = excluded.due_us, payload = excluded.payload
"""
CLEAR: Final = "DELETE FROM timer WHERE id IN :ids"
DUE: Final = "SELECT id, stream FROM timer WHERE due_us <= {now} ORDER BY due_us, id LIMIT :limit"
FREE_STREAMS: Final = "SELECT stream FROM stream_head WHERE stream IN :streams ORDER BY stream {skip}"
KNOWN_STREAMS: Final = "SELECT stream FROM stream_head WHERE stream IN :streams"
TAKE: Final = """
    DELETE FROM timer WHERE id IN :ids AND due_us <= {now} RETURNING due_us, id, stream, kind, payload
"""
SECONDS_LEFT: Final = "SELECT due_us - {now} FROM timer WHERE id = :id"
NEXT: Final = "SELECT min(due_us) - {now} FROM timer"
EXTEND: Final = """
    UPDATE timer SET due_us =
        CASE WHEN due_us + :by_us < {now} + :least_us THEN {now} + :least_us ELSE due_us + :by_us END
    WHERE kind IN :kinds
"""
SHIFT: Final = "UPDATE timer SET due_us = due_us + :by_us"
ANY_DUE: Final = "SELECT 1 FROM timer WHERE due_us <= {now} AND kind IN :kinds LIMIT 1"
LAST_BEAT: Final = "SELECT {now} - at_us FROM heartbeat WHERE id = 'service' {lock}"
BEAT: Final = """
    INSERT INTO heartbeat (id, at_us) VALUES ('service', {now})
    ON CONFLICT (id) DO UPDATE SET at_us = excluded.at_us
"""


class Timers:
    """The timers of one transaction."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._set: dict[str, Timer] = {}
        self._cleared: set[str] = set()
        self.changed = 0

    @property
    def waiting(self) -> int:
        """How many statements are still to be written."""
        return bool(self._cleared) + len(self._set)

    def set_timers(self, timers: Sequence[Timer]) -> None:
        """Set timers at the end of this transaction; the same id again moves the timer."""
        for timer in timers:
            self._cleared.discard(timer.timer_id)
            self._set[timer.timer_id] = timer

    def clear_timers(self, timer_ids: Sequence[str]) -> None:
        """Take timers out, whether they were there or not."""
        for timer_id in timer_ids:
            self._set.pop(timer_id, None)
            self._cleared.add(timer_id)

    def seconds_left(self, timer_id: str) -> float:
        """Return how long until a timer fires; 0.0 when there is none or it is due."""
        if timer_id in self._set:
            return self._set[timer_id].seconds
        rows = [] if timer_id in self._cleared else self._session.rows(SECONDS_LEFT, id=timer_id)
        return max(0.0, rows[0][0] / 1_000_000) if rows else 0.0

    def due_timers(self, limit: int) -> tuple[Timer, ...]:
        """Take out due timers, oldest first. A stream at which somebody is at work is left for the next sweep.

        The streams are locked before their timers, as in every other transaction: nobody waits in a circle.
        """
        due = self._session.rows(DUE, limit=limit)
        if not due:
            return ()
        streams = sorted({stream for _, stream in due})
        free = {row[0] for row in self._session.rows(FREE_STREAMS, streams=streams)}
        busy = {row[0] for row in self._session.rows(KNOWN_STREAMS, streams=streams)} - free
        ids = [timer_id for timer_id, stream in due if stream not in busy]
        taken = sorted(self._session.rows(TAKE, ids=ids)) if ids else []
        return tuple(
            Timer(timer_id=timer_id, stream=stream, kind=kind, seconds=0.0, payload=json.loads(payload))
            for _, timer_id, stream, kind, payload in taken
        )

    def seconds_to_next_timer(self) -> float:
        """Return how long until the next timer is due: infinite when there is none, 0.0 when one is due."""
        left = self._session.rows(NEXT)[0][0]
        return math.inf if left is None else max(0.0, left / 1_000_000)

    def extend_timers(self, *, seconds: float, kinds: Sequence[str], at_least: float) -> int:
        """Move timers of these kinds by `seconds`, and leave each of them at least so long; return how many."""
        by_us, least_us = round(seconds * 1_000_000), round(at_least * 1_000_000)
        moved = self._session.change(EXTEND, by_us=by_us, least_us=least_us, kinds=list(kinds))
        self.changed += moved
        return moved

    def shift_timers(self, *, seconds: float) -> int:
        """Move every timer by `seconds`, as the database's clock was moved; return how many."""
        moved = self._session.change(SHIFT, by_us=round(seconds * 1_000_000))
        self.changed += moved
        return moved

    def is_any_due(self, *, kinds: Sequence[str]) -> bool:
        """Whether a timer of one of these kinds is due."""
        return bool(self._session.rows(ANY_DUE, kinds=list(kinds)))

    def beat(self) -> float:
        """Note that the service lives; return how many seconds ago it last did, 0.0 when it never did.

        Less than nothing: the database's clock was set back.
        """
        before = self._session.rows(LAST_BEAT)
        self._session.change(BEAT)
        return float(before[0][0]) / 1_000_000 if before else 0.0

    def write(self) -> None:
        """Write what this transaction set and cleared, in the order of the ids, as everybody does."""
        cleared, self._cleared = sorted(self._cleared), set()
        if cleared:
            self._session.change(CLEAR, ids=cleared)
        timers, self._set = self._set, {}
        for timer_id, timer in sorted(timers.items()):
            self._session.change(
                SET,
                id=timer_id,
                stream=timer.stream,
                kind=timer.kind,
                delay_us=round(timer.seconds * 1_000_000),
                payload=text_of(timer.payload),
            )
        self.changed += len(cleared) + len(timers)
