"""Everything that an installation may choose, read once from CRUPIER_* and refused at the start when it is wrong."""

import difflib
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from shared.messages.keyring import BadKey, Keyring
from shared.runtime import generated_secrets, settings_checks
from shared.runtime.misconfigured import Misconfigured
from shared.secret import Secret

PREFIX: Final = "CRUPIER_"
FOREIGN_KEYS: Final = ("CRUPIER_TEST_", "CRUPIER_REQUIRE_SERVICES")
"""Read by the tests, not by the product; they may be set beside ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """One installation. `broker_url` and `database_url` are templates with `{service}` and `{password}` in them."""

    env: str
    data: Path
    broker_url: Secret[str]
    broker_password: Secret[str]
    database_url: Secret[str]
    database_password: Secret[str]
    message_keys: Keyring
    seal_keys: Keyring
    token_keys: Keyring
    host: str
    port: int
    ops_host: str
    ops_port: int
    log_level: str
    log_format: str
    debug: bool
    randomness: str
    trusted_proxies: int
    acts_per_second: int
    relay_poll_seconds: float
    confirm_seconds: float
    sweep_seconds: float
    outage_seconds: float
    hold_seconds: float
    sign_in_seconds: float

    @property
    def embedded(self) -> bool:
        """All services in this one process, over a broker in memory."""
        return self.broker_url.reveal().startswith("memory://")

    @property
    def production(self) -> bool:
        return self.env == "production"

    def broker_for(self, service: str) -> str:
        """The broker's address as that service signs in; it holds a password and is not to be printed."""
        return _filled(self.broker_url, service=service, password=self.broker_password, data=self.data)

    def database_for(self, service: str) -> str:
        """The address of that service's own database; it holds a password and is not to be printed."""
        return _filled(self.database_url, service=service, password=self.database_password, data=self.data)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Read and check everything, or refuse with `Misconfigured`."""
        _refuse_unknown(environment)
        read = {key.field: _read(key, environment) for key in KEYS}
        chosen = generated_secrets.fill_missing(read, may_generate=_is_embedded(read))
        for key in KEYS:
            if chosen[key.field] is None:
                raise Misconfigured(key.name, f"missing; {key.hint}")
        settings = cls(**chosen)
        settings_checks.refuse_what_does_not_fit(settings)
        return settings


def _is_embedded(read: Mapping[str, Any]) -> bool:
    return bool(read["broker_url"].reveal().startswith("memory://"))


def _filled(template: Secret[str], *, service: str, password: Secret[str], data: Path) -> str:
    text = template.reveal().replace("{service}", service).replace("{data}", str(data.resolve()))
    return text.replace("{password}", quote(password.reveal(), safe=""))


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key: how its text is read, and what holds when it is not set (`None`: it must be set)."""

    name: str
    field: str
    read: Callable[[str], Any]
    default: str | None
    hint: str = ""
    secret: bool = False


def _refuse_unknown(environment: Mapping[str, str]) -> None:
    known = {key.name for key in KEYS} | {f"{key.name}_FILE" for key in KEYS if key.secret}
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in known and not name.startswith(FOREIGN_KEYS):
            near = difflib.get_close_matches(name, known, n=1)
            raise Misconfigured(name, f"no such setting{f'; did you mean {near[0]}?' if near else ''}")


def _read(key: Key, environment: Mapping[str, str]) -> Any:
    text = environment.get(key.name)
    if key.secret:
        text = _from_file(key.name, environment, given=text)
    if text is None:
        text = key.default
    if text is None:
        return None
    try:
        return key.read(text.strip())
    except (ValueError, BadKey) as refusal:
        raise Misconfigured(key.name, str(refusal)) from None


def _from_file(name: str, environment: Mapping[str, str], *, given: str | None) -> str | None:
    path = environment.get(f"{name}_FILE")
    if path is None:
        return given
    if given is not None:
        raise Misconfigured(name, f"set twice, here and by {name}_FILE; keep one")
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as failure:
        raise Misconfigured(f"{name}_FILE", f"cannot be read ({type(failure).__name__})") from None


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"expected one of {', '.join(words)}")
        return text

    return read


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
            raise ValueError(f"expected a whole number from {least} to {most}")
        return int(text)

    return read


def _seconds(least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) or not least <= float(text) <= most:
            raise ValueError(f"expected seconds from {least:g} to {most:g}")
        return float(text)

    return read


def _yes_or_no(text: str) -> bool:
    return _one_of("yes", "no")(text) == "yes"


def _randomness(text: str) -> str:
    if text != "system" and not re.fullmatch(r"test:[0-9]{1,18}", text):
        raise ValueError("expected system, or test: and a seed")
    return text


def _broker(text: str) -> Secret[str]:
    if not re.match(r"(amqps?|memory)://", text):
        raise ValueError("expected amqp://, amqps:// or memory://")
    return Secret(text)


def _database(text: str) -> Secret[str]:
    if not re.match(r"(sqlite|postgresql\+psycopg)://", text):
        raise ValueError("expected sqlite:// or postgresql+psycopg://")
    if "{service}" not in text:
        raise ValueError("expected {service} in it: each service has its own database, or its own role and schema")
    return Secret(text)


_KEYS_HINT: Final = "expected id:base64 of at least 32 random bytes, here or in the file that its _FILE key names"

KEYS: Final = (
    Key(
        name="CRUPIER_ENV",
        field="env",
        read=_one_of("development", "test", "production"),
        default="development",
    ),
    Key(name="CRUPIER_DATA", field="data", read=Path, default="var"),
    Key(name="CRUPIER_BROKER_URL", field="broker_url", read=_broker, default="memory://", secret=True),
    Key(name="CRUPIER_BROKER_PASSWORD", field="broker_password", read=Secret, default="", secret=True),
    Key(
        name="CRUPIER_DATABASE_URL",
        field="database_url",
        read=_database,
        default="sqlite:///{data}/{service}.db",
        secret=True,
    ),
    Key(name="CRUPIER_DATABASE_PASSWORD", field="database_password", read=Secret, default="", secret=True),
    Key(
        name="CRUPIER_MESSAGE_KEYS",
        field="message_keys",
        read=Keyring.parse,
        default=None,
        secret=True,
        hint=_KEYS_HINT,
    ),
    Key(
        name="CRUPIER_SEAL_KEYS",
        field="seal_keys",
        read=Keyring.parse,
        default=None,
        secret=True,
        hint=_KEYS_HINT,
    ),
    Key(
        name="CRUPIER_TOKEN_KEYS",
        field="token_keys",
        read=Keyring.parse,
        default=None,
        secret=True,
        hint=_KEYS_HINT,
    ),
    Key(name="CRUPIER_HOST", field="host", read=str, default="127.0.0.1"),
    Key(name="CRUPIER_PORT", field="port", read=_whole(0, 65535), default="8000"),
    Key(name="CRUPIER_OPS_HOST", field="ops_host", read=str, default="127.0.0.1"),
    Key(name="CRUPIER_OPS_PORT", field="ops_port", read=_whole(0, 65535), default="9100"),
    Key(
        name="CRUPIER_LOG_LEVEL",
        field="log_level",
        read=_one_of("debug", "info", "warning", "error"),
        default="info",
    ),
    Key(name="CRUPIER_LOG_FORMAT", field="log_format", read=_one_of("json", "console"), default="json"),
    Key(name="CRUPIER_DEBUG", field="debug", read=_yes_or_no, default="no"),
    Key(name="CRUPIER_RANDOMNESS", field="randomness", read=_randomness, default="system"),
    Key(name="CRUPIER_TRUSTED_PROXIES", field="trusted_proxies", read=_whole(0, 5), default="0"),
    Key(name="CRUPIER_ACTS_PER_SECOND", field="acts_per_second", read=_whole(1, 10_000), default="10"),
    Key(name="CRUPIER_RELAY_POLL_SECONDS", field="relay_poll_seconds", read=_seconds(0.005, 60), default="0.2"),
    Key(name="CRUPIER_CONFIRM_SECONDS", field="confirm_seconds", read=_seconds(0.1, 60), default="3"),
    Key(name="CRUPIER_SWEEP_SECONDS", field="sweep_seconds", read=_seconds(0.005, 60), default="0.25"),
    Key(name="CRUPIER_OUTAGE_SECONDS", field="outage_seconds", read=_seconds(0.5, 3600), default="3"),
    Key(name="CRUPIER_HOLD_SECONDS", field="hold_seconds", read=_seconds(0, 3600), default="300"),
    Key(name="CRUPIER_SIGN_IN_SECONDS", field="sign_in_seconds", read=_seconds(60, 604_800), default="43200"),
)
