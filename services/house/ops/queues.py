"""How many messages lie in the services' queues."""

from shared.runtime import topology
from shared.runtime.broker import connection_for
from shared.runtime.settings import Settings


class QueuesNotEmpty(RuntimeError):
    """Messages of another course of things wait in the queues."""


def refuse_full_queues(settings: Settings) -> None:
    """Refuse with `QueuesNotEmpty` while commands wait: a restored hand must not meet messages of its other future."""
    if settings.embedded:
        return
    with connection_for(settings, "operator") as connection:
        connection.ensure_connection(max_retries=2)
        waiting = {name: _depth(connection, topology.command_queue(name).name) for name in topology.RECEIVERS}
    full = {name: depth for name, depth in waiting.items() if depth}
    if full:
        told = ", ".join(f"{depth} in {name}" for name, depth in full.items())
        raise QueuesNotEmpty(f"messages wait ({told}); purge the queues first, see docs/operating.md")


def _depth(connection: object, queue: str) -> int:
    with connection.channel() as channel:  # type: ignore[attr-defined]  # kombu has no types
        return int(channel.queue_declare(queue, passive=True).message_count)
