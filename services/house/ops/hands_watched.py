"""Which hands are in play, for how long, and how long nothing has happened in them."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, and_, select

from services.house.ops.asked import Asked, Sample, Series
from services.house.ops.stores import Stores, now_us
from shared.journal.tables import JOURNAL, STREAM_HEAD, TIMER

REDRIVE: Final = "redrive"
"""The dealer's timer that every unfinished hand has, and no finished one."""

_OPEN: Final = Series(name="crupier_open_hands", what="Hands in play", labels=("game",))
_OLDEST: Final = Series(
    name="crupier_oldest_open_hand_seconds", what="Age of the oldest hand in play", labels=("game",)
)
_SILENCE: Final = Series(
    name="crupier_hand_silence_seconds",
    what="Longest time without a fact in a hand in play",
    labels=("game",),
)
SERIES: Final = (_OPEN, _OLDEST, _SILENCE)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHand:
    """A hand in play: since when, and when something last happened in it."""

    hand: str
    table: str
    game: str
    opened_us: int
    moved_us: int


def hands_collector(stores: Stores) -> Asked:
    """Return what asks the dealer and betting for the hands in play."""
    return Asked(source="hands", series=SERIES, ask=lambda: _samples(stores))


def open_hands(dealer: Connection, betting: Connection) -> tuple[OpenHand, ...]:
    """Return the hands in play, the longest silent first."""
    opened = select(JOURNAL.c.stream, JOURNAL.c.body, JOURNAL.c.at_us).join(
        TIMER, and_(TIMER.c.stream == JOURNAL.c.stream, TIMER.c.kind == REDRIVE)
    )
    rows = [
        (hand, json.loads(body), at_us) for hand, body, at_us in dealer.execute(opened.where(JOURNAL.c.seq == 1)).all()
    ]
    hands = [row[0] for row in rows]
    moved = [_last_moves(connection, hands) for connection in (dealer, betting)]
    found = (
        OpenHand(
            hand=hand,
            table=str(first["table"]),
            game=str(first["game"]),
            opened_us=opened_us,
            moved_us=max(by_hand.get(hand, opened_us) for by_hand in moved),
        )
        for hand, first, opened_us in rows
    )
    return tuple(sorted(found, key=lambda each: (each.moved_us, each.hand)))


def _last_moves(connection: Connection, hands: list[str]) -> dict[str, int]:
    last = select(JOURNAL.c.stream, JOURNAL.c.at_us).join(
        STREAM_HEAD, and_(STREAM_HEAD.c.stream == JOURNAL.c.stream, STREAM_HEAD.c.seq == JOURNAL.c.seq)
    )
    return {row.stream: row.at_us for row in connection.execute(last.where(JOURNAL.c.stream.in_(hands)))}


def _samples(stores: Stores) -> Iterable[Sample]:
    with stores.reading("dealer") as dealer, stores.reading("betting") as betting:
        now = now_us(dealer)
        found = open_hands(dealer, betting)
    for game in sorted({each.game for each in found}):
        of_game = [each for each in found if each.game == game]
        yield Sample(name=_OPEN.name, labels=(game,), value=len(of_game))
        yield Sample(name=_OLDEST.name, labels=(game,), value=_seconds(now, min(each.opened_us for each in of_game)))
        yield Sample(name=_SILENCE.name, labels=(game,), value=_seconds(now, min(each.moved_us for each in of_game)))


def _seconds(now: int, then: int) -> float:
    return max(0.0, (now - then) / 1_000_000)
