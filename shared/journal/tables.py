"""Every table of a service's database, once for SQLite and PostgreSQL. `migrations/` builds what stands here."""

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Computed,
    Identity,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from shared.ledger import accounts

# Keys are compared byte by byte in both databases, so that they sort as Python sorts them.
KEY: Final = Text().with_variant(Text(collation="C"), "postgresql")
WHOLE: Final = BigInteger().with_variant(Integer(), "sqlite")
"""A 64-bit integer. Times are whole microseconds since 1970 (UTC) by the database's clock: columns named `…_us`."""

METADATA: Final = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ck": "%(table_name)s_%(constraint_name)s",
        "ix": "%(table_name)s_%(column_0_N_name)s",
    }
)


def text_column(name: str, **options: Any) -> Column[str]:
    """A text that is always there; an empty one says that there is nothing to say."""
    return Column(name, Text(), nullable=False, **options)


def key_column(name: str, **options: Any) -> Column[str]:
    """A text by which rows are found and sorted."""
    return Column(name, KEY, nullable=False, **options)


def whole_column(name: str, **options: Any) -> Column[int]:
    """A whole number that is always there."""
    return Column(name, WHOLE, nullable=False, **options)


def counted_column(name: str) -> Column[int]:
    """A number that the database itself hands out, in the order of writing."""
    return Column(name, WHOLE, Identity(always=True), primary_key=True)


def kind_of_path() -> str:
    """Return the SQL by which the database itself derives an account's kind from its path; NULL for no kind."""
    cases = [
        f"WHEN path = '{kind.value}' THEN '{kind.value}'"
        if kind is accounts.Kind.WORLD
        else f"WHEN substr(path, 1, {len(kind.value) + 1}) = '{kind.value}/' THEN '{kind.value}'"
        for kind in accounts.Kind
    ]
    return f"CASE {' '.join(cases)} END"


MAY_OWE: Final = ", ".join(sorted(f"'{kind.value}'" for kind in accounts.MAY_OWE))

STREAM_HEAD: Final = Table(
    "stream_head",
    METADATA,
    key_column("stream", primary_key=True),
    whole_column("seq"),
    text_column("hash"),
    text_column("question"),
    sqlite_strict=True,
)
"""The last fact of each stream, and the last command that another service put to it."""

JOURNAL: Final = Table(
    "journal",
    METADATA,
    counted_column("position"),
    key_column("stream"),
    whole_column("seq"),
    text_column("kind"),
    whole_column("version"),
    text_column("body"),
    whole_column("at_us"),
    text_column("cause"),
    text_column("actor"),
    text_column("prev_hash"),
    text_column("hash"),
    UniqueConstraint("stream", "seq"),
    CheckConstraint("seq > 0", name="seq_counts_from_one"),
    sqlite_strict=True,
    sqlite_autoincrement=True,
)
"""The facts. `version` is the form in which the row was hashed; see `chain.py`."""

SNAPSHOT: Final = Table(
    "snapshot",
    METADATA,
    key_column("stream"),
    key_column("folding"),
    whole_column("seq"),
    text_column("hash"),
    text_column("kind"),
    text_column("body"),
    PrimaryKeyConstraint("stream", "folding"),
    sqlite_strict=True,
)
"""The state of a long stream after its fact `seq`, whose hash is kept so that it is known to be of this history."""

ACCOUNT: Final = Table(
    "account",
    METADATA,
    key_column("path", primary_key=True),
    Column("kind", Text(), Computed(kind_of_path(), persisted=True), nullable=False),
    whole_column("balance"),
    whole_column("last_transfer"),
    CheckConstraint(f"balance >= 0 OR kind IN ({MAY_OWE})", name="may_not_owe"),
    sqlite_strict=True,
)

TRANSFER: Final = Table(
    "transfer",
    METADATA,
    counted_column("seq"),
    key_column("id", unique=True),
    key_column("debit"),
    key_column("credit"),
    whole_column("amount"),
    text_column("reason"),
    key_column("hand"),
    whole_column("at_us"),
    CheckConstraint("amount > 0", name="moves_something"),
    CheckConstraint("debit <> credit", name="has_two_sides"),
    sqlite_strict=True,
    sqlite_autoincrement=True,
)
Index(None, TRANSFER.c.hand, postgresql_where=text("hand <> ''"), sqlite_where=text("hand <> ''"))

OUTBOX: Final = Table(
    "outbox",
    METADATA,
    counted_column("position"),
    key_column("id", unique=True),
    text_column("queue"),
    text_column("kind"),
    key_column("table_id"),
    key_column("hand"),
    text_column("payload"),
    text_column("cause"),
    key_column("answers"),
    whole_column("created_us"),
    Column("sent_us", WHOLE),
    Column("resent_us", WHOLE),
    whole_column("times_sent"),
    sqlite_strict=True,
    sqlite_autoincrement=True,
)
Index(
    "outbox_unsent",
    OUTBOX.c.position,
    postgresql_where=text("sent_us IS NULL"),
    sqlite_where=text("sent_us IS NULL"),
)
Index(None, OUTBOX.c.answers, postgresql_where=text("answers <> ''"), sqlite_where=text("answers <> ''"))

INBOX: Final = Table(
    "inbox",
    METADATA,
    key_column("id", primary_key=True),
    text_column("kind"),
    text_column("sender"),
    text_column("body_sha256"),
    whole_column("received_us"),
    sqlite_strict=True,
)
Index(None, INBOX.c.received_us)

TIMER: Final = Table(
    "timer",
    METADATA,
    key_column("id", primary_key=True),
    key_column("stream"),
    text_column("kind"),
    whole_column("due_us"),
    text_column("payload"),
    sqlite_strict=True,
)
Index(None, TIMER.c.due_us)

IDEMPOTENCY: Final = Table(
    "idempotency",
    METADATA,
    key_column("actor"),
    key_column("route"),
    key_column("key"),
    text_column("request_sha256"),
    whole_column("status"),
    text_column("body"),
    whole_column("created_us"),
    PrimaryKeyConstraint("actor", "route", "key"),
    sqlite_strict=True,
)
Index(None, IDEMPOTENCY.c.created_us)

HEARTBEAT: Final = Table(
    "heartbeat",
    METADATA,
    key_column("id", primary_key=True),
    whole_column("at_us"),
    sqlite_strict=True,
)

BLOCKED: Final = Table(
    "blocked",
    METADATA,
    key_column("person", primary_key=True),
    whole_column("at_us"),
    sqlite_strict=True,
)
"""The people whose tokens no longer count in this service."""
