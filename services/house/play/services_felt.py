"""A scenario's table on the real services: their handlers, journals, ledgers and signed messages, without a broker.

What each service leaves in its outbox is carried to the next one by hand, one message at a time, so that the facts come
in the one order that the pure rules give them. Clocks do not run: the file says when time is up.
"""

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from services.betting.domain.pot import antes
from services.betting.wiring import SERVICE as BETTING
from services.dealer import handlers as dealer
from services.dealer.domain import series
from services.dealer.domain.seating import next_eldest, order_of_play
from services.dealer.domain.table import Table
from services.dealer.wiring import SERVICE as DEALER
from services.evaluator.domain import answers
from services.evaluator.wiring import SERVICE as EVALUATOR
from services.house.play.seating import SEED, Seating
from services.jackpot import handlers as jackpot
from services.jackpot.stream import stream_of
from services.jackpot.wiring import SERVICE as JACKPOT
from shared.cards import Card
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import table_facts as at_table
from shared.hand.holdings import Coming, Series
from shared.journal.migrate import migrate
from shared.journal.ports import Outgoing, Transfer, Tx
from shared.ledger import accounts
from shared.money import Cents
from shared.rules.game import AgainstTheBank
from shared.runtime.composing import wire
from shared.runtime.receiving import receive
from shared.runtime.recording import decide, record
from shared.runtime.sending import EVENTS, compose
from shared.runtime.service import Door
from shared.runtime.settings import Settings

AT_THE_TABLE: Final = (DEALER, BETTING, EVALUATOR, JACKPOT)
TABLE: Final = "t"
CLAIMED: Final = 100


class ServicesFelt:
    """One practice table of a house of its own, which is gone when the scenario ends."""

    def __init__(self, seating: Seating) -> None:
        self._seating: Final = seating
        self._game: Final = game(seating.game)
        self._has_progressive: Final = isinstance(self._game.contest, AgainstTheBank)
        self._data: Final = Path(tempfile.mkdtemp(prefix="crupier-play-"))
        settings = Settings.from_environment({"CRUPIER_ENV": "test", "CRUPIER_DATA": str(self._data)})
        self._services: Final = {service.name: service for service in AT_THE_TABLE}
        self._wired: Final = {service.name: wire(service, settings) for service in AT_THE_TABLE}
        self._kept: Final = tuple(name for name, service in self._services.items() if service.has_database)
        for name in self._kept:
            migrate(url=settings.database_for(name), service=name)
        self._told: list[tuple[str, say.Fact]] = []
        self._answers: list[Outgoing] = []
        self._hand = ""
        self._open_table()

    def open_hand(
        self,
        *,
        deck: tuple[Card, ...],
        mixes: tuple[tuple[Card, ...], ...],
        sitting_out: tuple[int, ...] = (),
        coming: tuple[Coming, ...] = (),
    ) -> None:
        wired = self._wired["dealer"]
        self._hand = decide(
            wired.store,
            lambda tx: dealer.open_stacked_hand(
                tx, TABLE, wired, deck=deck, mixes=mixes, seed=SEED, sitting_out=sitting_out, coming=coming
            ),
        )
        self._told = []
        self._carry()

    def put(self, command: ask.Command) -> None:
        service = command.task.partition(".")[0]
        wired = self._wired[service]
        door = self._services[service].doors[command.task]
        assert isinstance(door, Door), f"nobody puts {command.task} to {service} by hand"
        try:
            decide(wired.store, lambda tx: door.handler(tx, command, wired))
        finally:
            self._carry()  # a refusal changes nothing, but it may go on record

    def set_meter(self, amount: Cents) -> None:
        wired = self._wired["jackpot"]
        decide(
            wired.store,
            lambda tx: jackpot.set_meter(tx, wired, game=self._seating.game, terms=self._seating.terms, amount=amount),
        )

    def facts(self) -> tuple[tuple[str, say.Fact], ...]:
        return tuple(self._told)

    def chips(self) -> Mapping[int, Cents]:
        with self._wired["betting"].store.reading() as tx:
            return {seat: tx.balance(accounts.seat(TABLE, seat)) for seat in self._seating.chips_by_seat}

    def meter(self) -> Cents:
        if not self._has_progressive:
            return Cents(0)
        pool = jackpot.pool_of(self._seating.game, self._seating.terms)
        with self._wired["jackpot"].store.reading() as tx:
            return tx.balance(accounts.meter(pool))

    def carried(self) -> Cents:
        with self._wired["betting"].store.reading() as tx:
            return tx.balance(accounts.carried(TABLE))

    def eldest(self) -> int:
        table = self._table()
        outcome = series.disc(self._game, table.terms, table.outcome)
        disc = next_eldest(self._game, self._next(table)[1], eldest=table.eldest, outcome=outcome)
        return next(iter(order_of_play(self._game, self.may_post(), eldest=disc)), 0)

    def may_post(self) -> tuple[int, ...]:
        table = self._table()
        run, seats = self._next(table)
        banked = isinstance(self._game.contest, AgainstTheBank)
        least = 1 if banked else antes.least_chips(self._game, table.terms, ante_due=run.ante_due)
        chips = self.chips()
        return tuple(seat for seat in seats if chips[seat] >= least)

    def pack(self, *, sitting_out: tuple[int, ...]) -> int:
        return self._game.pack_for(sum(seat not in sitting_out for seat in self.may_post()), self._seating.terms)

    def min_open(self) -> str:
        openers = series.openers_of(self._game)
        return openers.least(self._table().series.blanks) if openers else ""

    def _next(self, table: Table) -> tuple[Series, tuple[int, ...]]:
        return series.for_the_next(self._game, table.series, {n: table.seats[n].person for n in table.ready})

    def _table(self) -> Table:
        with self._wired["dealer"].store.reading() as tx:
            return tx.fold(stream=TABLE, folding=dealer.TABLE).state

    def leave(self) -> None:
        for name in self._kept:
            self._wired[name].store.close()
        shutil.rmtree(self._data)

    def _open_table(self) -> None:
        """Open the table and put the chips before the seats: the scenario begins with everybody seated."""
        seating, wired = self._seating, self._wired
        opened = at_table.TableOpened(
            hand="",
            table=TABLE,
            game=seating.game,
            name=TABLE,
            terms=seating.terms,
            practice=True,
            opened_by="scenario",
        )
        seated: list[say.Fact] = [opened]
        for visit, (seat, chips) in enumerate(sorted(seating.chips_by_seat.items()), start=1):
            person = f"p{seat}"
            self._deposit(person, chips)
            taken = at_table.SeatTaken(
                hand="", table=TABLE, game=seating.game, seat=seat, person=person, buy_in=chips, visit=visit
            )
            seated.append(taken)
        if seating.eldest:
            seated.append(at_table.DiscPlaced(hand="", table=TABLE, game=seating.game, seat=seating.eldest))

        def begin(tx: Tx) -> None:
            record(tx, wired["dealer"], stream=TABLE, seq=0, facts=seated, cause="scenario")
            tx.append(stream=dealer.TABLES, expected_seq=0, facts=(opened,), cause="scenario")

        decide(wired["dealer"].store, begin)
        self._carry()

    def _deposit(self, person: str, chips: Cents) -> None:
        move = Transfer(
            transfer_id=f"scenario:{person}",
            debit=accounts.WORLD,
            credit=accounts.player(person),
            amount=chips,
            reason="deposit",
        )
        decide(self._wired["betting"].store, lambda tx: tx.post([move]))

    def _carry(self) -> None:
        """Carry every message to where it goes, and what follows from it, until all outboxes are empty."""
        self._listen()
        carried = True
        while carried:
            carried = False
            for name in self._kept:
                carried = self._carry_from(name) or carried

    def _carry_from(self, sender: str) -> bool:
        with self._wired[sender].store.relay() as unsent:
            messages = unsent.claim_unsent(CLAIMED)
            unsent.mark_sent([message.message_id for message in messages])
        for message in messages:
            self._deliver(message, sender=sender)
        answered, self._answers = self._answers, []
        for answer in answered:
            self._deliver(answer, sender=EVALUATOR.name)
        return bool(messages)

    def _deliver(self, message: Outgoing, *, sender: str) -> None:
        if message.queue == EVENTS:
            return
        to = self._wired[message.queue]
        door = self._services[message.queue].doors[message.kind]
        signed = compose(message, sender=sender, keys=to.message_keys, now=to.clock())
        if not self._services[message.queue].has_database:
            question = to.codec.build(door.command.__name__, message.payload)
            self._told.append((message.queue, answers.answer(question)))
        receive(signed, door=door, wiring=to, publisher=self)
        self._listen()

    def publish(self, messages: tuple[Outgoing, ...]) -> None:
        """Take the answers of a service that keeps nothing; they go on behind what was on its way with the question."""
        self._answers.extend(messages)

    def _listen(self) -> None:
        """Note the facts that have come into the hand's journals since the last time."""
        if not self._hand:
            return
        streams = {"dealer": self._hand, "betting": self._hand}
        if self._has_progressive:
            streams["jackpot"] = stream_of(jackpot.pool_of(self._seating.game, self._seating.terms))
        for name, stream in streams.items():
            with self._wired[name].store.reading() as tx:
                facts = [kept.fact for kept in tx.history(stream) if kept.fact.hand == self._hand]
            known = sum(1 for service, _ in self._told if service == name)
            self._told.extend((name, fact) for fact in facts[known:])
