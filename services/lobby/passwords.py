"""Passwords: kept as salted scrypt hashes, and compared in the same time whether or not there is such a person."""

import base64
import hashlib
import hmac
import threading
from collections.abc import Callable
from functools import cache
from typing import Final

COST: Final = 2**15
BLOCK: Final = 8
PARALLEL: Final = 3
SALT_BYTES: Final = 16
HASH_BYTES: Final = 32

_two_at_a_time: Final = threading.BoundedSemaphore(2)
"""Each hash takes 32 MiB and a good part of a second; a flood of sign-ins must wait, not eat the machine."""


def hashed(password: str, *, random: Callable[[int], bytes]) -> str:
    """Return what is kept of a password: the parameters, a fresh salt and the hash."""
    return _written(password, salt=random(SALT_BYTES), cost=COST, block=BLOCK, parallel=PARALLEL)


def fits(password: str, *, kept: str) -> bool:
    """Whether this is the password of which `kept` was made."""
    _, cost, block, parallel, salt, _ = kept.split("$")
    again = _written(password, salt=base64.b64decode(salt), cost=int(cost), block=int(block), parallel=int(parallel))
    return hmac.compare_digest(again, kept)


def _written(password: str, *, salt: bytes, cost: int, block: int, parallel: int) -> str:
    with _two_at_a_time:
        digest = hashlib.scrypt(
            password.encode(),
            salt=salt,
            n=cost,
            r=block,
            p=parallel,
            maxmem=160 * cost * block,
            dklen=HASH_BYTES,
        )
    words = (base64.b64encode(salt).decode(), base64.b64encode(digest).decode())
    return "$".join(("scrypt", str(cost), str(block), str(parallel), *words))


@cache
def nobodys() -> str:
    """Return what a password is held against when there is no such person."""
    return hashed("", random=bytes)
