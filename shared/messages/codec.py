"""Facts, commands and kept states to JSON text and back. Secrets leave sealed, and nothing unknown comes in."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, make_dataclass
from typing import Any, Final, get_args, get_origin, get_type_hints

from marshmallow import Schema

from shared.messages.derive import schema_for
from shared.messages.sealing import SealKeys
from shared.secret import Secret


class UnknownKind(ValueError):
    """A body whose kind names no class that this codec knows."""


class JsonCodec:
    """Knows a set of dataclasses by name. `keyring` opens and closes their secrets."""

    def __init__(self, *, kinds: Mapping[str, type[Any]], keyring: SealKeys) -> None:
        self._kinds: Final = dict(kinds)
        self._keyring: Final = keyring
        self._forms: Final[dict[type[Any], _Form]] = {}

    def dump(self, value: Any) -> tuple[str, str]:
        """Return the class's name and the JSON text."""
        return type(value).__name__, json.dumps(self.fields(value), separators=(",", ":"), sort_keys=True)

    def load(self, kind: str, body: str) -> Any:
        """Return the object that `dump` wrote."""
        return self.build(kind, json.loads(body))

    def fields(self, value: Any) -> dict[str, Any]:
        """Return an object's fields as plain JSON values, secrets sealed."""
        plain: dict[str, Any] = dict(self._form(type(value)).schema.dump(value))
        for name, inner in self._form(type(value)).secrets.items():
            text = json.dumps(inner.dump({"value": getattr(value, name).reveal()})["value"])
            plain[name] = self._keyring.seal(text=_padded(text), place=_place(type(value), name, plain))
        return plain

    def build(self, kind: str, plain: Mapping[str, Any]) -> Any:
        """Return the object of that kind, or refuse with `UnknownKind` or marshmallow's `ValidationError`."""
        of = self._kinds.get(kind)
        if of is None:
            raise UnknownKind(f"no kind {kind!r} here: expected a command, a fact, or a state that this service keeps")
        loaded: dict[str, Any] = dict(self._form(of).schema.load(plain))
        for name, inner in self._form(of).secrets.items():
            if name not in loaded:
                continue  # it may be left out, and was
            text = self._keyring.open(sealed=loaded[name], place=_place(of, name, loaded))
            loaded[name] = Secret(inner.load({"value": json.loads(text)})["value"])
        return of(**loaded)

    def _form(self, of: type[Any]) -> "_Form":
        if of not in self._forms:
            self._forms[of] = _form_of(of)
        return self._forms[of]


@dataclass(frozen=True, slots=True)
class _Form:
    """How a class is written: its schema, and the schemas of what its secrets hide."""

    schema: Schema
    secrets: Mapping[str, Schema]


def _padded(text: str) -> str:
    """Fill a text up with blanks, which JSON passes over: how long it is sealed must not say how much it holds."""
    return text.ljust(-(-len(text) // PAD_TO) * PAD_TO)


def _place(of: type[Any], field: str, plain: Mapping[str, Any]) -> str:
    return f"{of.__name__}.{field}:{plain.get('hand', '')}"


def _form_of(of: type[Any]) -> _Form:
    if not is_dataclass(of):
        raise TypeError(f"{of} is no dataclass")
    hints = get_type_hints(of)
    secrets = {f.name: _inner(hints[f.name]) for f in fields(of) if get_origin(hints[f.name]) is Secret}
    return _Form(schema=schema_for(of)(), secrets=secrets)


def _inner(hint: Any) -> Schema:
    return schema_for(make_dataclass("Hidden", [("value", get_args(hint)[0])], frozen=True))()


PAD_TO: Final = 64
"""Longer than any list of seats, which is the one hidden value whose length would say something."""
