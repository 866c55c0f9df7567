"""Keeping facts: the journal, the commands that follow and what the table may see, all in one transaction."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from shared.hand import path
from shared.hand.events import public
from shared.hand.facts import Fact
from shared.journal.ports import Outgoing, ServiceStore, Tx
from shared.rules.refusals import RuleBroken
from shared.runtime.sending import EVENTS, outgoing
from shared.runtime.wiring import Wiring

T = TypeVar("T")


def decide(store: ServiceStore, work: Callable[[Any], T]) -> T:
    """Run `work` in a transaction. A refusal undoes it all; what goes on record about it is written afterwards."""
    try:
        return store.decide(work)
    except RuleBroken as refusal:
        if refusal.irregularity:
            store.decide(refusal.to_record)
        raise


def record(
    tx: Tx, wiring: Wiring, *, stream: str, seq: int, facts: Sequence[Fact], cause: str, actor: str = ""
) -> None:
    """Append facts after `seq` of a stream, and send what follows from each: commands by the path, public events."""
    if not facts:
        return
    tx.append(stream=stream, expected_seq=seq, facts=facts, cause=cause, actor=actor)
    question = tx.question(stream)
    sent: list[Outgoing] = []
    for place, fact in enumerate(facts, start=seq + 1):
        sent += [outgoing(command, codec=wiring.codec, cause=cause, answers=question) for command in path.after(fact)]
        sent += [
            Outgoing(
                message_id=f"{wiring.service}:{stream}:{place}.{part}",
                queue=EVENTS,
                kind=event.name,
                table=fact.table,
                hand=fact.hand,
                payload=event.body,
                cause=cause,
                answers=question,
            )
            for part, event in enumerate(public(fact))
            if fact.table
        ]
    tx.send(sent)
