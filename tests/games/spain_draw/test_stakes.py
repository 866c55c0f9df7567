import pytest

from services.betting.domain.banked.hand import Stage
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand.commands import Verb
from shared.hand.holdings import Stake
from shared.rules.refusals import (
    AboveMaximum,
    AlreadyBet,
    BetNotMultiple,
    HandClosed,
    NotActive,
    NotEnoughChips,
    StaleAct,
    TableFull,
    WrongBox,
    WrongSideBet,
    WrongStage,
)
from tests.games.spain_draw.tables import GAME, SpanishTable


@pytest.mark.clause("ESD-02", "ESD-33")
def test_a_first_bet_goes_from_the_seat_into_the_box_of_that_seat():
    table = SpanishTable().open().stake(1, ante=1_500)

    assert table.purse.balances["hand/t-1/box/1"] == 1_500
    assert table.seat_chips(1) == 8_500


@pytest.mark.clause("ESD-02")
def test_nobody_bets_once_the_cards_are_dealt():
    table = SpanishTable(seats=(1, 2)).open().stake(1).deal()

    with pytest.raises(WrongStage):
        table.stake(2)


@pytest.mark.clause("ESD-02")
def test_without_a_first_bet_there_is_no_deal():
    table = SpanishTable().open().deal()

    assert table.the(say.HandAbandoned).reason == "nobody staked"
    assert table.the(say.HandClosed).outcome == "abandoned"
    assert table.said(say.StreetDealt) == []


@pytest.mark.clause("ESD-02")
def test_a_table_at_which_nobody_has_chips_has_no_hand():
    table = SpanishTable({1: 1_000, 2: 0}).open().stake(1).deal().fold(1).open()

    assert table.the(say.HandClosed).outcome == "abandoned"
    with pytest.raises(HandClosed):
        table.stake(1)


@pytest.mark.clause("ESD-03", "ESD-28")
def test_the_side_bet_is_made_or_left_and_lies_apart():
    table = SpanishTable(seats=(1, 2)).open().stake(1, side_bet=100).stake(2)

    assert table.purse.balances["hand/t-1/side/1"] == 100
    assert table.purse.balances["hand/t-1/side/2"] == 0
    assert table.deal().the(say.StakesTaken).stakes == (
        Stake(seat=1, ante=1_000, side_bet=100),
        Stake(seat=2, ante=1_000, side_bet=0),
    )


@pytest.mark.clause("ESD-04")
@pytest.mark.parametrize("ante", [500, 1_000, 1_500, 5_000])
def test_a_first_bet_is_the_minimum_or_a_whole_multiple(ante):
    table = SpanishTable().open().stake(1, ante=ante)

    assert table.the(say.StakePlaced).ante == ante


@pytest.mark.clause("ESD-04")
@pytest.mark.parametrize("ante", [0, -500, 1, 499, 501, 1_200])
def test_any_other_first_bet_is_refused(ante):
    with pytest.raises(BetNotMultiple) as refusal:
        SpanishTable().open().stake(1, ante=ante)

    assert (refusal.value.clause, refusal.value.expected, refusal.value.found) == ("ESD-04", 500, ante)


def test_a_first_bet_above_the_tables_maximum_is_refused():
    with pytest.raises(AboveMaximum):
        SpanishTable(max_bet=1_000).open().stake(1, ante=1_500)


def test_a_first_bet_and_its_side_bet_are_covered_by_chips():
    with pytest.raises(NotEnoughChips):
        SpanishTable(1_000).open().stake(1, ante=1_000, side_bet=100)


@pytest.mark.clause("ESD-05", "ESD-30")
@pytest.mark.parametrize("side_bet", [1, 99, 101, 200, -100])
def test_the_side_bet_has_one_price(side_bet):
    with pytest.raises(WrongSideBet) as refusal:
        SpanishTable().open().stake(1, side_bet=side_bet)

    assert (refusal.value.clause, refusal.value.expected) == ("ESD-05", 100)


@pytest.mark.clause("ESD-30")
def test_a_side_bet_is_not_added_to_a_first_bet_that_lies_already():
    table = SpanishTable().open().stake(1)

    with pytest.raises(AlreadyBet) as refusal:
        table.stake(1, side_bet=100)

    assert refusal.value.clause == "ESD-30"


@pytest.mark.clause("ESD-03", "ESD-30")
def test_a_side_bet_without_a_first_bet_is_refused():
    with pytest.raises(BetNotMultiple):
        SpanishTable().open().stake(1, ante=0, side_bet=100)


@pytest.mark.clause("ESD-06", "ESD-33", "ESD-36")
@pytest.mark.parametrize("box", [2, 3, 6])
def test_a_bet_in_a_box_that_is_not_ones_own_is_refused_and_put_on_record(box):
    table = SpanishTable(seats=(1, 2)).open()

    with pytest.raises(WrongBox) as refusal:
        table.stake(1, box=box)

    assert refusal.value.irregularity == "ESD-36"
    record = table.the(say.IrregularityRecorded)
    assert (record.clause, record.seat, record.what) == ("ESD-36", 1, "WRONG_BOX")


@pytest.mark.clause("ESD-06")
def test_who_has_bet_in_his_box_gets_no_second_one():
    table = SpanishTable(seats=(1, 2)).open().stake(1)

    with pytest.raises(WrongBox):
        table.stake(1, box=2)


@pytest.mark.clause("ESD-33")
def test_ones_own_box_may_be_named():
    table = SpanishTable().open().stake(1, box=1)

    assert table.the(say.StakePlaced).seat == 1


@pytest.mark.clause("ESD-07")
def test_there_are_as_many_boxes_as_the_pack_has_cards_for():
    widest = [seats for seats in range(1, 9) if 7 * (seats + 1) <= 52]

    assert max(widest) == GAME.seats_max == 6
    with pytest.raises(TableFull):
        SpanishTable(seats=range(1, 8)).open().stake(7)


def test_a_seat_that_is_not_there_or_has_no_chips_takes_no_part():
    table = SpanishTable({1: 1_000, 3: 0}).open()

    for seat in (2, 3):
        with pytest.raises(NotActive):
            table.stake(seat)


def test_who_sits_out_is_not_dealt_in_and_does_not_come_back_in_this_hand():
    table = SpanishTable(seats=(1, 2)).open().stake(1).act(2, Verb.SIT_OUT)

    with pytest.raises(AlreadyBet):
        table.stake(2)
    assert set(table.deal().cards.held) == {0, 1}


def test_an_act_that_was_meant_for_an_earlier_turn_is_refused():
    table = SpanishTable(seats=(1, 2)).open().stake(1, turn=0)

    with pytest.raises(StaleAct):
        table.stake(2, turn=0)


def test_the_time_for_stakes_ends_once():
    table = SpanishTable().open().stake(1).deal()

    assert table.chips.stage is Stage.DECIDE
    with pytest.raises(WrongStage):
        table.put(ask.CloseBoxes(**table.head))
