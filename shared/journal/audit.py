"""Whether the journal is as it was written: the chain of each stream, its head, and the heads that were noted outside.

A chain shows an edited, missing or inserted fact. Only a head that was noted elsewhere shows that the end of a stream
was cut off, or that all of it was written anew.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Connection, Row, select

from shared.journal import chain
from shared.journal.ports import Folding, State, Tx
from shared.journal.tables import JOURNAL, STREAM_HEAD
from shared.ledger.invariants import Breach

BATCH: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The last fact of a stream, to be noted where nobody can change it."""

    stream: str
    seq: int
    hash: str


def heads(connection: Connection) -> tuple[Head, ...]:
    """Return the heads of all streams that have facts."""
    wanted = select(STREAM_HEAD.c.stream, STREAM_HEAD.c.seq, STREAM_HEAD.c.hash).where(STREAM_HEAD.c.seq > 0)
    rows = connection.execute(wanted.order_by(STREAM_HEAD.c.stream))
    return tuple(Head(stream=stream, seq=seq, hash=hash_) for stream, seq, hash_ in rows)


def streams_with(connection: Connection, *, kind: str) -> tuple[str, ...]:
    """Return the streams that have a fact of this kind, such as all hands that were settled."""
    found = select(JOURNAL.c.stream).where(JOURNAL.c.kind == kind).distinct().order_by(JOURNAL.c.stream)
    return tuple(connection.execute(found).scalars())


def chain_breaches(connection: Connection, *, noted: Iterable[Head] = ()) -> tuple[Breach, ...]:
    """Check the chains of all streams, their heads, and the heads that were noted outside before."""
    ends: dict[str, tuple[int, str]] = {}
    found = tuple(_broken(_facts(connection), ends=ends))
    kept = {head.stream: (head.seq, head.hash) for head in heads(connection)}
    astray = (
        Breach(
            rule="stream_ends_at_its_head",
            subject=stream,
            expected=_end(kept.get(stream)),
            found=_end(ends.get(stream)),
        )
        for stream in sorted(ends.keys() | kept.keys())
        if ends.get(stream) != kept.get(stream)
    )
    return (*found, *astray, *_noted_breaches(connection, noted))


def replayed(tx: Tx, *, stream: str, folding: Folding[State]) -> State:
    """Return a stream's state from its facts alone, without a snapshot and without what this process has kept."""
    state = folding.initial()
    for recorded in tx.history(stream):
        state = folding.apply(state, recorded.fact)
    return state


def _facts(connection: Connection) -> Iterator[Row[Any]]:
    wanted = select(JOURNAL).order_by(JOURNAL.c.stream, JOURNAL.c.seq)
    yield from connection.execute(wanted.execution_options(yield_per=BATCH))


def _broken(facts: Iterable[Row[Any]], *, ends: dict[str, tuple[int, str]]) -> Iterator[Breach]:
    """Yield a breach for the first fact of each stream that does not follow from the one before; note all ends."""
    for stream, of_stream in groupby(facts, key=lambda fact: str(fact.stream)):
        expected_seq, prev_hash, whole = 1, chain.GENESIS, True
        for fact in of_stream:
            expected = _hash_of(fact, prev_hash=prev_hash)
            if whole and (fact.seq, fact.prev_hash, fact.hash) != (expected_seq, prev_hash, expected):
                whole = False
                yield Breach(
                    rule="chain_is_whole",
                    subject=f"{stream} fact {expected_seq}",
                    expected=f"fact {expected_seq} {expected}",
                    found=f"fact {fact.seq} {fact.hash}",
                )
            expected_seq, prev_hash = fact.seq + 1, fact.hash
        ends[stream] = (expected_seq - 1, prev_hash)


def _hash_of(fact: Row[Any], *, prev_hash: str) -> str:
    try:
        return chain.link(
            prev_hash=prev_hash,
            stream=fact.stream,
            seq=fact.seq,
            at_us=fact.at_us,
            actor=fact.actor,
            cause=fact.cause,
            kind=fact.kind,
            body=fact.body,
            version=fact.version,
        )
    except chain.UnknownForm as unknown:
        return str(unknown)


def _noted_breaches(connection: Connection, noted: Iterable[Head]) -> Iterator[Breach]:
    for head in noted:
        found = connection.execute(
            select(JOURNAL.c.hash).where(JOURNAL.c.stream == head.stream, JOURNAL.c.seq == head.seq)
        ).scalar()
        if found != head.hash:
            yield Breach(
                rule="noted_head_stands",
                subject=f"{head.stream} fact {head.seq}",
                expected=head.hash,
                found=str(found or "nothing"),
            )


def _end(end: tuple[int, str] | None) -> str:
    return f"fact {end[0]} {end[1]}" if end else "nothing"
