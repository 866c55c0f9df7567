"""The intake hears what the services say, over the broker in memory and over RabbitMQ, and nothing stops it."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import kombu
import pytest

from services.lobby import keeping, showing
from services.lobby.domain.view import Event
from services.lobby.intake import Intake
from shared.journal.ports import Outgoing, StoreUnavailable
from shared.messages.envelope import Envelope, seal_envelope
from shared.messages.keyring import Keyring
from shared.runtime import memory_broker, topology
from shared.runtime.health import Health
from shared.runtime.publisher import Sender, sender_for
from shared.runtime.sending import EVENTS
from shared.runtime.wiring import Wiring, utc_now
from tests.services.lobby.conftest import SECONDS, eventually, lobby_wiring
from tests.services.lobby.hands import TABLE, events, opening

OTHER_KEYS = Keyring.parse("m1:AAAAd1B2m3Q4s5Y6u7I8o9P0aSdFgHjKlZxCvBnMqWE=")


@dataclass
class Listening:
    """A lobby that listens, and services that speak."""

    wiring: Wiring
    intake: Intake
    sender: Sender

    def say(self, *said: Event, prefix: str = "m") -> None:
        """Send events as a service does."""
        self.sender.send(
            [
                Outgoing(
                    message_id=f"{prefix}:{place}",
                    queue=EVENTS,
                    kind=event.name,
                    table=event.table,
                    hand=event.hand,
                    payload=event.body,
                    cause="test",
                )
                for place, event in enumerate(said)
            ]
        )

    def publish(self, body: Any, **properties: Any) -> None:
        """Send anything at all to where public events go."""
        with self.connection() as connection, connection.channel() as channel:
            kombu.Producer(channel).publish(
                body, exchange=EVENTS, routing_key="table.t1.turn", retry=False, **properties
            )

    def connection(self) -> kombu.Connection:
        if self.wiring.settings.embedded:
            return kombu.Connection(memory_broker.URL, transport=memory_broker.TRANSPORT)
        return kombu.Connection(self.wiring.settings.broker_for("lobby"))

    def kept(self) -> int:
        with self.wiring.store.reading() as tx:
            return keeping.last_seq(tx)

    def await_kept(self, count: int) -> None:
        eventually(lambda: self.kept() >= count)


BROKERS = [
    pytest.param("memory", id="memory"),
    pytest.param("rabbitmq", id="rabbitmq", marks=pytest.mark.integration),
]


@pytest.fixture(params=BROKERS)
def listening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Listening]:
    memory_broker.forget_everything()
    address = "memory://" if request.param == "memory" else str(request.getfixturevalue("fresh_amqp_url"))
    wiring = lobby_wiring(f"sqlite:///{tmp_path / 'lobby.db'}", tmp_path, CRUPIER_BROKER_URL=address)
    intake = Intake(wiring=wiring, health=Health(service="lobby"))
    made = Listening(wiring, intake, sender_for(replace(wiring, service="betting")))
    with made.connection() as connection:
        topology.declare(connection, services=("lobby",))
    intake.start()
    yield made
    intake.stop()
    made.sender.drop()
    wiring.store.close()


def test_what_the_services_say_is_kept_and_shown(listening: Listening) -> None:
    said = (*opening(), *events())
    listening.say(*said)
    listening.await_kept(len(said))
    with listening.wiring.store.reading() as tx:
        shown = showing.table(tx, TABLE)

    assert shown is not None
    assert ("closed", len(said)) == (shown["stage"], shown["last_event"])


def test_what_is_said_twice_is_kept_once(listening: Listening) -> None:
    listening.say(*opening())
    listening.say(*opening())
    listening.say(*events(), prefix="hand")
    listening.await_kept(len(opening()) + len(events()))
    time.sleep(0.2)

    assert len(opening()) + len(events()) == listening.kept()


def test_what_was_said_while_nobody_listened_is_heard_afterwards(listening: Listening) -> None:
    listening.intake.stop()
    listening.say(*opening(), *events())
    listening.intake = Intake(wiring=listening.wiring, health=Health(service="lobby"))
    listening.intake.start()
    listening.await_kept(len(opening()) + len(events()))
    listening.intake.stop()


def envelope(**changed: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "id": "e:1",
        "kind": "turn",
        "table": TABLE,
        "hand": "t1-1",
        "cause": "test",
        "sender": "betting",
        "sent_at": utc_now(),
        "payload": {"seat": 1, "seconds": 30},
    }
    return {**given, **changed}


def test_no_message_stops_the_intake(listening: Listening) -> None:
    keys = listening.wiring.message_keys
    forged = seal_envelope(Envelope(**envelope()), keys=OTHER_KEYS)
    bad: list[tuple[Any, dict[str, Any]]] = [
        ("{", {"content_type": "application/json", "content_encoding": "utf-8"}),
        ("[" * 60_000, {"content_type": "application/json", "content_encoding": "utf-8"}),
        (b"\x80\x04N.", {"content_type": "application/x-python-serialize", "content_encoding": "binary"}),
        ("x" * 70_000, {"content_type": "text/plain", "content_encoding": "utf-8"}),
        (None, {}),
        (5, {}),
        ([], {}),
        ({}, {}),
        (forged, {}),
        (seal_envelope(Envelope(**envelope(sender="lobby")), keys=keys), {}),
        (seal_envelope(Envelope(**envelope(sender="evaluator")), keys=keys), {}),
        (seal_envelope(Envelope(**envelope(table="")), keys=keys), {}),
        (seal_envelope(Envelope(**envelope(kind="betting.act")), keys=keys), {}),
        (seal_envelope(Envelope(**envelope(payload={"who": 1})), keys=keys), {}),
        (
            seal_envelope(Envelope(**envelope(payload={"seat": "x" * 60_000, "seconds": 1})), keys=keys) | {"more": 1},
            {},
        ),
    ]
    for body, properties in bad:
        listening.publish(body, **properties)
    listening.say(*opening())
    listening.await_kept(len(opening()))
    time.sleep(0.2)

    assert len(opening()) == listening.kept()


@pytest.mark.parametrize("listening", ["rabbitmq"], indirect=True)
@pytest.mark.integration
def test_what_is_no_event_lies_with_the_lobbys_dead_letters(listening: Listening) -> None:
    listening.publish({"no": "envelope"})
    listening.say(*opening())
    listening.await_kept(len(opening()))
    with listening.connection() as connection, connection.channel() as channel:
        dead = topology.dead_queue("lobby")(channel)
        eventually(lambda: dead.queue_declare(passive=True).message_count == 1)
        message = dead.get()
        body = json.loads(message.body)
        message.ack()

    assert {"no": "envelope"} == body


def test_a_database_that_is_away_costs_time_and_no_event(listening: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    decide, failures = listening.wiring.store.decide, iter([True, True])

    def away(work: Callable[..., Any]) -> Any:
        if next(failures, False):
            raise StoreUnavailable("away")
        return decide(work)

    monkeypatch.setattr("services.lobby.intake.PAUSE_SECONDS", 0.1)
    monkeypatch.setattr(type(listening.wiring.store), "decide", lambda _store, work: away(work))
    listening.say(*opening())
    listening.await_kept(len(opening()))

    assert None is next(failures, None)


def test_the_lag_is_counted_from_the_sending(listening: Listening) -> None:
    late = Envelope(**envelope(sent_at=utc_now() - timedelta(seconds=3)))
    before = _lag()
    listening.publish(seal_envelope(late, keys=listening.wiring.message_keys))
    listening.await_kept(1)

    assert 3.0 <= _lag() - before < 3.0 + SECONDS


def _lag() -> float:
    from shared.telemetry import REGISTRY  # noqa: PLC0415  # read at the moment that is asked about

    return REGISTRY.get_sample_value("crupier_lobby_event_lag_seconds_sum") or 0.0
