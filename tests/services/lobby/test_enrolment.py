"""The operator takes people in, gives roles and blocks; nobody is staff and player at once."""

import pytest

from shared.runtime.tokens import Role
from tests.services.lobby.conftest import PASSWORD, Door


def test_a_person_of_the_house_signs_in_with_the_roles_that_the_operator_gave(door: Door) -> None:
    door.enrol("Marta", "floor", "auditor")
    who = door.wiring.tokens.read(door.sign_in("Marta").json["token"])

    assert ("marta", {Role.FLOOR, Role.AUDITOR}, "") == (who.person, set(who.roles), who.table)


def test_a_croupier_is_bound_to_one_table(door: Door) -> None:
    door.enrol("Pere", "croupier", table="t1")

    assert "t1" == door.wiring.tokens.read(door.sign_in("Pere").json["token"]).table


@pytest.mark.parametrize(
    ("roles", "table", "code"),
    [
        pytest.param(["player", "floor"], "", "ROLE_CONFLICT", id="player and staff"),
        pytest.param(["player", "operator", "auditor"], "", "ROLE_CONFLICT", id="player and more staff"),
        pytest.param(["floor"], "t1", "ROLE_CONFLICT", id="a floor of one table"),
        pytest.param([], "", "length", id="no role"),
        pytest.param(["king"], "", "unknown_word", id="an unknown role"),
        pytest.param(["service"], "", "unknown_word", id="a role of programs"),
        pytest.param(["croupier"], "../../etc", "form", id="a table that cannot be"),
    ],
)
def test_roles_that_do_not_go_together_are_refused(door: Door, roles: list[str], table: str, code: str) -> None:
    answer = door.enrol("Pere", *roles, table=table)

    assert (422, code) == (answer.status_code, answer.json["code"])


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.OPERATOR])
@pytest.mark.parametrize(
    "path", ["/api/enrolments", "/api/people/anna/block", "/api/people/anna/unblock", "/api/people"]
)
def test_only_the_operator_does_that(door: Door, role: Role, path: str) -> None:
    token = door.token(role)
    answer = door.get(path, token=token) if path == "/api/people" else door.post(path, {}, token=token)

    assert 403 == answer.status_code


def test_without_a_token_nobody_is_taken_in(door: Door) -> None:
    answer = door.post("/api/enrolments", {"name": "Pere", "password": PASSWORD, "roles": ["floor"]})

    assert 401 == answer.status_code


def test_an_enrolment_that_is_repeated_under_its_key_is_answered_and_not_carried_out_again(door: Door) -> None:
    headers = {"Authorization": f"Bearer {door.token(Role.OPERATOR)}", "Idempotency-Key": "enrol-marta-1"}
    body = {"name": "Marta", "password": PASSWORD, "roles": ["floor"]}
    first = door.client.post("/api/enrolments", json=body, headers=headers)
    again = door.client.post("/api/enrolments", json=body, headers=headers)
    other = door.client.post("/api/enrolments", json={**body, "password": "another one"}, headers=headers)

    assert [(201, None), (201, "true")] == [
        (each.status_code, each.headers.get("Idempotent-Replay")) for each in (first, again)
    ]
    assert (first.json, (422, "key_reused")) == (again.json, (other.status_code, other.json["code"]))


def test_what_is_stored_of_an_enrolment_helps_nobody_to_try_passwords(door: Door) -> None:
    door.enrol("Marta", "floor")
    with door.wiring.store.reading() as tx:
        rows = tx.session.rows("SELECT request_sha256, body FROM idempotency")  # type: ignore[attr-defined]

    assert (1, False) == (len(rows), PASSWORD in str(rows))


def test_without_a_key_nothing_is_done(door: Door) -> None:
    body = {"name": "Marta", "password": PASSWORD, "roles": ["floor"]}
    headers = {"Authorization": f"Bearer {door.token(Role.OPERATOR)}"}
    answer = door.client.post("/api/enrolments", json=body, headers=headers)

    assert (400, "key_missing") == (answer.status_code, answer.json["code"])


def test_who_is_blocked_is_out_at_once_and_cannot_sign_in(door: Door) -> None:
    token = door.sign_up("anna").json["token"]
    before = door.get("/api/me", token=token).status_code
    blocked = door.post("/api/people/anna/block", token=door.token(Role.OPERATOR))

    assert (200, True) == (before, blocked.json["blocked"])
    assert [401, 401] == [door.get("/api/me", token=token).status_code, door.sign_in("anna").status_code]


def test_the_services_are_told_who_is_blocked_in_numbered_words(door: Door) -> None:
    door.sign_up("anna")
    for change in ("block", "unblock"):
        door.post(f"/api/people/anna/{change}", token=door.token(Role.OPERATOR))
    with door.wiring.store.relay() as unsent:
        told = unsent.claim_unsent(10)

    assert [
        (f"house:{service}.block_at_{service}:anna.{number}", {"blocked": blocked, "number": number, "person": "anna"})
        for number, blocked in ((1, True), (2, False))
        for service in ("dealer", "betting", "jackpot")
    ] == [
        (message.message_id, {name: message.payload[name] for name in ("blocked", "number", "person")})
        for message in told
    ]


def test_who_is_let_in_again_is_in_again(door: Door) -> None:
    token = door.sign_up("anna").json["token"]
    operator = door.token(Role.OPERATOR)
    door.post("/api/people/anna/block", token=operator)
    door.post("/api/people/anna/unblock", token=operator)

    assert [200, 200] == [door.get("/api/me", token=token).status_code, door.sign_in("anna").status_code]


def test_nobody_blocks_himself_or_somebody_who_is_not_there(door: Door) -> None:
    operator = door.token(Role.OPERATOR)
    statuses = [door.post(f"/api/people/{who}/block", token=operator).status_code for who in ("operator", "nobody")]

    assert [422, 404] == statuses


def test_roles_change_from_the_next_sign_in_on_but_a_player_stays_a_player(door: Door) -> None:
    door.enrol("Marta", "floor")
    door.sign_up("anna")
    operator = door.token(Role.OPERATOR)

    def change(person: str, *roles: str) -> tuple[int, list[str] | None]:
        headers = {"Authorization": f"Bearer {operator}", "Idempotency-Key": f"roles-of-{person}"}
        answer = door.client.put(f"/api/people/{person}/roles", json={"roles": list(roles)}, headers=headers)
        return answer.status_code, answer.json.get("roles")

    assert [(200, ["auditor"]), (422, None), (404, None)] == [
        change("marta", "auditor"),
        change("anna", "floor"),
        change("nobody", "floor"),
    ]
    assert ["auditor"] == door.sign_in("Marta").json["roles"]


def test_people_are_listed_page_by_page(door: Door) -> None:
    for name in ("carla", "anna", "berta"):
        door.sign_up(name)
    operator = door.token(Role.OPERATOR)
    first = door.get("/api/people?limit=2", token=operator).json["people"]
    rest = door.get("/api/people?limit=2&after=berta", token=operator).json["people"]

    assert [["anna", "berta"], ["carla"]] == [[person["person"] for person in page] for page in (first, rest)]


@pytest.mark.parametrize(
    ("query", "status"), [("limit=10000", 422), ("limit=0", 422), ("limit=1&limit=2", 400), ("x=1", 422)]
)
def test_a_page_that_is_too_long_or_unclear_is_refused(door: Door, query: str, status: int) -> None:
    assert status == door.get(f"/api/people?{query}", token=door.token(Role.OPERATOR)).status_code
