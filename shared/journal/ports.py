"""What a handler may do inside its one local transaction. `store.py` implements it on SQLite and PostgreSQL."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar

from shared.money import Cents

State = TypeVar("State")


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """One debit, one credit, the sender's own id. Sent again with the same content it is success; never edited.

    `debit` is the account that gives, `credit` the account that receives, both as paths (`seat/t1/3`, `hand/h9/pot`).
    """

    transfer_id: str
    debit: str
    credit: str
    amount: Cents
    reason: str
    hand: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A fact as it lies in the journal."""

    stream: str
    seq: int
    fact: Any
    at: datetime
    cause: str
    actor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """A message that leaves after the commit: a command for a service, or a public event of a table.

    `queue` is a service's name, or `table.events` for a public event, whose `kind` is then the event's name.
    `answers` names the question (an incoming command) that this message is a consequence of: should the question come
    again, the message is sent again.
    """

    message_id: str
    queue: str
    kind: str
    table: str
    hand: str
    payload: Mapping[str, Any]
    cause: str
    answers: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """A row with a due time by the database's clock. Setting the same id again moves it; it fires once."""

    timer_id: str
    stream: str
    kind: str
    seconds: float
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What a person's request under a key of its own was answered; `fingerprint` is of what it asked."""

    actor: str
    route: str
    key: str
    fingerprint: str
    status: int
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxStats:
    """How many messages wait to be sent, and for how long the oldest has waited."""

    unsent: int
    oldest_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Committed:
    """What a transaction left behind, for who waits for it: a relay for messages, a sweeper for timers."""

    facts: int
    messages: int
    timers: int


@dataclass(frozen=True, slots=True)
class Folding(Generic[State]):
    """How a stream's facts become a state. `snapshot_every` > 0 keeps the state of long streams beside the journal."""

    name: str
    initial: Callable[[], State]
    apply: Callable[[State, Any], State]
    snapshot_every: int = 0


@dataclass(frozen=True, slots=True)
class Folded(Generic[State]):
    """A stream's state and the sequence number of the last fact in it (0: no fact yet)."""

    state: State
    seq: int


class StreamMoved(Exception):
    """Somebody else appended to the stream first; the whole transaction is decided again."""


class Contended(StreamMoved):
    """The database could not let two transactions through at once; nothing was done, and it is decided again."""


class StoreUnavailable(Exception):
    """The database is away, full or frozen. Whether a commit under way came through is not known."""


class SameIdOtherBody(Exception):
    """A command's id came before with other content: somebody is at fault, or at work."""


class KeyReused(Exception):
    """An idempotency key stood for another request before."""


class Tx(Protocol):
    """One transaction of one service."""

    def fold(self, *, stream: str, folding: Folding[State]) -> Folded[State]: ...

    def history(self, stream: str) -> tuple[Recorded, ...]: ...

    def head(self, stream: str) -> str:
        """The hash of the last fact of a stream, or an empty text."""
        ...

    def append(self, *, stream: str, expected_seq: int, facts: Sequence[Any], cause: str, actor: str = "") -> None: ...

    def post(self, transfers: Sequence[Transfer]) -> None: ...

    def balance(self, account: str) -> Cents: ...

    def send(self, messages: Sequence[Outgoing]) -> None: ...

    def set_timers(self, timers: Sequence[Timer]) -> None: ...

    def seconds_left(self, timer_id: str) -> float:
        """How long until a timer fires, by the database's clock; 0.0 when there is none or it is due."""
        ...

    def clear_timers(self, timer_ids: Sequence[str]) -> None: ...

    def question(self, stream: str) -> str:
        """The id of the last command that another service put to this stream, or an empty text."""
        ...

    def put_question(self, *, stream: str, command_id: str) -> None: ...

    def receive(self, *, command_id: str, kind: str, sender: str, body_sha256: str) -> bool:
        """Note an incoming command; False when it was received before (its consequence is to be sent again)."""
        ...

    def resend(self, command_id: str) -> int:
        """Mark every message that answers this command as unsent again; return how many."""
        ...

    def answered(self, *, actor: str, route: str, key: str) -> Answered | None:
        """The answer that was given to a request under its key, if any."""
        ...

    def keep_answer(self, answer: Answered) -> None:
        """Keep an answer beside its effect; refused with `KeyReused`, or `Contended` when a repeat was faster."""
        ...

    def transfers(self, hand: str) -> tuple[Transfer, ...]:
        """The transfers of a hand in the order of their posting."""
        ...

    def due_timers(self, limit: int) -> tuple[Timer, ...]:
        """Take out the timers that are due, to be carried out in this same transaction."""
        ...

    def seconds_to_next_timer(self) -> float:
        """How long until the next timer is due; infinite when there is none."""
        ...

    def extend_timers(self, *, seconds: float, kinds: Sequence[str], at_least: float = 10.0) -> int:
        """After an outage: move timers of these kinds, and leave each of them `at_least` so long; return how many."""
        ...

    def shift_timers(self, *, seconds: float) -> int:
        """Move every timer by `seconds`, as the database's clock was moved; return how many."""
        ...

    def is_any_due(self, *, kinds: Sequence[str]) -> bool:
        """Whether a timer of one of these kinds is due."""
        ...

    def block(self, person: str, *, blocked: bool) -> None:
        """Say whether this person's tokens no longer count in this service, from this commit on."""
        ...

    def is_blocked(self, person: str) -> bool:
        """Whether this person's tokens no longer count in this service."""
        ...

    def forget_old(self, *, limit: int) -> int:
        """Let go of the oldest messages and answers that nobody asks for any more; return how many."""
        ...

    def beat(self) -> float:
        """Note that the service lives; return how long ago it last did (0.0: never; less: the clock was set back)."""
        ...


class Codec(Protocol):
    """Turns facts and snapshots into text and back; secrets leave it sealed."""

    def dump(self, value: Any) -> tuple[str, str]:
        """Return the kind (the class's name) and the body (JSON text)."""
        ...

    def load(self, kind: str, body: str) -> Any: ...

    def fields(self, value: Any) -> dict[str, Any]:
        """Return an object's fields as plain JSON values, as they travel."""
        ...

    def build(self, kind: str, plain: Mapping[str, Any]) -> Any:
        """Return the object of that kind from its plain fields, or refuse what does not fit."""
        ...


class Store(Protocol):
    """A service's own database, to be read."""

    def reading(self) -> AbstractContextManager[Tx]: ...


class Outbox(Protocol):
    """What one relay holds while it publishes: nobody else is given the messages that it claimed."""

    def claim_unsent(self, limit: int) -> tuple[Outgoing, ...]:
        """The oldest unsent messages, in the order in which they were left."""
        ...

    def mark_sent(self, message_ids: Sequence[str]) -> None:
        """Note that the broker has confirmed these; the others stay unsent."""
        ...


class ServiceStore(Store, Protocol):
    """A store as the runtime drives it."""

    def decide(self, work: Callable[[Tx], State]) -> State:
        """Run `work` in a transaction, again from the start when somebody else was faster."""
        ...

    def relay(self) -> AbstractContextManager[Outbox]: ...

    def outbox_stats(self) -> OutboxStats: ...

    def on_commit(self, listener: Callable[[Committed], None]) -> None:
        """Have `listener` called after each commit that left something; it must be quick and must not raise."""
        ...

    def ping(self) -> None:
        """Return when the database answers, else raise `StoreUnavailable`."""
        ...

    def close(self) -> None: ...
