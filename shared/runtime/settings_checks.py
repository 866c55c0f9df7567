"""What does not fit together in one installation, and what is allowed but worth a word."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from shared.messages.keyring import Keyring
from shared.runtime.misconfigured import Misconfigured
from shared.secret import Secret

if TYPE_CHECKING:
    from shared.runtime.settings import Settings

PLACE: Final = "{password}"
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
KNOWN_PASSWORDS: Final = (
    "guest",
    "password",
    "secret",
    "changeme",
    "change-me",
    "crupier",
    "postgres",
    "rabbitmq",
)
PASSWORD_LENGTH_MIN: Final = 12
VOLATILE_FILE_SYSTEMS: Final = ("tmpfs", "ramfs")


def refuse_what_does_not_fit(settings: "Settings") -> None:
    """Refuse with `Misconfigured`, naming the key and hiding the value."""
    _check_broker(settings)
    _check_database(settings)
    _check_keys_differ(settings)
    if settings.production:
        _check_production(settings)


def words_of_warning(settings: "Settings") -> tuple[str, ...]:
    """Return what the owner should know although the house starts."""
    said: list[str] = []
    broker = urlsplit(settings.broker_url.reveal())
    if settings.embedded and settings.production:
        said.append("one process, broker in memory: fit for a small room, not for a floor")
    if broker.scheme == "amqp" and broker.hostname not in LOOPBACK:
        said.append("the broker is spoken to without TLS")
    if not settings.embedded and settings.database_url.reveal().startswith("sqlite"):
        said.append("several processes on SQLite files: one writer at a time, PostgreSQL is made for this")
    if settings.randomness != "system":
        said.append("the shuffle is drawn from a test seed: anybody can foretell it")
    return tuple(said)


def _check_broker(settings: "Settings") -> None:
    broker = urlsplit(settings.broker_url.reveal())
    if broker.scheme == "memory":
        return
    if not broker.hostname:
        raise Misconfigured("CRUPIER_BROKER_URL", "no host in it")
    password = _password(broker.password, settings.broker_password, key="CRUPIER_BROKER_PASSWORD")
    local = broker.hostname in LOOPBACK
    if not local and (broker.username in (None, "guest") or password in KNOWN_PASSWORDS or not password):
        raise Misconfigured("CRUPIER_BROKER_URL", "a default user or password on a broker that others can reach")
    if not local and len(password) < PASSWORD_LENGTH_MIN:
        raise Misconfigured("CRUPIER_BROKER_PASSWORD", f"shorter than {PASSWORD_LENGTH_MIN} characters")


def _check_database(settings: "Settings") -> None:
    template = settings.database_url.reveal()
    if template.startswith("sqlite"):
        if not template.startswith("sqlite:////") and not template.startswith("sqlite:///{data}/"):
            raise Misconfigured("CRUPIER_DATABASE_URL", "expected an absolute path, or one that begins with {data}/")
        return
    address = urlsplit(template.replace("+psycopg", ""))
    if "{service}" not in (address.username or ""):
        raise Misconfigured("CRUPIER_DATABASE_URL", "two services would share one role: put {service} into the user")
    password = _password(address.password, settings.database_password, key="CRUPIER_DATABASE_PASSWORD")
    if address.hostname not in (*LOOPBACK, None) and (
        password in KNOWN_PASSWORDS or len(password) < PASSWORD_LENGTH_MIN
    ):
        raise Misconfigured(
            "CRUPIER_DATABASE_PASSWORD",
            f"a default one, or shorter than {PASSWORD_LENGTH_MIN} characters, on a database that others can reach",
        )


def _password(in_address: str | None, given: Secret[str], *, key: str) -> str:
    """Return the password in use; an address that asks for one by `{password}` must be given it."""
    if in_address != PLACE:
        return in_address or ""
    if not given.reveal():
        raise Misconfigured(key, "missing; the address asks for it")
    return given.reveal()


def _check_keys_differ(settings: "Settings") -> None:
    seen: dict[bytes, str] = {}
    rings: tuple[tuple[str, Keyring], ...] = (
        ("CRUPIER_MESSAGE_KEYS", settings.message_keys),
        ("CRUPIER_SEAL_KEYS", settings.seal_keys),
        ("CRUPIER_TOKEN_KEYS", settings.token_keys),
    )
    for name, ring in rings:
        for key_id, key in ring.keys:
            if seen.setdefault(key.reveal(), name) != name:
                raise Misconfigured(name, f"key {key_id} is also in {seen[key.reveal()]}: one key, one purpose")


def _check_production(settings: "Settings") -> None:
    if settings.debug:
        raise Misconfigured("CRUPIER_DEBUG", "refused with CRUPIER_ENV=production")
    if settings.log_level == "debug":
        raise Misconfigured("CRUPIER_LOG_LEVEL", "debug is refused with CRUPIER_ENV=production")
    if settings.randomness != "system":
        raise Misconfigured("CRUPIER_RANDOMNESS", "a test seed is refused with CRUPIER_ENV=production")
    if settings.database_url.reveal().startswith("sqlite"):
        path = Path(settings.database_for("betting").removeprefix("sqlite:///"))
        if file_system_of(path) in VOLATILE_FILE_SYSTEMS:
            raise Misconfigured("CRUPIER_DATA", "on a file system in memory: the ledger would not outlive a restart")


def file_system_of(path: Path) -> str:
    """Return the kind of file system that holds `path`, or an empty text where the system does not tell."""
    try:
        mounts = Path("/proc/mounts").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    found, kind = "", ""
    target = os.path.realpath(path)
    for line in mounts:
        _, mounted, file_system, *_rest = line.split(" ")
        inside = target == mounted or target.startswith(mounted.rstrip("/") + "/")
        if inside and len(mounted) >= len(found):
            found, kind = mounted, file_system
    return kind
