"""Puts a service together from its description and the settings: codec, store, keys, dice and clock."""

import hashlib
import hmac
import os
import threading
from collections.abc import Callable
from datetime import datetime
from itertools import count
from pathlib import Path

from shared.hand.facts import FACTS
from shared.hand.table_facts import TABLE_FACTS
from shared.journal.ports import ServiceStore
from shared.journal.store import SqlStore
from shared.messages import sealing
from shared.messages.codec import JsonCodec
from shared.messages.registry import command_kinds
from shared.runtime.service import ServiceDoor
from shared.runtime.settings import Settings
from shared.runtime.tokens import Tokens
from shared.runtime.wiring import Wiring, no_database, utc_now

CONNECTIONS = 8


def wire(service: ServiceDoor, settings: Settings, *, clock: Callable[[], datetime] = utc_now) -> Wiring:
    """Return the wiring of a service; its database is connected to when it is first used."""
    codec = codec_for(service, settings)
    random = dice(settings)
    return Wiring(
        service=service.name,
        settings=settings,
        store=store_for(service, settings, codec),
        codec=codec,
        message_keys=settings.message_keys,
        tokens=Tokens(settings.token_keys, clock, random),
        random=random,
        clock=clock,
    )


def codec_for(service: ServiceDoor, settings: Settings) -> JsonCodec:
    """Return the codec of a service: all commands and facts, and what it keeps besides."""
    own = {kind.__name__: kind for kind in service.kept}
    current, _ = settings.seal_keys.current
    keys = {key_id: key.reveal() for key_id, key in settings.seal_keys.keys}
    return JsonCodec(
        kinds={**command_kinds(), **FACTS, **TABLE_FACTS, **own},
        keyring=sealing.SealKeys(keys=keys, current=current),
    )


def store_for(service: ServiceDoor, settings: Settings, codec: JsonCodec) -> ServiceStore:
    """Return the store of a service, or what stands for one where it keeps nothing."""
    if not service.has_database:
        return no_database()
    address = settings.database_for(service.name)
    if address.startswith("sqlite:///"):
        Path(address.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
        return SqlStore(url=address, codec=codec, pool_size=CONNECTIONS)
    return SqlStore(url=address, codec=codec, schema=service.name, pool_size=CONNECTIONS)


def dice(settings: Settings) -> Callable[[int], bytes]:
    """Return the source of randomness: the operating system's, or in tests a stream that begins at a seed."""
    if settings.randomness == "system":
        return os.urandom
    seed = settings.randomness.partition(":")[2].encode()
    turns = count()
    lock = threading.Lock()

    def draw(size: int) -> bytes:
        with lock:
            turn = next(turns)
        blocks = (
            hmac.new(seed, f"{turn}.{block}".encode(), hashlib.sha256).digest() for block in range(size // 32 + 1)
        )
        return b"".join(blocks)[:size]

    return draw
