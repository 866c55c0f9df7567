"""docker-compose.yml: valid for both generations of Compose, and as tight as the runbook says."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, get_origin, get_type_hints

import pytest
import yaml

from shared.hand.commands import COMMANDS
from shared.runtime.settings import KEYS, Settings
from shared.secret import Secret
from tests.deploy.series import ROOT

COMPOSE = ROOT / "docker-compose.yml"
TLS = ROOT / "deploy" / "compose.tls.yml"
DOCUMENT: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())
SERVICES: dict[str, dict[str, Any]] = DOCUMENT["services"]
OURS = {name: service for name, service in SERVICES.items() if "crupier:" in service["image"]}
PROFILES = ((), ("observability",), ("ops",), ("observability", "ops"))
REFUSED_BY_1_29 = {"start_interval", "develop", "include", "env_file_objects"}


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("secrets")
    subprocess.run([sys.executable, ROOT / "deploy" / "make-secrets", "--directory", place], check=True)
    return place


def compose() -> list[str] | None:
    if (
        shutil.which("docker")
        and not subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode
    ):
        return ["docker", "compose"]
    return ["docker-compose"] if shutil.which("docker-compose") else None


@pytest.mark.parametrize("profiles", PROFILES, ids=" ".join)
def test_compose_takes_the_file_in_every_profile(profiles: tuple[str, ...], secrets: Path) -> None:
    command = compose()
    if command is None:
        pytest.skip("no Compose here")
    chosen = [part for profile in profiles for part in ("--profile", profile)]
    for files in (["-f", COMPOSE], ["-f", COMPOSE, "-f", TLS]):
        done = subprocess.run(
            [*command, *files, *chosen, "config", "-q"],
            env={**os.environ, "CRUPIER_SECRETS": str(secrets)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert 0 == done.returncode, done.stderr


def test_nothing_in_it_is_unknown_to_the_older_generation() -> None:
    assert {"services", "networks", "volumes", "secrets"} == {key for key in DOCUMENT if not key.startswith("x-")}
    assert not REFUSED_BY_1_29 & set(re.findall(r"\w+", COMPOSE.read_text()))


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_has_no_more_rights_than_it_needs(name: str) -> None:
    service = SERVICES[name]

    assert service["cap_drop"] == ["ALL"]
    assert service["read_only"] is True
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "mem_limit" in service
    assert not service.get("privileged")
    if name not in ("rabbitmq", "postgres"):
        assert "cap_add" not in service


@pytest.mark.parametrize("name", OURS)
def test_a_process_of_the_house_runs_as_its_own_user(name: str) -> None:
    assert OURS[name]["user"] == "10001:10001"
    assert OURS[name]["networks"] == ["inside"]


@pytest.mark.parametrize("name", SERVICES)
def test_a_port_is_open_on_this_machine_alone(name: str) -> None:
    for port in SERVICES[name].get("ports", []):
        assert port.startswith("127.0.0.1:"), port
    if name not in ("gateway", "prometheus", "alertmanager", "grafana"):
        assert "ports" not in SERVICES[name]


@pytest.mark.parametrize("name", [name for name in SERVICES if name not in ("migrate", "ops", "restore")])
def test_a_container_that_stays_is_started_again_and_asked_how_it_is(name: str) -> None:
    assert SERVICES[name]["restart"] == "unless-stopped"
    if "observability" not in SERVICES[name].get("profiles", []):
        assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"


def test_no_secret_stands_in_the_file() -> None:
    for name, service in SERVICES.items():
        for key, value in service.get("environment", {}).items():
            if any(word in key for word in ("PASSWORD", "KEYS", "SECRET")):
                assert key.endswith(("_FILE", "__FILE")), f"{name} {key}"
            assert "guest" not in str(value), f"{name} {key}"


def test_every_secret_is_drawn_and_every_drawn_one_is_used(secrets: Path) -> None:
    asked = {Path(secret["file"]).name for secret in DOCUMENT["secrets"].values()}

    assert asked == {path.name for path in secrets.iterdir()}


@pytest.mark.parametrize("name", OURS)
def test_a_process_is_given_the_secrets_that_it_reads_and_no_others(name: str) -> None:
    read = {Path(value).name for key, value in OURS[name]["environment"].items() if key.endswith("_FILE")}

    unread = {"database_dealer"} if name.startswith("evaluator") else set()
    assert read - unread == set(OURS[name]["secrets"])


@pytest.mark.parametrize("name", OURS)
def test_the_settings_of_a_process_are_taken(name: str, secrets: Path) -> None:
    given = {
        key: re.sub(r"\$\{\w+:-(\w+)\}", r"\1", str(value)).replace("/run/secrets", str(secrets))
        for key, value in OURS[name]["environment"].items()
    }

    settings = Settings.from_environment(given)

    assert settings.production
    assert set(given) <= {key.name for key in KEYS} | {f"{key.name}_FILE" for key in KEYS}


def test_only_who_is_sent_something_sealed_can_open_it() -> None:
    sent = {task.partition(".")[0] for task, command in COMMANDS.items() if sealed(command)} | {"dealer", "evaluator"}
    holders = {name.partition("-")[0] for name, service in OURS.items() if "seal_keys" in service["secrets"]}

    assert sent | {"watch", "ops", "restore"} == holders


def sealed(command: type[Any]) -> bool:
    return any(get_origin(hint) is Secret for hint in get_type_hints(command).values())


def test_each_database_role_is_made_when_the_volume_is_new() -> None:
    script = (ROOT / "deploy" / "postgres" / "roles.sh").read_text()

    for secret in SERVICES["postgres"]["secrets"]:
        role = secret.removeprefix("database_")
        assert role == "postgres" or f"database_{role}" in script or role in script
