"""The broker's definitions: the topology as the services declare it, and no right that nobody needs."""

import base64
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from services.house.ops import broker_definitions
from shared.messages.senders import SENDERS
from shared.runtime import topology
from tests.deploy.series import ROOT

CHECKED_IN = ROOT / "deploy" / "rabbitmq" / "topology.json"
DOCUMENT: dict[str, Any] = json.loads(CHECKED_IN.read_text())


def topic_right(user: str, exchange: str, right: str) -> str:
    (found,) = [
        each[right] for each in DOCUMENT["topic_permissions"] if (each["user"], each["exchange"]) == (user, exchange)
    ]
    return str(found)


def test_the_checked_in_definitions_are_fresh() -> None:
    assert broker_definitions.printed() == CHECKED_IN.read_text(), "run `make definitions`"


def test_they_are_what_the_services_declare() -> None:
    declared = [topology.command_queue(each) for each in topology.RECEIVERS]
    declared += [topology.events_queue(each) for each in topology.LISTENERS]
    declared += [topology.dead_queue(each) for each in topology.SERVICES]

    assert {queue.name: queue.queue_arguments for queue in declared} == {
        queue["name"]: queue["arguments"] for queue in DOCUMENT["queues"]
    }
    assert {"quorum"} == {queue["arguments"]["x-queue-type"] for queue in DOCUMENT["queues"]}


@pytest.mark.parametrize("task", SENDERS)
def test_who_may_send_a_command_may_write_it_and_nobody_else(task: str) -> None:
    to = task.partition(".")[0]
    business = {service for other, senders in SENDERS.items() for service in senders if other.startswith(f"{to}.")}
    for service in topology.SERVICES:
        may = re.search(topic_right(service, "crupier", "write"), task) is not None
        assert (service in business) == may, f"{service} to {to}"


@pytest.mark.parametrize("service", topology.SERVICES)
def test_a_service_reads_its_own_queues_alone(service: str) -> None:
    (right,) = [each for each in DOCUMENT["permissions"] if each["user"] == service]
    queues = {queue["name"] for queue in DOCUMENT["queues"]}

    readable = {queue for queue in queues if re.search(right["read"], queue)}

    assert readable == {queue for queue in queues if queue.partition(".")[0] == service}
    assert re.search(right["configure"], f"{service}.events.0123456789abcdef")


def test_the_operator_declares_nothing_and_reads_dead_letters_alone() -> None:
    (right,) = [each for each in DOCUMENT["permissions"] if each["user"] == broker_definitions.OPERATOR]
    queues = {queue["name"] for queue in DOCUMENT["queues"]}

    assert not re.search(right["configure"], "dealer")
    assert {queue for queue in queues if re.search(right["read"], queue)} == {
        queue for queue in queues if queue.endswith(".dead")
    }


def test_every_installation_draws_its_own_users(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "deploy" / "make-secrets", "--directory", tmp_path], check=True)

    made = json.loads((tmp_path / "rabbitmq_definitions.json").read_text())

    assert {*topology.SERVICES, broker_definitions.OPERATOR} == {user["name"] for user in made["users"]}
    for user in made["users"]:
        salted = base64.b64decode(user["password_hash"])
        password = (tmp_path / f"broker_{user['name']}").read_text().strip()
        assert salted[4:] == hashlib.sha256(salted[:4] + password.encode()).digest()
        assert user["tags"] == ""
    assert {**made, "users": []} == {**DOCUMENT, "users": []}
