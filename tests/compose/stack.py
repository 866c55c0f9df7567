"""The whole stack of docker-compose.yml, under a name, ports and secrets of its own."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import yaml
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from shared.runtime.wiring import utc_now
from tests.compose import images

ROOT = images.ROOT
IMAGE = "crupier:compose-test"
GRAFANA = "grafana/grafana"
FILES = ("docker-compose.yml", "deploy/compose.tls.yml")
PORTS = ("CRUPIER_HTTP_PORT", "CRUPIER_HTTPS_PORT", "PROMETHEUS_PORT", "ALERTMANAGER_PORT")
SERVICES = ("dealer", "betting", "evaluator", "jackpot", "lobby")
WEBS = tuple(f"{service}-web" for service in SERVICES)
WORKERS = tuple(f"{service}-worker" for service in SERVICES if service != "lobby")
READY_SECONDS = 240


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """One stack, from `up` to `down`."""

    project: str
    home: Path
    secrets: Path
    ports: dict[str, int]

    @property
    def gateway(self) -> str:
        return f"http://127.0.0.1:{self.ports['CRUPIER_HTTP_PORT']}"

    @property
    def prometheus(self) -> str:
        return f"http://127.0.0.1:{self.ports['PROMETHEUS_PORT']}"

    def compose(self, *arguments: str, check: bool = True, seconds: float = 600) -> str:
        """Run compose, of whichever generation is there, and return what it printed."""
        v2 = subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode == 0
        command = ["docker", "compose"] if v2 else ["docker-compose", "--no-ansi"]
        done = subprocess.run(
            [*command, "--project-directory", str(self.home), *self._files(), *arguments],
            env=self.environment(),
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
        if check and done.returncode != 0:
            raise AssertionError(
                f"compose {' '.join(arguments)}: {done.returncode}\n{done.stdout}\n{done.stderr[-4000:]}"
            )
        return done.stdout

    def _files(self) -> Iterator[str]:
        for name in FILES:
            yield from ("-f", str(self.home / name))

    def environment(self) -> dict[str, str]:
        """Return what compose is told of this stack."""
        return {
            **{name: value for name, value in os.environ.items() if not name.startswith("CRUPIER_")},
            "COMPOSE_PROJECT_NAME": self.project,
            "CRUPIER_IMAGE": IMAGE,
            "CRUPIER_SECRETS": str(self.secrets),
            "CRUPIER_ACTS_PER_SECOND": "10000",
            **{name: str(port) for name, port in self.ports.items()},
        }

    def up(self, *arguments: str) -> None:
        """Bring everything up, or what is named, and wait until it is well."""
        self.compose("up", "-d", "--no-build", *arguments)
        self.wait_until_well()

    def ops(self, *command: str, check: bool = True) -> str:
        """Carry out one command of the house in a container of its own."""
        return self.compose("run", "--rm", "-T", "ops", *command, check=check)

    def containers(self, service: str, *, every: bool = False) -> list[str]:
        """Return the ids of a service's containers, with `every` those too that have ended."""
        wanted = [
            "--filter", f"label=com.docker.compose.project={self.project}",
            "--filter", f"label=com.docker.compose.service={service}",
            "--filter", "label=com.docker.compose.oneoff=False",
        ]  # fmt: skip
        return _run("docker", "ps", "-q", *(["-a"] if every else []), *wanted).split()

    def inspect(self, container: str) -> Any:
        """Return what the engine knows of a container."""
        return json.loads(_run("docker", "inspect", container))[0]

    def kill(self, service: str) -> None:
        """SIGKILL every container of a service, and start it again a moment later."""
        for container in self.containers(service):
            _run("docker", "kill", container)
        time.sleep(2)
        for container in self.containers(service, every=True):
            _run("docker", "start", container)

    @contextmanager
    def without(self, service: str) -> Iterator[None]:
        """Stop a service until the end of the block."""
        self.compose("stop", "-t", "30", service)
        try:
            yield
        finally:
            self.compose("start", service)

    def wait_until_well(self, *services: str) -> None:
        """Return when every container that has a health check is healthy."""
        wanted = services or ("rabbitmq", "postgres", "watch", "gateway", *WEBS, *WORKERS)

        def well() -> bool:
            found = {service: self.containers(service) for service in wanted}
            return all(found.values()) and all(
                self.inspect(container)["State"]["Health"]["Status"] == "healthy"
                for containers in found.values()
                for container in containers
            )

        try:
            wait_for(well, READY_SECONDS)
        except TimeoutError:
            raise AssertionError(f"not well:\n{self.compose('ps')}\n{self.compose('logs', '--tail=20')}") from None

    def sql(self, statement: str) -> list[list[str]]:
        """Ask the database as its superuser."""
        (container,) = self.containers("postgres")
        told = _run(
            "docker", "exec", container, "psql", "-U", "postgres", "-d", "crupier", "-At", "-F", "\t", "-c", statement
        )
        return [line.split("\t") for line in told.splitlines()]

    def rabbitmqctl(self, *arguments: str) -> str:
        """Ask the broker's own program."""
        (container,) = self.containers("rabbitmq")
        return _run("docker", "exec", container, "rabbitmqctl", "-q", *arguments)

    def get(self, path: str) -> Any:
        """Return what the gateway shows."""
        with urllib.request.urlopen(f"{self.gateway}{path}", timeout=10) as answer:
            return json.load(answer)


@contextmanager
def fresh_stack(directory: Path) -> Iterator[Stack]:
    """A stack from nothing, and nothing of it left afterwards. CRUPIER_COMPOSE_KEEP=1 leaves it for a look."""
    images.start_engine()
    images.prepare(IMAGE, *public_images())
    stack = Stack(
        project=f"crupier{secrets.token_hex(3)}",
        home=copy_of_deploy(directory / "home"),
        secrets=directory / "secrets",
        ports={name: free_port() for name in PORTS},
    )
    make_secrets = [sys.executable, str(ROOT / "deploy" / "make-secrets"), "--directory", str(stack.secrets)]
    subprocess.run(make_secrets, check=True, capture_output=True)
    make_certificate(stack.secrets)
    try:
        yield stack
    finally:
        if os.environ.get("CRUPIER_COMPOSE_KEEP") != "1":
            stack.compose("--profile", "observability", "down", "-v", "--remove-orphans", "-t", "15", check=False)


def make_certificate(directory: Path) -> None:
    """Put a certificate for this machine and its key where the gateway looks for its own."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = utc_now()
    certificate = (
        x509.CertificateBuilder(issuer_name=name, subject_name=name, public_key=key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=60))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (directory / "gateway_certificate").write_bytes(certificate.public_bytes(Encoding.PEM))
    (directory / "gateway_key").write_bytes(private)


def copy_of_deploy(directory: Path) -> Path:
    """Return a copy of what Compose reads, so that nobody's edits meanwhile change a stack that runs."""
    shutil.copytree(ROOT / "deploy", directory / "deploy", ignore=shutil.ignore_patterns("secrets"))
    shutil.copy(ROOT / "docker-compose.yml", directory)
    return directory


def public_images() -> tuple[str, ...]:
    """Return the images that docker-compose.yml asks for, besides the house's own; Grafana's is not among them."""
    document = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    asked = {service["image"].partition(":-")[2].rstrip("}") for service in document["services"].values()}
    return tuple(sorted(each for each in asked if not each.startswith(("crupier:", GRAFANA))))


def wait_for(what: Callable[[], Any], seconds: float, every: float = 1.0) -> Any:
    """Return what a question answers as soon as it answers something, or refuse with `TimeoutError`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(every)
    raise TimeoutError(f"nothing after {seconds} s")


def free_port() -> int:
    """Return a port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}: {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout
