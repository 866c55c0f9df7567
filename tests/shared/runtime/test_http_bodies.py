"""What is no careful JSON of ours is answered with a problem that says why, and nothing happens."""

import json
from typing import Any

import pytest

from tests.shared.runtime.conftest import Asking

GOOD = b'{"amount": 5}'

FRAMING = [
    pytest.param(b"amount=5", 400, "bad_json", id="no JSON"),
    pytest.param(b"", 400, "empty_body", id="nothing"),
    pytest.param(b"  \n ", 400, "empty_body", id="blanks"),
    pytest.param(b'{"amount": 5, "name": "' + b"x" * 17_000 + b'"}', 413, "too_long", id="too long"),
    pytest.param(b"[" * 8_000, 400, "too_deep", id="without a bottom"),
    pytest.param(b'{"amount": ' + b"[" * 17 + b"]" * 17 + b"}", 400, "too_deep", id="too deep"),
    pytest.param(b'{"amount": ' + b"9" * 5_000 + b"}", 400, "number_too_long", id="five thousand digits"),
    pytest.param(b'{"amount": NaN}', 400, "bad_json", id="NaN"),
    pytest.param(b'{"amount": -Infinity}', 400, "bad_json", id="infinite"),
    pytest.param(b'{"amount": 1e999}', 400, "bad_json", id="beyond all bounds"),
    pytest.param(b'{"amount": 5, "amount": 500}', 400, "duplicate_key", id="one name twice"),
    pytest.param("{}".encode("utf-16"), 400, "bad_json", id="UTF-16"),
    pytest.param(b"\xef\xbb\xbf" + GOOD, 400, "bad_json", id="a byte order mark"),
    pytest.param(b'{"amount": 5, "name": "\xff"}', 400, "bad_json", id="no UTF-8"),
    pytest.param(b'{"amount": 5, "name": "\\ud800"}', 422, "charset", id="a lone surrogate"),
    pytest.param(b'{"amount": 5, "name": "a\\u0000b"}', 422, "charset", id="NUL"),
    pytest.param('{"amount": 5, "name": "a\u202eb"}'.encode(), 422, "charset", id="writing turned round"),
    pytest.param(b"[]", 422, "not_an_object", id="a list"),
    pytest.param(b'"5"', 422, "not_an_object", id="a text"),
    pytest.param(b"5", 422, "not_an_object", id="a number"),
    pytest.param(b"null", 422, "not_an_object", id="null"),
    pytest.param(b'{"amount": 5', 400, "bad_json", id="cut off"),
    pytest.param(GOOD + b"{}", 400, "bad_json", id="two at once"),
    pytest.param(b"{'amount': 5}", 400, "bad_json", id="the wrong quotes"),
]

FIELDS = [
    pytest.param({}, "missing_field", id="no amount"),
    pytest.param({"amount": 5, "is_admin": True}, "unknown_field", id="a field too much"),
    pytest.param({"amount": 5, "balance": 9}, "unknown_field", id="a balance"),
    pytest.param({"amount": -50}, "out_of_range", id="less than nothing"),
    pytest.param({"amount": 0}, "out_of_range", id="nothing"),
    pytest.param({"amount": 2**63}, "out_of_range", id="2 to the 63rd"),
    pytest.param({"amount": 10**19}, "out_of_range", id="ten to the nineteenth"),
    pytest.param({"amount": "50"}, "not_integer", id="a text"),
    pytest.param({"amount": 50.0}, "not_integer", id="a fraction of nothing"),
    pytest.param({"amount": 50.5}, "not_integer", id="a fraction"),
    pytest.param({"amount": True}, "not_integer", id="true"),
    pytest.param({"amount": [50]}, "not_integer", id="a list"),
    pytest.param({"amount": None}, "invalid", id="null"),
    pytest.param({"amount": 5, "name": "x" * 41}, "length", id="a name too long"),
]


def test_a_good_body_is_taken(asking: Asking) -> None:
    answer = asking.raw(GOOD)

    assert (201, {"count": 1}) == (answer.status_code, answer.json)


@pytest.mark.parametrize(("body", "status", "code"), FRAMING)
def test_a_body_that_is_no_careful_json(asking: Asking, body: bytes, status: int, code: str) -> None:
    answer = asking.raw(body)

    assert_problem(answer, status=status, code=code)
    assert 0 == asking.count()


@pytest.mark.parametrize(("body", "code"), FIELDS)
def test_a_field_that_does_not_fit(asking: Asking, body: dict[str, Any], code: str) -> None:
    answer = asking.raw(json.dumps(body).encode())

    assert_problem(answer, status=422, code=code)
    assert [code] == [fault["code"] for fault in answer.json["errors"]]  # type: ignore[index]  # it is an object
    assert 0 == asking.count()


@pytest.mark.parametrize(
    "content_type",
    [None, "", "text/plain", "text/html", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
     "application/json; charset=utf-16", "application/json-patch+json", "application/problem+json"],
)  # fmt: skip
def test_another_content_type(asking: Asking, content_type: str | None) -> None:
    assert_problem(asking.raw(GOOD, content_type=content_type), status=415, code="content_type")


def test_a_packed_body(asking: Asking) -> None:
    assert_problem(asking.raw(GOOD, Content_Encoding="gzip"), status=415, code="content_type")


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("page=1&page=2", 400, "duplicate_parameter"),
        ("rows=10000", 422, "out_of_range"),
        ("page=0", 422, "out_of_range"),
        ("page=x", 422, "not_integer"),
        ("order=name", 422, "unknown_field"),
    ],
)
def test_a_query_that_does_not_fit(asking: Asking, query: str, status: int, code: str) -> None:
    assert_problem(asking.get(f"/counts/h1?{query}"), status=status, code=code)


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "no_route"),
        ("GET", "/counts/", 404, "no_route"),
        ("PUT", "/counts/h1", 405, "wrong_method"),
        ("TRACE", "/counts/h1", 405, "wrong_method"),
        ("OPTIONS", "/counts/h1", 405, "wrong_method"),
        ("BREW", "/counts/h1", 405, "wrong_method"),
        ("GET", "/counts/..%2f..%2fetc%2fpasswd", 404, "no_route"),
        ("GET", "/counts/1%20OR%201=1", 404, "not_found"),
        ("GET", "/counts/%00", 404, "not_found"),
        ("GET", "/counts/" + "a" * 101, 404, "not_found"),
        ("GET", "/counts/h%0a1", 404, "not_found"),
    ],
)
def test_a_place_that_is_not_there(asking: Asking, method: str, path: str, status: int, code: str) -> None:
    answer = asking.client.open(path, method=method, headers=asking.headers())

    assert_problem(answer, status=status, code=code)
    assert ("Allow" in answer.headers) == (status == 405)


def test_our_own_fault_says_nothing_of_what_went_wrong(asking: Asking) -> None:
    answer = asking.post({"amount": 13})

    assert_problem(answer, status=500, code="failed")
    assert "AsKd" not in answer.text
    assert "ZeroDivision" not in answer.text


def test_an_answer_holds_what_its_schema_names_and_nothing_else(asking: Asking) -> None:
    assert {"count": 1} == asking.post({"amount": 5}).json


def test_somebody_who_is_a_moment_early_is_asked_to_come_again(asking: Asking) -> None:
    answer = asking.post({"amount": 14})

    assert_problem(answer, status=409, code="not_yet")
    assert "1" == answer.headers["Retry-After"]


def test_a_broken_rule_is_told_with_its_clause(asking: Asking) -> None:
    for _ in range(10):
        asking.post({"amount": 5})

    answer = asking.post({"amount": 5})

    assert_problem(answer, status=422, code="RAISE_CAP")
    assert {"clause": "ESD-21", "expected": 10, "found": 11, "type": "urn:crupier:problem:raise-cap"}.items() <= (
        answer.json or {}
    ).items()


def assert_problem(answer: Any, *, status: int, code: str) -> None:
    """The answer is a problem of that status and code, never a page."""
    assert (status, "application/problem+json") == (answer.status_code, answer.content_type)
    said = answer.json if answer.json is not None else json.loads(answer.text)
    assert (status, code) == (said["status"], said["code"])
    assert {"type", "title", "detail", "request"} <= set(said)
    assert answer.headers["X-Request-Id"] == said["request"]
