"""The public view of a table as it leaves the house: what the room and the table page are told."""

from collections.abc import Mapping
from typing import Any

from services.lobby.domain.rules import least_stake, rules_of
from services.lobby.domain.view import NOT_KNOWN, Clock, Hand, Part, Table


def in_room(table: Table, *, meter: int, names: Mapping[str, str]) -> dict[str, Any]:
    """Return a table's line in the room."""
    return {
        "id": table.table,
        "name": table.name or table.table,
        "game": table.game,
        "open": table.open,
        "title": rules_of(table.game, table.terms).get("title", {}),
        "hands": table.hands_closed,
        "seats": _seats(table, names),
        "seats_max": rules_of(table.game, table.terms).get("seats_max", 0),
        "stage": table.present.stage,
        "hand": table.present.hand,
        "pool": table.pool,
        "meter": meter,
        "stake_min": least_stake(rules_of(table.game, table.terms)),
    }


def at_table(table: Table, *, meter: int, names: Mapping[str, str], recent: tuple[Hand, ...]) -> dict[str, Any]:
    """Return everything that everybody at the table may see."""
    return {
        "id": table.table,
        "name": table.name or table.table,
        "game": table.game,
        "open": table.open,
        "terms": dict(table.terms),
        "rules": rules_of(table.game, table.terms),
        "seats": _seats(table, names),
        "refused": [
            {"person": person, "seat": told.seat, "reason": told.reason, "at": told.at}
            for person, told in table.refused.items()
        ],
        "hands": table.hands_closed,
        "stage": table.present.stage,
        "pool": table.pool,
        "meter": meter,
        "hand": of_hand(table.present, names=names),
        "recent": [of_hand(hand, names=names) for hand in recent],
    }


def meter_shown(table: Table, known: Mapping[str, int]) -> int:
    """Return what the table's meter shows: what was told last of its pool, at whatever table, or else the seed."""
    rules = rules_of(table.game, table.terms)
    return known.get(table.pool or rules.get("pool", ""), rules.get("seed", 0))


def people_in(tables: tuple[Table, ...]) -> frozenset[str]:
    """Return everybody whose name is wanted to show these tables."""
    seated = (seat.person for table in tables for seat in table.seats.values())
    playing = (part.person for table in tables for hand in table.hands for part in hand.parts.values())
    return frozenset(person for person in (*seated, *playing) if person)


def of_hand(hand: Hand, *, names: Mapping[str, str]) -> dict[str, Any]:
    """Return a hand as everybody sees it."""
    parts = [hand.parts[key] for key in sorted(hand.parts, key=int)]
    return {
        "hand": hand.hand,
        "number": hand.number,
        "stage": hand.stage,
        "eldest": hand.eldest,
        "pack": hand.pack,
        "commitment": hand.commitment,
        "boxes": _clock(hand.boxes) if not hand.taken else _clock(Clock()),
        "show": _clock(hand.show) if not hand.settled else _clock(Clock()),
        "pot": hand.pot,
        "common": list(hand.common),
        "said": hand.said,
        "turn": _clock(hand.turn),
        "counts_told": hand.counts_told,
        "players": [_part(part, names) for part in parts if part.seat],
        "croupier": _part(hand.part(0), names),
        "qualified": hand.qualified,
        "outcome": hand.outcome,
        "irregularities": list(hand.irregularities),
        "began": hand.began,
        "ended": hand.ended,
    }


def _seats(table: Table, names: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {"seat": seat.seat, "person": seat.person, "name": names.get(seat.person, seat.person), "chips": seat.chips}
        for seat in sorted(table.seats.values(), key=lambda each: each.seat)
        if seat.person
    ]


def _clock(clock: Clock) -> dict[str, Any]:
    return {"seat": clock.seat, "seconds": clock.seconds, "at": clock.at}


def _part(part: Part, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "seat": part.seat,
        "person": part.person,
        "name": names.get(part.person, part.person),
        "chips": None if part.chips == NOT_KNOWN else part.chips,
        "ante": part.ante,
        "side_bet": part.side_bet,
        "put_in": part.put_in,
        "bet": part.bet,
        "verb": part.verb,
        "by_clock": part.by_clock,
        "folded": part.folded,
        "sat_out": part.sat_out,
        "asked": part.asked,
        "changes": None if part.changes == NOT_KNOWN else part.changes,
        "cards": list(part.cards),
        "served": part.served,
        "ranking": part.ranking,
        "best": list(part.best),
        "outcome": part.outcome,
        "returned": part.returned,
        "paid": part.paid,
        "lost": part.lost,
        "net": part.net,
        "awards": [{"award": won.award, "amount": won.amount} for won in part.awards],
    }
