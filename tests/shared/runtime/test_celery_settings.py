"""The settings and queues on which no message is lost; what Celery and RabbitMQ choose by themselves is not enough."""

from pathlib import Path

import pytest
from celery import Celery

from shared.runtime import topology
from shared.runtime.celery_app import make_app
from shared.runtime.guarded_consumer import GuardedConsumer
from shared.runtime.patience import Patience
from tests.broker.evaluator_house import EVALUATOR, settings_for, wiring_of


@pytest.fixture
def app(tmp_path: Path) -> Celery:
    settings = settings_for("amqp://guest:guest@127.0.0.1:1//", tmp_path)
    patience = Patience(service="evaluator", seconds=1)
    return make_app(settings, [(EVALUATOR, wiring_of("evaluator", settings))], patience=patience)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("task_acks_late", True),
        ("task_reject_on_worker_lost", True),
        ("task_acks_on_failure", False),
        ("task_acks_on_timeout", False),
        ("task_ignore_result", True),
        ("result_backend", None),
        ("worker_prefetch_multiplier", 1),
        ("task_create_missing_queues", False),
        ("accept_content", ["json"]),
        ("task_serializer", "json"),
        ("worker_cancel_long_running_tasks_on_connection_loss", True),
        ("worker_enable_remote_control", False),
        ("worker_send_task_events", False),
        ("task_send_sent_event", False),
        ("broker_heartbeat", 10),
        ("broker_connection_retry_on_startup", True),
        ("broker_connection_max_retries", None),
        ("worker_hijack_root_logger", False),
        ("worker_pool", "solo"),
        ("worker_consumer", "shared.runtime.guarded_consumer:GuardedConsumer"),
        ("task_always_eager", False),
    ],
)
def test_a_setting_that_keeps_messages_safe(app: Celery, setting: str, value: object) -> None:
    assert value == app.conf[setting]


def test_the_consumer_is_found_under_the_name_that_celery_is_given(app: Celery) -> None:
    assert GuardedConsumer is app.loader.import_from_cwd("shared.runtime.guarded_consumer").GuardedConsumer


def test_a_lost_connection_is_not_made_anew_while_a_message_is_held(app: Celery) -> None:
    """Nobody would consume from the new one, and one that cannot be made would fail the message."""
    consumer = object.__new__(GuardedConsumer)
    consumer.app = app
    consumer.connection = app.connection_for_read()
    consumer.connection_errors = consumer.connection.connection_errors

    consumer.keep_alive()

    assert not consumer.connection.connected


def test_only_a_services_own_tasks_are_ours(app: Celery) -> None:
    assert {"evaluator.play_croupier"} == {name for name in app.tasks if not name.startswith("celery.")}


@pytest.mark.parametrize("service", topology.RECEIVERS)
def test_each_command_queue_is_quorum_bounded_and_has_dead_letters(service: str) -> None:
    queue = topology.command_queue(service)

    assert (service, f"{service}.#", "topic", True) == (
        queue.name,
        queue.routing_key,
        queue.exchange.type,
        queue.durable,
    )
    assert {
        "x-queue-type": "quorum",
        "x-delivery-limit": 20,
        "x-dead-letter-exchange": "crupier.dead",
        "x-dead-letter-strategy": "at-least-once",
        "x-overflow": "reject-publish",
        "x-max-length": 100_000,
    } == queue.queue_arguments


@pytest.mark.parametrize("service", topology.RECEIVERS)
def test_a_dead_letter_finds_its_services_own_queue(service: str) -> None:
    dead = topology.dead_queue(service)

    assert (f"{service}.dead", f"{service}.#", "crupier.dead") == (dead.name, dead.routing_key, dead.exchange.name)
