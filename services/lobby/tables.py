"""The lobby's own tables, beside those that every service has. `migrations/` builds what stands here."""

from typing import Final

from sqlalchemy import CheckConstraint, Index, MetaData, Table

from shared.journal.tables import METADATA as EVERY_SERVICE
from shared.journal.tables import key_column, text_column, whole_column

METADATA: Final = MetaData(naming_convention=EVERY_SERVICE.naming_convention)

PERSON: Final = Table(
    "lobby_person",
    METADATA,
    key_column("person", primary_key=True),
    text_column("name"),
    text_column("password"),
    text_column("roles"),
    text_column("at_table"),
    whole_column("blocked"),
    text_column("enrolled_by"),
    whole_column("enrolled_us"),
    CheckConstraint("blocked IN (0, 1)", name="blocked_or_not"),
    sqlite_strict=True,
)
"""Who may sign in. `password` is a salted scrypt hash, `roles` are words with blanks between them."""

ATTEMPT: Final = Table(
    "lobby_attempt",
    METADATA,
    key_column("who", primary_key=True),
    whole_column("tries"),
    whole_column("since_us"),
    sqlite_strict=True,
)
"""Tries to sign in since the first of them; `who` is a hash of the name and the address that it was tried from."""

COUNTER: Final = Table(
    "lobby_counter",
    METADATA,
    key_column("name", primary_key=True),
    whole_column("last"),
    sqlite_strict=True,
)
"""The last number given out. Its row is locked until the commit, so numbers appear in their order and without gaps."""

EVENT: Final = Table(
    "lobby_event",
    METADATA,
    whole_column("seq", primary_key=True, autoincrement=False),
    key_column("message_id", unique=True),
    key_column("table_id"),
    key_column("hand"),
    text_column("name"),
    text_column("body"),
    text_column("sent_at"),
    whole_column("heard_us"),
    sqlite_strict=True,
)
"""The public events as they were heard, under the lobby's own numbers."""
Index("lobby_event_table", EVENT.c.table_id, EVENT.c.seq)

VIEW: Final = Table(
    "lobby_view",
    METADATA,
    key_column("table_id", primary_key=True),
    whole_column("seq"),
    text_column("body"),
    sqlite_strict=True,
)
"""Each table's public view after its event `seq`."""

HAND: Final = Table(
    "lobby_hand",
    METADATA,
    key_column("hand", primary_key=True),
    key_column("table_id"),
    whole_column("number"),
    text_column("body"),
    sqlite_strict=True,
)
"""Hands that are over, as everybody saw them, for a table's short history."""
Index("lobby_hand_table", HAND.c.table_id, HAND.c.number)

METER: Final = Table(
    "lobby_meter",
    METADATA,
    key_column("pool", primary_key=True),
    whole_column("amount"),
    sqlite_strict=True,
)
"""What each progressive showed when it was last heard of."""

EVENTS_COUNTER: Final = "events"
