"""Dead letters on a real broker: listed without moving them, sent again, taken away."""

import base64
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import kombu
import pytest

from services.house.ops import dead_letters, queues
from services.house.ops.dead_letters import NoSuchLetter, NotTaken
from services.house.ops.queues import QueuesNotEmpty
from shared.runtime import topology
from shared.runtime.settings import Settings

pytestmark = pytest.mark.integration

BODY = '[[], {"message": {"id": "h1:dealer.deal_street:1", "kind": "dealer.deal_street", "hand": "h1"}}, {}]'


@pytest.fixture
def settings(fresh_amqp_url: str) -> Settings:
    keys = {
        f"CRUPIER_{ring}_KEYS": f"k1:{base64.b64encode(os.urandom(32)).decode()}"
        for ring in ("MESSAGE", "SEAL", "TOKEN")
    }
    return Settings.from_environment({"CRUPIER_BROKER_URL": fresh_amqp_url, **keys})


@pytest.fixture
def wire(fresh_amqp_url: str) -> Iterator[kombu.Connection]:
    with kombu.Connection(fresh_amqp_url) as connection:
        topology.declare(connection)
        yield connection


def send(wire: kombu.Connection, message_id: str, *, body: str = BODY) -> None:
    wire.Producer().publish(
        body,
        exchange="crupier",
        routing_key="dealer.deal_street",
        content_type="application/json",
        content_encoding="utf-8",
        message_id=message_id,
        headers={"task": "dealer.deal_street", "id": message_id, "lang": "py"},
    )


def bury(wire: kombu.Connection, *message_ids: str) -> None:
    """Send messages and refuse them, as a worker would."""
    for message_id in message_ids:
        send(wire, message_id)
        wire.default_channel.basic_reject(taken(wire, "dealer").delivery_tag, requeue=False)
    wait_for(lambda: depth(wire, "dealer.dead") == len(message_ids))


def taken(wire: kombu.Connection, queue: str) -> Any:
    """Return the next message of a queue."""
    return wait_for(lambda: wire.default_channel.basic_get(queue))


def depth(wire: kombu.Connection, queue: str) -> int:
    return int(wire.default_channel.queue_declare(queue, passive=True).message_count)


def wait_for(what: Callable[[], Any]) -> Any:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(0.02)
    raise AssertionError("not in twenty seconds")


def test_dead_letters_are_listed_and_stay(settings: Settings, wire: kombu.Connection) -> None:
    bury(wire, "m1", "m2")

    for _ in range(2):
        listed = dead_letters.list_dead(settings)
        assert ["m1", "m2"] == [letter.message_id for letter in listed]
    said = listed[0].said()
    assert ("dealer", "dealer.deal_street", "rejected", "h1") == tuple(
        said[word] for word in ("service", "task", "reason", "hand")
    )
    wait_for(lambda: depth(wire, "dealer.dead") == 2)


def test_a_letter_sent_again_is_as_it_was_and_has_left_its_place(settings: Settings, wire: kombu.Connection) -> None:
    bury(wire, "m1", "m2")

    sent = dead_letters.replay(settings, service="dealer", message_ids=frozenset({"m2"}))

    assert ["m2"] == [letter.message_id for letter in sent]
    message = taken(wire, "dealer")
    assert BODY == message.body
    ours = {name: value for name, value in message.headers.items() if name != "x-delivery-count"}
    assert {"task": "dealer.deal_street", "id": "m2", "lang": "py"} == ours
    assert "m2" == message.properties["message_id"]
    assert 2 == message.properties["delivery_mode"]
    wait_for(lambda: [letter.message_id for letter in dead_letters.list_dead(settings)] == ["m1"])


def test_all_are_sent_again_in_their_order(settings: Settings, wire: kombu.Connection) -> None:
    bury(wire, "m1", "m2", "m3")

    dead_letters.replay(settings, service="dealer", message_ids=None)

    assert ["m1", "m2", "m3"] == [taken(wire, "dealer").properties["message_id"] for _ in range(3)]
    assert () == dead_letters.list_dead(settings)


def test_a_letter_that_no_queue_takes_stays(settings: Settings, wire: kombu.Connection) -> None:
    bury(wire, "m1")
    wire.default_channel.queue_unbind("dealer", exchange="crupier", routing_key="dealer.#")

    with pytest.raises(NotTaken):
        dead_letters.replay(settings, service="dealer", message_ids=None)

    wait_for(lambda: [letter.message_id for letter in dead_letters.list_dead(settings)] == ["m1"])


def test_a_letter_is_taken_away_for_good_and_told(settings: Settings, wire: kombu.Connection) -> None:
    bury(wire, "m1", "m2")

    gone = dead_letters.drop(settings, service="dealer", message_ids=frozenset({"m1"}))

    assert ["m1"] == [letter.message_id for letter in gone]
    wait_for(lambda: [letter.message_id for letter in dead_letters.list_dead(settings)] == ["m2"])


def test_a_letter_that_is_not_there_is_not_found(settings: Settings, wire: kombu.Connection) -> None:
    with pytest.raises(NoSuchLetter):
        dead_letters.find_dead(settings, "m9")


def test_what_a_stranger_wrote_does_not_reach_the_terminal_as_he_wrote_it(
    settings: Settings, wire: kombu.Connection
) -> None:
    send(wire, "m1\x1b[2J", body="\x1b]0;no\x07")
    wire.default_channel.basic_reject(taken(wire, "dealer").delivery_tag, requeue=False)
    wait_for(lambda: depth(wire, "dealer.dead"))

    (letter,) = dead_letters.list_dead(settings)

    assert "m1\\u001b[2J" == letter.message_id
    assert {} == letter.envelope


def test_nothing_is_restored_while_commands_wait(settings: Settings, wire: kombu.Connection) -> None:
    queues.refuse_full_queues(settings)
    send(wire, "m1")
    wait_for(lambda: depth(wire, "dealer"))

    with pytest.raises(QueuesNotEmpty, match="1 in dealer"):
        queues.refuse_full_queues(settings)
