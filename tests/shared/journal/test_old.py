"""Messages and answers are kept as long as somebody may ask for them; facts and transfers for ever."""

from sqlalchemy import Engine, select

from shared.journal.ports import Answered
from shared.journal.store import SqlStore
from shared.journal.tables import IDEMPOTENCY, INBOX, OUTBOX
from tests.shared.journal.stores import MakeStore
from tests.shared.journal.test_timers import Clock
from tests.shared.journal.toys import message

DAY = 24 * 3600.0


def let_come_and_go(store: SqlStore, name: str, *, sent: bool = True) -> None:
    """Take a command in, answer a request, and send a message."""
    with store.transaction() as tx:
        tx.receive(command_id=name, kind="k", sender="s", body_sha256="b")
        tx.keep_answer(Answered(actor="a", route="r", key=name, fingerprint="f", status=201, body="{}"))
        tx.send([message(name)])
    if sent:
        with store.relay() as outbox:
            outbox.mark_sent([each.message_id for each in outbox.claim_unsent(100)])


def kept(engine: Engine) -> list[list[str]]:
    """Return what is left of messages sent, commands received and requests answered."""
    with engine.connect() as connection:
        columns = (OUTBOX.c.id, INBOX.c.id, IDEMPOTENCY.c.key)
        return [sorted(connection.execute(select(column)).scalars()) for column in columns]


def tidy(store: SqlStore, *, limit: int = 100) -> int:
    with store.transaction() as tx:
        return tx.forget_old(limit=limit)


def test_each_is_kept_for_its_time(make_store: MakeStore, engine: Engine) -> None:
    clock = Clock()
    store = make_store(clock=clock)
    let_come_and_go(store, "old")
    clock.seconds += 29 * DAY
    let_come_and_go(store, "new")
    assert 0 == tidy(store)

    clock.seconds += 2 * DAY
    assert 2 == tidy(store)
    assert [["new"], ["new", "old"], ["new"]] == kept(engine)

    clock.seconds += 30 * DAY
    assert 3 == tidy(store)
    assert [[], ["new"], []] == kept(engine)


def test_what_was_never_sent_is_never_let_go(make_store: MakeStore, engine: Engine) -> None:
    clock = Clock()
    store = make_store(clock=clock)
    let_come_and_go(store, "sent")
    let_come_and_go(store, "stuck", sent=False)
    clock.seconds += 365 * DAY

    tidy(store)

    assert [["stuck"], [], []] == kept(engine)


def test_no_more_goes_at_once_than_is_asked(make_store: MakeStore) -> None:
    clock = Clock()
    store = make_store(clock=clock)
    for number in range(5):
        let_come_and_go(store, f"m{number}")
    clock.seconds += 365 * DAY

    assert [6, 6, 3, 0] == [tidy(store, limit=2) for _ in range(4)]
