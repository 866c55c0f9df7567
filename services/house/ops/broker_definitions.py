"""RabbitMQ's definitions, printed from the one place where exchanges and queues are named, and from who may send what.

`deploy/rabbitmq/topology.json` is this, checked in; users and their password hashes are added where an installation
draws its secrets.
"""

import json
from collections.abc import Iterable
from typing import Any, Final

from kombu import Exchange, Queue

from shared.messages.senders import SENDERS
from shared.runtime import topology

VHOST: Final = "crupier"
OPERATOR: Final = "operator"
"""The broker's user for people: it reads dead letters and sends them again, and declares nothing."""

NOTHING: Final = "^$"
EXCHANGES: Final = (topology.COMMANDS, topology.DEAD_LETTERS, topology.TABLE_EVENTS)


def definitions() -> dict[str, Any]:
    """Return everything but the users."""
    queues = tuple(_queues())
    return {
        "vhosts": [{"name": VHOST}],
        "permissions": [*(_permission(service) for service in topology.SERVICES), _operator()],
        "topic_permissions": list(_topic_permissions()),
        "exchanges": [_exchange(each) for each in EXCHANGES],
        "queues": [_queue(each) for each in queues],
        "bindings": [_binding(each) for each in queues],
    }


def _queues() -> Iterable[Queue]:
    for service in topology.RECEIVERS:
        yield topology.command_queue(service)
    for service in topology.LISTENERS:
        yield topology.events_queue(service)
    for service in topology.SERVICES:
        yield topology.dead_queue(service)


def _exchange(exchange: Exchange) -> dict[str, Any]:
    return {
        "name": exchange.name,
        "vhost": VHOST,
        "type": exchange.type,
        "durable": exchange.durable,
        "auto_delete": exchange.auto_delete,
        "internal": False,
        "arguments": exchange.arguments or {},
    }


def _queue(queue: Queue) -> dict[str, Any]:
    return {
        "name": queue.name,
        "vhost": VHOST,
        "durable": queue.durable,
        "auto_delete": queue.auto_delete,
        "arguments": dict(sorted((queue.queue_arguments or {}).items())),
    }


def _binding(queue: Queue) -> dict[str, Any]:
    return {
        "source": queue.exchange.name,
        "vhost": VHOST,
        "destination": queue.name,
        "destination_type": "queue",
        "routing_key": queue.routing_key,
        "arguments": {},
    }


def _permission(service: str) -> dict[str, str]:
    # A service declares what it uses, and the broker asks the same right for that whether it exists or not.
    exchanges = "|".join(each.name.replace(".", r"\.") for each in EXCHANGES)
    own = rf"^({exchanges}|{service}|{service}\..+)$"
    return {"user": service, "vhost": VHOST, "configure": own, "write": own, "read": own}


def _operator() -> dict[str, str]:
    return {
        "user": OPERATOR,
        "vhost": VHOST,
        "configure": NOTHING,
        "write": r"^(crupier|table\.events)$",
        "read": r"^[a-z]+\.dead$",
    }


def _topic_permissions() -> Iterable[dict[str, str]]:
    """Yield to whom each service may write, by routing key, and which keys it may bind its queues to."""
    for service in topology.SERVICES:
        to = sorted({task.partition(".")[0] for task, senders in SENDERS.items() if service in senders})
        yield _topic(service, topology.COMMANDS, write=_any_of(to), read=_any_of([service]))
        yield _topic(service, topology.DEAD_LETTERS, write=NOTHING, read=_any_of([service]))
        hears = r"^table\." if service in topology.LISTENERS else NOTHING
        yield _topic(service, topology.TABLE_EVENTS, write=r"^table\.", read=hears)


def _any_of(services: list[str]) -> str:
    return rf"^({'|'.join(services)})\." if services else NOTHING


def _topic(service: str, exchange: Exchange, *, write: str, read: str) -> dict[str, str]:
    return {"user": service, "vhost": VHOST, "exchange": exchange.name, "write": write, "read": read}


def printed() -> str:
    """Return the definitions as they are checked in."""
    return json.dumps(definitions(), indent=2) + "\n"


if __name__ == "__main__":
    print(printed(), end="")
