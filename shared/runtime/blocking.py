"""Who is blocked: the lobby numbers each change, and a service keeps the newest, in whatever order they come."""

from typing import Final

from shared.hand.fact import Fact
from shared.hand.people_commands import BlockPerson
from shared.hand.people_facts import BlockChanged, BlockHeard, stream_of
from shared.journal.ports import Folding, Tx
from shared.runtime.recording import record
from shared.runtime.wiring import Wiring

NOWHERE: Final = {"hand": "", "table": "", "game": ""}
"""The head of what is about a person and no table."""


def _number(number: int, fact: Fact) -> int:
    return fact.number if isinstance(fact, BlockChanged | BlockHeard) else number


CHANGES: Final = Folding("runtime.blocking", lambda: 0, _number)
"""How often a person was blocked or let in, as far as this service knows."""


def change(tx: Tx, wiring: Wiring, *, person: str, blocked: bool, by: str, cause: str) -> None:
    """Block a person here, or let him in again, and tell the services of it."""
    folded = tx.fold(stream=stream_of(person), folding=CHANGES)
    changed = BlockChanged(**NOWHERE, person=person, blocked=blocked, number=folded.state + 1, changed_by=by)
    record(tx, wiring, stream=stream_of(person), seq=folded.seq, facts=(changed,), cause=cause, actor=by)
    tx.block(person, blocked=blocked)


def hear(tx: Tx, wiring: Wiring, command: BlockPerson) -> bool:
    """Keep what the lobby says of a person; return whether it is news, and not older than what is kept."""
    folded = tx.fold(stream=stream_of(command.person), folding=CHANGES)
    if command.number <= folded.state:
        return False
    heard = BlockHeard(**NOWHERE, person=command.person, blocked=command.blocked, number=command.number)
    record(tx, wiring, stream=stream_of(command.person), seq=folded.seq, facts=(heard,), cause=command.command_id)
    tx.block(command.person, blocked=command.blocked)
    return True
