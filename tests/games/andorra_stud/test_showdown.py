"""The showdown of Andorra's stud: the best five of seven, who shows first, and how a pot is shared."""

import pytest

from shared.hand import facts as say
from shared.hand.pot_commands import Manner
from shared.rules.ranking import Ranking
from shared.rules.refusals import AlreadyDecided, NoAnswer, NotActive
from tests.games.pot_tables import PotTable, stud_deck

ACES = "As Ah Ac 9d 8s 4d 3d"
KINGS = "Ks Kd Kc 7h 6h 5s 2h"
QUEENS = "Qs Qd Qc Jh 9s 8c 2c"


def three(*holdings, chips=100, **terms):
    deck = stud_deck(holdings or (ACES, KINGS, QUEENS), aside="?")
    return PotTable("andorra_stud", chips, seats=(1, 2, 3), eldest=3, **terms).open(deck)


@pytest.mark.clause("AD7-01")
def test_five_of_the_seven_count():
    table = three("Ks Kd 7h 7c 2s 9d Kc", "Ah Qh 9h 6h 3h 2d 4c", "Ts 8c 5d 3s 2c Jd 4s").check_down().end()

    ranked = {each.seat: each for each in table.the(say.HoldingsRanked).ranked}
    assert (ranked[3].ranking, ranked[2].ranking) == (Ranking.FULL_HOUSE, Ranking.FLUSH)
    assert ranked[3].best == ("Ks", "Kd", "Kc", "7h", "7c")
    assert table.nets() == {3: 2, 2: -1, 1: -1}


@pytest.mark.clause("AD7-01")
def test_the_other_two_break_no_tie():
    table = three("As Kd Qc Jh 9d 3s 2c", "Ad Ks Qh Jc 9s 8d 7c", "2s 3c 4d 6h 7s 8h Tc").check_down().end()

    assert table.nets() == {3: 1, 2: 0, 1: -1}


def test_the_last_to_bet_or_raise_in_the_last_interval_shows_first():
    table = three()
    while table.chips.step < 9:
        table.say(f"{table.chips.turn} check")
    table.say("3 bet 4; 2 raise 8; 1 call; 3 call")

    assert table.end().the(say.HoldingsShown).holdings[0].seat == 2


def test_when_all_have_checked_the_first_to_speak_shows_first():
    table = three().check_down()

    assert [holding.seat for holding in table.end().the(say.HoldingsShown).holdings] == [3, 2, 1]


@pytest.mark.clause("AD7-15")
def test_odd_units_go_one_each_to_the_nearest_to_la_ma():
    table = three("9h 8d 7s 6c 5h 2d 2c", "9c 8s 7d 6h 5s Kd Jc", "9s 8c 7c 6d 5d Ks Js", ante=5)
    table.check_down().end()
    assert table.nets() == {3: 0, 2: 0, 1: 0}

    table = three("9h 8d 7s 6c 5h 2d 2c", "9c 8s 7d 6h 5s Kd Jc", "As Ad Kc Qh 3c 4d Jh", ante=5)
    table.check_down().end()
    assert table.nets() == {3: 3, 2: 2, 1: -5}


def test_a_holding_may_be_given_up_unshown():
    table = three().check_down().handle(3, Manner.CONCEDE).end()

    assert table.nets() == {3: -1, 2: 2, 1: -1}
    assert table.sight.public(3)[:2] == ("??", "??")


def test_nobody_has_a_right_to_see_it():
    table = three().check_down().handle(3, Manner.CONCEDE)

    with pytest.raises(NoAnswer):
        table.handle(2, Manner.DEMAND, 3)


def test_the_last_one_cannot_give_up():
    table = three().check_down().handle(3, Manner.CONCEDE).handle(2, Manner.CONCEDE)

    with pytest.raises(NoAnswer):
        table.handle(1, Manner.CONCEDE)


def test_nobody_shows_twice_and_nobody_who_is_not_in():
    table = three().check_down().handle(3, Manner.SHOW)

    with pytest.raises(AlreadyDecided):
        table.handle(3, Manner.CONCEDE)
    with pytest.raises(NotActive):
        table.handle(8, Manner.SHOW)


def test_when_all_have_shown_nobody_waits():
    table = three().check_down()
    for seat in (3, 2, 1):
        table.handle(seat, Manner.SHOW)

    assert table.the(say.HandClosed).outcome == "showdown"


def test_without_time_to_show_all_show_at_once():
    table = three(show_seconds=0).check_down()

    assert table.the(say.HandClosed).outcome == "showdown"


def test_a_side_pot_that_all_have_given_up_is_theirs_all_the_same():
    # Seat 1 is all-in for its ante; seats 3 and 2 play a side pot and both give up.
    table = three(chips={3: 100, 2: 100, 1: 1})
    table.say("3 bet 2; 2 call").check_down()
    table.handle(3, Manner.CONCEDE).handle(2, Manner.CONCEDE).end()

    assert table.nets() == {3: -1, 2: -1, 1: 2}


def four(*, left="-", chips=100, **terms):
    """Open a hand in which seats 4, 3 and 2 hold the same straight, and seat 1 three cards and what else is named."""
    straights = ["9h 8d 7s 6c 5h Kd 2c", "9c 8s 7d 6h 5s Ks 2d", "9d 8c 5c 7h 6d Kh 3s"]
    deck = stud_deck([*straights, f"Qh Jh Td {left}"], aside="3c 3d 3h 4s")
    return PotTable("andorra_stud", chips, seats=(1, 2, 3, 4), eldest=4, **terms).open(deck)


@pytest.mark.clause("AD7-01", "AD7-15")
@pytest.mark.parametrize(
    ("ante", "nets"), [(1, {4: 1, 3: 0, 2: 0, 1: -1}), (2, {4: 1, 3: 1, 2: 0, 1: -2}), (3, {4: 1, 3: 1, 2: 1, 1: -3})]
)
def test_three_share_and_odd_units_go_to_the_nearest_to_la_ma_whatever_their_suits(ante, nets):
    table = four(ante=ante).say("2 bet 2; 1 fold; 4 call; 3 call").check_down().end()

    assert nets == table.nets()


@pytest.mark.clause("AD7-01", "AD7-15")
def test_each_pot_has_odd_units_of_its_own():
    """La mà is all-in: of the side pot, into which seat 1 has paid, the odd unit goes to the next, seat 3."""
    table = four(left="2h 2s -", ante=2, low=3, chips={4: 5, 3: 100, 2: 100, 1: 100})
    table.say("2 bet 3; 1 call; 4 call; 3 call").say("1 bet 3; 3 call; 2 call")
    table.say("1 check; 3 bet 4; 2 call; 1 fold")
    table.check_down().end()

    main, side = table.the(say.HandSettled).pots
    assert (20, {4: 7, 3: 7, 2: 6}) == (main.amount, {each.seat: each.amount for each in main.winners})
    assert (17, {3: 9, 2: 8}) == (side.amount, {each.seat: each.amount for each in side.winners})
