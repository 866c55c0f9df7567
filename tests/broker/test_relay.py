"""What is committed leaves, sooner or later and in order, whatever the broker does meanwhile."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import kombu
import pytest

from shared.hand.commands import CloseBoxes
from shared.runtime import memory_broker, topology
from shared.runtime.broker import connection_for
from shared.runtime.health import Health
from shared.runtime.publisher import sender_for
from shared.runtime.relay import Relay
from shared.runtime.wiring import Wiring
from tests.broker.evaluator_house import channel_of
from tests.servers import Rabbit
from tests.shared.runtime.demo import demo, public_event, send_commands


@dataclass
class House:
    """One service that commits and relays, and an ear at the broker."""

    wiring: Wiring
    relay: Relay
    connection: kombu.Connection
    heard: list[str] = field(default_factory=list)

    def commit(self, *hands: str) -> None:
        """Commit one command for each hand."""
        commands = [CloseBoxes(hand=hand, table="t1", game="spain_draw") for hand in hands]
        self.wiring.store.decide(lambda tx: send_commands(tx, self.wiring.codec, commands, stream="none", cause="test"))

    def get(self, *, seconds: float = 5.0) -> str:
        """Return the hand of the next command at betting's queue, or an empty text."""
        body = self.next_in("betting", seconds=seconds)
        return str(body[1]["message"]["hand"]) if body else ""

    def next_in(self, queue: str, *, seconds: float = 5.0) -> Any:
        """Return what the next message in a queue says, or nothing."""
        end = time.monotonic() + seconds
        with channel_of(self.connection) as channel:
            while time.monotonic() < end:
                message: Any = channel.basic_get(queue, no_ack=True)
                if message is not None:
                    found = channel.message_to_python(message) if hasattr(channel, "message_to_python") else message
                    return json.loads(found.body)
                time.sleep(0.01)
        return None

    def unsent(self) -> int:
        return self.wiring.store.outbox_stats().unsent


@contextmanager
def relaying(store_url: str, data: Path, broker: str) -> Iterator[House]:
    if broker == "memory://":
        memory_broker.forget_everything()
    with (
        demo(store_url, data, broker=broker, CRUPIER_CONFIRM_SECONDS="1") as wiring,
        connection_for(wiring.settings, "dealer") as connection,
    ):
        topology.declare(connection)
        relay = Relay(wiring=wiring, sender=sender_for(wiring), health=Health(service="dealer"))
        relay.start()
        try:
            yield House(wiring, relay, connection)
        finally:
            relay.stop()


@pytest.fixture(params=["rabbitmq", "memory"])
def house(request: pytest.FixtureRequest, store_url: str, tmp_path: Path) -> Iterator[House]:
    broker = "memory://" if request.param == "memory" else request.getfixturevalue("fresh_amqp_url")
    with relaying(store_url, tmp_path, broker) as made:
        yield made


def test_a_commit_wakes_the_relay(house: House) -> None:
    house.commit("h0")
    house.get()
    began = time.monotonic()

    house.commit("h1")

    assert "h1" == house.get()
    assert time.monotonic() - began < 0.19  # the clock alone would wake it each 0.2 s
    until(lambda: house.unsent() == 0, what="the row is not marked as sent")


def test_many_messages_leave_in_the_order_of_their_commits(house: House) -> None:
    hands = [f"h{number}" for number in range(120)]
    for hand in hands:
        house.commit(hand)

    assert hands == [house.get() for _ in hands]


def test_two_relays_of_one_service_share_the_work(house: House) -> None:
    other = Relay(wiring=house.wiring, sender=sender_for(house.wiring), health=Health(service="dealer"))
    other.start()
    hands = {f"h{number}" for number in range(60)}
    house.commit(*sorted(hands))

    found = {house.get() for _ in hands}
    other.stop()

    assert hands == found
    assert "" == house.get(seconds=0.3)


def test_what_was_left_unsent_goes_first_after_a_restart(store_url: str, tmp_path: Path, fresh_amqp_url: str) -> None:
    with relaying(store_url, tmp_path, fresh_amqp_url) as before:
        before.relay.stop()
        before.commit("h1")
        before.relay.sender.drop()
    with relaying(store_url, tmp_path, fresh_amqp_url) as after:
        assert "h1" == after.get()


def test_a_frozen_broker_holds_nobody_up_and_gets_everything_in_the_end(
    store_url: str, tmp_path: Path, fresh_amqp_url: str, private_rabbit: Rabbit
) -> None:
    with relaying(store_url, tmp_path, fresh_amqp_url) as house:
        house.commit("h0")
        assert "h0" == house.get()
        private_rabbit.freeze()
        try:
            time.sleep(0.3)
            began = time.monotonic()
            house.commit("h1")
            committed_in = time.monotonic() - began
            time.sleep(2.5)
            unsent = house.unsent()
        finally:
            private_rabbit.thaw()

        assert committed_in < 0.5
        assert 1 == unsent
        assert "h1" == house.get(seconds=15)
        until(lambda: house.unsent() == 0, what="the row is not marked as sent", seconds=15)


def test_a_killed_broker_gets_what_it_lacks_when_it_is_back(
    store_url: str, tmp_path: Path, fresh_amqp_url: str, private_rabbit: Rabbit
) -> None:
    with relaying(store_url, tmp_path, fresh_amqp_url) as house:
        house.commit("h0")
        house.get()
        private_rabbit.kill()
        house.commit("h1")
        time.sleep(1)
        private_rabbit.resume()
        house.connection = kombu.Connection(fresh_amqp_url)

        assert "h1" == house.get(seconds=20)


def test_a_command_without_a_queue_does_not_keep_the_others(
    store_url: str, tmp_path: Path, fresh_amqp_url: str
) -> None:
    with relaying(store_url, tmp_path, fresh_amqp_url) as house:
        with channel_of(house.connection) as channel:
            channel.queue_delete("betting")
        house.commit(*(f"h{number}" for number in range(60)))
        until(lambda: house.unsent() == 60, what="nothing was committed")
        time.sleep(0.5)
        with channel_of(house.connection) as channel:
            topology.command_queue("betting")(channel).declare()

        assert {f"h{number}" for number in range(60)} == {house.get(seconds=15) for _ in range(60)}


def test_public_events_reach_who_listens(house: House) -> None:
    event = public_event("street_dealt", step=1)

    house.wiring.store.decide(lambda tx: tx.send([event]))

    heard = house.next_in("lobby.events")
    assert (event.message_id, "street_dealt", "t1", "h1", {"step": 1}) == tuple(
        heard[name] for name in ("id", "kind", "table", "hand", "payload")
    )


def until(true: Any, *, what: str, seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.02)
