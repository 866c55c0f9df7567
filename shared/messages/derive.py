"""Derives a strict marshmallow schema from a frozen dataclass, so that a message is described in one place only."""

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

from marshmallow import RAISE, Schema, ValidationError, post_load, validate
from marshmallow import fields as ma

from shared.cards import Card, NotACard, card
from shared.rules.terms import Terms
from shared.secret import Secret

TEXT_MAX: Final = 16_384
"""The longest text in a message, in characters."""
LIST_MAX: Final = 512
INTEGER_MAX: Final = 2**62


class CardField(ma.String):
    """A card written as rank and suit."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Card:
        try:
            return card(value if isinstance(value, str) else repr(value))
        except NotACard as wrong:
            raise ValidationError(str(wrong)) from wrong


class TermsField(ma.Dict):
    """The terms of a table, by parameter name."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return dict(value)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        loaded: Mapping[str, Any] = super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]  # marshmallow's
        return Terms(loaded)


class TupleOf(ma.List[Any]):
    """A list that comes back as a tuple."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return tuple(super()._deserialize(value, attr, data, **kwargs) or ())


class FrozenSetOf(TupleOf):
    """A list that comes back as a frozen set; it is written in order."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return super()._serialize(sorted(value), attr, obj, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return frozenset(super()._deserialize(value, attr, data, **kwargs))


class SealedField(ma.String):
    """A hidden value: on the wire and in the journal it is a sealed text, opened only by the codec."""


class Strict(Schema):
    """Refuses unknown fields."""

    class Meta:
        unknown = RAISE


def schema_for(of: type[Any]) -> type[Strict]:
    """Return the schema of a dataclass; its nested records come back as objects, itself as a dict of fields."""
    if of not in _SCHEMAS:
        _SCHEMAS[of] = _derived(of)
    return _SCHEMAS[of]


def _derived(of: type[Any]) -> type[Strict]:
    hints = get_type_hints(of)
    members: dict[str, Any] = {f.name: _field(hints[f.name], required=f.default is MISSING) for f in fields(of)}
    members["__doc__"] = of.__doc__
    return type(f"{of.__name__}Schema", (Strict,), members)


def _record_schema(of: type[Any]) -> type[Strict]:
    def build(self: Schema, data: Mapping[str, Any], **_: Any) -> Any:
        return of(**data)

    return type(f"{of.__name__}Record", (schema_for(of),), {"build": post_load(build)})


def _field(hint: Any, *, required: bool) -> ma.Field[Any]:
    many: dict[str, Any] = {"required": required}
    if hint is Card:
        return CardField(**many)
    if isinstance(hint, NewType):
        return _field(hint.__supertype__, required=required)
    if get_origin(hint) is Secret:
        return SealedField(**many)
    if get_origin(hint) in (tuple, frozenset, Mapping):
        return _container(hint, many)
    if get_origin(hint) in (Union, types.UnionType):
        raise TypeError(f"a message field is of one type, not {hint}")
    if hint is Terms:
        return TermsField(keys=ma.String(), **many)
    if is_dataclass(hint):
        return ma.Nested(_record_schema(hint), **many)  # type: ignore[arg-type]  # a dataclass, not an instance
    if isinstance(hint, type) and issubclass(hint, Enum):
        return ma.Enum(hint, **many)
    return _plain(hint, many)


def _container(hint: Any, many: dict[str, Any]) -> ma.Field[Any]:
    first, *rest = get_args(hint)
    if get_origin(hint) is Mapping:
        # A JSON object's names are texts, so whole numbers come back from their digits here.
        keys = ma.Integer() if first is int else _field(first, required=True)
        return ma.Dict(keys=keys, values=_field(rest[0], required=True), **many)
    listed = FrozenSetOf if get_origin(hint) is frozenset else TupleOf
    return listed(_field(first, required=True), validate=validate.Length(max=LIST_MAX), **many)


def _plain(hint: Any, many: dict[str, Any]) -> ma.Field[Any]:
    if hint is bool:
        return ma.Boolean(truthy={True}, falsy={False}, **many)
    if hint is int:
        return ma.Integer(strict=True, validate=validate.Range(-INTEGER_MAX, INTEGER_MAX), **many)
    if hint is str:
        return ma.String(validate=validate.Length(max=TEXT_MAX), **many)
    raise TypeError(f"no message field for {hint}")


_SCHEMAS: Final[dict[type[Any], type[Strict]]] = {}
