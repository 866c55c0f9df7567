"""The journal, the ledger, the outbox, the inbox, the timers and the answers, with the triggers that guard them."""

import sqlalchemy as sa
from alembic import op

from shared.journal import triggers

revision = "journal_0001"
down_revision = None
branch_labels = ("journal",)
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Build everything in an empty database."""
    _create_streams()
    _create_ledger()
    _create_mail()
    _create_the_rest()
    bind = op.get_bind()
    schema = "" if bind.dialect.name == "sqlite" else str(bind.execute(sa.text("SELECT current_schema()")).scalar_one())
    for statement in triggers.statements(bind.dialect.name, schema=schema):
        bind.exec_driver_sql(statement)


def downgrade() -> None:
    """There is no way back: facts and transfers are kept."""
    raise NotImplementedError("a journal is not taken apart; restore a backup instead")


def _create_streams() -> None:
    op.create_table(
        "stream_head",
        sa.Column("stream", KEY, nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("stream", name=op.f("stream_head_pkey")),
        sqlite_strict=True,
    )
    op.create_table(
        "journal",
        sa.Column("position", WHOLE, sa.Identity(always=True), nullable=False),
        sa.Column("stream", KEY, nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at_us", WHOLE, nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("prev_hash", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("position", name=op.f("journal_pkey")),
        sa.UniqueConstraint("stream", "seq", name=op.f("journal_stream_seq_key")),
        sa.CheckConstraint("seq > 0", name=op.f("journal_seq_counts_from_one")),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_table(
        "snapshot",
        sa.Column("stream", KEY, nullable=False),
        sa.Column("folding", KEY, nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("stream", "folding", name=op.f("snapshot_pkey")),
        sqlite_strict=True,
    )


def _create_ledger() -> None:
    kinds = ("player", "seat", "hand", "carried", "progressive", "house", "control")
    cases = " ".join(f"WHEN substr(path, 1, {len(kind) + 1}) = '{kind}/' THEN '{kind}'" for kind in kinds)
    op.create_table(
        "account",
        sa.Column("path", KEY, nullable=False),
        sa.Column(
            "kind",
            sa.Text(),
            sa.Computed(f"CASE {cases} WHEN path = 'world' THEN 'world' END", persisted=True),
            nullable=False,
        ),
        sa.Column("balance", WHOLE, nullable=False),
        sa.Column("last_transfer", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("path", name=op.f("account_pkey")),
        sa.CheckConstraint("balance >= 0 OR kind IN ('control', 'house', 'world')", name=op.f("account_may_not_owe")),
        sqlite_strict=True,
    )
    op.create_table(
        "transfer",
        sa.Column("seq", WHOLE, sa.Identity(always=True), nullable=False),
        sa.Column("id", KEY, nullable=False),
        sa.Column("debit", KEY, nullable=False),
        sa.Column("credit", KEY, nullable=False),
        sa.Column("amount", WHOLE, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("hand", KEY, nullable=False),
        sa.Column("at_us", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("transfer_pkey")),
        sa.UniqueConstraint("id", name=op.f("transfer_id_key")),
        sa.CheckConstraint("amount > 0", name=op.f("transfer_moves_something")),
        sa.CheckConstraint("debit <> credit", name=op.f("transfer_has_two_sides")),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    _index("transfer_hand", "transfer", "hand", where="hand <> ''")


def _create_mail() -> None:
    op.create_table(
        "outbox",
        sa.Column("position", WHOLE, sa.Identity(always=True), nullable=False),
        sa.Column("id", KEY, nullable=False),
        sa.Column("queue", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("table_id", KEY, nullable=False),
        sa.Column("hand", KEY, nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("answers", KEY, nullable=False),
        sa.Column("created_us", WHOLE, nullable=False),
        sa.Column("sent_us", WHOLE),
        sa.Column("resent_us", WHOLE),
        sa.Column("times_sent", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("position", name=op.f("outbox_pkey")),
        sa.UniqueConstraint("id", name=op.f("outbox_id_key")),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    _index("outbox_unsent", "outbox", "position", where="sent_us IS NULL")
    _index("outbox_answers", "outbox", "answers", where="answers <> ''")
    op.create_table(
        "inbox",
        sa.Column("id", KEY, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("body_sha256", sa.Text(), nullable=False),
        sa.Column("received_us", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("inbox_pkey")),
        sqlite_strict=True,
    )
    op.create_index(op.f("inbox_received_us"), "inbox", ["received_us"])


def _create_the_rest() -> None:
    op.create_table(
        "timer",
        sa.Column("id", KEY, nullable=False),
        sa.Column("stream", KEY, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("due_us", WHOLE, nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("timer_pkey")),
        sqlite_strict=True,
    )
    op.create_index(op.f("timer_due_us"), "timer", ["due_us"])
    op.create_table(
        "idempotency",
        sa.Column("actor", KEY, nullable=False),
        sa.Column("route", KEY, nullable=False),
        sa.Column("key", KEY, nullable=False),
        sa.Column("request_sha256", sa.Text(), nullable=False),
        sa.Column("status", WHOLE, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_us", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("actor", "route", "key", name=op.f("idempotency_pkey")),
        sqlite_strict=True,
    )
    op.create_index(op.f("idempotency_created_us"), "idempotency", ["created_us"])
    op.create_table(
        "heartbeat",
        sa.Column("id", KEY, nullable=False),
        sa.Column("at_us", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("heartbeat_pkey")),
        sqlite_strict=True,
    )
    op.create_table(
        "blocked",
        sa.Column("person", KEY, nullable=False),
        sa.Column("at_us", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("person", name=op.f("blocked_pkey")),
        sqlite_strict=True,
    )


def _index(name: str, table: str, column: str, *, where: str) -> None:
    op.create_index(op.f(name), table, [column], postgresql_where=sa.text(where), sqlite_where=sa.text(where))
