"""What the database itself refuses, whoever writes to it: an edited fact or transfer, a balance out of thin air.

One list of rules, written for each of the two databases. A refusal's text is the rule's name, the same in both, and
`refusals.py` turns it into the exception of that name. A change here is a new migration, never an edit of an old one.
"""

# ruff: noqa: S608 (the SQL is put together from our own words)

from typing import Final

from shared.journal.tables import MAY_OWE

FACT_IS_FINAL: Final = "fact_is_final"
TRANSFER_IS_FINAL: Final = "transfer_is_final"
STREAM_MOVED: Final = "stream_moved"
BALANCE_FOLLOWS_TRANSFERS: Final = "balance_follows_transfers"
NOT_ENOUGH: Final = "not_enough"


def statements(dialect: str, *, schema: str = "") -> tuple[str, ...]:
    """Return the DDL that puts the rules in force; `schema` is where PostgreSQL's functions look, however called."""
    if dialect == "sqlite":
        return SQLITE
    inside = f'"{schema}".' if schema else ""
    return tuple(each.replace("%IN%", inside) for each in POSTGRESQL)


SQLITE: Final = (
    *(
        f"""CREATE TRIGGER {table}_no_{word.lower()} BEFORE {word} ON {table}
        BEGIN SELECT RAISE(ABORT, '{rule}'); END"""
        for table, rule in (("journal", FACT_IS_FINAL), ("transfer", TRANSFER_IS_FINAL))
        for word in ("UPDATE", "DELETE")
    ),
    # The looks for an existing row are for INSERT OR REPLACE, which deletes it without asking the DELETE triggers.
    f"""CREATE TRIGGER journal_follows_head BEFORE INSERT ON journal
    WHEN NEW.seq <> 1 + coalesce((SELECT seq FROM stream_head WHERE stream = NEW.stream), 0)
        OR NEW.prev_hash <> coalesce((SELECT hash FROM stream_head WHERE stream = NEW.stream), '')
        OR EXISTS (SELECT 1 FROM journal WHERE position = NEW.position)
    BEGIN SELECT RAISE(ABORT, '{STREAM_MOVED}'); END""",
    """CREATE TRIGGER journal_moves_head AFTER INSERT ON journal
    BEGIN
        INSERT INTO stream_head (stream, seq, hash, question) SELECT NEW.stream, 0, '', ''
        WHERE NOT EXISTS (SELECT 1 FROM stream_head WHERE stream = NEW.stream);
        UPDATE stream_head SET seq = NEW.seq, hash = NEW.hash WHERE stream = NEW.stream;
    END""",
    f"""CREATE TRIGGER stream_head_never_falls BEFORE UPDATE ON stream_head
    WHEN NEW.seq < OLD.seq OR NEW.stream <> OLD.stream
    BEGIN SELECT RAISE(ABORT, '{FACT_IS_FINAL}'); END""",
    f"""CREATE TRIGGER stream_head_no_delete BEFORE DELETE ON stream_head
    BEGIN SELECT RAISE(ABORT, '{FACT_IS_FINAL}'); END""",
    f"""CREATE TRIGGER transfer_is_new BEFORE INSERT ON transfer
    WHEN EXISTS (SELECT 1 FROM transfer WHERE seq = NEW.seq OR id = NEW.id)
    BEGIN SELECT RAISE(ABORT, '{TRANSFER_IS_FINAL}'); END""",
    """CREATE TRIGGER transfer_posts AFTER INSERT ON transfer
    BEGIN
        INSERT INTO account (path, balance, last_transfer) SELECT NEW.debit, 0, 0
        WHERE NOT EXISTS (SELECT 1 FROM account WHERE path = NEW.debit);
        INSERT INTO account (path, balance, last_transfer) SELECT NEW.credit, 0, 0
        WHERE NOT EXISTS (SELECT 1 FROM account WHERE path = NEW.credit);
        UPDATE account SET balance = balance - NEW.amount, last_transfer = NEW.seq WHERE path = NEW.debit;
        UPDATE account SET balance = balance + NEW.amount, last_transfer = NEW.seq WHERE path = NEW.credit;
    END""",
    f"""CREATE TRIGGER account_begins_empty BEFORE INSERT ON account
    WHEN NEW.balance <> 0 OR NEW.last_transfer <> 0 OR EXISTS (SELECT 1 FROM account WHERE path = NEW.path)
    BEGIN SELECT RAISE(ABORT, '{BALANCE_FOLLOWS_TRANSFERS}'); END""",
    # A transfer can be named once: the number of the last one only rises, and there is one writer at a time.
    f"""CREATE TRIGGER account_follows_transfers BEFORE UPDATE ON account
    WHEN NEW.path <> OLD.path OR NEW.last_transfer <= OLD.last_transfer OR NOT EXISTS (
        SELECT 1 FROM transfer WHERE seq = NEW.last_transfer AND (
            (debit = OLD.path AND NEW.balance = OLD.balance - amount)
            OR (credit = OLD.path AND NEW.balance = OLD.balance + amount)))
    BEGIN SELECT RAISE(ABORT, '{BALANCE_FOLLOWS_TRANSFERS}'); END""",
    f"""CREATE TRIGGER account_has_enough BEFORE UPDATE ON account
    WHEN NEW.balance < 0 AND OLD.kind NOT IN ({MAY_OWE})
    BEGIN SELECT RAISE(ABORT, '{NOT_ENOUGH}'); END""",
    f"""CREATE TRIGGER account_no_delete BEFORE DELETE ON account
    BEGIN SELECT RAISE(ABORT, '{BALANCE_FOLLOWS_TRANSFERS}'); END""",
)

_REFUSE: Final = "RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation', MESSAGE ="

POSTGRESQL: Final = (
    f"""CREATE FUNCTION %IN%refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN {_REFUSE} TG_ARGV[0], DETAIL = coalesce(to_jsonb(OLD) ->> 'id', ''); END $$""",
    *(
        f"""CREATE TRIGGER {table}_no_{word.lower()} BEFORE {word} ON %IN%{table}
        FOR EACH {"STATEMENT" if word == "TRUNCATE" else "ROW"} EXECUTE FUNCTION %IN%refuse('{rule}')"""
        for table, rule, words in (
            ("journal", FACT_IS_FINAL, ("UPDATE", "DELETE", "TRUNCATE")),
            ("transfer", TRANSFER_IS_FINAL, ("UPDATE", "DELETE", "TRUNCATE")),
            ("stream_head", FACT_IS_FINAL, ("DELETE", "TRUNCATE")),
            ("account", BALANCE_FOLLOWS_TRANSFERS, ("DELETE", "TRUNCATE")),
        )
        for word in words
    ),
    f"""CREATE FUNCTION %IN%journal_follows_head() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        UPDATE %IN%stream_head SET seq = NEW.seq, hash = NEW.hash
        WHERE stream = NEW.stream AND seq = NEW.seq - 1 AND hash = NEW.prev_hash;
        IF FOUND THEN RETURN NEW; END IF;
        IF NEW.seq = 1 AND NEW.prev_hash = '' THEN
            INSERT INTO %IN%stream_head (stream, seq, hash, question) VALUES (NEW.stream, 1, NEW.hash, '')
            ON CONFLICT DO NOTHING;
            IF FOUND THEN RETURN NEW; END IF;
        END IF;
        {_REFUSE} '{STREAM_MOVED}';
    END $$""",
    """CREATE TRIGGER journal_follows_head BEFORE INSERT ON %IN%journal
    FOR EACH ROW EXECUTE FUNCTION %IN%journal_follows_head()""",
    f"""CREATE TRIGGER stream_head_never_falls BEFORE UPDATE ON %IN%stream_head
    FOR EACH ROW WHEN (NEW.seq < OLD.seq OR NEW.stream <> OLD.stream)
    EXECUTE FUNCTION %IN%refuse('{FACT_IS_FINAL}')""",
    # Accounts are taken in the order of their paths, so that two transfers never wait for each other.
    """CREATE FUNCTION %IN%transfer_posts() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        first text := least(NEW.debit, NEW.credit);
        second text := greatest(NEW.debit, NEW.credit);
        move bigint := CASE WHEN NEW.debit < NEW.credit THEN -NEW.amount ELSE NEW.amount END;
    BEGIN
        UPDATE %IN%account SET balance = balance + move, last_transfer = NEW.seq WHERE path = first;
        IF NOT FOUND THEN
            INSERT INTO %IN%account (path, balance, last_transfer) VALUES (first, 0, 0) ON CONFLICT DO NOTHING;
            UPDATE %IN%account SET balance = balance + move, last_transfer = NEW.seq WHERE path = first;
        END IF;
        UPDATE %IN%account SET balance = balance - move, last_transfer = NEW.seq WHERE path = second;
        IF NOT FOUND THEN
            INSERT INTO %IN%account (path, balance, last_transfer) VALUES (second, 0, 0) ON CONFLICT DO NOTHING;
            UPDATE %IN%account SET balance = balance - move, last_transfer = NEW.seq WHERE path = second;
        END IF;
        RETURN NULL;
    END $$""",
    """CREATE TRIGGER transfer_posts AFTER INSERT ON %IN%transfer
    FOR EACH ROW EXECUTE FUNCTION %IN%transfer_posts()""",
    f"""CREATE TRIGGER account_begins_empty BEFORE INSERT ON %IN%account
    FOR EACH ROW WHEN (NEW.balance <> 0 OR NEW.last_transfer <> 0)
    EXECUTE FUNCTION %IN%refuse('{BALANCE_FOLLOWS_TRANSFERS}')""",
    # At depth two it is transfer_posts that writes, once for each side of each transfer; anybody else is at depth one.
    f"""CREATE FUNCTION %IN%account_follows_transfers() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF pg_trigger_depth() < 2 OR NEW.path <> OLD.path OR NOT EXISTS (
            SELECT 1 FROM %IN%transfer WHERE seq = NEW.last_transfer AND (
                (debit = OLD.path AND NEW.balance = OLD.balance - amount)
                OR (credit = OLD.path AND NEW.balance = OLD.balance + amount)))
        THEN
            {_REFUSE} '{BALANCE_FOLLOWS_TRANSFERS}';
        END IF;
        IF NEW.balance < 0 AND OLD.kind NOT IN ({MAY_OWE}) THEN
            {_REFUSE} '{NOT_ENOUGH}', DETAIL = OLD.path;
        END IF;
        RETURN NEW;
    END $$""",
    """CREATE TRIGGER account_follows_transfers BEFORE UPDATE ON %IN%account
    FOR EACH ROW EXECUTE FUNCTION %IN%account_follows_transfers()""",
)
