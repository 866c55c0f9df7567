"""Prints `docs/messages/*.json`: the JSON Schema of every command as it travels, from the marshmallow schemas."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from marshmallow import Schema, fields, validate

from shared.hand.commands import COMMANDS
from shared.messages.derive import CardField, SealedField, TermsField
from shared.messages.envelope import VERSION, EnvelopeSchema
from shared.messages.registry import SCHEMAS
from shared.messages.senders import SENDERS

FOLDER: Final = "docs/messages"
Form = dict[str, Any]


def printed() -> Iterator[tuple[str, str]]:
    """Yield path and text of one JSON Schema for each command."""
    for task in SCHEMAS:
        yield f"{FOLDER}/{task}.json", json.dumps(message_form(task), indent=2, ensure_ascii=False) + "\n"


def message_form(task: str) -> Form:
    """Return the JSON Schema of the whole message, envelope and payload, of one command."""
    envelope = schema_form(EnvelopeSchema())
    narrowed = {
        "kind": {"const": task},
        "version": {"const": VERSION},
        "sender": {"enum": sorted(SENDERS[task])},
        "payload": schema_form(SCHEMAS[task]()),
    }
    title = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": task}
    said = {"description": (COMMANDS[task].__doc__ or "").strip().partition("\n")[0]}
    return {**title, **said, **envelope, "properties": {**envelope["properties"], **narrowed}}


def schema_form(schema: Schema) -> Form:
    """Return the JSON Schema of an object of that schema; like the schema itself it refuses unknown fields."""
    return {
        "type": "object",
        "properties": {name: _form(field) for name, field in schema.fields.items()},
        "required": [name for name, field in schema.fields.items() if field.required],
        "additionalProperties": False,
    }


def _form(field: fields.Field[Any]) -> Form:
    """Return the JSON Schema of one field. A kind of field that is new here has to be added here."""
    match field:
        case fields.Nested():
            return schema_form(field.schema)
        case fields.List():
            return {"type": "array", "items": _form(field.inner), **_bounds(field, least="minItems", most="maxItems")}
        case fields.Enum():
            return {"enum": [each.name for each in field.enum]}
        case fields.Boolean():
            return {"type": "boolean"}
        case fields.Integer():
            return {"type": "integer", **_bounds(field, least="minimum", most="maximum")}
        case fields.AwareDateTime():
            return {"type": "string", "format": "date-time"}
        case TermsField():
            return {"type": "object", "description": "the table's terms, by parameter name"}
        case fields.Dict():
            return {"type": "object"}
        case fields.String():
            return _text_form(field)
        case _:
            raise TypeError(f"no JSON Schema for a {type(field).__name__}")


def _text_form(field: fields.String) -> Form:
    said: Mapping[type, str] = {SealedField: "sealed: only the services that hold the key can read it"}
    form: Form = {"type": "string", **_bounds(field, least="minLength", most="maxLength"), **_pattern(field)}
    if isinstance(field, CardField):
        form["pattern"] = "^[2-9TJQKA][cdhs]$"
    if type(field) in said:
        form["description"] = said[type(field)]
    return form


def _bounds(field: fields.Field[Any], *, least: str, most: str) -> Form:
    form: Form = {}
    for rule in field.validators:
        if isinstance(rule, validate.Range | validate.Length):
            form |= {name: bound for name, bound in ((least, rule.min), (most, rule.max)) if bound is not None}
    return form


def _pattern(field: fields.Field[Any]) -> Form:
    found = [str(rule.regex.pattern) for rule in field.validators if isinstance(rule, validate.Regexp)]
    return {"pattern": found[0].replace(r"\A", "^").replace(r"\Z", "$")} if found else {}
