"""A table on the pure rules: the four services' decisions in one thread, joined by the path of a hand alone."""

from collections import deque
from collections.abc import Mapping
from typing import Final

from services.betting.domain import hands as betting
from services.betting.domain import irregularities
from services.betting.domain.banked import boxes
from services.dealer.domain import decide as dealer
from services.dealer.domain import hand as cards
from services.evaluator.domain import answers as evaluator
from services.house.purse import Purse
from services.jackpot.domain import decide as jackpot
from services.jackpot.domain import pool as pools
from services.jackpot.domain import transfers as jackpot_money
from shared.cards import Card
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import path
from shared.hand.holdings import Player
from shared.journal.ports import Transfer
from shared.ledger import accounts
from shared.money import Cents
from shared.rules.refusals import RuleBroken
from shared.rules.terms import Terms
from shared.secret import Secret


class PureTable:
    """One table. `facts` holds the facts of the hand in play (or just closed), by the service that said them."""

    def __init__(self, *, game: str, terms: Terms, chips_by_seat: Mapping[int, Cents], table: str = "t") -> None:
        self.game: Final = game
        self.terms: Final = terms
        self.table: Final = table
        self.purse: Final = Purse()
        self.players: Final = tuple(Player(seat=seat, person=f"p{seat}") for seat in sorted(chips_by_seat))
        self.cards = cards.NEW
        self.chips = betting.NEW
        self.pool = pools.NEW
        self.number = 0
        self.facts: list[tuple[str, say.Fact]] = []
        for seat, amount in chips_by_seat.items():
            self.purse.post(_brought(table, seat, amount))

    def open_hand(self, *, deck: tuple[Card, ...], seed: str = "", commitment: str = "") -> None:
        """Open the next hand with this deck and let it run until somebody has to act."""
        self.number += 1
        self.cards, self.chips, self.facts = cards.NEW, betting.NEW, []
        opened = say.HandOpened(
            hand=f"{self.table}-{self.number}",
            table=self.table,
            game=self.game,
            number=self.number,
            terms=self.terms,
            players=self.players,
            eldest=self.players[0].seat,
            pack=len(deck),
            deck=Secret(deck),
            seed=Secret(seed),
            commitment=commitment,
        )
        self._record("dealer", (opened,))

    def put(self, command: ask.Command) -> None:
        """Carry out a command and all that follows from it, or refuse it: then at most an irregularity is recorded."""
        service = command.task.partition(".")[0]
        try:
            facts = self._decide(service, command)
        except RuleBroken as refusal:
            if isinstance(command, ask.Act):
                self._record(service, irregularities.of(refusal, command))
            raise
        self._record(service, facts)

    def set_meter(self, amount: Cents) -> None:
        """Bring the progressive's meter to an amount."""
        self._open_pool()
        by = Cents(amount - self.pool.meter)
        if by:
            self._keep(
                "jackpot",
                say.MeterAdjusted(**self._head(), pool=self._pool_name(), by=by, reason="set", approved_by="test"),
            )

    def meter(self) -> Cents:
        """Return what the progressive shows."""
        self._open_pool()
        return self.purse.balance(accounts.meter(self._pool_name()))

    def seat_chips(self, seat: int) -> Cents:
        """Return the chips in front of a seat."""
        return self.purse.balance(accounts.seat(self.table, seat))

    def _record(self, service: str, facts: tuple[say.Fact, ...]) -> None:
        """Keep facts and carry out what follows from them, until nobody but a person can go on."""
        waiting: deque[ask.Command] = deque()
        for fact in facts:
            self._keep(service, fact)
            waiting.extend(path.after(fact))
        while waiting:
            command = waiting.popleft()
            asked = command.task.partition(".")[0]
            for fact in self._decide(asked, command):
                self._keep(asked, fact)
                waiting.extend(path.after(fact))

    def _decide(self, service: str, command: ask.Command) -> tuple[say.Fact, ...]:
        match service, command:
            case "dealer", _:
                return dealer.decide(self.cards, command)
            case "betting", ask.OpenBoxes():
                stacks = {player.seat: self.seat_chips(player.seat) for player in command.players}
                return boxes.open_boxes(stacks, command)
            case "betting", _:
                return betting.decide(self.chips, command)
            case "jackpot", _:
                self._open_pool()
                return jackpot.decide(self.pool, command)
            case "evaluator", _:
                return (evaluator.answer(command),)
            case _:
                raise AssertionError(f"no service {service!r} on the pure rules")

    def _keep(self, service: str, fact: say.Fact) -> None:
        self.facts.append((service, fact))
        match service:
            case "dealer":
                self.cards = cards.apply(self.cards, fact)
            case "betting":
                self.chips = betting.apply(self.chips, fact)
                self.purse.post(betting.transfers(fact))
            case "jackpot":
                self.pool = pools.apply(self.pool, fact)
                self.purse.post(jackpot_money.transfers(fact))
        if isinstance(fact, say.HandClosed):
            self.purse.check(closed=fact.hand)

    def _open_pool(self) -> None:
        if not self.pool.pool:
            self._keep("jackpot", pools.open_pool(game=self.game, pool=self._pool_name(), terms=self.terms))

    def _pool_name(self) -> str:
        return self.terms.of(pools.side_bet(self.game).pool)

    def _head(self) -> dict[str, str]:
        return {"hand": "", "table": self.table, "game": self.game}


def _brought(table: str, seat: int, amount: Cents) -> tuple[Transfer, ...]:
    return (
        Transfer(
            transfer_id=f"{table}:brought:{seat}",
            debit=accounts.WORLD,
            credit=accounts.seat(table, seat),
            amount=amount,
            reason="brought",
        ),
    )
