"""The way to the broker of this installation, in memory or over AMQP."""

import kombu

from shared.runtime import memory_broker
from shared.runtime.settings import Settings

CONNECT_SECONDS = 5
HEARTBEAT_SECONDS = 10


def connection_for(settings: Settings, service: str) -> kombu.Connection:
    """Return a connection as that service signs in; it connects when it is first used."""
    if settings.embedded:
        return kombu.Connection(memory_broker.URL, transport=memory_broker.TRANSPORT)
    return kombu.Connection(settings.broker_for(service), connect_timeout=CONNECT_SECONDS, heartbeat=HEARTBEAT_SECONDS)
