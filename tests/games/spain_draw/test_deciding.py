import pytest

from services.betting.domain.banked.hand import Stage
from shared.cards import cards
from shared.hand import facts as say
from shared.hand.commands import Verb
from shared.rules.refusals import (
    AlreadyDecided,
    HandClosed,
    NotActive,
    NotEnoughChips,
    NotYourCard,
    NotYourTurn,
    StaleAct,
    TooManyDiscards,
    WrongSecondBet,
    WrongStage,
)
from tests.games.spain_draw.tables import SpanishTable

THREE = "Ah Kh Qh 9s  Ad Kd Qd 9d  7c 6c 5c Kc  5s 4s 3s 3c  2h 3h 4h 2d  8s Tc Jc Jd 8h 8d"


def three_seats(**more):
    table = SpanishTable(seats=(1, 2, 3, 4), **more).open(THREE)
    return table.stake(1).stake(2).stake(3).deal()


@pytest.mark.clause("ESD-09")
def test_seats_say_voy_or_paso_in_turn_from_the_first():
    table = three_seats()

    turns = [table.chips.turn]
    for decide in (table.play, table.fold, table.play):
        decide(turns[-1])
        turns.append(table.chips.turn)
    assert turns == [1, 2, 3, 0]


@pytest.mark.clause("ESD-09")
@pytest.mark.parametrize("seat", [2, 3])
def test_nobody_decides_before_his_turn(seat):
    with pytest.raises(NotYourTurn):
        three_seats().play(seat)


def test_who_has_no_box_decides_nothing():
    for seat in (4, 5, 9):
        with pytest.raises(NotActive):
            three_seats().fold(seat)


def test_nobody_decides_before_the_deal():
    with pytest.raises(WrongStage):
        SpanishTable().open().stake(1).play(1)


@pytest.mark.clause("ESD-10")
def test_voy_puts_exactly_twice_the_first_bet_into_the_box():
    table = three_seats().play(1)

    assert table.the(say.ActionTaken).put_in == 2_000
    assert table.purse.balances["hand/t-1/box/1"] == 3_000
    assert table.seat_chips(1) == 7_000


@pytest.mark.clause("ESD-10")
@pytest.mark.parametrize("amount", [1, 1_000, 1_900, 2_100, 4_000, -2_000])
def test_any_other_second_bet_is_refused(amount):
    with pytest.raises(WrongSecondBet) as refusal:
        three_seats().play(1, amount=amount)

    assert (refusal.value.clause, refusal.value.expected, refusal.value.found) == ("ESD-10", 2_000, amount)


@pytest.mark.clause("ESD-10")
def test_who_cannot_double_may_only_say_paso():
    table = SpanishTable(2_999).open().stake(1).deal()

    with pytest.raises(NotEnoughChips):
        table.play(1)
    assert table.fold(1).net() == -1_000


@pytest.mark.clause("ESD-11")
@pytest.mark.parametrize(
    ("discards", "holding"),
    [((), "Ah Ad 7c 5s 2h"), ((2,), "Ah Ad 5s 2h 8s"), ((2, 4), "Ah Ad 5s 8s Tc"), ((4, 0), "Ad 7c 5s 8s Tc")],
)
def test_none_one_or_two_cards_are_changed_and_the_new_ones_come_last(discards, holding):
    table = three_seats().play(1, *discards)

    assert table.cards.cards(1) == cards(holding)
    assert table.the(say.CardsExchanged).discards == discards
    assert len(table.cards.muck) == len(discards)


@pytest.mark.clause("ESD-11")
@pytest.mark.parametrize("discards", [(0, 1, 2), (0, 1, 2, 3, 4)])
def test_three_cards_are_too_many(discards):
    with pytest.raises(TooManyDiscards):
        three_seats().play(1, *discards)


@pytest.mark.parametrize("discards", [(5,), (-1,), (0, 0), (1, 99)])
def test_only_ones_own_cards_are_changed_each_once(discards):
    with pytest.raises(NotYourCard):
        three_seats().play(1, *discards)


@pytest.mark.clause("ESD-09", "ESD-13")
def test_paso_leaves_the_first_bet_and_the_side_bet_to_the_house():
    table = SpanishTable(seats=(1, 2)).open().stake(1, side_bet=100).stake(2).deal().fold(1).play(2)

    assert table.net(1) == -1_100
    assert table.result(1).outcome == "folded"
    assert table.seat_chips(1) == 8_900


@pytest.mark.clause("ESD-13", "ESD-16")
def test_when_all_say_paso_the_croupiers_cards_are_never_turned():
    table = three_seats().fold(1).fold(2).fold(3)

    assert table.said(say.CroupierTurned) == []
    assert table.the(say.HandSettled).outcome == "all_folded"
    assert [len(table.cards.showing(0)), table.cards.shown] == [1, ()]
    assert [table.net(seat) for seat in (1, 2, 3)] == [-1_000] * 3


@pytest.mark.clause("ESD-13")
def test_silence_is_paso():
    table = three_seats().act(1, Verb.TIMEOUT)

    assert table.the(say.ActionTaken).by_clock
    assert table.chips.turn == 2
    assert table.fold(2).fold(3).net(1) == -1_000


def test_a_clock_that_is_not_running_says_nothing():
    with pytest.raises(NotYourTurn):
        three_seats().act(2, Verb.TIMEOUT)


@pytest.mark.clause("ESD-14", "ESD-15")
@pytest.mark.parametrize("again", ["play", "fold"])
def test_nobody_decides_or_draws_twice_and_the_attempt_goes_on_record(again):
    table = three_seats().play(1, 2)
    held = table.cards.cards(1)

    with pytest.raises(AlreadyDecided) as refusal:
        getattr(table, again)(1)

    assert refusal.value.irregularity == "ESD-15"
    assert (table.the(say.IrregularityRecorded).clause, table.the(say.IrregularityRecorded).seat) == ("ESD-15", 1)
    assert table.cards.cards(1) == held


@pytest.mark.clause("ESD-16")
def test_the_croupier_turns_his_cards_only_when_the_last_seat_has_spoken():
    table = three_seats().play(1).play(2)
    assert (table.chips.stage, table.said(say.CroupierTurned), len(table.cards.showing(0))) == (Stage.DECIDE, [], 1)

    table.fold(3)

    assert table.the(say.CroupierTurned).live == (1, 2)


def test_an_act_for_an_earlier_turn_is_refused():
    table = three_seats()
    turn = table.chips.turns
    table.play(1, turn=turn)

    with pytest.raises(StaleAct):
        table.play(2, turn=turn)


def test_nothing_is_decided_in_a_closed_hand():
    with pytest.raises(HandClosed):
        three_seats().fold(1).fold(2).fold(3).play(1)
