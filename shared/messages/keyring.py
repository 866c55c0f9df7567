"""Keys by their id: the first one is used, the others are still understood, so that a key can be changed under way."""

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Final

from shared.secret import Secret

KEY_ID_FORM: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,15}")
KEY_BYTES_MIN: Final = 32
DISTINCT_BYTES_MIN: Final = 16
"""Thirty-two random bytes have about thirty different values; a key with fewer than this was typed, not drawn."""


class BadKey(Exception):
    """A key that must not be used. The text never contains the key."""


class UnknownKey(Exception):
    """Something was signed or sealed with a key that this process does not have."""


@dataclass(frozen=True, slots=True)
class Keyring:
    """Keys in order of preference."""

    keys: tuple[tuple[str, Secret[bytes]], ...]

    @property
    def current(self) -> tuple[str, bytes]:
        """The id and the key that new things are made with."""
        key_id, key = self.keys[0]
        return key_id, key.reveal()

    def key(self, key_id: str) -> bytes:
        """Return the key of that id, or refuse with `UnknownKey`."""
        for known, key in self.keys:
            if known == key_id:
                return key.reveal()
        raise UnknownKey(f"no key {key_id[:16]!r} here; known are {', '.join(known for known, _ in self.keys)}")

    @classmethod
    def parse(cls, text: str) -> "Keyring":
        """Read `id:base64` entries that are set apart by commas or line ends."""
        entries = [entry.strip() for entry in re.split(r"[,\n]", text) if entry.strip()]
        keys = tuple(_entry(entry) for entry in entries)
        if not keys:
            raise BadKey("no key in it; expected id:base64, as in 2026a:…")
        if len({key_id for key_id, _ in keys}) < len(keys):
            raise BadKey("the same key id twice")
        return cls(keys)


def _entry(entry: str) -> tuple[str, Secret[bytes]]:
    key_id, colon, encoded = entry.partition(":")
    if not colon or not KEY_ID_FORM.fullmatch(key_id):
        raise BadKey("an entry is no id:base64; ids are small letters, digits and hyphens, 16 at most")
    try:
        key = base64.b64decode(encoded.replace("-", "+").replace("_", "/") + "=" * (-len(encoded) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise BadKey(f"key {key_id} is not base64") from None
    if len(key) < KEY_BYTES_MIN:
        raise BadKey(f"key {key_id} has {len(key)} bytes; at least {KEY_BYTES_MIN} are needed")
    if len(set(key)) < DISTINCT_BYTES_MIN:
        raise BadKey(f"key {key_id} is not random: draw it, as with `openssl rand -base64 32`")
    return key_id, Secret(key)
