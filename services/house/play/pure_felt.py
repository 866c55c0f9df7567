"""A scenario's table on the pure rules."""

from collections.abc import Mapping
from typing import Final

from services.dealer.domain import shuffle
from services.house.play.seating import SEED, Seating
from services.house.pure_table import PureTable
from shared.cards import Card
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand.holdings import Coming
from shared.money import Cents


class PureFelt:
    """Four services' decisions in one thread, without clock, wire or database."""

    def __init__(self, seating: Seating) -> None:
        self._seats: Final = tuple(seating.chips_by_seat)
        self._table: Final = PureTable(
            game=seating.game, terms=seating.terms, chips_by_seat=seating.chips_by_seat, eldest=seating.eldest
        )

    def open_hand(
        self,
        *,
        deck: tuple[Card, ...],
        mixes: tuple[tuple[Card, ...], ...],
        sitting_out: tuple[int, ...] = (),
        coming: tuple[Coming, ...] = (),
    ) -> None:
        self._table.open_hand(
            deck=deck,
            seed=SEED,
            commitment=shuffle.commitment(deck, seed=SEED),
            mixes=mixes,
            sitting_out=sitting_out,
            coming=coming,
        )

    def put(self, command: ask.Command) -> None:
        self._table.put(command)

    def set_meter(self, amount: Cents) -> None:
        self._table.set_meter(amount)

    def facts(self) -> tuple[tuple[str, say.Fact], ...]:
        """Leave out what belongs to no hand, such as a change of the meter between two."""
        return tuple((service, fact) for service, fact in self._table.facts if fact.hand)

    def chips(self) -> Mapping[int, Cents]:
        return {seat: self._table.seat_chips(seat) for seat in self._seats}

    def meter(self) -> Cents:
        return self._table.meter()

    def carried(self) -> Cents:
        return self._table.carried()

    def eldest(self) -> int:
        return self._table.eldest

    def may_post(self) -> tuple[int, ...]:
        return self._table.may_post()

    def pack(self, *, sitting_out: tuple[int, ...]) -> int:
        return self._table.pack(sitting_out=sitting_out)

    def min_open(self) -> str:
        return self._table.least

    def leave(self) -> None:
        """Nothing is kept outside the process."""
