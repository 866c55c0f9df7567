"""The hash that chains each fact of a stream to the one before. Its form is frozen; a new form gets a new number."""

import hashlib
import json
from typing import Final

FORM: Final = 1
"""The form in which new facts are hashed; each row says in which it was."""

GENESIS: Final = ""
"""What stands before the first fact of a stream."""


class UnknownForm(ValueError):
    """A fact hashed in a form that this release does not know."""


def link(  # noqa: PLR0913 (all that a fact consists of)
    *,
    prev_hash: str,
    stream: str,
    seq: int,
    at_us: int,
    actor: str,
    cause: str,
    kind: str,
    body: str,
    version: int = FORM,
) -> str:
    """Return SHA-256 in hex of the previous hash and the fact as canonical JSON; the body counts as it is written."""
    if version != FORM:
        raise UnknownForm(f"stream {stream}, fact {seq}: hashed in form {version}, known is form {FORM}")
    fact = [version, stream, seq, at_us, actor, cause, kind, body]
    canonical = json.dumps(fact, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256((prev_hash + canonical).encode("ascii")).hexdigest()
