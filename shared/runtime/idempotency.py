"""The same request under the same key has its effect once, and the same answer each time."""

import hashlib
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from flask import Request

from shared.journal.ports import Answered, KeyReused, Tx
from shared.messages.envelope import canonical_json
from shared.runtime.problems import Problem

KEY_FORM: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")

PARAMETER: Final[dict[str, Any]] = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": True,
    "description": "A word of the caller's own; a repeat under it is answered, not carried out again.",
    "schema": {"type": "string", "minLength": 8, "maxLength": 64, "pattern": "^[A-Za-z0-9_-]+$"},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Once:
    """A request that is to count once: whose, where, under which key, and what it asked."""

    actor: str
    route: str
    key: str
    fingerprint: str

    @property
    def request_id(self) -> str:
        """The same for every repeat; fit for the id of a command."""
        return "http:" + hashlib.sha256(f"{self.actor}\n{self.route}\n{self.key}".encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """An answer as it was, or is being, given."""

    status: int
    body: str
    replayed: bool = False


def once(request: Request, *, actor: str, body: dict[str, Any]) -> Once:
    """Read the key of a request, or refuse one that has none or a malformed one."""
    keys = request.headers.getlist("Idempotency-Key")
    if not keys:
        raise Problem(400, "key_missing", "expected an Idempotency-Key header of your own making")
    if len(keys) > 1 or not KEY_FORM.fullmatch(keys[0]):
        raise Problem(422, "key_form", "an Idempotency-Key is 8 to 64 letters, digits, hyphens and underscores")
    return Once(
        actor=actor,
        route=f"{request.method} {request.path}",
        key=keys[0],
        fingerprint=hashlib.sha256(canonical_json(body)).hexdigest(),
    )


def recall(tx: Tx, asked: Once) -> Given | None:
    """Return the answer that was given under this key, or refuse a key that stood for something else."""
    before = tx.answered(actor=asked.actor, route=asked.route, key=asked.key)
    if before is None:
        return None
    if before.fingerprint != asked.fingerprint:
        raise reused()
    return Given(status=before.status, body=before.body, replayed=True)


def keep(tx: Tx, asked: Once, given: Given) -> None:
    """Store the answer in the transaction of its effect."""
    try:
        tx.keep_answer(
            Answered(
                actor=asked.actor,
                route=asked.route,
                key=asked.key,
                fingerprint=asked.fingerprint,
                status=given.status,
                body=given.body,
            )
        )
    except KeyReused:
        raise reused() from None


def reused() -> Problem:
    """The problem of a key that stood for something else."""
    return Problem(422, "key_reused", "this Idempotency-Key stood for another request; take a new one")


_under_way: Final[set[tuple[str, str, str]]] = set()
_lock: Final = threading.Lock()


@contextmanager
def one_at_a_time(asked: Once) -> Iterator[None]:
    """Refuse with 409 a second request under the key of one that is still under way in this process."""
    mark = (asked.actor, asked.route, asked.key)
    with _lock:
        if mark in _under_way:
            raise Problem(
                409, "in_progress", "the request under this key is still under way", headers={"Retry-After": "1"}
            )
        _under_way.add(mark)
    try:
        yield
    finally:
        with _lock:
            _under_way.discard(mark)
