"""Who may do what, and that a wish under a key of its own comes true once."""

import threading
from pathlib import Path
from typing import Any

import pytest
from flask import Blueprint, Response

from shared.messages.keyring import Keyring
from shared.runtime.flask_app import RouteWithoutPolicy, make_http, policies
from shared.runtime.running import Running
from shared.runtime.service import ServiceDoor
from shared.runtime.tokens import Role, Tokens
from shared.secret import Secret
from tests.shared.runtime.conftest import Asking
from tests.shared.runtime.demo import DEMO, demo
from tests.shared.runtime.test_http_bodies import assert_problem


@pytest.mark.parametrize(
    "authorization", [None, "", "Bearer", "Bearer ", "Bearer x", "Bearer a.b.c", "Basic YTpi", "Token {good}", "{good}"]
)
def test_without_a_good_token_nobody_is_let_in(asking: Asking, authorization: str | None) -> None:
    given = {"Authorization": authorization.format(good=asking.token())} if authorization is not None else {}

    answer = asking.client.get("/counts/h1", headers=given)

    assert_problem(answer, status=401, code="unauthenticated")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_an_ended_token_and_the_token_of_another_house(asking: Asking) -> None:
    wiring = asking.wiring
    ended = wiring.tokens.issue(person="ann", roles=frozenset({Role.PLAYER}), seconds=-1)
    elsewhere = Tokens(Keyring((("t1", Secret(bytes(range(32)))),)), wiring.clock, wiring.random).issue(
        person="ann", roles=frozenset({Role.PLAYER}), seconds=60
    )

    assert_problem(asking.get("/counts/h1", ended), status=401, code="unauthenticated")
    assert_problem(asking.get("/counts/h1", elsewhere), status=401, code="unauthenticated")


@pytest.mark.parametrize(
    ("role", "method", "path", "status"),
    [
        (Role.PLAYER, "GET", "/counts/h1", 200),
        (Role.AUDITOR, "GET", "/counts/h1", 200),
        (Role.OPERATOR, "GET", "/counts/h1", 403),
        (Role.AUDITOR, "POST", "/counts/h1", 403),
        (Role.OPERATOR, "POST", "/counts/h1", 403),
        (Role.PLAYER, "DELETE", "/counts/h1", 403),
        (Role.FLOOR, "DELETE", "/counts/h1", 200),
        (Role.PLAYER, "GET", "/plain", 200),
        (Role.FLOOR, "GET", "/plain", 403),
    ],
)
def test_a_role_opens_its_own_doors(asking: Asking, role: Role, method: str, path: str, status: int) -> None:
    answer = asking.client.open(path, method=method, json={"amount": 5} if method == "POST" else None,
                                headers=asking.headers(asking.token("sam", role)))  # fmt: skip

    assert status == answer.status_code


def test_a_croupier_works_at_his_own_table(asking: Asking) -> None:
    token = asking.token("carl", Role.CROUPIER, table="t1")

    assert 200 == asking.get("/tables/t1", token).status_code
    assert_problem(asking.get("/tables/t2", token), status=403, code="other_table")


def test_what_one_may_not_know_is_not_there(asking: Asking) -> None:
    assert_problem(asking.get("/counts/hidden"), status=404, code="not_found")


def test_a_blocked_person_is_out_at_once_and_in_again_later(asking: Asking) -> None:
    token = asking.token("eve")
    asking.wiring.store.decide(lambda tx: tx.block("eve", blocked=True))

    for answer in (
        asking.get("/counts/h1", token),
        asking.get("/plain", token),
        asking.post({"amount": 5}, headers=asking.headers(token)),
    ):
        assert_problem(answer, status=401, code="unauthenticated")
    assert 0 == asking.count()

    asking.wiring.store.decide(lambda tx: tx.block("eve", blocked=False))
    assert 200 == asking.get("/counts/h1", token).status_code


def test_some_pages_are_for_everybody(asking: Asking) -> None:
    found = {path: asking.client.get(path).status_code for path in
             ("/livez", "/readyz", "/metrics", "/version", "/openapi.json", "/open")}  # fmt: skip

    assert {200} == set(found.values())


def test_each_route_says_who_may_use_it(asking: Asking) -> None:
    assert [] == [name for name, policy in policies(asking.client.application).items() if policy is None]


def test_a_route_that_does_not_say_so_ends_the_start(store_url: str, tmp_path: Path) -> None:
    open_door = Blueprint("forgotten", __name__)
    open_door.add_url_rule("/all-wallets", "wallets", lambda: Response("everything"))
    careless = ServiceDoor(name="dealer", routes=lambda: (open_door,), kept=DEMO.kept)

    with demo(store_url, tmp_path) as wiring, pytest.raises(RouteWithoutPolicy):
        make_http(careless, wiring, Running(service=careless, wiring=wiring).health)


def test_the_page_of_the_api_tells_bodies_roles_and_refusals(asking: Asking) -> None:
    page: Any = asking.client.get("/openapi.json").json
    post = page["paths"]["/counts/{hand}"]["post"]

    assert ["player"] == post["x-roles"]
    assert {"Idempotency-Key"} == {each["name"] for each in post["parameters"]}
    assert "amount" in page["components"]["schemas"]["RaiseBody"]["properties"]
    assert "application/problem+json" in post["responses"]["default"]["content"]
    assert [{"token": []}] == post["security"]
    assert {"page", "rows"} == {each["name"] for each in page["paths"]["/counts/{hand}"]["get"]["parameters"]}


def test_a_request_without_a_key(asking: Asking) -> None:
    headers = {name: value for name, value in asking.headers().items() if name != "Idempotency-Key"}

    assert_problem(asking.post({"amount": 5}, headers=headers), status=400, code="key_missing")
    assert 0 == asking.count()


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "x" * 5000, "with blanks in it", "ключключ", "semi;colons;"])
def test_a_key_of_another_form(asking: Asking, key: str) -> None:
    headers = {**asking.headers(), "Idempotency-Key": key.encode().decode("latin-1")}

    assert_problem(asking.post({"amount": 5}, headers=headers), status=422, code="key_form")


def test_the_same_wish_again_gets_the_same_answer_and_no_second_effect(asking: Asking) -> None:
    headers = asking.headers()

    first, again = (asking.post({"amount": 5}, headers=headers) for _ in range(2))

    assert (201, {"count": 1}, None) == (first.status_code, first.json, first.headers.get("Idempotent-Replay"))
    assert (201, {"count": 1}, "true") == (again.status_code, again.json, again.headers.get("Idempotent-Replay"))
    assert 1 == asking.count()


def test_a_key_stands_for_one_wish_only(asking: Asking) -> None:
    headers = asking.headers()
    asking.post({"amount": 5}, headers=headers)

    assert_problem(asking.post({"amount": 6}, headers=headers), status=422, code="key_reused")
    assert 1 == asking.count()


def test_a_key_is_its_owners_and_its_routes_own(asking: Asking) -> None:
    headers = asking.headers()
    asking.post({"amount": 5}, headers=headers)

    of_bob = asking.post({"amount": 6}, headers={**headers, "Authorization": f"Bearer {asking.token('bob')}"})
    elsewhere = asking.post({"amount": 6}, path="/counts/h2", headers=headers)

    assert ({"count": 2}, {"count": 1}) == (of_bob.json, elsewhere.json)


def test_a_refusal_does_not_use_the_key_up(asking: Asking) -> None:
    headers = asking.headers()
    refused = asking.post({"amount": 14}, headers=headers)
    refused_again = asking.post({"amount": 14}, headers=headers)

    assert (409, 409) == (refused.status_code, refused_again.status_code)
    assert 201 == asking.post({"amount": 5}, headers=headers).status_code


def test_many_at_once_under_one_key_have_one_effect(asking: Asking) -> None:
    headers = asking.headers()
    together = threading.Barrier(6)
    answers: list[tuple[int, Any]] = []

    def ask() -> None:
        client = asking.client.application.test_client()
        together.wait()
        answer = client.post("/counts/h1", json={"amount": 5}, headers=headers)
        answers.append((answer.status_code, (answer.json or {}).get("count")))

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert {(201, 1), (409, None)} >= set(answers)
    assert (201, 1) in answers
    assert 1 == asking.count()


def test_many_at_once_under_keys_of_their_own_are_all_counted(asking: Asking) -> None:
    given = [asking.headers(asking.token(f"p{n}")) for n in range(6)]
    together = threading.Barrier(6)
    found: list[int] = []

    def ask(headers: dict[str, str]) -> None:
        client = asking.client.application.test_client()
        together.wait()
        found.append(client.post("/counts/h1", json={"amount": 5}, headers=headers).status_code)

    threads = [threading.Thread(target=ask, args=(headers,)) for headers in given]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [201] * 6 == found
    assert 6 == asking.count()


def test_who_acts_faster_than_a_person_can_is_slowed(store_url: str, tmp_path: Path) -> None:
    with demo(store_url, tmp_path, CRUPIER_ACTS_PER_SECOND="2") as wiring:
        app = make_http(DEMO, wiring, Running(service=DEMO, wiring=wiring).health)
        asking = Asking(wiring, app.test_client())
        found = [asking.post({"amount": 5}, path=f"/counts/h{n}") for n in range(8)]

    assert [201] * 4 == [answer.status_code for answer in found[:4]]
    assert 429 in [answer.status_code for answer in found]
    assert "Retry-After" in found[-1].headers
