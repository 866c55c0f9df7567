"""Betting at Puerto Rico's stud: the forced bet, the high hand, sizes and raises."""

import pytest

from shared.games import game
from shared.hand import facts as say
from shared.rules.refusals import (
    AlreadyBet,
    BelowMinimum,
    BettingNotReopened,
    CannotCheck,
    LimitExceeded,
    NothingToCall,
    NothingToRaise,
    OpenerCannotFold,
    RaiseCap,
)
from shared.rules.terms import TermsRefused
from tests.games.pot_tables import PotTable, stud_deck

PLAIN = ("? ? 2h Ad 4h", "? ? Tc 8d Ks", "? ? Jc 7d 5h")


def table_of(*holdings, chips=200, up_to=5, **terms):
    holdings = holdings or PLAIN
    seats = tuple(range(1, len(holdings) + 1))
    deck = stud_deck(holdings, burns="?", up_to=up_to)
    return PotTable("puerto_rico_stud", chips, seats=seats, **terms).open(deck)


def refused(table, rule, act):
    before = table.lies()
    with pytest.raises(rule):
        table.say(act)
    assert before == table.lies()


@pytest.mark.clause("PR7-05")
@pytest.mark.parametrize(
    ("ups", "first"), [(("7d", "3h", "4c", "Ks"), 2), (("Ah", "2s", "Kd", "3c"), 2), (("Ah", "As", "Kd", "Kc"), 4)]
)
def test_the_lowest_up_card_makes_the_forced_bet_and_the_ace_is_high(ups, first):
    assert table_of(*(f"? ? {up}" for up in ups), up_to=3).chips.turn == first


@pytest.mark.clause("PR7-06")
@pytest.mark.parametrize(
    ("ups", "first"), [(("3s", "3h", "3c", "3d"), 3), (("3s", "3h", "Kc", "3d"), 4), (("3s", "3h", "Kc", "Kd"), 2)]
)
def test_of_equal_ranks_the_suit_decides(ups, first):
    assert table_of(*(f"? ? {up}" for up in ups), up_to=3).chips.turn == first


@pytest.mark.clause("PR7-06")
def test_the_house_orders_the_suits():
    table = table_of("? ? 3s", "? ? 3h", "? ? 3c", "? ? 3d", up_to=3, suit_order=["c", "d", "h", "s"])

    assert table.chips.turn == 1


@pytest.mark.clause("PR7-05")
def test_the_forced_bet_cannot_be_avoided():
    table = table_of()

    refused(table, CannotCheck, "1 check")
    refused(table, OpenerCannotFold, "1 fold")
    refused(table, NothingToCall, "1 call")
    refused(table, NothingToRaise, "1 raise 5")
    refused(table, BelowMinimum, "1 bring-in 3")
    refused(table, LimitExceeded, "1 bring-in 10")
    assert table.say("1 bring-in 2").chips.interval.level == 2


@pytest.mark.clause("PR7-07")
def test_after_it_one_folds_calls_or_raises():
    table = table_of().say("1 bring-in 2")

    refused(table, CannotCheck, "2 check")
    refused(table, AlreadyBet, "2 bet 5")
    for act in ("2 fold", "2 call", "2 complete 5", "2 raise 5"):
        assert table_of().say("1 bring-in 2").say(act).chips.turn == 3


@pytest.mark.clause("PR7-08")
def test_the_round_ends_when_all_have_answered_the_last_bet():
    table = table_of().say("1 bring-in 2; 2 call; 3 complete 5; 1 raise 10")
    assert (table.chips.step, table.chips.turn) == (1, 2)

    table.say("2 call; 3 call")

    assert table.chips.step == 3


@pytest.mark.clause("PR7-08")
def test_the_forced_bettor_has_no_further_option_when_nobody_raises():
    assert table_of().say("1 bring-in 2; 2 call; 3 call").chips.step == 3


@pytest.mark.clause("PR7-11", "PR7-12")
@pytest.mark.parametrize(
    ("ups", "first"),
    [
        (("9d Kd", "Js Qs", "9c Kh"), 1),
        (("9d Kd", "Js Qs", "Tc Kh"), 3),
        (("9d Kd", "4s 4h", "Tc Kh"), 2),
        (("Ad 2s", "Ks Kh", "Ac Qh"), 2),
    ],
)
def test_the_highest_visible_hand_speaks_and_equal_ones_by_nearness_to_the_croupiers_left(ups, first):
    table = table_of(*(f"? ? {up}" for up in ups), up_to=4)
    while table.chips.step == 1:
        act = "bring-in 2" if table.chips.interval.owes_forced_bet else "call"
        table.say(f"{table.chips.turn} {act}")

    assert table.chips.turn == first


@pytest.mark.clause("PR7-11")
def test_the_high_hand_bets_or_checks_and_does_not_fold():
    table = table_of().say("1 bring-in 2; 2 call; 3 call")

    refused(table, OpenerCannotFold, "1 fold")
    table.say("1 check")


@pytest.mark.clause("PR7-13")
def test_while_nobody_has_bet_others_may_fold_check_or_bet():
    table = table_of().say("1 bring-in 2; 2 call; 3 call; 1 check")

    refused(table, NothingToCall, "2 call")
    refused(table, NothingToRaise, "2 raise 10")
    for act in ("2 fold", "2 check", "2 bet 5"):
        assert table_of().say("1 bring-in 2; 2 call; 3 call; 1 check").say(act).chips.turn == 3


@pytest.mark.clause("PR7-14")
def test_after_a_bet_one_folds_calls_or_raises():
    table = table_of().say("1 bring-in 2; 2 call; 3 call; 1 bet 5")

    refused(table, CannotCheck, "2 check")
    refused(table, AlreadyBet, "2 bet 5")
    table.say("2 raise 10; 3 call")


@pytest.mark.clause("PR7-15")
def test_small_bets_in_two_rounds_and_big_ones_in_three():
    table = table_of("? ? 2h Ad 4h 6d 8c", "? ? Tc 8d Ks 7s 9h", up_to=7).check_down()

    assert [fact.most for fact in table.said(say.StreetOpened)] == [5, 5, 10, 10, 10]


def test_three_raises_in_a_round_whoever_makes_them():
    table = table_of().say("1 bring-in 2; 2 complete 5; 3 raise 10; 1 raise 15; 2 raise 20")

    refused(table, RaiseCap, "3 raise 25")
    table.say("3 call; 1 call")


def test_a_table_may_set_another_cap():
    table = table_of(raises_per_round=1).say("1 bring-in 2; 2 complete 5; 3 raise 10")

    refused(table, RaiseCap, "1 raise 15")


@pytest.mark.parametrize(
    ("before", "act", "allowed"),
    [
        ("1 bet 5; 2 raise 10; 3 fold; 1 raise 15; 2 raise 20", "1 raise 25", True),
        ("1 bet 5; 2 raise 10; 3 raise 15; 1 fold; 2 raise 20", "3 raise 25", True),
        ("1 bet 5; 2 raise 10; 3 raise 15; 1 raise 20; 2 fold", "3 raise 25", False),
    ],
)
def test_no_cap_once_two_are_left_before_it_is_reached(before, act, allowed):
    table = table_of().say("1 bring-in 2; 2 call; 3 call").say(before)

    if allowed:
        table.say(act)
    else:
        refused(table, RaiseCap, act)


def test_a_short_all_in_raise_does_not_count_towards_the_cap():
    table = table_of(chips={1: 200, 2: 10, 3: 200}).say("1 bring-in 2; 2 call; 3 call; 1 bet 5; 2 all-in")

    assert (table.chips.interval.level, table.chips.interval.full, table.chips.interval.full_raises) == (7, 5, 0)
    refused(table, LimitExceeded, "3 raise 12")
    table.say("3 raise 10")
    assert table.chips.interval.full_raises == 1


def test_who_has_bet_only_meets_a_short_all_in():
    table = table_of(chips={1: 200, 2: 10, 3: 200}).say("1 bring-in 2; 2 call; 3 call; 1 bet 5; 2 all-in; 3 call")

    refused(table, BettingNotReopened, "1 raise 10")
    table.say("1 call")


def test_an_all_in_between_two_sizes_counts_as_the_smaller():
    table = table_of("? ? 2h 4h", "? ? Tc Td", "? ? Jc 7d", chips={1: 200, 2: 10, 3: 200}, up_to=4)
    table.say("1 bring-in 2; 2 call; 3 call; 2 bet 7")

    assert (table.chips.interval.level, table.chips.interval.full, table.chips.interval.step_up) == (7, 5, 5)


@pytest.mark.clause("PR7-05")
def test_a_forced_bet_that_falls_short_is_owed_whole():
    table = table_of(chips={1: 2, 2: 200, 3: 200}).say("1 bring-in 1")

    assert table.chips.interval.to_call(2) == 2


@pytest.mark.clause("PR7-25")
def test_an_uncalled_bet_goes_back_and_no_card_is_shown():
    table = table_of().say("1 bring-in 2; 2 complete 5; 3 call; 1 call; 1 bet 5; 2 fold; 3 fold")

    settled = table.the(say.HandSettled)
    assert (settled.outcome, [(b.seat, b.amount) for b in settled.uncalled]) == ("uncontested", [(1, 5)])
    assert table.said(say.HoldingsShown) == []


@pytest.mark.parametrize("terms", [{"bring_in": 6}, {"big": 4}, {"min_buy_in": 10, "max_buy_in": 9}])
def test_terms_whose_amounts_fall_are_refused(terms):
    with pytest.raises(TermsRefused):
        game("puerto_rico_stud").terms(terms)
