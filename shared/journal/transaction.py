"""One transaction: its parts, and the order in which they are written."""

from collections.abc import Sequence
from typing import Any, Final

from shared.journal import answers, old
from shared.journal import blocked as blocking
from shared.journal.cache import StateCache
from shared.journal.mail import Mail
from shared.journal.ports import Answered, Codec, Committed, Folded, Folding, Outgoing, Recorded, State, Timer, Transfer
from shared.journal.session import Session
from shared.journal.streams import Streams
from shared.journal.timers import Timers
from shared.ledger.posting import Posting
from shared.money import Cents

WORTH_GATHERING: Final = 3
"""For fewer statements than these, sending them together costs more than the waiting that it saves."""


class SqlTx:
    """What a handler may do, on either database. Nothing is written before the end, or before it is read back.

    Everything is written in one order: facts by stream, transfers by account, messages, timers. So a stream's messages
    leave in the order of its facts, and no two transactions wait for each other in a circle.
    """

    def __init__(
        self, session: Session, *, codec: Codec, cache: StateCache, locking: bool = False, resend_seconds: float = 0.0
    ) -> None:
        self._session = session
        self._streams = Streams(session, codec=codec, cache=cache, locking=locking)
        self._ledger = Posting(session)
        self._mail = Mail(session, resend_seconds=resend_seconds)
        self._timers = Timers(session)

    @property
    def session(self) -> Session:
        """The plain SQL of this transaction, for tables that a service has of its own."""
        return self._session

    def fold(self, *, stream: str, folding: Folding[State]) -> Folded[State]:
        return self._streams.fold(stream=stream, folding=folding)

    def history(self, stream: str) -> tuple[Recorded, ...]:
        return self._streams.history(stream)

    def head(self, stream: str) -> str:
        return self._streams.head(stream)

    def append(self, *, stream: str, expected_seq: int, facts: Sequence[Any], cause: str, actor: str = "") -> None:
        self._streams.append(stream=stream, expected_seq=expected_seq, facts=facts, cause=cause, actor=actor)

    def post(self, transfers: Sequence[Transfer]) -> None:
        self._ledger.post(transfers)

    def balance(self, account: str) -> Cents:
        self._write_facts_and_money()
        return self._ledger.balance(account)

    def balances(self, prefix: str) -> dict[str, Cents]:
        self._write_facts_and_money()
        return self._ledger.balances(prefix)

    def transfers(self, hand: str) -> tuple[Transfer, ...]:
        self._write_facts_and_money()
        return self._ledger.transfers(hand)

    def send(self, messages: Sequence[Outgoing]) -> None:
        self._mail.send(messages)

    def receive(self, *, command_id: str, kind: str, sender: str, body_sha256: str) -> bool:
        return self._mail.receive(command_id=command_id, kind=kind, sender=sender, body_sha256=body_sha256)

    def resend(self, command_id: str) -> int:
        return self._mail.resend(command_id)

    def question(self, stream: str) -> str:
        return self._streams.question(stream)

    def put_question(self, *, stream: str, command_id: str) -> None:
        self._streams.put_question(stream=stream, command_id=command_id)

    def set_timers(self, timers: Sequence[Timer]) -> None:
        self._timers.set_timers(timers)

    def clear_timers(self, timer_ids: Sequence[str]) -> None:
        self._timers.clear_timers(timer_ids)

    def seconds_left(self, timer_id: str) -> float:
        return self._timers.seconds_left(timer_id)

    def due_timers(self, limit: int) -> tuple[Timer, ...]:
        return self._timers.due_timers(limit)

    def seconds_to_next_timer(self) -> float:
        return self._timers.seconds_to_next_timer()

    def extend_timers(self, *, seconds: float, kinds: Sequence[str], at_least: float = 10.0) -> int:
        return self._timers.extend_timers(seconds=seconds, kinds=kinds, at_least=at_least)

    def block(self, person: str, *, blocked: bool) -> None:
        blocking.block(self._session, person, blocked=blocked)

    def is_blocked(self, person: str) -> bool:
        return blocking.is_blocked(self._session, person)

    def forget_old(self, *, limit: int) -> int:
        return old.forget(self._session, limit=limit)

    def shift_timers(self, *, seconds: float) -> int:
        return self._timers.shift_timers(seconds=seconds)

    def is_any_due(self, *, kinds: Sequence[str]) -> bool:
        return self._timers.is_any_due(kinds=kinds)

    def beat(self) -> float:
        return self._timers.beat()

    def answered(self, *, actor: str, route: str, key: str) -> Answered | None:
        return answers.answered(self._session, actor=actor, route=route, key=key)

    def keep_answer(self, answer: Answered) -> None:
        answers.keep_answer(self._session, answer)

    def finish(self) -> Committed:
        """Write what is left to write, and say what will stand after the commit."""
        if sum(part.waiting for part in (self._streams, self._ledger, self._mail, self._timers)) >= WORTH_GATHERING:
            self._session.gather()
        self._write_facts_and_money()
        self._streams.finish()
        self._mail.write()
        self._timers.write()
        return Committed(facts=self._streams.added, messages=self._mail.left, timers=self._timers.changed)

    def committed(self) -> None:
        """Keep what was read for the next transaction."""
        self._streams.committed()

    def _write_facts_and_money(self) -> None:
        self._streams.write()
        self._ledger.write()
