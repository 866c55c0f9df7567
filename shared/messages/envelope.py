"""What every message travels in: who sends what to whom, for which hand, and a signature over all of it."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar, Final

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from shared.messages.keyring import Keyring, UnknownKey
from shared.messages.senders import SENDERS

VERSION: Final = 1
ID_FORM: Final = r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,199}"
NAME_FORM: Final = r"[a-z][a-z0-9_]{0,39}(\.[a-z][a-z0-9_]{0,39})?"


class EnvelopeRefused(Exception):
    """A message that is not taken in; `reason` is one of few words, fit for a metric."""

    reason: ClassVar[str] = "refused"


class MalformedEnvelope(EnvelopeRefused):
    """A field is missing, unknown or of the wrong form."""

    reason = "malformed"


class UnknownVersion(EnvelopeRefused):
    """Written by a later release than this one can read."""

    reason = "version"


class ForgedEnvelope(EnvelopeRefused):
    """The signature does not fit the content, or its key is none of ours."""

    reason = "forged"


class SenderNotAllowed(EnvelopeRefused):
    """Rightly signed, but that service has no business sending this."""

    reason = "sender"


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """One message. `kind` is a task's name or a public event's, `cause` the id of what led to it."""

    id: str
    kind: str
    table: str
    hand: str
    cause: str
    sender: str
    sent_at: datetime
    payload: Mapping[str, Any]
    version: int = VERSION


class EnvelopeSchema(Schema):
    """The wire form of an envelope; unknown fields are refused."""

    class Meta:
        unknown = RAISE

    id = fields.String(required=True, validate=validate.Regexp(rf"\A{ID_FORM}\Z"))
    kind = fields.String(required=True, validate=validate.Regexp(rf"\A{NAME_FORM}\Z"))
    version = fields.Integer(required=True, strict=True, validate=validate.Range(1, 1_000))
    table = fields.String(required=True, validate=validate.Regexp(rf"\A({ID_FORM})?\Z"))
    hand = fields.String(required=True, validate=validate.Regexp(rf"\A({ID_FORM})?\Z"))
    cause = fields.String(required=True, validate=validate.Regexp(rf"\A({ID_FORM})?\Z"))
    sender = fields.String(required=True, validate=validate.Regexp(r"\A[a-z]{1,20}\Z"))
    sent_at = fields.AwareDateTime(required=True, format="iso", default_timezone=UTC)
    payload = fields.Dict(required=True, keys=fields.String())
    signature = fields.String(required=True, validate=validate.Regexp(r"\A[a-z0-9-]{1,16}\.[0-9a-f]{64}\Z"))


_SCHEMA: Final = EnvelopeSchema()


def seal_envelope(envelope: Envelope, *, keys: Keyring) -> dict[str, Any]:
    """Return the signed wire form."""
    wire = {
        "id": envelope.id,
        "kind": envelope.kind,
        "version": envelope.version,
        "table": envelope.table,
        "hand": envelope.hand,
        "cause": envelope.cause,
        "sender": envelope.sender,
        "sent_at": envelope.sent_at.isoformat(),
        "payload": dict(envelope.payload),
    }
    key_id, key = keys.current
    return {**wire, "signature": f"{key_id}.{_mac(wire, key)}"}


def open_envelope(wire: Any, *, keys: Keyring) -> Envelope:
    """Check form, signature and version, in this order, and return the envelope; refuse with `EnvelopeRefused`."""
    if not isinstance(wire, Mapping):
        raise MalformedEnvelope(f"an envelope is an object, not {type(wire).__name__}")
    try:
        loaded: dict[str, Any] = dict(_SCHEMA.load(wire))
    except ValidationError as wrong:
        named = wrong.messages if isinstance(wrong.messages, dict) else {"_": wrong.messages}
        raise MalformedEnvelope(f"envelope fields {', '.join(sorted(map(str, named)))}") from None
    _check_signature(wire, signature=loaded.pop("signature"), keys=keys)
    if loaded["version"] != VERSION:
        raise UnknownVersion(f"{loaded['kind']} in version {loaded['version']}; this release reads {VERSION}")
    return Envelope(**loaded)


def check_sender(envelope: Envelope) -> None:
    """Refuse with `SenderNotAllowed` a command that is not that service's to send."""
    if envelope.sender not in SENDERS.get(envelope.kind, ()):
        raise SenderNotAllowed(f"{envelope.sender} does not send {envelope.kind}")


def _check_signature(wire: Mapping[str, Any], *, signature: str, keys: Keyring) -> None:
    key_id, _, mac = signature.partition(".")
    try:
        key = keys.key(key_id)
    except UnknownKey as unknown:
        raise ForgedEnvelope(str(unknown)) from None
    signed = {name: value for name, value in wire.items() if name != "signature"}
    if not hmac.compare_digest(mac, _mac(signed, key)):
        raise ForgedEnvelope(f"the signature with key {key_id} does not fit")


def _mac(wire: Mapping[str, Any], key: bytes) -> str:
    return hmac.new(key, canonical_json(wire), hashlib.sha256).hexdigest()


def canonical_json(value: Any) -> bytes:
    """Return the one way to write a JSON value: keys in order, no blanks, ASCII, no NaN."""
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode()
    except (ValueError, RecursionError) as wrong:
        raise MalformedEnvelope(f"not canonical JSON: {type(wrong).__name__}") from None
