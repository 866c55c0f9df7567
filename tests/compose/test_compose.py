"""The whole house in containers, from nothing: played at, killed, restarted, scaled, backed up, wiped and restored.

One stack for all tests of this file, in their order. `CRUPIER_COMPOSE=short` (for CI) or `full` starts them; without it
they are left out, as they take minutes and a container engine.
"""

import json
import os
import socket
import ssl
import subprocess
import tarfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.compose import asking, images
from tests.compose.room import Room, open_room
from tests.compose.stack import IMAGE, ROOT, SERVICES, WEBS, WORKERS, Stack, fresh_stack, wait_for

FORM = os.environ.get("CRUPIER_COMPOSE", "")
SHORT = FORM == "short"
HANDS = 30 if SHORT else 200
HANDS_BETWEEN = 4 if SHORT else 12
HANDS_TIMED = 40

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(FORM not in ("short", "full"), reason="CRUPIER_COMPOSE is neither short nor full"),
]
only_in_full = pytest.mark.skipif(SHORT, reason="in the full form only")


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with ExitStack() as until_the_end:
        try:
            made = until_the_end.enter_context(fresh_stack(tmp_path_factory.mktemp("compose")))
        except images.NoDocker as none:
            if os.environ.get("CRUPIER_REQUIRE_SERVICES") == "1":
                pytest.fail(f"CRUPIER_REQUIRE_SERVICES=1, and {none}", pytrace=False)
            pytest.skip(str(none))
        made.up()
        made.compose("--profile", "observability", "up", "-d", "--no-build", "prometheus", "alertmanager")
        yield made


@pytest.fixture(scope="module")
def room(stack: Stack) -> Iterator[Room]:
    with open_room(stack) as opened:
        yield opened


def clean(stack: Stack) -> None:
    """Hold every invariant over every database."""
    told = stack.ops("verify")
    assert "chains_are_whole" in told
    assert "BROKEN" not in told, told


def status(stack: Stack, path: str) -> int:
    try:
        with urllib.request.urlopen(f"{stack.gateway}{path}", timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code


def raw(stack: Stack, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", stack.ports["CRUPIER_HTTP_PORT"]), timeout=5) as wire:
        wire.sendall(request)
        return wire.recv(200).split(b"\r\n")[0]


def test_it_comes_up_from_nothing_and_is_well(stack: Stack) -> None:
    assert 200 == status(stack, "/")
    assert [] == stack.get("/dealer/tables")["tables"]
    told = stack.ops("doctor")
    assert "workers" in told
    assert "BAD" not in told, told
    assert stack.ops("token", "operator").strip()


def test_every_container_is_as_tight_as_it_was_asked_to_be(stack: Stack) -> None:
    for service in (*WEBS, *WORKERS, "watch", "gateway", "rabbitmq", "postgres", "prometheus", "alertmanager"):
        for container in stack.containers(service):
            host = stack.inspect(container)["HostConfig"]
            assert host["ReadonlyRootfs"], service
            assert host["CapDrop"] == ["ALL"], service
            assert "no-new-privileges:true" in host["SecurityOpt"], service
            for bindings in (host["PortBindings"] or {}).values():
                assert {"127.0.0.1"} == {binding["HostIp"] for binding in bindings}, service
    for service in (*WEBS, *WORKERS):
        (container,) = stack.containers(service)
        who = subprocess.run(["docker", "exec", container, "id", "-u"], capture_output=True, text=True, check=True)
        assert "10001" == who.stdout.strip()


@pytest.mark.parametrize("profiles", [(), ("observability",), ("ops",), ("observability", "ops")], ids=" ".join)
def test_compose_takes_the_file_in_every_profile(stack: Stack, profiles: tuple[str, ...]) -> None:
    chosen = [part for profile in profiles for part in ("--profile", profile)]

    stack.compose(*chosen, "config", "-q")


@pytest.mark.usefixtures("stack")
def test_the_image_works_on_a_read_only_disk_without_any_capability() -> None:
    tight = ["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--network", "none"]
    held = [
        "--entrypoint",
        "bash",
        IMAGE,
        "-c",
        "grep CapEff /proc/self/status; touch /var/lib/crupier/x /tmp/x || true",
    ]
    for command in ([IMAGE, "simulate", "spain_draw", "--hands", "100"], held):
        done = subprocess.run(["docker", "run", "--rm", *tight, *command], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert "CapEff:\t0000000000000000" in done.stdout
    assert 2 == done.stderr.count("Read-only file system")


def test_the_broker_has_no_guest_and_the_queues_of_the_services(stack: Stack) -> None:
    users = {line.split()[0] for line in stack.rabbitmqctl("list_users").splitlines()[1:]}
    queues = stack.rabbitmqctl("list_queues", "-p", "crupier", "name", "type").splitlines()[1:]

    assert users == {*SERVICES, "operator"}
    assert {"quorum"} == {line.split()[1] for line in queues}
    assert {"dealer", "betting", "evaluator", "jackpot", "lobby.events"} <= {line.split()[0] for line in queues}


def test_a_service_cannot_touch_another_ones_tables_nor_change_its_own(stack: Stack) -> None:
    owners = {
        tuple(row)
        for row in stack.sql("SELECT nspname, rolname FROM pg_namespace n JOIN pg_roles r ON r.oid = nspowner")
    }
    for service in ("dealer", "betting", "jackpot", "lobby"):
        assert (service, f"{service}_owner") in owners
    may = "SELECT has_table_privilege('{0}', '{1}.journal', 'INSERT'), has_schema_privilege('{0}', '{1}', 'USAGE')"
    assert [["t", "t"]] == stack.sql(may.format("dealer", "dealer"))
    assert [["f", "f"]] == stack.sql(
        may.format("dealer", "betting").replace("has_table_privilege('dealer', 'betting.journal', 'INSERT')", "false")
    )
    assert [["f"]] == stack.sql("SELECT has_table_privilege('dealer_auditor', 'betting.journal', 'INSERT')")


@pytest.mark.parametrize("path", ["/metrics", "/readyz", "/dealer/metrics", "/betting/livez", "/lobby/version"])
def test_the_gateway_keeps_what_is_for_those_inside(stack: Stack, path: str) -> None:
    assert 404 == status(stack, path)


def test_the_gateway_speaks_tls_with_the_certificate_that_it_was_given(stack: Stack) -> None:
    trusted = ssl.create_default_context(cafile=stack.secrets / "gateway_certificate")
    address = f"https://localhost:{stack.ports['CRUPIER_HTTPS_PORT']}/"
    with urllib.request.urlopen(address, timeout=10, context=trusted) as answer:
        assert 200 == answer.status
        assert answer.headers["Strict-Transport-Security"]


def test_the_gateway_refuses_requests_that_state_their_length_twice_or_are_too_long(stack: Stack) -> None:
    both = b"POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    twice = b"POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd"
    long = b"POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 20000\r\n\r\n"

    assert [b"400", b"400", b"413"] == [raw(stack, request).split()[1] for request in (both, twice, long)]


def test_hands_are_played_through_the_gateway(stack: Stack, room: Room) -> None:
    seconds = room.play(HANDS, seconds=1200)

    print(f"\n{HANDS} hands in {seconds:.0f} s")
    clean(stack)


def test_a_live_stream_leaves_the_gateway_as_it_comes(stack: Stack, room: Room) -> None:
    (table, *_) = stack.get("/api/room")["tables"]
    with urllib.request.urlopen(f"{stack.gateway}/api/tables/{table['id']}/events", timeout=20) as stream:
        began = time.monotonic()
        while not stream.readline().startswith(b"event:"):
            assert time.monotonic() - began < 20


def test_who_is_blocked_is_out_at_every_service_and_in_again_later(stack: Stack, room: Room) -> None:
    (table, *_) = stack.get("/dealer/tables")["tables"]
    places = ("/api/me", f"/dealer/tables/{table['id']}/view", "/betting/wallet")
    token = room.take_in("Berta")
    assert [200, 200, 200] == room.statuses(*places, token=token)

    for blocked, status_then in ((True, 401), (False, 200)):
        room.block("berta", blocked=blocked)
        wait_for(lambda: {status_then} == set(room.statuses(*places, token=token)), 20)  # noqa: B023  # asked at once


@pytest.mark.parametrize("worker", WORKERS if not SHORT else WORKERS[1:2])
def test_a_killed_worker_costs_time_alone(stack: Stack, room: Room, worker: str) -> None:
    stack.kill(worker)

    room.every_table_goes_on()
    room.play(HANDS_BETWEEN)
    clean(stack)


@pytest.mark.parametrize("server", ["rabbitmq", "postgres"])
def test_a_killed_server_costs_time_alone(stack: Stack, room: Room, server: str) -> None:
    stack.kill(server)

    stack.wait_until_well()
    room.every_table_goes_on()
    room.play(HANDS_BETWEEN)
    clean(stack)


def test_every_panel_shows_something_after_all_that(stack: Stack, room: Room) -> None:
    stack.ops("backup")
    wait_for(room.report_an_irregularity, 120)

    def empty() -> list[str]:
        return [f"{title}: {asked}" for title, asked in asking.panels() if not asking.ask(stack, asked)]

    try:
        wait_for(lambda: not empty(), 120, every=5)
    except TimeoutError:
        pytest.fail("\n".join(empty()))


@only_in_full
def test_an_alert_fires_when_nobody_takes_messages_and_ends_when_somebody_does(stack: Stack, room: Room) -> None:
    with stack.without("jackpot-worker"):
        wait_for(lambda: {"NoConsumer", "ProcessAway"} <= asking.firing(stack), 240, every=5)

    wait_for(lambda: not {"NoConsumer", "ProcessAway"} & asking.firing(stack), 120, every=5)
    room.every_table_goes_on()


@only_in_full
@pytest.mark.parametrize(
    ("server", "alerts"),
    [("rabbitmq", {"BrokerAway", "OutboxOld"}), ("postgres", {"DatabaseAway", "WatchBlind", "BooksNotChecked"})],
)
def test_the_alerts_of_an_outage_fire_and_end(stack: Stack, room: Room, server: str, alerts: set[str]) -> None:
    with stack.without(server):
        wait_for(lambda: alerts <= asking.firing(stack), 400, every=5)

    stack.wait_until_well()
    if server == "postgres":
        wait_for(lambda: "ClocksExtended" in asking.firing(stack), 120, every=5)
    wait_for(lambda: not alerts & asking.firing(stack), 180, every=5)
    room.every_table_goes_on()
    clean(stack)


@only_in_full
def test_an_alert_fires_when_a_hand_stands_still(stack: Stack, room: Room) -> None:
    with stack.without("dealer-worker"):
        wait_for(lambda: {"HandStandsStill", "NoConsumer"} <= asking.firing(stack), 420, every=5)

    room.every_table_goes_on()
    wait_for(lambda: "HandStandsStill" not in asking.firing(stack), 120, every=5)


@only_in_full
@pytest.mark.parametrize(
    ("service", "account", "alerts"),
    [
        ("betting", "kind = 'player'", {"InvariantBreached"}),
        ("jackpot", "path LIKE 'progressive/%/meter'", {"InvariantBreached", "PoolDiffersFromMeter"}),
    ],
)
def test_the_alerts_fire_when_the_books_are_wrong(
    stack: Stack, room: Room, service: str, account: str, alerts: set[str]
) -> None:
    (path,) = stack.sql(f"SELECT path FROM {service}.account WHERE {account} LIMIT 1")[0]  # noqa: S608  # words of this file
    change = "SET session_replication_role = replica; UPDATE {}.account SET balance = balance {} 1 WHERE path = '{}'"
    stack.sql(change.format(service, "+", path))
    try:
        wait_for(lambda: alerts <= asking.firing(stack), 240, every=5)
        assert "BROKEN" in stack.ops("verify", check=False)
    finally:
        stack.sql(change.format(service, "-", path))
    clean(stack)


@only_in_full
def test_an_alert_fires_when_the_broker_takes_nothing_and_all_goes_on_afterwards(stack: Stack, room: Room) -> None:
    stack.rabbitmqctl("set_vm_memory_high_watermark", "absolute", "1MiB")
    try:
        wait_for(lambda: "BrokerAlarm" in asking.firing(stack), 120, every=5)
    finally:
        stack.rabbitmqctl("set_vm_memory_high_watermark", "absolute", "512MiB")
    wait_for(lambda: "BrokerAlarm" not in asking.firing(stack), 120, every=5)
    room.every_table_goes_on()
    clean(stack)


@only_in_full
def test_a_dead_letter_is_told_shown_sent_again_and_taken_away(stack: Stack) -> None:
    program = (
        "from shared.runtime.settings import Settings; from shared.runtime.broker import connection_for\n"
        "with connection_for(Settings.from_environment(), 'operator') as c:\n"
        "    p = c.Producer(); p.publish({'no': 'message of ours'}, exchange='crupier', routing_key='dealer.junk',"
        " serializer='json', message_id='junk-1')\n"
    )
    stack.compose("run", "--rm", "-T", "--entrypoint", "python", "ops", "-c", program)

    wait_for(lambda: "DeadLetters" in asking.firing(stack), 120, every=5)
    assert "junk-1" in stack.ops("dlq", "list", check=False)
    assert "message of ours" in stack.ops("dlq", "show", "junk-1")
    assert "sent again: junk-1" in stack.ops("dlq", "replay", "dealer", "junk-1")
    wait_for(lambda: "junk-1" in stack.ops("dlq", "list", check=False), 30)
    assert "junk-1" in stack.ops("dlq", "drop", "dealer", "junk-1")
    assert "" == stack.ops("dlq", "list")


@only_in_full
def test_a_forged_message_is_refused_and_told(stack: Stack) -> None:
    program = (
        "import base64, os\n"
        "from shared.journal.ports import Outgoing\n"
        "from shared.messages.keyring import Keyring\n"
        "from shared.runtime.publisher import AmqpSender\n"
        "from shared.runtime.settings import Settings\n"
        "from shared.runtime.wiring import utc_now\n"
        "settings = Settings.from_environment()\n"
        "known, _ = settings.message_keys.current\n"
        "keys = Keyring.parse(f'{known}:{base64.b64encode(os.urandom(32)).decode()}')\n"
        "sender = AmqpSender(address=settings.broker_for('operator'), service='betting', keys=keys, clock=utc_now,"
        " confirm_seconds=10)\n"
        "sender.send([Outgoing(message_id='forged-1', queue='jackpot', kind='jackpot.contribute', table='t-1',"
        " hand='h-1', payload={}, cause='c-1')])\n"
    )
    stack.compose("run", "--rm", "-T", "--entrypoint", "python", "ops", "-c", program)

    wait_for(lambda: "ForgedMessages" in asking.firing(stack), 120, every=5)
    assert "forged-1" in stack.ops("dlq", "drop", "jackpot", "forged-1")
    assert "" == stack.ops("dlq", "list")


@only_in_full
def test_a_rolling_restart_loses_nothing(stack: Stack, room: Room) -> None:
    before = room.hands()
    for service in ("evaluator-worker", "jackpot-worker", "betting-worker", "dealer-worker", *WEBS, "watch", "gateway"):
        stack.compose("up", "-d", "--no-build", "--no-deps", "--force-recreate", service)
        stack.wait_until_well(service)

    room.every_table_goes_on()
    assert room.hands() > before
    assert [] == room.company.tally.unexpected
    clean(stack)


@only_in_full
def test_more_workers_lose_nothing(stack: Stack, room: Room) -> None:
    alone = room.play(HANDS_TIMED)
    stack.compose("up", "-d", "--no-build", *(part for worker in WORKERS for part in ("--scale", f"{worker}=3")))
    stack.wait_until_well()
    assert 3 == len(stack.containers("betting-worker"))

    together = room.play(HANDS_TIMED)
    print(f"\n{HANDS_TIMED} hands: {alone:.1f} s with one worker of each, {together:.1f} s with three")
    stack.compose("up", "-d", "--no-build")
    room.every_table_goes_on()
    clean(stack)


def test_what_was_wiped_comes_back_from_the_backup(stack: Stack, room: Room, tmp_path: Path) -> None:
    room.company.stop()
    stack.compose("stop", "-t", "20", "gateway", "watch", *WEBS, *WORKERS)
    before = newest_backup(stack, tmp_path / "before")

    stack.compose("rm", "-sf", "rabbitmq", "postgres")
    subprocess.run(["docker", "volume", "rm", f"{stack.project}_broker", f"{stack.project}_database"], check=True)
    stack.compose("up", "-d", "--no-build", "rabbitmq", "postgres")
    stack.wait_until_well("rabbitmq", "postgres")
    stack.compose("run", "--rm", "-T", "migrate")
    stack.compose("run", "--rm", "-T", "restore", "restore", f"/var/backups/crupier/{before.name}")

    after = newest_backup(stack, tmp_path / "after")
    assert contents(before) == contents(after)
    clean(stack)
    stack.up()


@only_in_full
def test_the_restored_house_goes_on(stack: Stack) -> None:
    with open_room(stack) as again:
        again.every_table_goes_on()
        again.play(HANDS_BETWEEN)
        assert [] == again.company.tally.unexpected
    clean(stack)


def newest_backup(stack: Stack, directory: Path) -> Path:
    """Make a backup in the stack and bring it here."""
    place = stack.ops("backup").splitlines()[-1].strip()
    directory.mkdir()
    copied = directory / Path(place).name
    with copied.open("wb") as file:
        command = ["docker", "run", "--rm", "-v", f"{stack.project}_backups:/b:ro", "--entrypoint", "cat"]
        image = stack.environment()["CRUPIER_IMAGE"]
        subprocess.run([*command, image, f"/b/{copied.name}"], stdout=file, check=True)
    return copied


def contents(path: Path) -> object:
    """Every table's columns, number of rows and digest."""
    with tarfile.open(path) as tar:
        manifest = tar.extractfile("manifest.json")
        assert manifest is not None
        return json.load(manifest)["services"]


def test_docs_name_the_commands_that_this_file_has_tried() -> None:
    text = (ROOT / "docs" / "operating.md").read_text()

    for words in ("restore restore", "dlq replay", "--force-recreate", "--scale", "ops backup", "ops verify"):
        assert words in text
