"""Seals hidden values with AES-GCM. Keys have ids, so they can be rotated while old texts stay readable."""

import base64
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE_BYTES: Final = 12
KEY_BYTES: Final = 32


class SealBroken(Exception):
    """A sealed text that cannot be opened: unknown key, wrong place, or altered."""


@dataclass(frozen=True, slots=True, repr=False)
class SealKeys:
    """Sealing keys by id; new texts are sealed with `current`."""

    keys: Mapping[str, bytes]
    current: str

    def __post_init__(self) -> None:
        if self.current not in self.keys:
            raise ValueError(f"no sealing key {self.current!r} among {sorted(self.keys)}")
        if wrong := [name for name, key in self.keys.items() if len(key) != KEY_BYTES]:
            raise ValueError(f"sealing key {wrong[0]!r} is not {KEY_BYTES} bytes long")

    def seal(self, *, text: str, place: str) -> str:
        """Return `text` sealed; it can be opened only for the same `place` (fact, field and hand)."""
        nonce = os.urandom(NONCE_BYTES)
        sealed = AESGCM(self.keys[self.current]).encrypt(nonce, text.encode(), place.encode())
        return f"{self.current}.{base64.urlsafe_b64encode(nonce + sealed).decode()}"

    def open(self, *, sealed: str, place: str) -> str:
        """Return what was sealed, or refuse with `SealBroken`."""
        name, _, body = sealed.partition(".")
        if name not in self.keys:
            raise SealBroken(f"{place}: sealed with key {name!r}, which is not on the keyring")
        try:
            raw = base64.urlsafe_b64decode(body)
            return AESGCM(self.keys[name]).decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], place.encode()).decode()
        except (InvalidTag, ValueError) as wrong:
            raise SealBroken(f"{place}: the sealed text was altered or belongs elsewhere") from wrong
