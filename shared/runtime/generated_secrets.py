"""The keys of a house that runs in one process: drawn once, kept in its data directory, for its owner only."""

import base64
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from shared.messages.keyring import Keyring

KEY_FIELDS: Final = ("message_keys", "seal_keys", "token_keys")


def fill_missing(read: Mapping[str, Any], *, may_generate: bool) -> dict[str, Any]:
    """Return `read` with the key rings that were not given taken from the data directory, drawing them once."""
    filled = dict(read)
    if may_generate:
        for field in KEY_FIELDS:
            if filled[field] is None:
                filled[field] = Keyring.parse(_kept(filled["data"] / "secrets" / field))
    return filled


def _kept(path: Path) -> str:
    """Return the text in the file; when there is none yet, draw a key and write it first."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    drawn = "own1:" + base64.b64encode(secrets.token_bytes(32)).decode()
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii")
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(drawn + "\n")
        file.flush()
        os.fsync(file.fileno())
    return drawn
