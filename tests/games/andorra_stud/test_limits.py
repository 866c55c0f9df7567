"""The limits of Andorra's stud: split or by the pot, the open pair, and how often one may raise."""

import pytest

from services.betting.domain.pot.may import may
from shared.games import game
from shared.hand import facts as say
from shared.hand.command import Verb
from shared.rules.refusals import BelowMinimum, LimitExceeded, NotEnoughChips, RaiseCap
from shared.rules.terms import TermsRefused
from tests.games.pot_tables import PotTable, stud_deck

PLAIN = ["? ? 9c Ad 7s 5h", "? ? Kh 3s 8d 6c"]


def two(*holdings, chips=200, up_to=6, **terms):
    deck = stud_deck(holdings or PLAIN, aside="?", up_to=up_to)
    return PotTable("andorra_stud", chips, eldest=2, **terms).open(deck)


def limits(table):
    """Return the most that a bet may come to, interval after interval, of a hand that is checked down."""
    table.check_down()
    return [fact.most for fact in table.said(say.StreetOpened)]


@pytest.mark.clause("AD7-02")
def test_a_table_has_one_of_two_structures():
    for structure in ("split_limit", "pot_limited"):
        assert game("andorra_stud").terms({"structure": structure})["structure"] == structure
    with pytest.raises(TermsRefused):
        game("andorra_stud").terms({"structure": "no_limit"})


@pytest.mark.clause("AD7-03", "AD7-04")
def test_split_limit_is_low_twice_and_high_three_times():
    assert limits(two(low=3, high=7)) == [3, 3, 7, 7, 7]


@pytest.mark.clause("AD7-05")
@pytest.mark.parametrize("choice", ["mandatory", "optional"])
def test_an_open_pair_of_the_first_two_up_cards_brings_the_high_limit(choice):
    assert limits(two("? ? 8c 8d", "? ? Kh 3s", open_pair=choice)) == [2, 4, 4, 4, 4]


@pytest.mark.clause("AD7-05")
def test_a_pair_of_the_third_and_the_fourth_card_alone_counts():
    assert limits(two("8c ? 8d 3h", "? ? Kh 3s")) == [2, 2, 4, 4, 4]


@pytest.mark.clause("AD7-05")
def test_where_it_is_mandatory_the_bet_is_the_high_one():
    table = two("? ? 8c 8d", "? ? Kh 3s").say("2 check; 1 check")

    with pytest.raises(BelowMinimum):
        table.say("2 bet 2")
    table.say("2 bet 4")


@pytest.mark.clause("AD7-05")
def test_where_it_is_optional_either_bet_will_do_and_raises_are_no_smaller():
    table = two("? ? 8c 8d", "? ? Kh 3s", open_pair="optional").say("2 check; 1 check; 2 bet 4")

    with pytest.raises(BelowMinimum):
        table.say("1 raise 6")
    table.say("1 raise 8")


@pytest.mark.clause("AD7-06", "AD7-07", "AD7-08")
def test_by_the_pot_half_of_it_caps_the_fourth_interval_and_all_of_it_the_fifth():
    table = two(structure="pot_limited", ante=20)

    assert limits(table) == [2, 2, 4, 20, 40]


@pytest.mark.clause("AD7-07", "AD7-08")
def test_the_limit_by_the_pot_stands_as_it_was_when_the_card_was_dealt():
    table = two(structure="pot_limited", ante=10).say("2 check; 1 check; 2 check; 1 check; 2 check; 1 check")
    assert table.chips.interval.most == 10

    table.say(f"{table.chips.turn} bet 10")

    assert (table.chips.pot, table.chips.interval.most) == (30, 10)
    with pytest.raises(LimitExceeded):
        table.say(f"{table.chips.turn} raise 21")
    table.say(f"{table.chips.turn} raise 20")


@pytest.mark.clause("AD7-07")
@pytest.mark.parametrize(("ante", "half"), [(5, 7), (7, 10), (1, 2)])
def test_an_odd_half_is_rounded_down_but_the_least_bet_stays_possible(ante, half):
    deck = stud_deck(["? ? 9c Ad 7s 5h", "? ? Kh 3s 8d 6c", "? ? Qh 2s 9d 6h"], aside="?", up_to=6)
    table = PotTable("andorra_stud", seats=(1, 2, 3), structure="pot_limited", ante=ante, eldest=3).open(deck)

    assert limits(table)[3] == half


@pytest.mark.clause("AD7-10")
@pytest.mark.parametrize(
    ("act", "rule"),
    [("2 bet 3", LimitExceeded), ("2 bet 1", BelowMinimum), ("2 bet 0", BelowMinimum), ("2 bet 200", LimitExceeded)],
)
def test_a_bet_is_within_the_limit(act, rule):
    with pytest.raises(rule) as refusal:
        two().say(act)

    assert refusal.value.clause == "AD7-10"


@pytest.mark.clause("AD7-10")
@pytest.mark.parametrize(("to", "rule"), [(3, BelowMinimum), (5, LimitExceeded), (2, BelowMinimum)])
def test_what_a_raise_adds_is_within_the_limit(to, rule):
    table = two().say("2 bet 2")

    with pytest.raises(rule):
        table.say(f"1 raise {to}")


@pytest.mark.clause("AD7-02", "AD7-10")
def test_with_a_least_bet_of_its_own_a_table_has_ceilings():
    table = two(low=10, high=20, min_bet=2).say("2 bet 3")

    options = {option.verb: (option.least, option.most) for option in may(table.chips, 1)}
    assert options[Verb.RAISE] == (5, 13)


@pytest.mark.clause("AD7-09")
def test_each_raises_three_times_and_no_more():
    table = two().say("2 bet 2; 1 raise 4; 2 raise 6; 1 raise 8; 2 raise 10; 1 raise 12; 2 raise 14")

    with pytest.raises(RaiseCap) as refusal:
        table.say("1 raise 16")
    assert refusal.value.clause == "AD7-09"
    assert {option.verb for option in may(table.chips, 1)} == {Verb.CALL, Verb.FOLD}


@pytest.mark.clause("AD7-09")
def test_the_cap_is_each_players_own_and_starts_again_with_the_next_card():
    table = two().say("2 bet 2; 1 raise 4; 2 raise 6; 1 raise 8; 2 raise 10; 1 raise 12; 2 raise 14; 1 call")

    assert table.chips.interval.raises == {}
    table.say("2 bet 2; 1 raise 4")


@pytest.mark.clause("AD7-09")
def test_completing_a_forced_bet_is_no_raise():
    table = two(bring_in=1).say("2 bring-in 1; 1 complete 2")

    assert table.chips.interval.raises == {}


@pytest.mark.clause("AD7-09")
def test_a_short_all_in_raise_is_a_raise_of_that_player():
    table = two(chips={2: 100, 1: 4}).say("2 bet 2; 1 all-in")

    assert (table.chips.interval.raises, table.chips.interval.full) == ({1: 1}, 2)


def test_nobody_bets_more_than_he_has():
    with pytest.raises(NotEnoughChips):
        two(chips={2: 3, 1: 100}, low=4, high=8, ante=0).say("2 bet 4")
