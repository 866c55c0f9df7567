"""Exchanges and queues, in one place. Every argument is set, so that RabbitMQ 3.10 and 4 behave alike."""

from collections.abc import Sequence
from typing import Any, Final

from kombu import Connection, Exchange, Queue

from shared.runtime.misconfigured import Misconfigured

SERVICES: Final = ("dealer", "betting", "evaluator", "jackpot", "lobby")
RECEIVERS: Final = ("dealer", "betting", "evaluator", "jackpot")
"""The services that take commands; the lobby only listens to public events."""

LISTENERS: Final = ("lobby",)
"""The services that keep what is said of all tables, each in a queue that outlives its processes."""

COMMANDS: Final = Exchange("crupier", type="topic", durable=True)
DEAD_LETTERS: Final = Exchange("crupier.dead", type="topic", durable=True)
TABLE_EVENTS: Final = Exchange("table.events", type="topic", durable=True)

DELIVERY_LIMIT: Final = 20
QUEUE_LENGTH_MAX: Final = 100_000

COMMAND_ARGUMENTS: Final[dict[str, Any]] = {
    "x-queue-type": "quorum",
    "x-delivery-limit": DELIVERY_LIMIT,
    "x-dead-letter-exchange": DEAD_LETTERS.name,
    "x-dead-letter-strategy": "at-least-once",
    "x-overflow": "reject-publish",
    "x-max-length": QUEUE_LENGTH_MAX,
}
DEAD_ARGUMENTS: Final[dict[str, Any]] = {
    "x-queue-type": "quorum",
    # A dead letter may be looked at any number of times; without a limit of its own RabbitMQ 4 drops it after twenty.
    "x-delivery-limit": 1_000_000,
    "x-overflow": "reject-publish",
    "x-max-length": QUEUE_LENGTH_MAX,
}


EVERY_TABLE: Final = "table.#"
EVENT_ARGUMENTS: Final[dict[str, Any]] = {
    "x-queue-type": "quorum",
    "x-delivery-limit": DELIVERY_LIMIT,
    "x-dead-letter-exchange": DEAD_LETTERS.name,
    # Nobody's play may wait because nobody listens: the oldest events go, and the next hand puts the view right.
    "x-overflow": "drop-head",
    "x-max-length": QUEUE_LENGTH_MAX,
}


def command_queue(service: str) -> Queue:
    """The queue of a service: all its commands, by `<service>.<verb_noun>`."""
    return Queue(
        service,
        exchange=COMMANDS,
        routing_key=f"{service}.#",
        durable=True,
        auto_delete=False,
        queue_arguments=COMMAND_ARGUMENTS,
    )


def dead_queue(service: str) -> Queue:
    """Where the messages lie that a service could not take in."""
    return Queue(
        f"{service}.dead",
        exchange=DEAD_LETTERS,
        routing_key=f"{service}.#",
        durable=True,
        auto_delete=False,
        queue_arguments=DEAD_ARGUMENTS,
    )


def events_queue(service: str) -> Queue:
    """Where a service hears the public events of all tables."""
    # An event's own routing key names no service, and its dead letter is to be found with the others.
    arguments = {**EVENT_ARGUMENTS, "x-dead-letter-routing-key": f"{service}.event"}
    return Queue(
        f"{service}.events",
        exchange=TABLE_EVENTS,
        routing_key=EVERY_TABLE,
        durable=True,
        auto_delete=False,
        queue_arguments=arguments,
    )


def declare(connection: Connection, *, services: Sequence[str] = SERVICES) -> None:
    """Declare the exchanges and these services' queues; what exists with other arguments is refused at once."""
    try:
        with connection.channel() as channel:
            for exchange in (DEAD_LETTERS, COMMANDS, TABLE_EVENTS):
                exchange(channel).declare()
            for service in (name for name in services if name in RECEIVERS):
                dead_queue(service)(channel).declare()
                command_queue(service)(channel).declare()
            for service in (name for name in services if name in LISTENERS):
                dead_queue(service)(channel).declare()
                events_queue(service)(channel).declare()
    except connection.channel_errors as refused:
        code = getattr(refused, "reply_code", getattr(refused, "code", None))
        if code != 406:
            raise
        raise Misconfigured(
            "CRUPIER_BROKER_URL", f"a queue or exchange exists with other arguments than ours: {refused}"
        ) from None
