"""What operators send by mistake when they correct a meter: refused by name, and the meter stays."""

import pytest

from shared.runtime.recording import decide
from tests.services.doors import Doors, check_refused

FIRST, SECOND, BLOCKED = "operator.ann", "operator.bea", "operator.cid"


@pytest.fixture(scope="module")
def doors():
    opened = Doors("spain_draw", chips=10_000)
    opened.felt.set_meter(1_000_000)
    decide(opened.felt._wired["jackpot"].store, lambda tx: tx.block(BLOCKED, blocked=True))
    yield opened
    opened.leave()


def adjust(doors, *, who=FIRST, second=SECOND, pool="", **change):
    (known,) = doors.call("jackpot", "GET", "/pools", who="").get_json()["pools"]
    token = doors.token(second) if isinstance(second, str) and second.startswith(("operator", "p", "floor")) else second
    body = {"by": 100, "reason": "counted by two", "second_token": token, **change}
    return doors.call("jackpot", "POST", f"/pools/{pool or known['pool']}/adjustments", body, who=who)


@pytest.mark.parametrize(
    ("given", "status", "code"),
    [
        ({"who": ""}, 401, "unauthenticated"),
        ({"who": BLOCKED}, 401, "unauthenticated"),
        ({"who": "p1"}, 403, "forbidden"),
        ({"who": "floor"}, 403, "forbidden"),
        ({"who": "auditor"}, 403, "forbidden"),
        ({"second": FIRST}, 403, "two_people"),
        ({"second": "p1"}, 403, "two_people"),
        ({"second": "floor.ann"}, 403, "two_people"),
        ({"second": BLOCKED}, 403, "two_people"),
        ({"second": "no token"}, 422, "second_token"),
        ({"second": ""}, 422, "length"),
        ({"second": None}, 422, "invalid"),
        ({"by": 0}, 422, "out_of_range"),
        ({"by": -1_000_001}, 422, "out_of_range"),
        ({"by": 10**16}, 422, "out_of_range"),
        ({"by": 1.5}, 422, "not_integer"),
        ({"by": "100"}, 422, "not_integer"),
        ({"by": True}, 422, "not_integer"),
        ({"reason": "x"}, 422, "length"),
        ({"reason": "   "}, 422, "form"),
        ({"hit": "served_royal_flush"}, 422, "unknown_field"),
        ({"pool": "none"}, 404, "not_found"),
    ],
)
def test_a_bad_correction_is_refused_and_the_meter_stays(doors, given, status, code):
    before = doors.stands()

    answer = adjust(doors, **given)

    check_refused(answer, status, code)
    assert before == doors.stands()


def test_two_operators_correct_a_meter_and_the_ledger_keeps_both_sides():
    doors = Doors("spain_draw", chips=10_000)
    doors.felt.set_meter(1_000_000)

    assert 1_000_100 == adjust(doors).get_json()["meter"]
    assert 1_000_100 == doors.felt.meter()
    assert 0 == adjust(doors, by=-1_000_100).get_json()["meter"]
    doors.leave()
