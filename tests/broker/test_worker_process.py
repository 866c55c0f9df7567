"""A worker as a process: told to end it ends well, killed it loses nothing, without its database it waits."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.errors import DuplicateObject

from shared.hand.commands import CloseHand
from shared.journal.migrate import migrate
from shared.runtime import topology
from shared.runtime.broker import connection_for
from shared.runtime.composing import wire
from shared.runtime.publisher import sender_for
from shared.runtime.sending import outgoing
from shared.runtime.settings import Settings
from shared.runtime.tokens import Role
from tests.broker.evaluator_house import KEYS, channel_of, wiring_of
from tests.servers import Postgres, Rabbit, postgres
from tests.servers.processes import free_port
from tests.shared.runtime.demo import DEMO, count_of

SECONDS = 30.0


def environment(broker: str, data: Path, **more: str) -> dict[str, str]:
    return {
        **KEYS,
        "CRUPIER_ENV": "test",
        "CRUPIER_BROKER_URL": broker,
        "CRUPIER_DATA": str(data),
        "CRUPIER_OPS_PORT": str(free_port()),
        **more,
    }


@contextmanager
def process(given: dict[str, str], *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run the demo dealer; it is killed at the end, if it still lives."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CRUPIER_")}
    started = subprocess.Popen(
        [sys.executable, "-m", "tests.broker.dealer_process", *arguments],
        env={**kept, **given},
        cwd=Path(__file__).parents[2],
        stderr=subprocess.PIPE,
    )
    try:
        yield started
    finally:
        if started.poll() is None:
            started.kill()
        _, said = started.communicate()
        print(said.decode()[-3000:])


class Dealer:
    """What a test does to the dealer from outside."""

    def __init__(self, given: dict[str, str]) -> None:
        self.given = given
        self.settings = Settings.from_environment(given)
        address = self.settings.database_for("dealer")
        migrate(url=address, schema="" if address.startswith("sqlite") else "dealer", service="dealer")
        self.wiring = wire(DEMO, self.settings)
        with connection_for(self.settings, "dealer") as connection:
            topology.declare(connection)

    def ask(self, hand: str, *, outcome: str = "closed") -> None:
        betting = wiring_of("betting", self.settings)
        command = CloseHand(hand=hand, table="t1", game="spain_draw", outcome=outcome)
        sender = sender_for(betting)
        sent = sender.send([outgoing(command, codec=betting.codec, cause="test")])
        sender.drop()
        assert 1 == len(sent.confirmed)

    def count(self, hand: str) -> int:
        with self.wiring.store.reading() as tx:
            return count_of(tx, hand)

    def depth(self, queue: str) -> int:
        with connection_for(self.settings, "dealer") as connection, channel_of(connection) as channel:
            return int(channel.queue_declare(queue, passive=True).message_count)

    def page(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{self.given['CRUPIER_OPS_PORT']}{path}", timeout=5
            ) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()
        except OSError:
            return 0, ""


def until(true: Any, *, what: str, seconds: float = SECONDS) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def test_a_worker_works_says_so_and_ends_when_told(fresh_amqp_url: str, tmp_path: Path) -> None:
    dealer = Dealer(environment(fresh_amqp_url, tmp_path))
    with process(dealer.given) as worker:
        dealer.ask("h1")
        until(lambda: dealer.count("h1") == 1, what="the command was not carried out")
        until(lambda: dealer.depth("betting") == 1, what="the answer was not sent")
        pages = {path: dealer.page(path)[0] for path in ("/livez", "/readyz", "/version", "/metrics", "/nowhere")}
        metrics = dealer.page("/metrics")[1]
        told = time.monotonic()
        worker.send_signal(signal.SIGTERM)

        assert 0 == worker.wait(10)
        assert time.monotonic() - told < 5

    assert {"/livez": 200, "/readyz": 200, "/version": 200, "/metrics": 200, "/nowhere": 404} == pages
    assert 'crupier_commands_total{outcome="taken",task="dealer.close_hand"} 1.0' in metrics
    assert 'crupier_published_total{service="dealer"} 1.0' in metrics


def test_a_worker_takes_up_its_work_when_a_killed_broker_is_back(
    fresh_amqp_url: str, tmp_path: Path, private_rabbit: Rabbit
) -> None:
    dealer = Dealer(environment(fresh_amqp_url, tmp_path))
    with process(dealer.given) as worker:
        dealer.ask("h1")
        until(lambda: dealer.count("h1") == 1, what="the command was not carried out")
        private_rabbit.restart()
        dealer.ask("h2")
        until(lambda: dealer.count("h2") == 1, what="the worker does not consume any more")
        # An answer whose confirm died with the broker is sent twice; its receiver knows it again.
        until(lambda: dealer.wiring.store.outbox_stats().unsent == 0, what="the answers were not sent")
        sent = dealer.depth("betting")

        assert (200, None) == (dealer.page("/livez")[0], worker.poll())
    assert sent in (2, 3)


def test_a_worker_starts_before_its_broker_does(fresh_amqp_url: str, tmp_path: Path, private_rabbit: Rabbit) -> None:
    dealer = Dealer(environment(fresh_amqp_url, tmp_path))
    private_rabbit.kill()
    with process(dealer.given):
        until(lambda: dealer.page("/livez")[0] == 200, what="the worker does not wait")
        private_rabbit.resume()
        dealer.ask("h1")
        until(lambda: dealer.count("h1") == 1, what="the command was not carried out")


def test_a_killed_worker_loses_nothing_and_doubles_nothing(fresh_amqp_url: str, tmp_path: Path) -> None:
    dealer = Dealer(environment(fresh_amqp_url, tmp_path))
    with process(dealer.given) as worker:
        dealer.ask("h1", outcome="slow")
        until((tmp_path / "slow").exists, what="the handler did not begin")
        worker.kill()
        worker.wait()
    assert 0 == dealer.count("h1")

    with process({**dealer.given, "CRUPIER_OPS_PORT": str(free_port())}):
        until(lambda: dealer.count("h1") == 1, what="the command was not delivered again")
        dealer.ask("h1", outcome="slow")
        until(lambda: dealer.depth("dealer") == 0, what="the repeat was not taken in")
        time.sleep(0.5)

    assert (1, 0) == (dealer.count("h1"), dealer.depth("dealer.dead"))


@pytest.fixture
def on_postgres(fresh_amqp_url: str, tmp_path: Path, private_postgres: Postgres) -> dict[str, str]:
    """A dealer with a role of his own on a server that a test may stop."""
    name = f"crupier_{tmp_path.name}".lower()[:60]
    postgres.create_database(private_postgres.url, name)
    with psycopg.connect(postgres.plain(private_postgres.url), autocommit=True) as admin, suppress(DuplicateObject):
        admin.execute("CREATE ROLE dealer LOGIN SUPERUSER")
    server = private_postgres.url_of(name).rpartition("@")[2]
    return environment(fresh_amqp_url, tmp_path, CRUPIER_DATABASE_URL=f"postgresql+psycopg://{{service}}:x@{server}")


def test_without_its_database_a_worker_holds_the_message_and_goes_on_later(
    on_postgres: dict[str, str], private_postgres: Postgres
) -> None:
    dealer = Dealer({**on_postgres, "CRUPIER_HOLD_SECONDS": "60"})
    with process(dealer.given) as worker:
        until(lambda: dealer.page("/readyz")[0] == 200, what="the worker did not begin")
        private_postgres.kill()
        dealer.ask("h1")
        until(lambda: dealer.page("/readyz")[0] == 503, what="the worker says that it is ready")
        still_alive = dealer.page("/livez")[0]
        time.sleep(1)
        private_postgres.resume()

        until(lambda: dealer.count("h1") == 1, what="the message was not held")
        assert (200, None) == (still_alive, worker.poll())
    assert 0 == dealer.depth("dealer.dead")


def test_without_its_database_for_too_long_a_worker_ends_by_itself(
    on_postgres: dict[str, str], private_postgres: Postgres
) -> None:
    dealer = Dealer({**on_postgres, "CRUPIER_HOLD_SECONDS": "1"})
    with process(dealer.given) as worker:
        until(lambda: dealer.page("/readyz")[0] == 200, what="the worker did not begin")
        private_postgres.kill()
        dealer.ask("h1")

        assert 69 == worker.wait(30)

    private_postgres.resume()
    with process({**dealer.given, "CRUPIER_OPS_PORT": str(free_port())}):
        until(lambda: dealer.count("h1") == 1, what="the message was not kept")
    assert 0 == dealer.depth("dealer.dead")


def test_without_its_database_a_web_process_says_so_and_does_nothing(
    on_postgres: dict[str, str], private_postgres: Postgres
) -> None:
    given = {**on_postgres, "CRUPIER_PORT": str(free_port())}
    dealer = Dealer(given)
    with process(given, "serve"):
        address = f"http://127.0.0.1:{given['CRUPIER_PORT']}"
        until(lambda: answers(f"{address}/readyz"), what="the web process did not begin")
        private_postgres.kill()
        status, headers, said = post(dealer, address)
        private_postgres.resume()
        after = post(dealer, address)

    assert (503, "unavailable", "2") == (status, said["code"], headers["Retry-After"])
    assert (201, {"count": 1}) == (after[0], after[2])


def test_a_web_process_answers_keeps_and_sends(fresh_amqp_url: str, tmp_path: Path) -> None:
    given = environment(fresh_amqp_url, tmp_path, CRUPIER_PORT=str(free_port()))
    dealer = Dealer(given)
    with process(given, "serve") as web:
        address = f"http://127.0.0.1:{given['CRUPIER_PORT']}"
        until(lambda: answers(f"{address}/readyz"), what="the web process did not begin")
        said = post(dealer, address)[2]
        web.send_signal(signal.SIGTERM)

        assert 0 == web.wait(15)
    assert ({"count": 1}, 1) == (said, dealer.count("h1"))


def post(dealer: Dealer, address: str) -> tuple[int, Any, Any]:
    """Raise the count by HTTP; return status, headers and body."""
    token = dealer.wiring.tokens.issue(person="ann", roles=frozenset({Role.PLAYER}), seconds=60)
    request = urllib.request.Request(
        f"{address}/counts/h1",
        data=json.dumps({"amount": 5}).encode(),
        headers={
            "Authorization": f"Bearer {token}",
            "Idempotency-Key": "key-00000001",
            "Content-Type": "application/json",
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=15) as answer:
            return answer.status, answer.headers, json.loads(answer.read())
    except urllib.error.HTTPError as refused:
        return refused.code, refused.headers, json.loads(refused.read())


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
