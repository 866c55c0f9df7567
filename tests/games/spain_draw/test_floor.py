import pytest

from services.betting.domain.banked.hand import Stage
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.rules.faults import Decision, Fault
from shared.rules.refusals import HandClosed, NotTheFloor, WrongStage
from tests.games.spain_draw.tables import SpanishTable

pytestmark = pytest.mark.clause("ESD-41")


def refer(table):
    table.put(ask_floor.ReportFault(**table.head, fault=Fault.DOUBT, clause="ESD-41"))
    return table


def rule(table, decision, *, by_floor=True):
    table.put(ask_floor.Rule(**table.head, decision=decision, by_floor=by_floor, ruled_by="chief", reason="seen"))
    return table


def undecided(**terms):
    return SpanishTable(seats=(1, 2), **terms).open().stake(1, side_bet=100).stake(2).deal().play(1)


def test_nobody_acts_while_the_floor_decides():
    table = refer(undecided())

    with pytest.raises(WrongStage):
        table.play(2)
    assert table.the(at_floor.HandHeld).referral == 1


def test_the_hand_goes_on_where_it_stood():
    table = rule(refer(undecided()), Decision.RESUME)

    assert (table.chips.stage, table.chips.turn, table.the(at_floor.HandReleased).turn) == (Stage.DECIDE, 2, 2)
    assert table.fold(2).the(say.HandClosed).outcome != "void"


def test_only_the_floor_decides():
    table = refer(undecided())

    for decision in Decision:
        with pytest.raises(NotTheFloor):
            rule(table, decision, by_floor=False)


def test_a_ruling_is_on_record_with_who_made_it_and_under_which_clause():
    ruled = rule(refer(undecided()), Decision.VOID).the(at_floor.Ruled)

    assert (ruled.clause, ruled.ruled_by, ruled.reason) == ("ESD-41", "chief", "seen")


def test_a_voided_hand_gives_back_first_second_and_side_bets():
    table = rule(undecided(), Decision.VOID)

    assert [table.seat_chips(seat) for seat in (1, 2)] == [10_000, 10_000]
    assert table.purse.in_hand("t-1") == 0
    assert table.the(say.HandClosed).outcome == "void"
    with pytest.raises(HandClosed):
        table.play(2)


@pytest.mark.parametrize("rate", [0, 1, 15_000, 333_333, 999_999, 1_000_000])
def test_the_meter_is_as_if_the_side_bets_had_never_been_made(rate):
    table = SpanishTable(seats=(1, 2), jackpot_contribution_ppm=rate)
    table.open().stake(1, side_bet=100).deal().fold(1)
    before = (table.meter(), table.pool.carried_ppm)

    rule(table.open().stake(1, side_bet=100).stake(2, side_bet=100).deal(), Decision.VOID)

    assert (table.meter(), table.pool.carried_ppm) == before


def test_what_an_award_has_taken_from_the_meter_since_comes_from_the_house():
    table = undecided(jackpot_contribution_ppm=1_000_000)
    table.set_meter(30)

    rule(table, Decision.VOID)

    returned = table.the(at_floor.ContributionsReturned)
    assert (returned.from_meter, returned.from_house, table.meter()) == (30, 70, 0)
    assert table.seat_chips(1) == 10_000


def test_a_hand_voided_while_stakes_are_open_empties_the_side_boxes():
    table = rule(SpanishTable().open().stake(1, side_bet=100), Decision.VOID)

    assert table.seat_chips(1) == 10_000
    assert table.said(at_floor.ContributionsReturned) == []


def test_a_paid_hand_is_not_voided():
    table = undecided().play(2)

    with pytest.raises(HandClosed):
        rule(table, Decision.VOID)
