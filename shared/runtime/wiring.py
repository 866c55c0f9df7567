"""What a service is given when it starts. Nothing below it reads the environment, the clock or dice by itself."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NoReturn, cast

from shared.journal.ports import Codec, ServiceStore
from shared.messages.keyring import Keyring
from shared.runtime.settings import Settings
from shared.runtime.tokens import Tokens


def utc_now() -> datetime:
    """The wall clock, for stamps on messages and tokens; deadlines use the database's."""
    return datetime.now(UTC)


class NoDatabase:
    """What stands for the store in a service that keeps nothing."""

    def __getattr__(self, name: str) -> NoReturn:
        raise AssertionError(f"this service has no database, and was asked for {name}")


def no_database() -> ServiceStore:
    """Return the store of a service that keeps nothing; every use of it is a fault."""
    return cast("ServiceStore", NoDatabase())


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """One service in one process. `random(n)` returns n fresh bytes."""

    service: str
    settings: Settings
    store: ServiceStore
    codec: Codec
    message_keys: Keyring
    tokens: Tokens
    random: Callable[[int], bytes] = os.urandom
    clock: Callable[[], datetime] = utc_now

    @property
    def has_database(self) -> bool:
        return not isinstance(self.store, NoDatabase)
