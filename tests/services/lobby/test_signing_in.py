"""People sign up and in; whoever guesses is stopped, and learns nothing from the answers."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from services.lobby.http import WELCOME
from services.lobby.wiring import SERVICE
from shared.runtime.flask_app import make_http
from shared.runtime.running import Running
from shared.runtime.tokens import Role
from tests.services.lobby.conftest import PASSWORD, Door


def test_who_signs_up_gets_a_players_token_and_can_sign_in_again(door: Door) -> None:
    signed_up = door.sign_up("Núria Vidal")
    signed_in = door.sign_in("núria vidal")

    assert (201, "nuria-vidal", ["player"]) == (
        signed_up.status_code,
        signed_up.json["person"],
        signed_up.json["roles"],
    )
    assert (200, "Núria Vidal", "nuria-vidal") == (
        signed_in.status_code,
        signed_in.json["name"],
        door.wiring.tokens.read(signed_in.json["token"]).person,
    )


def test_the_token_says_who_asks(door: Door) -> None:
    token = door.sign_up("Anna").json["token"]

    assert "Anna" == door.get("/api/me", token=token).json["name"]


def test_no_password_and_no_hash_leaves_the_house(door: Door) -> None:
    answers = (door.sign_up("Anna"), door.sign_in("Anna"), door.get("/api/people", token=door.token(Role.OPERATOR)))

    assert [] == [word for answer in answers for word in (PASSWORD, "scrypt") if word in answer.text]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        pytest.param('"><script>', "NAME_REFUSED", id="markup"),
        pytest.param("a", "NAME_REFUSED", id="one letter"),
        pytest.param("   ", "NAME_REFUSED", id="only blanks"),
        pytest.param("anna  boix", "NAME_REFUSED", id="two blanks"),
        pytest.param("12345", "NAME_REFUSED", id="no letter"),
        pytest.param("Аnna", "NAME_REFUSED", id="a Cyrillic letter that looks Latin"),
        pytest.param("x" * 33, "NAME_REFUSED", id="too long"),
        pytest.param("x" * 10_000, "length", id="ten kilobytes"),
        pytest.param("", "length", id="nothing"),
        pytest.param("an\u0000na", "charset", id="NUL"),
        pytest.param("an\u202ena", "charset", id="writing turned round"),
        pytest.param("an\ud800na", "charset", id="a lone surrogate"),
        pytest.param("anna🂡", "NAME_REFUSED", id="a playing card"),
        pytest.param(17, "invalid", id="a number"),
        pytest.param(None, "invalid", id="null"),
    ],
)
def test_a_name_that_is_no_name_is_refused(door: Door, name: object, code: str) -> None:
    answer = door.post("/api/people", {"name": name, "password": PASSWORD})

    assert (422, code) == (answer.status_code, answer.json["code"])


@pytest.mark.parametrize("name", ["Anna", "O'Neil", "Gal·la", "Peña-Ruiz", "J. R.", "bot_7", "Ærø 2"])
def test_names_of_people_here_are_taken(door: Door, name: str) -> None:
    assert 201 == door.sign_up(name).status_code


@pytest.mark.parametrize(
    "password",
    [
        pytest.param("short", id="too short"),
        pytest.param("x" * 129, id="too long"),
        pytest.param("aaaaaaaaaa", id="one character over and over"),
        pytest.param("Anna Boix", id="the name itself"),
    ],
)
def test_a_password_that_anybody_would_try_is_refused(door: Door, password: str) -> None:
    answer = door.sign_up("anna boix", password)

    assert (422, "PASSWORD_REFUSED") == (answer.status_code, answer.json["code"])


@pytest.mark.parametrize("name", ["Anna", "ANNA", "Ánna", "anna."])
def test_a_name_that_looks_like_one_that_is_taken_is_taken(door: Door, name: str) -> None:
    door.sign_up("anna")
    answer = door.sign_up(name)

    assert (409, "name_taken") == (answer.status_code, answer.json["code"])


@pytest.mark.parametrize("field", ["roles", "is_admin", "balance", "person"])
def test_nobody_gives_himself_more_than_a_name(door: Door, field: str) -> None:
    answer = door.post("/api/people", {"name": "anna", "password": PASSWORD, field: ["operator"]})

    assert (422, "unknown_field") == (answer.status_code, answer.json["code"])


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(door: Door) -> None:
    door.sign_up("anna")
    wrong, unknown = door.sign_in("anna", "not the one"), door.sign_in("nobody", "not the one")
    kept = ("status", "code", "detail", "title")

    assert [401, 401] == [wrong.status_code, unknown.status_code]
    assert [wrong.json[each] for each in kept] == [unknown.json[each] for each in kept]


@pytest.mark.parametrize("name", ["anna", "nobody"])
def test_the_sixth_try_has_to_wait_whether_or_not_there_is_such_a_person(door: Door, name: str) -> None:
    door.sign_up("anna")
    tries = [door.sign_in(name, f"guess number {number}") for number in range(6)]

    assert [401] * 5 + [429] == [answer.status_code for answer in tries]
    assert "too_many_tries" == tries[-1].json["code"]
    assert 14 * 60 < int(tries[-1].headers["Retry-After"]) <= 15 * 60


def test_after_five_wrong_tries_the_right_password_waits_too_but_not_from_elsewhere(door: Door) -> None:
    door.sign_up("anna")
    for number in range(5):
        door.sign_in("anna", f"guess number {number}")

    assert [429, 200] == [door.sign_in("anna").status_code, door.sign_in("anna", address="10.9.9.9").status_code]


def test_a_good_sign_in_forgets_the_tries_before_it(door: Door) -> None:
    door.sign_up("anna")
    for _ in range(3):
        for number in range(4):
            door.sign_in("anna", f"guess number {number}")
        last = door.sign_in("anna")

    assert 200 == last.status_code


def test_tries_at_the_same_time_do_not_slip_through_together(door: Door) -> None:
    door.sign_up("anna")
    with ThreadPoolExecutor(8) as several:
        statuses = [
            each.status_code for each in several.map(lambda n: door.sign_in("anna", f"guess {n} again"), range(12))
        ]

    assert (5, 7) == (statuses.count(401), statuses.count(429))


def test_a_try_counts_for_a_quarter_of_an_hour(door: Door) -> None:
    door.sign_up("anna")
    for number in range(5):
        door.sign_in("anna", f"guess number {number}")
    door.wiring.store.decide(
        lambda tx: tx.session.change("UPDATE lobby_attempt SET since_us = since_us - 901000000")  # type: ignore[attr-defined]
    )

    assert 200 == door.sign_in("anna").status_code


def test_in_production_the_operator_takes_people_in(door: Door) -> None:
    wiring = replace(door.wiring, settings=replace(door.wiring.settings, env="production"))
    strict = Door(wiring, make_http(SERVICE, wiring, Running(service=SERVICE, wiring=wiring).health))
    answer = strict.sign_up("anna")

    assert (403, "sign_up_closed") == (answer.status_code, answer.json["code"])
    assert False is strict.get("/api/house").json["sign_up"]
    assert 201 == strict.enrol("anna", "player").status_code
    assert 200 == strict.sign_in("anna").status_code


def test_a_house_can_welcome_new_players(door: Door) -> None:
    welcomed: list[str] = []
    door.app.extensions[WELCOME] = welcomed.append
    door.sign_up("anna")
    door.sign_up("anna")

    assert ["anna"] == welcomed


def test_who_signs_out_is_told_so(door: Door) -> None:
    token = door.sign_up("anna").json["token"]
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": "goodbye-anna"}
    answer = door.client.delete("/api/sessions", headers=headers)

    assert (200, {"person": "anna", "signed_in": False}) == (answer.status_code, answer.json)


def test_tokens_end(door: Door, tmp_path: Path) -> None:
    token = door.wiring.tokens.issue(person="anna", roles=frozenset({Role.PLAYER}), seconds=-1)

    assert 401 == door.get("/api/me", token=token).status_code
