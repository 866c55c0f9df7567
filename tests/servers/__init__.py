"""Private RabbitMQ and PostgreSQL nodes for tests: started when first asked for, shared by one run, gone at its end."""

from tests.servers.binaries import Unavailable
from tests.servers.postgres import Postgres
from tests.servers.rabbitmq import Rabbit
from tests.servers.sharing import Run

__all__ = ["Postgres", "Rabbit", "Run", "Unavailable"]
