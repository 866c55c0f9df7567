"""People, their tries to sign in, the events heard, the views folded from them, hands that are over, and meters."""

import sqlalchemy as sa
from alembic import op

revision = "lobby_0001"
down_revision = None
branch_labels = ("lobby",)
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Build the tables, and begin to count."""
    _create_people()
    _create_heard()
    _create_shown()
    op.get_bind().execute(sa.text("INSERT INTO lobby_counter (name, last) VALUES ('events', 0)"))


def downgrade() -> None:
    """There is no way back: people would lose their names."""
    raise NotImplementedError("restore a backup instead")


def _create_people() -> None:
    op.create_table(
        "lobby_person",
        sa.Column("person", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("roles", sa.Text(), nullable=False),
        sa.Column("at_table", sa.Text(), nullable=False),
        sa.Column("blocked", WHOLE, nullable=False),
        sa.Column("enrolled_by", sa.Text(), nullable=False),
        sa.Column("enrolled_us", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("person", name="lobby_person_pkey"),
        sa.CheckConstraint("blocked IN (0, 1)", name="lobby_person_blocked_or_not"),
        sqlite_strict=True,
    )
    op.create_table(
        "lobby_attempt",
        sa.Column("who", KEY, nullable=False),
        sa.Column("tries", WHOLE, nullable=False),
        sa.Column("since_us", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("who", name="lobby_attempt_pkey"),
        sqlite_strict=True,
    )


def _create_heard() -> None:
    op.create_table(
        "lobby_counter",
        sa.Column("name", KEY, nullable=False),
        sa.Column("last", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("name", name="lobby_counter_pkey"),
        sqlite_strict=True,
    )
    op.create_table(
        "lobby_event",
        sa.Column("seq", WHOLE, nullable=False, autoincrement=False),
        sa.Column("message_id", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("hand", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("sent_at", sa.Text(), nullable=False),
        sa.Column("heard_us", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("seq", name="lobby_event_pkey"),
        sa.UniqueConstraint("message_id", name="lobby_event_message_id_key"),
        sqlite_strict=True,
    )
    op.create_index("lobby_event_table", "lobby_event", ["table_id", "seq"])


def _create_shown() -> None:
    op.create_table(
        "lobby_view",
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="lobby_view_pkey"),
        sqlite_strict=True,
    )
    op.create_table(
        "lobby_hand",
        sa.Column("hand", KEY, nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hand", name="lobby_hand_pkey"),
        sqlite_strict=True,
    )
    op.create_index("lobby_hand_table", "lobby_hand", ["table_id", "number"])
    op.create_table(
        "lobby_meter",
        sa.Column("pool", KEY, nullable=False),
        sa.Column("amount", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("pool", name="lobby_meter_pkey"),
        sqlite_strict=True,
    )
