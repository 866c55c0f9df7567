"""Houses without one of their safeguards: the simulation must see the difference, or know who else keeps watch."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final
from unittest.mock import patch
from zlib import crc32

from services.dealer import handlers as dealer
from shared.journal.mail import Mail
from shared.journal.ports import Timer, Transfer
from shared.journal.transaction import SqlTx
from shared.ledger.posting import Posting
from shared.runtime.relay import BATCH, Relay
from shared.runtime.service import AGAIN
from tests.simulation.faults import Faults

LOSS: Final = Faults(lose=0.3, double=0.1)
EARLY: Final = Faults(reorder=1.0, call_floor=0.05)
REPEATS: Final = Faults(double=0.4, reorder=0.5, forget_sent=0.2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """What is taken away, what then goes wrong with it, and who makes up for it if the house still stands."""

    what: str
    without: Callable[[], AbstractContextManager[Any]]
    faults: Faults
    covered_by: str = ""


def _no_resend() -> AbstractContextManager[Any]:
    return patch.object(SqlTx, "resend", lambda _tx, _command_id: 0)


def _no_inbox() -> AbstractContextManager[Any]:
    return patch.object(Mail, "receive", lambda _mail, **_command: True)


def _no_redrive() -> AbstractContextManager[Any]:
    return patch.object(dealer, "_ask_again", lambda _tx, _timer, _wiring: None)


def _no_transfer_id() -> AbstractContextManager[Any]:
    """A transfer that was made before is made again, as if it had another id."""
    post, times = Posting.post, Counter[str]()

    def post_anew(posting: Posting, transfers: Sequence[Transfer]) -> None:
        times.update(each.transfer_id for each in transfers)
        again = {name: "#" * (count - 1) for name, count in times.items()}
        post(posting, [replace(each, transfer_id=each.transfer_id + again[each.transfer_id]) for each in transfers])

    return patch.object(Posting, "post", post_anew)


def _no_outbox() -> AbstractContextManager[Any]:
    """Now and then a process dies between its commit and its messages, as if they were no part of the transaction."""
    write = Mail.write

    def write_some(mail: Mail) -> None:
        mail._leaving = {name: each for name, each in mail._leaving.items() if crc32(name.encode()) % 10}
        write(mail)

    return patch.object(Mail, "write", write_some)


def _marked_first() -> AbstractContextManager[Any]:
    def send_batch(relay: Relay) -> int:
        with relay.wiring.store.relay() as outbox:
            batch = outbox.claim_unsent(BATCH)
            outbox.mark_sent([message.message_id for message in batch])
        return len(relay.sender.send(batch).confirmed) if batch else 0

    return patch.object(Relay, "send_batch", send_batch)


def _no_second_try() -> AbstractContextManager[Any]:
    set_timers = SqlTx.set_timers

    def set_others(tx: SqlTx, timers: Sequence[Timer]) -> None:
        set_timers(tx, [timer for timer in timers if timer.kind != AGAIN])

    return patch.object(SqlTx, "set_timers", set_others)


def _both(*parts: Callable[[], AbstractContextManager[Any]]) -> Callable[[], AbstractContextManager[Any]]:
    @contextmanager
    def without() -> Iterator[None]:
        with ExitStack() as held:
            for part in parts:
                held.enter_context(part())
            yield

    return without


MUTANTS: Final[Mapping[str, Mutant]] = {
    "resend": Mutant(what="a repeated question is answered again", without=_no_resend, faults=LOSS),
    "inbox": Mutant(what="a repeated command is known", without=_no_inbox, faults=REPEATS),
    "redrive": Mutant(what="a hand that stands still is asked for again", without=_no_redrive, faults=LOSS),
    "outbox": Mutant(what="messages are part of the transaction", without=_no_outbox, faults=Faults()),
    "inbox+transfer": Mutant(
        what="neither commands nor transfers are known again",
        without=_both(_no_inbox, _no_transfer_id),
        faults=REPEATS,
    ),
    "marked+redrive": Mutant(
        what="messages are marked before they are sent, and nobody asks again",
        without=_both(_marked_first, _no_redrive),
        faults=Faults(drop_batch=0.3),
    ),
    "early+redrive": Mutant(
        what="what comes too early is dropped, and nobody asks again",
        without=_both(_no_second_try, _no_redrive),
        faults=EARLY,
    ),
    "transfer": Mutant(
        what="a transfer's id is unique", without=_no_transfer_id, faults=REPEATS, covered_by="the inbox"
    ),
    "marked": Mutant(
        what="messages are marked after they are sent",
        without=_marked_first,
        faults=Faults(drop_batch=0.3),
        covered_by="the re-drive",
    ),
    "early": Mutant(
        what="what comes too early is tried again",
        without=_no_second_try,
        faults=EARLY,
        covered_by="the re-drive",
    ),
}
"""By name, those that a short run tries first."""
