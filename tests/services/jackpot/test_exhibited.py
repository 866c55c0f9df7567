"""The prize is on show before anybody can bet on it, and it is the one that is paid."""

import pytest

from services.jackpot.metrics import PoolBalances
from tests.services.doors import Doors, check_refused

AWARDS = {
    "served_royal_flush": 1_000_000,
    "served_straight_flush": 100_000,
    "served_four_of_a_kind": 50_000,
    "drawn_royal_flush": 500_000,
    "drawn_straight_flush": 50_000,
    "drawn_four_of_a_kind": 10_000,
}
TERMS = {"jackpot_seed": 250_000, "jackpot_stake": 100, "awards_ppm": AWARDS}


@pytest.fixture(scope="module")
def doors():
    opened = Doors("spain_draw", chips=10_000, **TERMS)
    yield opened
    opened.leave()


@pytest.mark.clause("ESD-31")
def test_meter_and_awards_of_a_new_table_can_be_read_before_a_hand_is_opened(doors):
    (shown,) = doors.call("jackpot", "GET", "/pools", who="").get_json()["pools"]
    families = {
        family.name: {sample.labels["pool"]: sample.value for sample in family.samples}
        for family in PoolBalances(doors.felt._wired["jackpot"].store).collect()
    }

    assert (250_000, 100) == (shown["meter"], shown["stake"])
    assert AWARDS == {each["award"]: each["ppm"] for each in shown["awards"]}
    assert [250_000, 25_000, 12_500, 125_000, 12_500, 2_500] == [each["amount"] for each in shown["awards"]]
    assert {"spain_draw": 250_000} == families["crupier_progressive_meter_cents"]
    assert {"spain_draw": 250_000} == families["crupier_progressive_pool_cents"]


@pytest.mark.clause("ESD-05", "ESD-31")
@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"awards_ppm": AWARDS | {"drawn_four_of_a_kind": 20_000}}, "awards_ppm"),
        ({"jackpot_stake": 200}, "jackpot_stake"),
        ({"jackpot_contribution_ppm": 1}, "jackpot_contribution_ppm"),
        ({"shared_awards": []}, "shared_awards"),
        ({"jackpot_reset": 5}, "jackpot_reset"),
        ({"jackpot_seed": 5}, "jackpot_seed"),
    ],
)
def test_a_table_that_would_show_other_prizes_than_its_pool_pays_is_not_opened(doors, change, named):
    first = open_table(doors, "first", pool="linked")
    assert first.status_code in (201, 409)
    before = doors.stands()

    answer = open_table(doors, "second", pool="linked", **change)

    check_refused(answer, 422, "terms_refused")
    assert answer.get_json()["detail"].startswith(f"{named} differs from that of table first")
    assert before == doors.stands()


def test_tables_with_the_same_prizes_share_a_pool_and_others_have_one_of_their_own(doors):
    open_table(doors, "first", pool="linked")

    assert 201 == open_table(doors, "third", pool="linked", min_bet=1_000).status_code
    assert 201 == open_table(doors, "fourth", pool="apart", jackpot_stake=200).status_code
    pools = doors.call("jackpot", "GET", "/pools", who="").get_json()["pools"]
    assert {"spain_draw": 100, "linked": 100, "apart": 200} == {each["pool"]: each["stake"] for each in pools}


def open_table(doors, table, *, pool, **change):
    terms = {**TERMS, "jackpot_pool": pool, **change}
    body = {"id": table, "game": "spain_draw", "name": table, "terms": terms, "practice": False}
    return doors.call("dealer", "POST", "/tables", body, who="operator")
