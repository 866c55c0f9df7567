"""What people send when they bet and sit down: each bad wish is refused by name, and the hand stays as it was."""

import json
from itertools import count

import pytest

from services.betting.wiring import SERVICE as BETTING
from services.dealer.wiring import SERVICE as DEALER
from services.house.play.seating import Seating
from services.house.play.services_felt import ServicesFelt
from shared.cards import PACK_52
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.runtime.flask_app import make_http
from shared.runtime.health import Health
from shared.runtime.tokens import Role

KEYS = count()
STAKE = {"seat": 1, "verb": "stake", "amount": 1_000, "side_bet": 100}
PLAY = {"seat": 1, "verb": "play", "amount": 2_000}


class House:
    """Two players at a practice table of the Spanish game, asked over HTTP."""

    def __init__(self):
        seating = Seating(
            game="spain_draw", terms=game("spain_draw").terms({}), chips_by_seat={1: 10_000, 2: 10_000}, eldest=1
        )
        self.felt = ServicesFelt(seating)
        self.doors = {
            service.name: make_http(service, self.felt._wired[service.name], Health(service=service.name)).test_client()
            for service in (BETTING, DEALER)
        }
        self.felt.open_hand(deck=PACK_52, mixes=())

    def call(self, service, method, path, body=None, *, person="p1", roles=(Role.PLAYER,)):
        token = self.felt._wired[service].tokens.issue(person=person, roles=frozenset(roles), seconds=600)
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": f"key-{next(KEYS):08d}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        answer = self.doors[service].open(
            path, method=method, headers=headers, data=None if body is None else json.dumps(body)
        )
        self.felt._carry()
        return answer

    def act(self, body, *, person="p1", hand="t-1"):
        return self.call("betting", "POST", f"/hands/{hand}/acts", body, person=person)

    def seen(self):
        view = self.call("betting", "GET", "/hands/t-1/view").get_json()
        return {name: value for name, value in view.items() if name != "seconds_left"}, self.felt.chips()

    def deal(self):
        for seat in (1, 2):
            assert self.act({**STAKE, "seat": seat}, person=f"p{seat}").status_code == 201
        self.felt.put(ask.CloseBoxes(hand="t-1", table="t", game="spain_draw"))


@pytest.fixture
def house():
    opened = House()
    yield opened
    opened.felt.leave()


def check_refused(house, answer, status, code):
    assert (status, "application/problem+json") == (answer.status_code, answer.content_type), answer.text
    assert code == answer.get_json()["code"]
    assert {"type", "title", "detail", "request"} <= set(answer.get_json())


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"amount": -50}, 422, "out_of_range"),
        ({"amount": 0}, 422, "out_of_range"),
        ({"amount": "50"}, 422, "not_integer"),
        ({"amount": 50.0}, 422, "not_integer"),
        ({"amount": True}, 422, "not_integer"),
        ({"amount": [50]}, 422, "not_integer"),
        ({"amount": 50.5}, 422, "not_integer"),
        ({"amount": "0,50"}, 422, "not_integer"),
        ({"amount": 2**63}, 422, "out_of_range"),
        ({"amount": 10**30}, 400, "number_too_long"),
        ({"amount": 1_200}, 422, "BET_NOT_MULTIPLE"),
        ({"amount": 499}, 422, "BET_NOT_MULTIPLE"),
        ({"amount": 10_500}, 422, "ABOVE_MAXIMUM"),
        ({"amount": 10_000}, 422, "NOT_ENOUGH_CHIPS"),
        ({"side_bet": 200}, 422, "WRONG_SIDE_BET"),
        ({"side_bet": 99}, 422, "WRONG_SIDE_BET"),
        ({"box": 2}, 403, "WRONG_BOX"),
        ({"seat": 2}, 403, "WRONG_BOX"),
        ({"turn": 7}, 409, "STALE_ACT"),
        ({"verb": "raise"}, 422, "NO_SUCH_ACT"),
        ({"verb": "allin!"}, 422, "unknown_word"),
        ({"balance": 1}, 422, "unknown_field"),
        ({"amount": None}, 422, "invalid"),
    ],
)
def test_a_bad_stake_is_refused_and_changes_nothing(house, change, status, code):
    before = house.seen()

    answer = house.act({**STAKE, **change})

    check_refused(house, answer, status, code)
    assert before == house.seen()


@pytest.mark.parametrize(
    ("body", "person", "status", "code"),
    [
        ({**PLAY, "amount": 1_999}, "p1", 422, "WRONG_SECOND_BET"),
        ({**PLAY, "amount": 2_001}, "p1", 422, "WRONG_SECOND_BET"),
        ({**PLAY, "discards": [0, 1, 2]}, "p1", 422, "TOO_MANY_DISCARDS"),
        ({**PLAY, "discards": [-1]}, "p1", 422, "out_of_range"),
        ({**PLAY, "discards": [6]}, "p1", 422, "NOT_YOUR_CARD"),
        ({**PLAY, "discards": [1, 1]}, "p1", 422, "NOT_YOUR_CARD"),
        ({**PLAY, "seat": 2}, "p2", 409, "NOT_YOUR_TURN"),
        ({**PLAY, "turn": 0}, "p1", 409, "STALE_ACT"),
        (STAKE, "p1", 409, "WRONG_STAGE"),
        (PLAY, "p9", 409, "NOT_ACTIVE"),
    ],
)
def test_a_bad_decision_is_refused_and_changes_nothing(house, body, person, status, code):
    house.deal()
    before = house.seen()

    check_refused(house, house.act(body, person=person), status, code)
    assert before == house.seen()


@pytest.mark.clause("ESD-15")
def test_what_was_decided_stays_and_a_closed_hand_takes_nothing_more(house):
    house.deal()
    assert house.act({**PLAY, "discards": [0]}).status_code == 201

    check_refused(house, house.act(PLAY), 409, "ALREADY_DECIDED")
    assert house.act({"seat": 2, "verb": "fold"}, person="p2").status_code == 201
    check_refused(house, house.act(PLAY), 409, "HAND_CLOSED")


@pytest.mark.parametrize(
    ("seat", "buy_in", "person", "status", "code"),
    [
        ("1", 5_000, "p3", 409, "TABLE_FULL"),
        ("3", 5_000, "p1", 409, "ALREADY_SEATED"),
        ("99", 5_000, "p3", 404, "NO_SUCH_SEAT"),
        ("-1", 5_000, "p3", 404, "not_found"),
        ("../../etc/passwd", 5_000, "p3", 404, "no_route"),
        ("3", 4_999, "p3", 422, "BUY_IN_OUT_OF_RANGE"),
        ("3", 200_001, "p3", 422, "BUY_IN_OUT_OF_RANGE"),
        ("3", 0, "p3", 422, "out_of_range"),
        ("3", "5000", "p3", 422, "not_integer"),
    ],
)
def test_a_seat_that_cannot_be_had_is_refused(house, seat, buy_in, person, status, code):
    answer = house.call("dealer", "POST", f"/tables/t/seats/{seat}", {"buy_in": buy_in}, person=person)

    check_refused(house, answer, status, code)


def test_who_leaves_in_the_middle_of_a_hand_is_free_after_it(house):
    answer = house.call("dealer", "DELETE", "/tables/t/seats/1")

    assert (202, "leaves_after_hand") == (answer.status_code, answer.get_json()["stage"])


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"id": "x", "game": "texas", "name": "X"}, "unknown_game"),
        ({"id": "x", "game": "spain_draw", "name": "X", "terms": {"seats": 9}}, "terms_refused"),
        ({"id": "x", "game": "spain_draw", "name": "X", "terms": {"min_bet": -5}}, "terms_refused"),
        (
            {"id": "x", "game": "spain_draw", "name": "X", "terms": {"jackpot_contribution_ppm": 1_000_001}},
            "terms_refused",
        ),
        ({"id": "X y", "game": "spain_draw", "name": "X"}, "form"),
        ({"id": "x", "game": "spain_draw", "name": "\u0000"}, "charset"),
        ({"id": "x", "game": "spain_draw", "name": "   "}, "form"),
    ],
)
def test_a_table_that_no_house_may_have_is_refused(house, body, code):
    answer = house.call("dealer", "POST", "/tables", body, person="boss", roles=(Role.OPERATOR,))

    check_refused(house, answer, 422, code)


def test_a_player_opens_no_table_and_staff_take_no_seat(house):
    opened = house.call("dealer", "POST", "/tables", {"id": "x", "game": "spain_draw", "name": "X"})
    seated = house.call("dealer", "POST", "/tables/t/seats/3", {"buy_in": 5_000}, person="boss", roles=(Role.OPERATOR,))

    assert (403, 403) == (opened.status_code, seated.status_code)


@pytest.mark.clause("ESD-36")
def test_who_plays_in_anothers_box_is_refused_and_goes_on_record(house):
    check_refused(house, house.act({**STAKE, "seat": 2}), 403, "WRONG_BOX")

    records = [fact for _, fact in house.felt.facts() if isinstance(fact, say.IrregularityRecorded)]
    assert [("ESD-36", 1, "WRONG_BOX")] == [(each.clause, each.seat, each.what) for each in records]
