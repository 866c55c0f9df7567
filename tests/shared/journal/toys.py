"""The smallest facts, state and codec that a store can be tried with."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

from shared.journal.ports import Folding, Outgoing, Timer, Transfer
from shared.money import Cents


@dataclass(frozen=True, slots=True)
class Counted:
    """Somebody added a number."""

    number: int


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody gave the count a name."""

    name: str


@dataclass(frozen=True, slots=True)
class Count:
    """What the facts come to."""

    total: int = 0
    facts: int = 0
    name: str = ""


class ImpossibleFact(Exception):
    """A fact that no state can follow."""


def apply(state: Count, fact: Any) -> Count:
    """Apply a fact to a count."""
    match fact:
        case Counted(number=13):
            raise ImpossibleFact("nobody counts to thirteen")
        case Counted(number=number):
            return replace(state, total=state.total + number, facts=state.facts + 1)
        case Named(name=name):
            return replace(state, name=name, facts=state.facts + 1)
        case _:
            raise AssertionError(fact)


COUNT = Folding(name="count", initial=Count, apply=apply)
SNAPPED = Folding(name="snapped", initial=Count, apply=apply, snapshot_every=5)


class ToyCodec:
    """Knows the toys, and counts what it reads so that a test sees what the cache saved."""

    KINDS: ClassVar = {kind.__name__: kind for kind in (Counted, Named, Count)}

    def __init__(self) -> None:
        self.loaded = 0

    def dump(self, value: Any) -> tuple[str, str]:
        return type(value).__name__, json.dumps(asdict(value))

    def load(self, kind: str, body: str) -> Any:
        self.loaded += 1
        return self.build(kind, json.loads(body))

    def fields(self, value: Any) -> dict[str, Any]:
        return asdict(value)

    def build(self, kind: str, plain: Mapping[str, Any]) -> Any:
        return self.KINDS[kind](**plain)


def transfer(transfer_id: str, debit: str, credit: str, amount: int, *, hand: str = "") -> Transfer:
    """A transfer whose reason does not matter."""
    return Transfer(
        transfer_id=transfer_id, debit=debit, credit=credit, amount=Cents(amount), reason="trial", hand=hand
    )


def message(message_id: str, *, table: str = "t1", answers: str = "", number: int = 1) -> Outgoing:
    """A message whose content does not matter."""
    return Outgoing(
        message_id=message_id,
        queue="betting",
        kind="betting.act",
        table=table,
        hand="h1",
        payload={"number": number},
        cause="c1",
        answers=answers,
    )


def timer(timer_id: str, seconds: float, *, stream: str = "h1", kind: str = "act") -> Timer:
    """A timer whose content does not matter."""
    return Timer(timer_id=timer_id, stream=stream, kind=kind, seconds=seconds, payload={"of": timer_id})
