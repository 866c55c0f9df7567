"""What a scenario is played on: a table, whatever carries out its commands."""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from services.house.play.pure_felt import PureFelt
from services.house.play.seating import Seating
from services.house.play.services_felt import ServicesFelt
from shared.cards import Card
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand.holdings import Coming
from shared.money import Cents

Told = tuple[str, say.Fact]
"""A fact, and the service that said it."""


class Felt(Protocol):
    """One table, ready for a hand. What is to be seen at it is read from the facts alone."""

    def open_hand(
        self,
        *,
        deck: tuple[Card, ...],
        mixes: tuple[tuple[Card, ...], ...],
        sitting_out: tuple[int, ...] = (),
        coming: tuple[Coming, ...] = (),
    ) -> None:
        """Open the next hand with this deck; `mixes` is what lies on top after each mix in it.

        The seats in `sitting_out` take no part; `coming` are the errors that the croupier makes at the first deal.
        """
        ...

    def put(self, command: ask.Command) -> None:
        """Carry out a command and all that follows from it, or raise the `RuleBroken` that refuses it."""
        ...

    def set_meter(self, amount: Cents) -> None:
        """Bring the progressive's meter to an amount."""
        ...

    def facts(self) -> tuple[Told, ...]:
        """Return the facts of the hand in play or just closed, in order."""
        ...

    def chips(self) -> Mapping[int, Cents]:
        """Return the chips in front of each seat, by the ledger."""
        ...

    def meter(self) -> Cents:
        """Return what the progressive shows."""
        ...

    def carried(self) -> Cents:
        """Return the chips that lie in the pot for the next hand."""
        ...

    def eldest(self) -> int:
        """Return who is eldest in the next hand."""
        ...

    def pack(self, *, sitting_out: tuple[int, ...]) -> int:
        """Return how many cards the pack of the next hand has, when these seats take no part in it."""
        ...

    def may_post(self) -> tuple[int, ...]:
        """Return the seats that could take part in the next hand."""
        ...

    def min_open(self) -> str:
        """Return the rank of the pair that it takes to open the next hand's pot, empty where nothing is asked."""
        ...

    def leave(self) -> None:
        """Put everything away."""
        ...


FELTS: Final[Mapping[str, Callable[[Seating], Felt]]] = {"domain": PureFelt, "services": ServicesFelt}
"""What `--through` can name."""
