"""The room and the tables as JSON, read in one transaction."""

from collections.abc import Mapping
from typing import Any

from services.lobby import keeping, people
from services.lobby.domain import shown
from services.lobby.domain.view import Hand
from shared.journal.ports import Tx


def room(tx: Tx) -> Mapping[str, Any]:
    """Return all tables, a line for each."""
    tables = keeping.table_views(tx)
    meters = keeping.meters(tx)
    names = people.names(tx, shown.people_in(tables))
    return {
        "tables": [
            shown.in_room(table, meter=shown.meter_shown(table, meters), names=names) for table in tables if table.game
        ]
    }


def table(tx: Tx, table_id: str) -> Mapping[str, Any] | None:
    """Return what everybody may see of a table, with the number of its last event; nothing for one not heard of."""
    found = keeping.table_view(tx, table_id)
    if found is None:
        return None
    seq, seen = found
    recent = tuple(hand for hand in keeping.recent_hands(tx, table_id) if hand.hand != seen.present.hand)
    names = people.names(tx, shown.people_in((seen,)) | _people_of(recent))
    meter = shown.meter_shown(seen, keeping.meters(tx))
    return {**shown.at_table(seen, meter=meter, names=names, recent=recent), "last_event": seq}


def _people_of(hands: tuple[Hand, ...]) -> frozenset[str]:
    return frozenset(part.person for hand in hands for part in hand.parts.values() if part.person)
