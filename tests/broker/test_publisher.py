"""What the broker has confirmed is in its keeping; what it has not is known to be unknown, and blocks nobody."""

import time
from collections.abc import Iterator
from pathlib import Path

import kombu
import pytest

from shared.hand.commands import CloseHand
from shared.journal.ports import Outgoing
from shared.runtime import topology
from shared.runtime.misconfigured import Misconfigured
from shared.runtime.patience import BrokerAway
from shared.runtime.publisher import AmqpSender, Sent, sender_for
from shared.runtime.sending import outgoing
from tests.broker.evaluator_house import channel_of, question, settings_for, wiring_of
from tests.servers import Rabbit
from tests.shared.runtime.demo import public_event


@pytest.fixture
def sender(fresh_amqp_url: str, tmp_path: Path) -> Iterator[AmqpSender]:
    with kombu.Connection(fresh_amqp_url) as connection:
        topology.declare(connection)
    made = sender_for(wiring_of("dealer", settings_for(fresh_amqp_url, tmp_path)))
    assert isinstance(made, AmqpSender)
    yield made
    made.drop()


def batch(count: int, tmp_path: Path) -> tuple[Outgoing, ...]:
    codec = wiring_of("dealer", settings_for("memory://", tmp_path)).codec
    return tuple(outgoing(question(f"h{n}"), codec=codec, cause="test") for n in range(count))


def depth(address: str, queue: str) -> int:
    with kombu.Connection(address) as connection, channel_of(connection) as channel:
        return int(channel.queue_declare(queue, passive=True).message_count)


def test_a_batch_is_confirmed_as_a_whole(sender: AmqpSender, tmp_path: Path) -> None:
    messages = batch(50, tmp_path)

    sent = sender.send(messages)

    assert Sent(confirmed=tuple(each.message_id for each in messages)) == sent
    assert 50 == depth(sender.address, "evaluator")


def test_a_command_that_no_queue_takes_is_told_apart_from_the_rest(sender: AmqpSender, tmp_path: Path) -> None:
    with kombu.Connection(sender.address) as connection, channel_of(connection) as channel:
        channel.queue_delete("evaluator")
    lost, kept = batch(1, tmp_path)[0], close_hand("h7", tmp_path)

    sent = sender.send((lost, kept))

    assert (lost.message_id,) == sent.unroutable
    assert (kept.message_id,) == sent.confirmed


def test_a_public_event_needs_no_listener(sender: AmqpSender) -> None:
    event = public_event("hand_opened")

    assert (event.message_id,) == sender.send((event,)).confirmed


def test_a_full_queue_turns_a_message_down_and_it_stays_unsent(
    sender: AmqpSender, tmp_path: Path, private_rabbit: Rabbit
) -> None:
    vhost = sender.address.rpartition("/")[2]
    private_rabbit.control(
        "set_policy", "--vhost", vhost, "short", "^evaluator$", '{"max-length":1,"overflow":"reject-publish"}'
    )
    messages = batch(1, tmp_path)
    refused: tuple[str, ...] = ()
    for _ in range(20):
        refused = refused or sender.send(messages).refused

    assert (messages[0].message_id,) == refused


def test_a_frozen_broker_costs_no_more_than_the_time_to_confirm(
    sender: AmqpSender, tmp_path: Path, private_rabbit: Rabbit
) -> None:
    sender.send(batch(1, tmp_path))
    private_rabbit.freeze()
    time.sleep(0.3)  # its last threads stop a moment after the signal
    try:
        began = time.monotonic()
        with pytest.raises(BrokerAway):
            sender.send(batch(3, tmp_path))
        waited = time.monotonic() - began
        with pytest.raises(BrokerAway):
            sender.send(batch(3, tmp_path))
    finally:
        private_rabbit.thaw()

    assert 1.5 < waited < 4
    assert 3 == len(retried(sender, batch(3, tmp_path)).confirmed)


def test_a_killed_broker_loses_nothing_that_it_had_confirmed(
    sender: AmqpSender, tmp_path: Path, private_rabbit: Rabbit
) -> None:
    confirmed = len(sender.send(batch(40, tmp_path)).confirmed)
    private_rabbit.kill()
    with pytest.raises(BrokerAway):
        sender.send(batch(1, tmp_path))
    private_rabbit.resume()

    after = len(retried(sender, batch(2, tmp_path)).confirmed)

    assert confirmed + after == depth(sender.address, "evaluator")


def test_a_memory_alarm_holds_a_batch_back_without_holding_the_sender(
    sender: AmqpSender, tmp_path: Path, private_rabbit: Rabbit
) -> None:
    sender.send(batch(1, tmp_path))
    private_rabbit.memory_alarm(on=True)
    try:
        with pytest.raises(BrokerAway):
            sender.send(batch(3, tmp_path))
    finally:
        private_rabbit.memory_alarm(on=False)

    assert 3 == len(retried(sender, batch(3, tmp_path)).confirmed)


def test_a_queue_with_other_arguments_is_refused_at_the_start(fresh_amqp_url: str) -> None:
    with kombu.Connection(fresh_amqp_url) as connection:
        with channel_of(connection) as channel:
            channel.queue_declare("dealer", durable=True, auto_delete=False)

        with pytest.raises(Misconfigured) as refused:
            topology.declare(connection)

    assert "CRUPIER_BROKER_URL" == refused.value.key


def close_hand(hand: str, tmp_path: Path) -> Outgoing:
    """A command for another service than the evaluator."""
    codec = wiring_of("betting", settings_for("memory://", tmp_path)).codec
    command = CloseHand(hand=hand, table="t1", game="spain_draw", outcome="settled")
    return outgoing(command, codec=codec, cause="test")


def retried(sender: AmqpSender, messages: tuple[Outgoing, ...]) -> Sent:
    """Send as the relay would: again after a pause, until it is known."""
    for _ in range(20):
        try:
            return sender.send(messages)
        except BrokerAway:
            time.sleep(0.3)
    raise AssertionError("the broker did not come back")
