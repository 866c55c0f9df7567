"""Exchanges and queues, in one place. Every argument is set, so that RabbitMQ 3.10 and 4 behave alike."""

from collections.abc import Sequence
from typing import Any, Final

from kombu import Connection, Exchange, Queue

from shared.runtime.misconfigured import Misconfigured

SERVICES: Final = ("dealer", "betting", "evaluator", "jackpot", "lobby")
RECEIVERS: Final = ("dealer", "betting", "evaluator", "jackpot")
"""The services that take commands; the lobby only listens to public events."""

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


def declare(connection: Connection, *, services: Sequence[str] = RECEIVERS) -> None:
    """Declare the exchanges and these services' queues; what exists with other arguments is refused at once."""
    try:
        with connection.channel() as channel:
            for exchange in (DEAD_LETTERS, COMMANDS, TABLE_EVENTS):
                exchange(channel).declare()
            for service in (name for name in services if name in RECEIVERS):
                dead_queue(service)(channel).declare()
                command_queue(service)(channel).declare()
    except connection.channel_errors as refused:
        code = getattr(refused, "reply_code", getattr(refused, "code", None))
        if code != 406:
            raise
        raise Misconfigured(
            "CRUPIER_BROKER_URL", f"a queue or exchange exists with other arguments than ours: {refused}"
        ) from None
