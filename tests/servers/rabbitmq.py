"""A private RabbitMQ node on loopback ports, with its own Erlang port mapper, cookie, configuration and data."""

import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

import kombu

from tests.servers import binaries, processes

PLUGINS: Final = "[rabbitmq_prometheus]."
ONE_SCHEDULER: Final = "+S 1:1"
"""The machine is shared: one Erlang scheduler is enough for tests, and quieter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rabbit:
    """A node that this test run started. It survives the process that started it, until `remove`."""

    directory: Path
    port: int
    distribution_port: int
    port_mapper_port: int
    metrics_port: int
    node: str
    version: str

    @classmethod
    def start(cls, directory: Path) -> "Rabbit":
        """Configure a node in `directory` and start it."""
        programs = binaries.rabbit_bin()
        (directory / "home").mkdir(parents=True)
        node = cls(
            directory=directory,
            port=processes.free_port(),
            distribution_port=processes.free_port(),
            port_mapper_port=processes.free_port(),
            metrics_port=processes.free_port(),
            node=f"crupier{os.getpid()}x{processes.free_port()}@localhost",
            version=_version(programs),
        )
        node._configure()
        node.resume()
        return node

    @property
    def url(self) -> str:
        return self.url_of("/")

    def url_of(self, vhost: str) -> str:
        """Return the address of one virtual host of this node."""
        return f"amqp://guest:guest@127.0.0.1:{self.port}/{quote(vhost, safe='')}"

    @property
    def metrics_url(self) -> str:
        return f"http://127.0.0.1:{self.metrics_port}/metrics"

    @property
    def pid(self) -> int:
        return int((self.directory / "pid").read_text())

    def resume(self) -> None:
        """Start the node on its data, new or left by `kill`, and wait until it takes connections."""
        with (self.directory / "server.log").open("ab") as log:
            script = subprocess.Popen(
                [binaries.rabbit_bin() / "rabbitmq-server"],
                env=self._environment(),
                cwd=self.directory,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        processes.wait_until(
            lambda: processes.listens(self.port) or script.poll() is not None,
            seconds=90,
            what=lambda: f"RabbitMQ did not start: {self._last_words()}",
        )
        if script.poll() is not None:
            raise binaries.Unavailable(f"RabbitMQ ended at its start: {self._last_words()}")

    def kill(self) -> None:
        """End the node with SIGKILL; what it had not written is lost."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End the node in an orderly way."""
        self._end(signal.SIGTERM)

    def restart(self) -> None:
        """Kill the node and start it again on its data."""
        self.kill()
        self.resume()

    def wipe(self) -> None:
        """Kill the node and start it again without data, as after the loss of its volume."""
        self.kill()
        shutil.rmtree(self.directory / "mnesia")
        self.resume()

    def freeze(self) -> None:
        """Stop the node's clock (SIGSTOP): sockets stay open and nothing answers, until `thaw`."""
        processes.send(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        processes.send(self.pid, signal.SIGCONT)

    def control(self, *arguments: str) -> str:
        """Run `rabbitmqctl` against this node and return what it printed."""
        done = subprocess.run(
            [binaries.rabbit_bin() / "rabbitmqctl", "--quiet", "--node", self.node, *arguments],
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise binaries.Unavailable(f"rabbitmqctl {arguments[0]}: {(done.stderr or done.stdout).strip()[-800:]}")
        return done.stdout.strip()

    def add_vhost(self, vhost: str) -> str:
        """Create a virtual host that is open to everyone here, and return its address."""
        self.control(
            "eval",
            f'rabbit_vhost:add(<<"{vhost}">>, <<"crupier">>), rabbit_auth_backend_internal:set_permissions('
            f'<<"guest">>, <<"{vhost}">>, <<".*">>, <<".*">>, <<".*">>, <<"crupier">>).',
        )
        return self.url_of(vhost)

    def drop_vhost(self, vhost: str) -> None:
        self.control("delete_vhost", vhost)

    def memory_alarm(self, *, on: bool) -> None:
        """Make the node refuse publishers as it does when memory runs out."""
        self.control("set_vm_memory_high_watermark", "0.00001" if on else "0.6")

    def remove(self) -> None:
        """End the node and its port mapper and delete its data."""
        if (self.directory / "pid").exists():
            processes.end(self.pid, first=signal.SIGKILL)
        mapper = shutil.which("epmd")
        if mapper:
            subprocess.run(
                [mapper, "-port", str(self.port_mapper_port), "-kill"],
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )
        shutil.rmtree(self.directory, ignore_errors=True)

    def _end(self, first: int) -> None:
        processes.end(self.pid, first=first, seconds=30)
        processes.wait_until(
            lambda: not processes.listens(self.port) and not processes.listens(self.distribution_port),
            seconds=30,
            what=lambda: "RabbitMQ keeps its ports after its end",
        )
        (self.directory / "pid").unlink(missing_ok=True)

    def _configure(self) -> None:
        (self.directory / "enabled_plugins").write_text(PLUGINS)
        (self.directory / "rabbitmq.conf").write_text(
            f"listeners.tcp.1 = 127.0.0.1:{self.port}\n"
            f"prometheus.tcp.ip = 127.0.0.1\nprometheus.tcp.port = {self.metrics_port}\n"
            "vm_memory_high_watermark.relative = 0.6\ndisk_free_limit.absolute = 10MB\nlog.console = true\n"
            "log.console.level = warning\nlog.file = false\n"
        )

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("RABBITMQ_", "ERL_"))}
        return {
            **kept,
            "HOME": str(self.directory / "home"),
            "RABBITMQ_NODENAME": self.node,
            "RABBITMQ_MNESIA_BASE": str(self.directory / "mnesia"),
            "RABBITMQ_LOG_BASE": str(self.directory / "log"),
            "RABBITMQ_CONFIG_FILE": str(self.directory / "rabbitmq.conf"),
            "RABBITMQ_CONF_ENV_FILE": "/dev/null",
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.directory / "enabled_plugins"),
            "RABBITMQ_PID_FILE": str(self.directory / "pid"),
            "RABBITMQ_DIST_PORT": str(self.distribution_port),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": f"{ONE_SCHEDULER} -kernel inet_dist_use_interface {{127,0,0,1}}",
            "ERL_EPMD_PORT": str(self.port_mapper_port),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "ERL_EPMD_RELAXED_COMMAND_CHECK": "1",  # else it refuses to end while it believes in the node
        }

    def _last_words(self) -> str:
        log = self.directory / "server.log"
        return log.read_text(errors="replace").strip()[-800:] if log.exists() else "it wrote nothing"


def _version(programs: Path) -> str:
    # Asking the program itself would start Erlang for a second; the directory beside it carries the version.
    found = sorted(programs.parent.glob("**/rabbitmq_server-*"), key=lambda place: len(place.parts))
    named = found[0].name if found else programs.parent.name
    return named.partition("-")[2] or "unknown"


def server_version(url: str) -> str:
    """Return the version that the broker itself gives when a client connects."""
    with kombu.Connection(url, connect_timeout=5) as connection:
        connection.connect()
        return str(getattr(connection.connection, "server_properties", {}).get("version", "unknown"))
