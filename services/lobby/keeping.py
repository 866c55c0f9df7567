"""Keeps what was heard: numbered events, the views folded from them, hands that are over, and meters."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from services.lobby.domain import fold, view
from services.lobby.domain.view import Event, Hand, Table
from services.lobby.sql import session
from services.lobby.tables import EVENT, EVENTS_COUNTER, HAND, METER, VIEW
from shared.journal.ports import Tx
from shared.journal.session import Row

EVENTS_KEPT: Final = 100_000
"""How many of the newest events are kept for streams that resume, and to know a repeat by its id."""
PRUNE_EVERY: Final = 1_000
HANDS_LISTED: Final = 10
HANDS_KEPT: Final = 50

LOCK_COUNTER: Final = "SELECT last FROM lobby_counter WHERE name = :name {lock}"
MOVE_COUNTER: Final = "UPDATE lobby_counter SET last = :last WHERE name = :name"
KNOWN: Final = "SELECT message_id FROM lobby_event WHERE message_id IN :ids"
VIEW_SEQS: Final = "SELECT table_id, seq FROM lobby_view WHERE table_id IN :tables"
VIEW_BODY: Final = "SELECT seq, body FROM lobby_view WHERE table_id = :table"
ALL_VIEWS: Final = "SELECT seq, body FROM lobby_view ORDER BY table_id"
METERS: Final = "SELECT pool, amount FROM lobby_meter"
LATEST: Final = """
    SELECT seq, table_id, hand, name, body, sent_at FROM lobby_event WHERE seq > :after ORDER BY seq LIMIT :most
"""
AT_TABLE: Final = """
    SELECT seq, table_id, hand, name, body, sent_at FROM lobby_event WHERE table_id = :table AND seq > :after
    ORDER BY seq LIMIT :most
"""
OLDEST: Final = "SELECT coalesce(min(seq), 0) FROM lobby_event"
RECENT: Final = "SELECT body FROM lobby_hand WHERE table_id = :table ORDER BY number DESC LIMIT :most"
NEW_VIEW: Final = "ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, body = excluded.body"
NEW_HAND: Final = "ON CONFLICT (hand) DO UPDATE SET number = excluded.number, body = excluded.body"
NEW_METER: Final = "ON CONFLICT (pool) DO UPDATE SET amount = excluded.amount"
EVENT_COLUMNS: Final = ("seq", "message_id", "table_id", "hand", "name", "body", "sent_at")


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A public event with the id under which it was sent."""

    message_id: str
    event: Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """An event as it was kept."""

    seq: int
    event: Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What became of a batch: how many events are new, how many were repeats, and ids that no view could take."""

    new: int
    repeated: int
    refused: frozenset[str]
    views: Mapping[str, tuple[int, Table]] = field(default_factory=dict)


def keep(tx: Tx, batch: Sequence[Heard], *, cached: Mapping[str, tuple[int, Table]]) -> Kept:
    """Keep a batch in one transaction; `cached` are views as an earlier batch of this process left them."""
    sql = session(tx)
    ((last,),) = sql.rows(LOCK_COUNTER, name=EVENTS_COUNTER)
    fresh = _fresh(tx, batch)
    views = _views(tx, sorted({heard.event.table for heard in fresh}), cached)
    rows: list[Row] = []
    meters: dict[str, int] = {}
    refused: set[str] = set()
    changed: dict[str, tuple[int, Table]] = {}
    for heard in fresh:
        event = heard.event
        _, before = changed.get(event.table) or views.get(event.table) or (0, Table(table=event.table))
        try:
            after, meter = fold.apply(before, event), fold.meter_of(event)
        except (KeyError, TypeError, ValueError, AttributeError):
            refused.add(heard.message_id)
            continue
        last += 1
        changed[event.table] = (last, after)
        meters.update([meter] if meter else [])
        body = json.dumps(event.body, separators=(",", ":"))
        rows.append((last, heard.message_id, event.table, event.hand, event.name, body, event.at))
    if rows:
        sql.insert(EVENT, EVENT_COLUMNS, rows)
        sql.change(MOVE_COUNTER, last=last, name=EVENTS_COUNTER)
        _keep_views(tx, changed)
        _keep_meters(tx, meters)
        _prune(tx, before=rows[0][0], last=last)
    repeated = len(batch) - len(rows) - len(refused)
    return Kept(new=len(rows), repeated=repeated, refused=frozenset(refused), views=changed)


def after(tx: Tx, seq: int, *, most: int, table: str = "") -> tuple[Numbered, ...]:
    """Return the events after a number, of all tables or of one, oldest first."""
    sql = session(tx)
    rows = sql.rows(AT_TABLE, table=table, after=seq, most=most) if table else sql.rows(LATEST, after=seq, most=most)
    return tuple(
        Numbered(seq=number, event=Event(name=name, table=at, hand=hand, at=sent_at, body=json.loads(body)))
        for number, at, hand, name, body, sent_at in rows
    )


def last_seq(tx: Tx) -> int:
    """Return the number of the newest event."""
    rows = session(tx).rows("SELECT last FROM lobby_counter WHERE name = :name", name=EVENTS_COUNTER)
    return int(rows[0][0])


def oldest_seq(tx: Tx) -> int:
    """Return the number of the oldest event that is still kept, 0 when there is none."""
    return int(session(tx).rows(OLDEST)[0][0])


def table_view(tx: Tx, table: str) -> tuple[int, Table] | None:
    """Return a table's view and the number of the event that it goes up to; nothing for a table not heard of."""
    rows = session(tx).rows(VIEW_BODY, table=table)
    return (rows[0][0], view.from_plain(json.loads(rows[0][1]))) if rows else None


def table_views(tx: Tx) -> tuple[Table, ...]:
    """Return the views of all tables."""
    return tuple(view.from_plain(json.loads(body)) for _, body in session(tx).rows(ALL_VIEWS))


def meters(tx: Tx) -> Mapping[str, int]:
    """Return what each progressive shows."""
    return {str(pool): int(amount) for pool, amount in session(tx).rows(METERS)}


def recent_hands(tx: Tx, table: str) -> tuple[Hand, ...]:
    """Return a table's last hands, the newest first."""
    rows = session(tx).rows(RECENT, table=table, most=HANDS_LISTED)
    return tuple(view.hand_from_plain(json.loads(body)) for (body,) in rows)


def _fresh(tx: Tx, batch: Sequence[Heard]) -> list[Heard]:
    known = {row[0] for row in session(tx).rows(KNOWN, ids=[heard.message_id for heard in batch])}
    fresh = []
    for heard in batch:
        if heard.message_id not in known:
            known.add(heard.message_id)
            fresh.append(heard)
    return fresh


def _views(tx: Tx, tables: list[str], cached: Mapping[str, tuple[int, Table]]) -> dict[str, tuple[int, Table]]:
    found: dict[str, tuple[int, Table]] = {}
    for table, seq in session(tx).rows(VIEW_SEQS, tables=tables):
        if table in cached and cached[table][0] == seq:
            found[table] = cached[table]
        elif read := table_view(tx, table):
            found[table] = read
    return found


def _keep_views(tx: Tx, changed: Mapping[str, tuple[int, Table]]) -> None:
    sql = session(tx)
    rows = [(name, seq, _text(view.to_plain(table))) for name, (seq, table) in sorted(changed.items())]
    sql.insert(VIEW, ("table_id", "seq", "body"), rows, then=NEW_VIEW)
    over = {hand.hand: (table.table, hand) for _, table in changed.values() for hand in table.hands if hand.closed}
    if over:
        hands = [(name, at, hand.number, _text(asdict(hand))) for name, (at, hand) in sorted(over.items())]
        sql.insert(HAND, ("hand", "table_id", "number", "body"), hands, then=NEW_HAND)


def _keep_meters(tx: Tx, meters: Mapping[str, int]) -> None:
    if meters:
        session(tx).insert(METER, ("pool", "amount"), sorted(meters.items()), then=NEW_METER)


def _prune(tx: Tx, *, before: int, last: int) -> None:
    """Now and then forget what is long past."""
    if before // PRUNE_EVERY == last // PRUNE_EVERY:
        return
    sql = session(tx)
    sql.change("DELETE FROM lobby_event WHERE seq <= :past", past=last - EVENTS_KEPT)
    sql.change(
        """DELETE FROM lobby_hand WHERE number + :most <= (
            SELECT max(newer.number) FROM lobby_hand AS newer WHERE newer.table_id = lobby_hand.table_id
        )""",
        most=HANDS_KEPT,
    )


def _text(plain: Mapping[str, Any]) -> str:
    return json.dumps(plain, separators=(",", ":"))
