"""The journal's part of a transaction: reading streams into states and adding facts to them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from shared.journal import chain
from shared.journal.cache import Kept, StateCache
from shared.journal.ports import Codec, Folded, Folding, Recorded, State, StreamMoved
from shared.journal.session import Row, Session
from shared.journal.tables import JOURNAL, SNAPSHOT

COLUMNS: Final = ("stream", "seq", "kind", "version", "body", "at_us", "cause", "actor", "prev_hash", "hash")

HEAD_AND_NEWER: Final = """
    SELECT clock.us, head.seq, head.hash, fact.seq, fact.prev_hash, fact.kind, fact.body
    FROM (SELECT {now} AS us) AS clock
    LEFT JOIN stream_head AS head ON head.stream = :stream
    LEFT JOIN journal AS fact ON fact.stream = head.stream AND fact.seq > :known
    ORDER BY fact.seq
"""
HEAD: Final = """
    SELECT clock.us, head.seq, head.hash FROM (SELECT {now} AS us) AS clock
    LEFT JOIN stream_head AS head ON head.stream = :stream
"""
LOCK: Final = "SELECT seq FROM stream_head WHERE stream = :stream {lock}"
HISTORY: Final = """
    SELECT stream, seq, kind, body, at_us, cause, actor FROM journal WHERE stream = :stream ORDER BY seq
"""
READ_SNAPSHOT: Final = "SELECT seq, hash, kind, body FROM snapshot WHERE stream = :stream AND folding = :folding"
NEWER_SNAPSHOT: Final = """ON CONFLICT (stream, folding) DO UPDATE
    SET seq = excluded.seq, hash = excluded.hash, kind = excluded.kind, body = excluded.body
    WHERE snapshot.seq < excluded.seq
"""
READ_QUESTION: Final = "SELECT question FROM stream_head WHERE stream = :stream"
PUT_QUESTION: Final = """
    INSERT INTO stream_head (stream, seq, hash, question) VALUES (:stream, 0, '', :question)
    ON CONFLICT (stream) DO UPDATE SET question = excluded.question
"""
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(slots=True, kw_only=True)
class _Head:
    """A stream as this transaction sees it: what others committed, and what it adds."""

    seq: int
    hash: str
    now_us: int
    committed_seq: int
    committed_hash: str
    added: list[Any] = field(default_factory=list)
    written: int = 0


@dataclass(slots=True, kw_only=True)
class _Reading:
    """A stream's state under one folding, as far as this transaction has read it."""

    folding: Folding[Any]
    kept: Kept


class Streams:
    """The streams that one transaction touches. Facts are written at its end, or before something reads them back."""

    def __init__(self, session: Session, *, codec: Codec, cache: StateCache, locking: bool) -> None:
        self._session = session
        self._codec = codec
        self._cache = cache
        self._locking = locking
        self._heads: dict[str, _Head] = {}
        self._readings: dict[tuple[str, str], _Reading] = {}
        self._rows: list[Row] = []
        self._questions: dict[str, str] = {}
        self._put: set[str] = set()

    @property
    def added(self) -> int:
        """How many facts this transaction has added."""
        return sum(len(head.added) for head in self._heads.values())

    @property
    def waiting(self) -> int:
        """How many statements are still to be written."""
        return bool(self._rows) + len(self._put)

    def fold(self, *, stream: str, folding: Folding[State]) -> Folded[State]:
        """Return a stream's state, with the facts that this transaction has added."""
        reading = self._readings.get((stream, folding.name))
        if reading is None:
            reading = _Reading(folding=folding, kept=self._read(stream, folding))
            self._readings[stream, folding.name] = reading
        self._catch_up(stream, reading)
        return Folded(reading.kept.state, reading.kept.seq)

    def history(self, stream: str) -> tuple[Recorded, ...]:
        """Return a stream's facts from the first to the last."""
        self.write()
        return tuple(
            Recorded(
                stream=of,
                seq=seq,
                fact=self._codec.load(kind, body),
                at=EPOCH + timedelta(microseconds=at_us),
                cause=cause,
                actor=actor,
            )
            for of, seq, kind, body, at_us, cause, actor in self._session.rows(HISTORY, stream=stream)
        )

    def head(self, stream: str) -> str:
        """Return the hash of the last fact of a stream, or an empty text."""
        return self._head(stream).hash

    def question(self, stream: str) -> str:
        """Return the last command that another service put to a stream, or an empty text."""
        if stream not in self._questions:
            rows = self._session.rows(READ_QUESTION, stream=stream)
            self._questions[stream] = str(rows[0][0]) if rows else ""
        return self._questions[stream]

    def put_question(self, *, stream: str, command_id: str) -> None:
        """Note the command that another service puts to a stream."""
        self._questions[stream] = command_id
        self._put.add(stream)

    def append(self, *, stream: str, expected_seq: int, facts: Sequence[Any], cause: str, actor: str) -> None:
        """Add facts after `expected_seq`, or refuse with `StreamMoved`."""
        head = self._head(stream)
        if expected_seq != head.seq:
            raise StreamMoved(f"stream {stream}: decided on fact {expected_seq}, the last one is {head.seq}")
        for fact in facts:
            kind, body = self._codec.dump(fact)
            prev_hash, head.seq = head.hash, head.seq + 1
            head.hash = chain.link(
                prev_hash=prev_hash,
                stream=stream,
                seq=head.seq,
                at_us=head.now_us,
                actor=actor,
                cause=cause,
                kind=kind,
                body=body,
            )
            row = (stream, head.seq, kind, chain.FORM, body, head.now_us, cause, actor, prev_hash, head.hash)
            self._rows.append(row)
            head.added.append(fact)

    def write(self) -> None:
        """Write the facts and questions of this transaction, or refuse with `StreamMoved`."""
        if self._rows:
            rows, self._rows = sorted(self._rows, key=lambda row: row[:2]), []
            self._session.insert(JOURNAL, COLUMNS, rows)
        for stream in sorted(self._put):
            self._session.change(PUT_QUESTION, stream=stream, question=self._questions[stream])
        self._put.clear()
        for head in self._heads.values():
            head.written = len(head.added)

    def finish(self) -> None:
        """Apply what was added to every state that was read, and write the snapshots that are due.

        A fact that cannot be applied fails here, before it is committed.
        """
        for (stream, name), reading in self._readings.items():
            self._catch_up(stream, reading)
            kept, every = reading.kept, reading.folding.snapshot_every
            if every and self._heads[stream].added and kept.seq - kept.snapshot_seq >= every:
                kind, body = self._codec.dump(kept.state)
                row = (stream, name, kept.seq, kept.hash, kind, body)
                columns = tuple(column.name for column in SNAPSHOT.c)
                self._session.insert(SNAPSHOT, columns, [row], then=NEWER_SNAPSHOT)
                reading.kept = Kept(state=kept.state, seq=kept.seq, hash=kept.hash, snapshot_seq=kept.seq)

    def committed(self) -> None:
        """Keep the states for the next transaction; called after the commit and never before."""
        for (stream, name), reading in self._readings.items():
            self._cache.put(stream, name, reading.kept)

    def _catch_up(self, stream: str, reading: _Reading) -> None:
        head, kept = self._heads[stream], reading.kept
        if kept.seq == head.seq:
            return
        state = kept.state
        for fact in head.added[kept.seq - head.committed_seq :]:
            state = reading.folding.apply(state, fact)
        reading.kept = Kept(state=state, seq=head.seq, hash=head.hash, snapshot_seq=kept.snapshot_seq)

    def _read(self, stream: str, folding: Folding[Any]) -> Kept:
        kept = self._cache.get(stream, folding.name)
        if kept:
            rows = self._newer(stream, kept.seq)
            if self._continues(stream, kept, rows):
                return self._applied(stream, folding, kept, rows)
            self._cache.drop(stream, folding.name)
        kept = self._from_snapshot(stream, folding)
        rows = self._newer(stream, kept.seq)
        if not self._continues(stream, kept, rows):
            kept = _nothing(folding)
            rows = self._newer(stream, 0)
        return self._applied(stream, folding, kept, rows)

    def _newer(self, stream: str, known: int) -> list[Row]:
        """Return the facts after `known` that others committed, and what stands after them, if written already."""
        self._lock(stream)
        rows = self._session.rows(HEAD_AND_NEWER, stream=stream, known=known)
        self._see(stream, rows[0])
        return [row[3:] for row in rows if row[3] is not None]

    def _continues(self, stream: str, kept: Kept, rows: list[Row]) -> bool:
        """Whether what is kept is of this very history, which it is not after a backup was restored."""
        return kept.hash == (rows[0][1] if rows else self._heads[stream].committed_hash)

    def _applied(self, stream: str, folding: Folding[Any], kept: Kept, rows: list[Row]) -> Kept:
        head = self._heads[stream]
        state = kept.state
        for seq, _prev_hash, kind, body in rows:
            if seq <= head.committed_seq:
                state = folding.apply(state, self._codec.load(kind, body))
        kept = Kept(state=state, seq=head.committed_seq, hash=head.committed_hash, snapshot_seq=kept.snapshot_seq)
        self._cache.put(stream, folding.name, kept)
        return kept

    def _from_snapshot(self, stream: str, folding: Folding[Any]) -> Kept:
        if folding.snapshot_every:
            for seq, hash_, kind, body in self._session.rows(READ_SNAPSHOT, stream=stream, folding=folding.name):
                return Kept(state=self._codec.load(kind, body), seq=seq, hash=hash_, snapshot_seq=seq)
        return _nothing(folding)

    def _head(self, stream: str) -> _Head:
        if stream not in self._heads:
            self._lock(stream)
            self._see(stream, self._session.rows(HEAD, stream=stream)[0])
        return self._heads[stream]

    def _lock(self, stream: str) -> None:
        if self._locking and stream not in self._heads:
            self._session.rows(LOCK, stream=stream)

    def _see(self, stream: str, row: Row) -> None:
        now_us, seq, hash_ = row[0], row[1] or 0, row[2] or chain.GENESIS
        head = self._heads.get(stream)
        if head is None:
            self._heads[stream] = _Head(seq=seq, hash=hash_, now_us=now_us, committed_seq=seq, committed_hash=hash_)
        elif seq != head.committed_seq + head.written:
            raise StreamMoved(f"stream {stream}: fact {seq} was added by somebody else meanwhile")


def _nothing(folding: Folding[Any]) -> Kept:
    return Kept(state=folding.initial(), seq=0, hash=chain.GENESIS, snapshot_seq=0)
