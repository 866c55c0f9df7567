"""A table on the pure rules: the four services' decisions in one thread, joined by the path of a hand alone."""

from collections import deque
from collections.abc import Mapping
from typing import Final

from services.betting.domain import hands as betting
from services.betting.domain import irregularities
from services.betting.domain.banked import boxes
from services.betting.domain.pot import antes
from services.dealer.domain import decide as dealer
from services.dealer.domain import hand as cards
from services.dealer.domain import handling, series
from services.dealer.domain.seating import DISC_PLACED, next_eldest, order_of_play
from services.evaluator.domain import answers as evaluator
from services.house.purse import Purse
from services.jackpot.domain import decide as jackpot
from services.jackpot.domain import pool as pools
from services.jackpot.domain import transfers as jackpot_money
from shared.cards import Card, written
from shared.games import game as find_game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import path
from shared.hand import pot_commands as ask_pot
from shared.hand.holdings import Coming, Player, Series
from shared.journal.ports import Transfer
from shared.ledger import accounts
from shared.money import Cents
from shared.rules.game import AgainstTheBank
from shared.rules.refusals import RuleBroken
from shared.rules.terms import Terms
from shared.secret import Secret


class PureTable:
    """One table. `facts` holds the facts of the hand in play (or just closed), by the service that said them."""

    def __init__(
        self, *, game: str, terms: Terms, chips_by_seat: Mapping[int, Cents], table: str = "t", eldest: int = 0
    ) -> None:
        self.game: Final = game
        self.rules: Final = find_game(game)
        self.terms: Final = terms
        self.table: Final = table
        self.purse: Final = Purse()
        self.seats: Final = tuple(sorted(chips_by_seat))
        self.last_eldest = eldest
        self.outcome = DISC_PLACED
        self.series = series.NONE
        self.cards = cards.NEW
        self.chips = betting.NEW
        self.earlier: Mapping[int, Cents] = {}
        self.pool = pools.NEW
        self.number = 0
        self.facts: list[tuple[str, say.Fact]] = []
        for seat, amount in chips_by_seat.items():
            if amount:
                self.bring_chips(seat, amount)

    @property
    def eldest(self) -> int:
        """The eldest of the next hand, were it opened now to all who have chips, 0 if nobody has any."""
        _, seats = self._next()
        return next(iter(order_of_play(self.rules, self.may_post(), eldest=self._disc(seats))), 0)

    def may_post(self) -> tuple[int, ...]:
        """Return the seats that could take part in the next hand, ascending."""
        run, seats = self._next()
        banked = isinstance(self.rules.contest, AgainstTheBank)
        least = 1 if banked else antes.least_chips(self.rules, self.terms, ante_due=run.ante_due)
        return tuple(seat for seat in seats if self.seat_chips(seat) >= least)

    @property
    def least(self) -> str:
        """The rank of the pair that it takes to open the next hand's pot, empty where nothing is asked."""
        openers = series.openers_of(self.rules)
        return openers.least(self.series.blanks) if openers else ""

    def pack(self, *, sitting_out: tuple[int, ...] = ()) -> int:
        """Return how many cards the next hand's pack has, by those who can take part in it."""
        return self.rules.pack_for(sum(seat not in sitting_out for seat in self.may_post()), self.terms)

    def open_hand(
        self,
        *,
        deck: tuple[Card, ...],
        seed: str = "",
        commitment: str = "",
        mixes: tuple[tuple[Card, ...], ...] = (),
        sitting_out: tuple[int, ...] = (),
        coming: tuple[Coming, ...] = (),
    ) -> None:
        """Open the next hand with this deck and let it run until somebody has to act."""
        run, allowed = self._next()
        seats = tuple(seat for seat in allowed if seat not in sitting_out)
        order = order_of_play(self.rules, seats, eldest=self._disc(seats))
        self.last_eldest = order[0]
        self.number += 1
        self.earlier = betting.posted(self.chips)
        self.cards, self.chips, self.facts = cards.NEW, betting.NEW, []
        opened = say.HandOpened(
            hand=f"{self.table}-{self.number}",
            table=self.table,
            game=self.game,
            number=self.number,
            terms=self.terms,
            players=tuple(Player(seat=seat, person=f"p{seat}") for seat in order),
            eldest=order[0],
            pack=len(deck),
            deck=Secret(deck),
            seed=Secret(seed),
            commitment=commitment,
            mixes=Secret(tuple(written(each) for each in mixes)),
            coming=coming,
            by_hand=True,
            series=run,
        )
        self._record("dealer", (opened,))

    def put(self, command: ask.Command) -> None:
        """Carry out a command and all that follows from it, or refuse it: then at most an irregularity is recorded."""
        service = command.task.partition(".")[0]
        try:
            facts = self._decide(service, command)
        except RuleBroken as refusal:
            match command:
                case ask.Act():
                    self._record(service, irregularities.of(refusal, command))
                case ask_pot.HandleCards():
                    self._record(service, handling.irregularity(refusal, command))
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

    def bring_chips(self, seat: int, amount: Cents) -> None:
        """Put chips in front of a seat that somebody brought to the table."""
        self.purse.post(_brought(self.table, seat, amount))

    def meter(self) -> Cents:
        """Return what the progressive shows, nothing where the game has none."""
        if not isinstance(self.rules.contest, AgainstTheBank):
            return Cents(0)
        self._open_pool()
        return self.purse.balance(accounts.meter(self._pool_name()))

    def seat_chips(self, seat: int) -> Cents:
        """Return the chips in front of a seat."""
        return self.purse.balance(accounts.seat(self.table, seat))

    def carried(self) -> Cents:
        """Return the chips that the last hand left in the pot for the next one."""
        return self.purse.balance(accounts.carried(self.table))

    def _disc(self, seats: tuple[int, ...]) -> int:
        outcome = series.disc(self.rules, self.terms, self.outcome)
        return next_eldest(self.rules, seats, eldest=self.last_eldest, outcome=outcome)

    def _next(self) -> tuple[Series, tuple[int, ...]]:
        return series.for_the_next(self.rules, self.series, {seat: f"p{seat}" for seat in self.seats})

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
            case "betting", ask_pot.PostAntes():
                stacks = {player.seat: self.seat_chips(player.seat) for player in command.players}
                return antes.post_antes(stacks, command, carried=self.carried(), earlier=self.earlier)
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
            self.outcome, self.last_eldest = fact.outcome, fact.eldest or self.last_eldest
            players = tuple(Player(seat=seat, person=f"p{seat}") for seat in fact.seats)
            self.series = series.after(self.rules, self.series, outcome=fact.outcome, players=players)
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
