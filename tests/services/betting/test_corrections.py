"""The floor rules on hands that were paid: money moves once more, and everything that was paid stays on record."""

import pytest

from services.house.verify import money
from services.house.verify.findings import Findings
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.ledger import accounts
from tests.services.doors import HAND, Doors, check_refused


@pytest.fixture(scope="module")
def banked():
    doors = Doors("spain_draw", seats=(1, 2), chips=10_000)
    doors.open().say("1 stake ante=500").close_boxes()
    yield doors
    doors.leave()


@pytest.fixture(scope="module")
def paid(banked):
    return banked.fold_down()


@pytest.fixture(scope="module")
def pot():
    doors = Doors("andorra_draw", seats=(1, 2, 3), eldest=1, opener_check="declared")
    doors.open().say("1 bet 2; 3 call; 2 fold; 1 stand; 3 stand; 1 bet 4; 3 fold")
    for person in ("p1", "p2", "p3"):
        doors.call("betting", "POST", f"/wallets/{person}/deposits", {"amount": 10}, who="operator")
    yield doors
    doors.leave()


def correct(doors, amounts, *, who="floor.ann", second="floor.bea", hand=HAND, **change):
    clause = "ESD-41" if doors.game.game_id == "spain_draw" else "AD5-45"
    body = {
        "corrections": [{"seat": seat, "amount": amount} for seat, amount in amounts],
        "clause": clause,
        "reason": "seen on camera",
        "second_token": doors.token(second) if second else "none",
        **change,
    }
    return doors.call("betting", "POST", f"/hands/{hand}/corrections", body, who=who)


def balances(doors, *paths):
    with doors.felt._wired["betting"].store.reading() as tx:
        return [tx.balance(path) for path in paths]


def history(doors):
    with doors.felt._wired["betting"].store.reading() as tx:
        return [(kept.seq, kept.fact) for kept in tx.history(HAND)]


def breaches(doors):
    """Look at the books as `crupier verify` does."""
    found = Findings()
    with doors.felt._wired["betting"].store.reading() as tx:
        money.check_betting_hand(found, tx, tx.history(HAND), money.Sides())
    with doors.felt._wired["betting"].store.inspecting() as connection:
        money.check_ledger(found, "betting", connection, closed=frozenset({HAND}))
    return [line for line in found.lines() if not line.startswith("ok")]


@pytest.mark.clause("ESD-41")
def test_a_hand_in_play_is_ruled_on_and_not_corrected(banked):
    check_refused(correct(banked, [(1, 500)]), 409, "WRONG_STAGE")


@pytest.mark.clause("ESD-41")
def test_against_the_bank_a_correction_moves_the_house_s_money_and_edits_nothing(paid):
    before, purse = history(paid), balances(paid, accounts.player("p1"), accounts.bank("t"))
    answer = correct(paid, [(1, 1_500)])
    given = history(paid)

    assert (201, "ESD-41") == (answer.status_code, answer.get_json()["clause"])
    assert before == given[:-1]
    fact = given[-1][1]
    assert isinstance(fact, at_floor.SettlementCorrected)
    assert ("floor.ann, floor.bea", "seen on camera") == (fact.ruled_by, fact.reason)
    assert [purse[0] + 1_500, purse[1] - 1_500] == balances(paid, accounts.player("p1"), accounts.bank("t"))
    assert [] == breaches(paid)

    # and a ruling may be ruled on in its turn, by a correction of its own
    assert 201 == correct(paid, [(1, -1_500)], second="operator").status_code
    assert purse == balances(paid, accounts.player("p1"), accounts.bank("t"))
    assert given == history(paid)[:-1]
    assert [] == breaches(paid)


@pytest.mark.clause("AD5-45")
def test_in_a_hand_for_the_pot_some_give_what_others_get(pot):
    settled = next(fact for _, fact in history(pot) if isinstance(fact, say.HandSettled))
    assert {1, 2, 3} == {net.seat for net in settled.nets}
    people = [accounts.player(person) for person in ("p1", "p2", "p3")]

    assert 201 == correct(pot, [(1, -7), (2, 3), (3, 4)]).status_code
    assert [3, 13, 14] == balances(pot, *people)
    assert 201 == correct(pot, [(3, -9), (1, 8), (2, 1)]).status_code
    assert [11, 14, 5] == balances(pot, *people)
    assert 201 == correct(pot, [(1, 7), (2, -3), (3, -4)]).status_code
    assert [18, 11, 1] == balances(pot, *people)
    assert [] == breaches(pot)


POT = [
    ([(1, 5)], {}, 422, "NOT_BALANCED"),
    ([(1, -40), (2, 40)], {}, 422, "NOT_ENOUGH_CHIPS"),
    ([(1, 1), (9, -1)], {}, 409, "NOT_ACTIVE"),
    ([(1, 1), (1, -1)], {}, 422, "seat_twice"),
    ([(1, 0)], {}, 422, "invalid"),
    ([], {}, 422, "length"),
    ([(1, 1), (2, -1)], {"who": "croupier"}, 403, "forbidden"),
    ([(1, 1), (2, -1)], {"who": "p1"}, 403, "forbidden"),
    ([(1, 1), (2, -1)], {"who": "floor@other"}, 403, "other_table"),
    ([(1, 1), (2, -1)], {"second": "floor.ann"}, 403, "two_people"),
    ([(1, 1), (2, -1)], {"second": "p2"}, 403, "two_people"),
    ([(1, 1), (2, -1)], {"second": ""}, 422, "second_token"),
    ([(1, 1), (2, -1)], {"clause": "AD5-99"}, 422, "unknown_clause"),
    ([(1, 1), (2, -1)], {"clause": "ESD-41"}, 422, "unknown_clause"),
    ([(1, 1), (2, -1)], {"reason": "  "}, 422, "length"),
    ([(1, 1), (2, -1)], {"hand": "t-9"}, 404, "not_found"),
]


@pytest.mark.clause("AD5-45")
@pytest.mark.parametrize(("amounts", "how", "status", "code"), POT)
def test_what_no_correction_may_be_is_refused_and_nothing_moves(pot, amounts, how, status, code):
    before = pot.stands()

    check_refused(correct(pot, amounts, **how), status, code)

    assert before == pot.stands()
