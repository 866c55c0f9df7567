"""All services in one thread, from one seed: what may go wrong between them goes wrong, and every choice is replayable.

Nothing of the product is replaced but the wire, the clock, the dice and the order in which things happen.
"""

import hashlib
import random
import shutil
import tempfile
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from services.betting import handlers as betting
from services.betting.domain import seen
from services.betting.wiring import SERVICE as BETTING
from services.dealer import handlers as dealer
from services.dealer.domain import table as tables
from services.dealer.wiring import SERVICE as DEALER
from services.evaluator.wiring import SERVICE as EVALUATOR
from services.jackpot.wiring import SERVICE as JACKPOT
from shared.games import game
from shared.hand import commands as ask
from shared.hand import table_facts as at_table
from shared.hand.commands import Verb
from shared.journal.migrate import migrate
from shared.journal.ports import Outgoing, StreamMoved, Transfer
from shared.journal.store import SqlStore
from shared.ledger import accounts
from shared.messages.envelope import EnvelopeRefused
from shared.money import Cents
from shared.rules.refusals import RuleBroken
from shared.runtime.composing import codec_for, wire
from shared.runtime.health import Health
from shared.runtime.receiving import receive
from shared.runtime.recording import decide, record
from shared.runtime.sending import EVENTS, compose
from shared.runtime.service import Door
from shared.runtime.settings import Settings
from shared.runtime.sweeper import Sweeper

SERVICES = (DEALER, BETTING, EVALUATOR, JACKPOT)
KEPT = tuple(service.name for service in SERVICES if service.has_database)
START_US = 1_800_000_000_000_000


class Crashed(Exception):
    """The process died here; whatever was not committed is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """How often each thing goes wrong, between 0 and 1."""

    lose: float = 0.0
    double: float = 0.0
    reorder: float = 0.0
    crash_before_commit: float = 0.0
    forget_sent: float = 0.0
    clock_jump: float = 0.0
    bad_act: float = 0.0

    @staticmethod
    def swarm(dice: random.Random) -> "Faults":
        """Switch on some of them, each at its own rate, so that no two runs look alike."""
        rates = dict.fromkeys(("lose", "double", "crash_before_commit", "forget_sent"), 0.4)
        some = {name: dice.random() * rate * 0.5 for name, rate in rates.items() if dice.random() < 0.6}
        return Faults(reorder=dice.random(), clock_jump=dice.choice((0.0, 0.002)), bad_act=dice.random() * 0.3, **some)


@dataclass
class World:
    """One house. `bus` holds the messages on their way: signed, with the service that they go to."""

    seed: int
    game: str = "spain_draw"
    tables: int = 2
    seats: int = 3
    faults: Faults = Faults()
    terms: dict[str, Any] = field(default_factory=dict)
    now_us: int = START_US
    steps: int = 0
    bus: list[tuple[dict[str, Any], str]] = field(default_factory=list)
    trace: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.data = Path(tempfile.mkdtemp(prefix="crupier-world-"))
        settings = Settings.from_environment(
            {"CRUPIER_ENV": "test", "CRUPIER_DATA": str(self.data), "CRUPIER_RANDOMNESS": f"test:{self.seed}"}
        )
        self.services = {service.name: service for service in SERVICES}
        self.wired = {service.name: self._wire(service, settings) for service in SERVICES}
        self.sweepers = {
            name: Sweeper(service=self.services[name], wiring=self.wired[name], health=Health(service=name))
            for name in KEPT
        }
        for number in range(1, self.tables + 1):
            self._open_table(f"t{number}")

    def close(self) -> None:
        """Put the house away."""
        for name in KEPT:
            self.wired[name].store.close()
        shutil.rmtree(self.data)

    # one step

    def step(self) -> None:
        """Let one thing happen."""
        self.steps += 1
        what = self.dice.choices(
            (self._relay, self._deliver, self._sweep, self._pass_time, self._act), (4, 6, 2, 2, 3)
        )[0]
        what()

    def quiet(self) -> None:
        """End all faults and let no further hand begin; what is under way comes to its end."""
        self.faults = Faults()
        for number in range(1, self.tables + 1):
            self._close_table(f"t{number}")

    @property
    def open_hands(self) -> tuple[str, ...]:
        """The hands that are not closed."""
        with self.wired["dealer"].store.reading() as tx:
            states = (tx.fold(stream=f"t{n}", folding=dealer.TABLE).state for n in range(1, self.tables + 1))
            return tuple(state.hand for state in states if state.hand)

    @property
    def hands_begun(self) -> int:
        """How many hands have begun at all tables."""
        with self.wired["dealer"].store.reading() as tx:
            return sum(tx.fold(stream=f"t{n}", folding=dealer.TABLE).state.number for n in range(1, self.tables + 1))

    @property
    def unsent(self) -> int:
        """How many messages wait in all outboxes."""
        return sum(self.wired[name].store.outbox_stats().unsent for name in KEPT)

    def digest(self) -> str:
        """A fingerprint of everything that all services know."""
        told = hashlib.sha256()
        for name in KEPT:
            with self.wired[name].store.reading() as tx:
                for account, balance in sorted(tx.balances("").items()):
                    told.update(f"{name} {account} {balance}\n".encode())
        return told.hexdigest()

    # what may happen

    def _relay(self) -> None:
        name = self.dice.choice(KEPT)
        with self.wired[name].store.relay() as unsent:
            messages = unsent.claim_unsent(self.dice.randint(1, 20))
            if not self._happens("forget_sent"):
                unsent.mark_sent([message.message_id for message in messages])
        for message in messages:
            self._send(message, sender=name)

    def _send(self, message: Outgoing, *, sender: str) -> None:
        if message.queue == EVENTS or self._happens("lose"):
            return
        wired = self.wired[sender]
        signed = compose(message, sender=sender, keys=wired.message_keys, now=wired.clock())
        self.bus.append((signed, message.queue))

    def _deliver(self) -> None:
        if not self.bus:
            return
        place = self.dice.randrange(len(self.bus)) if self._happens("reorder") else 0
        signed, service = self.bus[place] if self._happens("double") else self.bus.pop(place)
        self._note(f"{service} takes {signed['id']}")
        door = self.services[service].doors[signed["kind"]]
        crash = self._happens("crash_before_commit")
        if crash and isinstance(door, Door):
            door = replace(door, handler=_dying(door.handler))
        try:
            receive(signed, door=door, wiring=self.wired[service], publisher=_Answers(self, service))
        except Crashed:
            self.bus.append((signed, service))  # it was not acknowledged
        except EnvelopeRefused as refused:
            raise AssertionError(f"{signed['kind']} was refused: {refused}") from refused

    def _sweep(self) -> None:
        self.sweepers[self.dice.choice(KEPT)].fire_one()

    def _pass_time(self) -> None:
        seconds = self.dice.uniform(0, 3)
        if self._happens("clock_jump"):
            seconds = self.dice.choice((-600.0, 600.0))
        self.now_us += round(seconds * 1_000_000)

    def _act(self) -> None:
        table = f"t{self.dice.randint(1, self.tables)}"
        store = self.wired["betting"].store
        with store.reading() as tx:
            hand_id = tx.fold(stream=table, folding=betting.SEATED).state.hand
            hand = tx.fold(stream=hand_id, folding=betting.HAND).state if hand_id else None
        if hand is None or not hand.players:
            return
        seat = self.dice.choice([player.seat for player in hand.players])
        options = seen.options(hand, seat)
        if self._happens("bad_act"):
            command = self._nonsense(hand, seat)
        elif options:
            command = self._sensible(hand, seat, options)
        else:
            return
        self._note(f"seat {seat} at {table}: {command.verb.value}")
        try:
            decide(store, lambda tx: betting.act(tx, command, self.wired["betting"], actor=f"{table}-p{seat}"))
        except (RuleBroken, StreamMoved):
            return

    def _sensible(self, hand: Any, seat: int, options: Any) -> ask.Act:
        option = self.dice.choice(options)
        steps = (option.most - option.least) // option.step if option.step else 0
        return ask.Act(
            hand=hand.hand,
            table=hand.table,
            game=hand.game,
            seat=seat,
            verb=option.verb,
            amount=Cents(option.least + self.dice.randint(0, steps) * option.step),
            side_bet=Cents(self.dice.choice((0, option.side_bet))),
            discards=tuple(self.dice.sample(range(5), self.dice.randint(0, option.discards_max))),
            turn=hand.turns,
        )

    def _nonsense(self, hand: Any, seat: int) -> ask.Act:
        return ask.Act(
            hand=hand.hand,
            table=hand.table,
            game=hand.game,
            seat=self.dice.choice((seat, seat, 9)),
            verb=self.dice.choice(list(Verb)),
            amount=Cents(self.dice.choice((0, 1, 499, 500, 1_000, 10**9))),
            side_bet=Cents(self.dice.choice((0, 1, 100))),
            discards=tuple(self.dice.choices(range(-1, 7), k=self.dice.randint(0, 3))),
            box=self.dice.choice((0, 0, seat, 5)),
            turn=self.dice.choice((-1, hand.turns, hand.turns - 1, hand.turns + 1)),
        )

    def _happens(self, fault: str) -> bool:
        return self.dice.random() < getattr(self.faults, fault)

    def _note(self, what: str) -> None:
        self.trace = [*self.trace[-199:], f"{self.steps}: {what}"]

    # the house

    def _wire(self, service: Any, settings: Settings) -> Any:
        wiring = wire(service, settings, clock=lambda: datetime.fromtimestamp(self.now_us / 1e6, tz=UTC))
        if not service.has_database:
            return wiring
        migrate(url=settings.database_for(service.name), service=service.name)
        store = SqlStore(
            url=settings.database_for(service.name), codec=codec_for(service, settings), clock=lambda: self.now_us
        )
        return replace(wiring, store=store)

    def _open_table(self, table: str) -> None:
        terms = game(self.game).terms({"pause_seconds": 1, "stake_seconds": 10, "decision_seconds": 10, **self.terms})
        head = {"hand": "", "table": table, "game": self.game}
        wired = self.wired["dealer"]
        opened = at_table.TableOpened(**head, name=table, terms=terms, practice=False, opened_by="simulation")
        decide(wired.store, lambda tx: record(tx, wired, stream=table, seq=0, facts=[opened], cause="simulation"))
        for seat in range(1, self.seats + 1):
            self._sit(table, seat)

    def _sit(self, table: str, seat: int) -> None:
        person = f"{table}-p{seat}"
        deposit = Transfer(
            transfer_id=f"deposit:{person}",
            debit=accounts.WORLD,
            credit=accounts.player(person),
            amount=Cents(1_000_000),
            reason="deposit",
        )
        decide(self.wired["betting"].store, lambda tx: tx.post([deposit]))
        wired = self.wired["dealer"]

        def work(tx: Any) -> None:
            folded = tx.fold(stream=table, folding=dealer.TABLE)
            facts = tables.take_seat(folded.state, seat=seat, person=person, buy_in=self.dice.choice((5_000, 100_000)))
            record(tx, wired, stream=table, seq=folded.seq, facts=facts, cause=f"sit:{person}")

        decide(wired.store, work)

    def _close_table(self, table: str) -> None:
        wired = self.wired["dealer"]

        def work(tx: Any) -> None:
            folded = tx.fold(stream=table, folding=dealer.TABLE)
            closed = at_table.TableClosed(hand="", table=table, game=self.game, closed_by="simulation", reason="end")
            record(tx, wired, stream=table, seq=folded.seq, facts=[closed], cause=f"close:{table}")

        decide(wired.store, work)


@dataclass(frozen=True, slots=True)
class _Answers:
    """Puts the answers of a service that keeps nothing on the bus, as its publisher does."""

    world: World
    service: str

    def publish(self, messages: tuple[Outgoing, ...]) -> None:
        for message in messages:
            self.world._send(message, sender=self.service)


def _dying(handler: Any) -> Any:
    def handle(*what: Any) -> None:
        handler(*what)
        raise Crashed

    return handle
