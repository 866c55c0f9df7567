"""What a service is given when it starts. Nothing below it reads the environment, the clock or dice by itself."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NoReturn

from shared.journal.ports import Codec, Store
from shared.messages.keyring import Keyring
from shared.runtime.settings import Settings
from shared.runtime.tokens import Tokens


def utc_now() -> datetime:
    """The wall clock, for stamps on messages and tokens; deadlines use the database's."""
    return datetime.now(UTC)


class NoDatabase:
    """The store of a service that keeps nothing."""

    def transaction(self) -> NoReturn:
        raise AssertionError("this service has no database")

    def reading(self) -> NoReturn:
        raise AssertionError("this service has no database")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """One service in one process. `random(n)` returns n fresh bytes."""

    service: str
    settings: Settings
    store: Store
    codec: Codec
    message_keys: Keyring
    tokens: Tokens
    random: Callable[[int], bytes] = os.urandom
    clock: Callable[[], datetime] = utc_now
