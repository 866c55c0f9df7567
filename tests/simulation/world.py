"""All services in one thread, from one seed: what may go wrong between them goes wrong, and every choice is replayable.

Nothing of the product is replaced but the wire, the clock, the dice and the order in which things happen.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from services.betting import handlers as betting
from services.betting.domain import seen
from services.dealer import card_handlers as cards
from services.dealer import handlers as dealer
from shared.hand import floor_commands as ask_floor
from shared.journal.ports import Outgoing, StreamMoved
from shared.messages.envelope import EnvelopeRefused
from shared.rules.faults import Decision
from shared.rules.refusals import NotYet, RuleBroken
from shared.runtime.publisher import Sent
from shared.runtime.receiving import receive
from shared.runtime.recording import decide
from shared.runtime.sending import EVENTS, compose
from shared.runtime.service import Door
from shared.runtime.wiring import Wiring
from tests.simulation import furnishing, people
from tests.simulation.faults import Crashed, Faults
from tests.simulation.processes import KEPT, SERVICES, Processes

START_US: Final = 1_800_000_000_000_000
FLOOR_LOOKS: Final = 100
"""At the end the floor looks every so many steps whether somebody waits for it."""


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
    people: int = 0
    ending: bool = False

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        self.processes = Processes(
            seed=self.seed, now_us=lambda: self.now_us, sender_of=lambda service: _Wire(self, service)
        )
        for table in self.table_ids:
            furnishing.open_table(self.wired["dealer"], table, self.game, self.terms)
            for seat in range(1, self.seats + 1):
                self._sit(table, seat)
        self._seat_all()

    def close(self) -> None:
        """Put the house away."""
        self.processes.close()

    @property
    def wired(self) -> Mapping[str, Wiring]:
        """The services' wirings by name."""
        return self.processes.wired

    # one step

    def step(self) -> None:
        """Let one thing happen."""
        self.steps += 1
        if self._happens("wipe"):
            self._note(f"the broker loses {len(self.bus)} messages")
            self.bus.clear()
        if self._happens("restart"):
            self.processes.restart(name := self.dice.choice(KEPT))
            self._note(f"{name} starts again")
        if self._happens("come_or_go"):
            self._come_or_go()
        if self._happens("call_floor") or (self.ending and not self.steps % FLOOR_LOOKS):
            self._call_floor()
        (what,) = self.dice.choices(tuple(self._moves), tuple(self._moves.values()))
        what()

    def quiet(self) -> None:
        """End all faults and let no further hand begin; what is under way comes to its end."""
        self.faults, self.ending = Faults(), True
        for table in self.table_ids:
            furnishing.close_table(self.wired["dealer"], table, self.game)

    def wait(self, seconds: int) -> None:
        """Let time pass, and all that is then due be done, undisturbed."""
        self.now_us += seconds * 1_000_000
        for name in KEPT:
            self.processes.sweepers[name].sweep()
        while self.unsent or self.bus:
            self._relay()
            self._deliver()

    @property
    def table_ids(self) -> tuple[str, ...]:
        """The tables of the house."""
        return tuple(f"t{number}" for number in range(1, self.tables + 1))

    @property
    def open_hands(self) -> tuple[str, ...]:
        """The hands that are not closed."""
        return tuple(table.hand for table in self.table_states() if table.hand)

    @property
    def hands_begun(self) -> int:
        """How many hands have begun at all tables."""
        return sum(table.number for table in self.table_states())

    @property
    def unsent(self) -> int:
        """How many messages wait in all outboxes."""
        return sum(self.wired[name].store.outbox_stats().unsent for name in KEPT)

    # what may happen

    @property
    def _moves(self) -> dict[Callable[[], None], float]:
        """What may happen next, and how often."""
        return {
            self._relay: 4,
            self._deliver: 6,
            self._sweep: 2,
            self._pass_time: 2,
            self._act: 3,
            self._handle_cards: 0.3,
        }

    def _relay(self) -> None:
        name = self.dice.choice(KEPT)
        try:
            self.processes.relays[name].send_batch()
        except Crashed:
            self._note(f"the relay of {name} dies")

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
        door = SERVICES[service].doors[signed["kind"]]
        if self._happens("crash_before_commit") and isinstance(door, Door):
            door = replace(door, handler=_dying(door.handler))
        try:
            outcome = receive(signed, door=door, wiring=self.wired[service], publisher=_Answers(self, service)).value
        except Crashed:
            outcome = "dies"
            self.bus.append((signed, service))  # it was not acknowledged
        except EnvelopeRefused as refused:
            raise AssertionError(f"{signed['kind']} was refused: {refused}") from refused
        self._note(f"{service} takes {signed['id']}: {outcome}")

    def _sweep(self) -> None:
        name = self.dice.choice(KEPT)
        if self.processes.sweepers[name].fire_one():
            self._note(f"a timer of {name} fires")

    def _pass_time(self) -> None:
        seconds = self.dice.uniform(0, 3)
        if self._happens("clock_jump"):
            seconds = self.dice.choice((-600.0, 600.0))
        self.now_us += round(seconds * 1_000_000)

    def _act(self) -> None:
        table = self.dice.choice(self.table_ids)
        with self.wired["betting"].store.reading() as tx:
            hand_id = tx.fold(stream=table, folding=betting.SEATED).state.hand
            hand = tx.fold(stream=hand_id, folding=betting.HAND).state if hand_id else None
        if hand is None or not hand.players:
            return
        seat = self.dice.choice([player.seat for player in hand.players])
        options = seen.options(hand, seat)
        if self._happens("bad_act"):
            command = people.nonsense_act(self.dice, hand, seat)
        elif options:
            command = people.sensible_act(self.dice, hand, seat, options)
        else:
            return
        done = self._decided(
            "betting", lambda tx: betting.act(tx, command, self.wired["betting"], actor=f"seat {seat}")
        )
        self._note(f"seat {seat} of {hand.hand}: {command.verb.value} {command.amount}: {done}")

    def _handle_cards(self) -> None:
        hand = self._dealt(self.dice.choice(self.table_ids))
        command = people.handled_cards(self.dice, hand) if hand else None
        if command is not None:
            done = self._decided("dealer", lambda tx: cards.handle_cards(tx, command, self.wired["dealer"]))
            self._note(f"seat {command.seat} of {command.hand}: {command.manner.value}: {done}")

    def _come_or_go(self) -> None:
        table, seat = self.dice.choice(self.table_ids), self.dice.randint(1, self.seats)
        with self.wired["dealer"].store.reading() as tx:
            taken = tx.fold(stream=table, folding=dealer.TABLE).state.seats.get(seat)
        if taken:
            furnishing.leave(self.wired["dealer"], table, seat, person=taken.person)
        else:
            self._sit(table, seat)
        self._note(f"seat {seat} of {table} is {'left' if taken else 'taken'}")

    def _call_floor(self) -> None:
        hand = self._dealt(self.dice.choice(self.table_ids))
        if hand is None:
            return
        if self.ending:
            word: Any = people.ruling(hand, Decision.RESUME, number=self.steps)
        else:
            word = people.floor_word(self.dice, hand, number=self.steps)
        handler = cards.rule if isinstance(word, ask_floor.Rule) else cards.report_fault
        done = self._decided("dealer", lambda tx: handler(tx, word, self.wired["dealer"], actor="floor"))
        self._note(f"the floor at {hand.hand}: {word.nth()}: {done}")

    def _decided(self, service: str, work: Callable[[Any], None]) -> str:
        try:
            decide(self.wired[service].store, work)
        except (RuleBroken, NotYet, StreamMoved) as refused:
            return type(refused).__name__
        return "done"

    def _happens(self, fault: str) -> bool:
        rate: float = getattr(self.faults, fault)
        return self.dice.random() < rate

    def _note(self, what: str) -> None:
        self.trace = [*self.trace[-199:], f"{self.steps}: {what}"]

    # the house

    def _sit(self, table: str, seat: int) -> None:
        """Give a seat to somebody who was never here before."""
        self.people += 1
        person = f"p{self.people}"
        furnishing.deposit(self.wired["betting"], person)
        furnishing.sit(self.wired["dealer"], table, seat, person=person, much=self.dice.random() < 0.5)

    def _seat_all(self) -> None:
        """Let those who are there at the beginning have their chips before anything goes wrong."""
        faults, self.faults = self.faults, Faults()
        while not all(seat.ready for table in self.table_states() for seat in table.seats.values()):
            self._relay()
            self._deliver()
        self.faults = faults

    def table_states(self) -> tuple[Any, ...]:
        """Return what the dealer knows of each table."""
        with self.wired["dealer"].store.reading() as tx:
            return tuple(tx.fold(stream=table, folding=dealer.TABLE).state for table in self.table_ids)

    def _dealt(self, table: str) -> Any:
        """Return the dealer's hand in play at a table, if there is one."""
        with self.wired["dealer"].store.reading() as tx:
            hand = tx.fold(stream=table, folding=dealer.TABLE).state.hand
            return tx.fold(stream=hand, folding=dealer.HAND).state if hand else None


@dataclass(frozen=True, slots=True)
class _Wire:
    """The broker as a relay sees it; the relay's process may die on either side of it."""

    world: World
    service: str

    def send(self, batch: Sequence[Outgoing]) -> Sent:
        if self.world._happens("drop_batch"):
            raise Crashed
        for message in batch:
            self.world._send(message, sender=self.service)
        if self.world._happens("forget_sent"):
            raise Crashed
        return Sent(confirmed=tuple(message.message_id for message in batch))

    def drop(self) -> None:
        """Nothing is held open."""


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
