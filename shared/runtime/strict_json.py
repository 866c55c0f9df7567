"""Reads a JSON body as a careful reader would: one meaning, no tricks, bounded before it is parsed."""

import json
import unicodedata
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from flask import Request

from shared.runtime.problems import Problem

BODY_BYTES_MAX: Final = 16 * 1024
DEPTH_MAX: Final = 16
DIGITS_MAX: Final = 20
BIDI_CONTROLS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")


def read_object(request: Request) -> dict[str, Any]:
    """Return the JSON object in a request's body, or refuse with a `Problem`."""
    if request.mimetype != "application/json" or request.mimetype_params.get("charset", "utf-8").lower() != "utf-8":
        raise Problem(415, "content_type", "expected Content-Type: application/json, in UTF-8")
    if request.content_encoding not in (None, "", "identity"):
        raise Problem(415, "content_type", "expected a body that is not packed")
    return parse_object(request.get_data(cache=True))


def parse_object(body: bytes) -> dict[str, Any]:
    """Return the JSON object in these bytes, or refuse with a `Problem`."""
    if not body.strip():
        raise Problem(400, "empty_body", "expected a JSON object")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise Problem(400, "bad_json", "not UTF-8") from None
    if text.startswith("\ufeff"):
        raise Problem(400, "bad_json", "begins with a byte order mark")
    check_depth(text)
    value = _parsed(text)
    if not isinstance(value, dict):
        raise Problem(422, "not_an_object", "expected a JSON object at the top")
    check_texts(value)
    return value


def check_depth(text: str) -> None:
    """Refuse nesting that would tire the parser, by counting brackets outside of texts."""
    depth, quoted, escaped = 0, False, False
    for character in text:
        if quoted:
            quoted = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            quoted = True
        elif character in "[{":
            depth += 1
            if depth > DEPTH_MAX:
                raise Problem(400, "too_deep", f"nested deeper than {DEPTH_MAX}")
        elif character in "]}":
            depth -= 1


def check_texts(value: Any) -> None:
    """Refuse texts with control characters, lone surrogates or marks that turn the direction of writing."""
    match value:
        case str():
            if any(unicodedata.category(each) in ("Cc", "Cs", "Co", "Cn") or each in BIDI_CONTROLS for each in value):
                raise Problem(422, "charset", "a text holds characters that cannot be shown")
        case dict():
            for name, each in value.items():
                check_texts(name)
                check_texts(each)
        case list():
            for each in value:
                check_texts(each)


def _parsed(text: str) -> Any:
    try:
        return json.loads(
            text,
            object_pairs_hook=_no_duplicates,
            parse_constant=_not_finite,
            parse_int=_bounded_int,
            parse_float=_finite_float,
        )
    except (ValueError, RecursionError):
        raise Problem(400, "bad_json", "not JSON") from None


def _no_duplicates(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Problem(400, "duplicate_key", "one name twice in an object")
    return found


def _not_finite(_constant: str) -> NoReturn:
    raise Problem(400, "bad_json", "NaN and Infinity are no JSON")


def _bounded_int(digits: str) -> int:
    if len(digits) > DIGITS_MAX:
        raise Problem(400, "number_too_long", f"a whole number of more than {DIGITS_MAX} digits")
    return int(digits)


def _finite_float(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise Problem(400, "bad_json", "a number beyond all bounds")
    return value
