"""The room and the tables over HTTP, and the pages with what a browser may do with them."""

import re

import pytest

from services.lobby import keeping, pages
from services.lobby.domain.view import Event
from tests.services.lobby.conftest import Door
from tests.services.lobby.hands import AT, TABLE, events, heard, opening


def hear(door: Door, *said: Event, prefix: str = "m") -> None:
    batch = heard(said, prefix=prefix)
    door.wiring.store.decide(lambda tx: keeping.keep(tx, batch, cached={}))


def test_an_empty_room_has_no_tables(door: Door) -> None:
    assert {"tables": []} == door.get("/api/room").json


def test_the_room_lists_its_tables_without_a_token(door: Door) -> None:
    hear(door, *opening(), *events())
    (table,) = door.get("/api/room").json["tables"]

    assert {
        "id": "t1",
        "name": "Mar",
        "game": "spain_draw",
        "hands": 1,
        "stage": "closed",
        "meter": 1_000_070,
        "seats_max": 6,
    } == {name: table[name] for name in ("id", "name", "game", "hands", "stage", "meter", "seats_max")}
    assert [(1, "p1"), (2, "p2")] == [(seat["seat"], seat["person"]) for seat in table["seats"]]


def test_a_table_shows_its_hand_its_rules_and_the_number_of_its_last_event(door: Door) -> None:
    hear(door, *opening(), *events())
    table = door.get(f"/api/tables/{TABLE}").json

    assert (len(opening()) + len(events()), "t1-1", 6) == (
        table["last_event"],
        table["hand"]["hand"],
        len(table["rules"]["awards"]),
    )


def test_who_has_signed_up_is_shown_by_name(door: Door) -> None:
    door.sign_up("Àgata Mir")
    taken = Event(name="seat_taken", table=TABLE, hand="", at=AT, body={"seat": 5, "person": "agata-mir"})
    hear(door, *opening(), taken)
    (table,) = door.get("/api/room").json["tables"]

    assert "Àgata Mir" in [seat["name"] for seat in table["seats"]]


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/nowhere",
        "/api/tables/nowhere/events",
        "/api/tables/1%20OR%201=1",
        "/api/tables/..%2f..%2fetc%2fpasswd",
        "/api/tables/" + "x" * 200,
        "/tables/%00",
        "/static/../http.py",
        "/static/%2e%2e/http.py",
        "/static/js/nothing.js",
        "/static/js",
        "/static/words.py",
        "/nothing",
    ],
)
def test_what_is_not_there_is_not_found(door: Door, path: str) -> None:
    answer = door.get(path)

    assert (404, "application/problem+json") == (answer.status_code, answer.content_type)


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/api/room"), ("PUT", "/"), ("TRACE", "/"), ("DELETE", "/api/people"), ("POST", "/api/tables/t1/events")],
)
def test_a_wrong_method_is_told_the_right_ones(door: Door, method: str, path: str) -> None:
    answer = door.client.open(path, method=method)

    assert (405, True) == (answer.status_code, "GET" in answer.headers["Allow"] or "POST" in answer.headers["Allow"])


@pytest.mark.parametrize("path", ["/", "/tables/t1", "/floor"])
def test_pages_take_nothing_from_elsewhere_and_run_nothing_inline(door: Door, path: str) -> None:
    answer = door.get(path)
    policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))

    assert (200, "text/html; charset=utf-8") == (answer.status_code, answer.content_type)
    assert {"'self'", "'none'"} == set(policy.values())
    assert ("'none'", "'none'") == (policy["default-src"], policy["frame-ancestors"])
    assert [] == re.findall(r"<script(?![^>]*src=)|\son\w+=|style=|https?://", answer.text)


@pytest.mark.parametrize(
    "path", sorted(path for path in pages.STATIC.glob("**/*.*") if path.suffix != ".html"), ids=lambda path: path.name
)
def test_every_file_of_the_pages_is_served_as_what_it_is(door: Door, path: pages.Path) -> None:
    kinds = {".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml"}
    answer = door.get(f"/static/{path.relative_to(pages.STATIC)}")

    assert (200, kinds[path.suffix], "nosniff") == (
        answer.status_code,
        answer.mimetype,
        answer.headers["X-Content-Type-Options"],
    )


def test_a_file_that_has_not_changed_is_not_sent_again(door: Door) -> None:
    first = door.get("/static/css/base.css")
    again = door.get("/static/css/base.css", **{"If-None-Match": first.headers["ETag"]})

    assert (200, 304) == (first.status_code, again.status_code)


def test_no_file_of_the_pages_names_another_host() -> None:
    hosts = {
        host
        for path in pages.STATIC.glob("**/*.*")
        for host in re.findall(r"https?://[^\s\"'`)]+", path.read_text(encoding="utf-8"))
    }

    assert {"http://www.w3.org/2000/svg"} == hosts  # the name of a language, not an address


def test_the_house_says_whether_one_may_sign_up(door: Door) -> None:
    assert {"sign_up": True, "currency": "EUR"} == door.get("/api/house").json


def test_the_routes_are_described(door: Door) -> None:
    described = door.get("/openapi.json").json["paths"]

    assert {"/api/room", "/api/tables/{table}", "/api/people", "/api/sessions", "/api/enrolments"} <= described.keys()
    assert [] == described["/api/sessions"]["post"].get("parameters", [])
