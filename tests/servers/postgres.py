"""A private PostgreSQL server on a loopback port, its data in a directory of its own."""

import os
import pwd
import re
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from tests.servers import binaries, processes

FAST = ("fsync=off", "full_page_writes=off", "shared_buffers=64MB", "max_connections=200", "autovacuum_naptime=10s")
DURABLE = ("shared_buffers=128MB", "max_connections=200")


@dataclass(frozen=True, slots=True, kw_only=True)
class Postgres:
    """A server that this test run started. It survives the process that started it, until `remove`."""

    directory: Path
    port: int
    version: str
    durable: bool = False

    @classmethod
    def start(cls, directory: Path, *, durable: bool = False) -> "Postgres":
        """Make a cluster in `directory` and start it; `durable` keeps fsync on, for measurements and crash tests."""
        programs = binaries.postgres_bin()
        directory.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:
            _give_to_server_user(directory)
        choices = ("--auth=trust", "--username=crupier", "--encoding=UTF8", "--no-locale", "--no-sync")
        _run([programs / "initdb", *choices, "--pgdata", directory / "data"], inside=directory)
        version = _run([programs / "postgres", "--version"], inside=directory)
        found = re.search(r"[\d.]+", version)
        server = cls(
            directory=directory,
            port=processes.free_port(),
            version=found.group() if found else version,
            durable=durable,
        )
        server.resume()
        return server

    @property
    def url(self) -> str:
        return self.url_of("postgres")

    def url_of(self, database: str) -> str:
        """Return the address of one database of this server."""
        return f"postgresql+psycopg://crupier@127.0.0.1:{self.port}/{database}"

    @property
    def pid(self) -> int:
        return int((self.directory / "data" / "postmaster.pid").read_text().split()[0])

    def resume(self) -> None:
        """Start the server on its data, new or left by `kill`."""
        options = " ".join(f"-c {option}" for option in (DURABLE if self.durable else FAST))
        self._control(
            "start",
            "--timeout=60",
            f"--log={self.directory / 'server.log'}",
            f"--options=-h 127.0.0.1 -p {self.port} -k {self.directory} {options}",
        )

    def kill(self) -> None:
        """Stop without a checkpoint, as a power cut would; every connection breaks."""
        self._control("stop", "--mode=immediate")

    def restart(self) -> None:
        """Kill and come back, after the recovery of what was committed."""
        self.kill()
        self.resume()

    def freeze(self) -> None:
        """Let no new connection through until `thaw`."""
        processes.send(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        processes.send(self.pid, signal.SIGCONT)

    def remove(self) -> None:
        """Stop the server and delete its data."""
        if (self.directory / "data" / "postmaster.pid").exists():
            processes.end(self.pid, first=signal.SIGQUIT)
        shutil.rmtree(self.directory, ignore_errors=True)

    def _control(self, *arguments: str) -> None:
        data = self.directory / "data"
        _run([binaries.postgres_bin() / "pg_ctl", "--wait", "--pgdata", data, *arguments], inside=self.directory)


def create_database(url: str, name: str, *, template: str = "template0") -> None:
    """Create a database on the server that `url` reaches."""
    _execute(url, "CREATE DATABASE {} TEMPLATE {}", name, template)


def drop_database(url: str, name: str) -> None:
    """Drop a database and the connections to it."""
    _execute(url, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name)


def empty_database(url: str) -> None:
    """End all other connections to a database and drop everything in it."""
    with psycopg.connect(plain(url), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        schemas = connection.execute(
            "SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'"
        ).fetchall()
        connection.execute(
            sql.SQL("DROP SCHEMA {} CASCADE; CREATE SCHEMA public").format(
                sql.SQL(", ").join(sql.Identifier(name) for (name,) in schemas)
            )
        )


def server_version(url: str) -> str:
    """Return the version that the server itself gives."""
    with psycopg.connect(plain(url)) as connection:
        return str(connection.execute("SHOW server_version").fetchall()[0][0])


def plain(url: str) -> str:
    """Return a SQLAlchemy address in the form that the driver itself takes."""
    return url.replace("postgresql+psycopg://", "postgresql://", 1)


def _execute(url: str, statement: str, *names: str) -> None:
    with psycopg.connect(plain(url), autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*(sql.Identifier(name) for name in names)))


def _give_to_server_user(directory: Path) -> None:
    # initdb refuses to run as root.
    try:
        person = pwd.getpwnam("postgres")
    except KeyError as missing:
        raise binaries.Unavailable("PostgreSQL refuses root and there is no user postgres to run it") from missing
    os.chown(directory, person.pw_uid, person.pw_gid)


def _run(command: list[Any], *, inside: Path) -> str:
    # The environment is emptied of PGHOST and its kind, which would lead the programs to another server.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*as_user, *map(str, command)],
        cwd=inside,
        env=kept,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise binaries.Unavailable(f"{Path(str(command[0])).name} failed: {done.stdout.strip()[-800:]}")
    return done.stdout.strip()
