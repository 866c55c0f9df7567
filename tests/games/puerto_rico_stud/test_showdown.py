"""The showdown of Puerto Rico's stud: order, the right to see, cards that speak, and how a pot is shared."""

import pytest

from shared.hand import facts as say
from shared.hand import pot_facts as at_pot
from shared.hand.pot_commands import Manner
from shared.rules.ranking import Ranking
from shared.rules.refusals import NoAnswer, NotActive
from tests.games.pot_tables import PotTable, stud_deck

ACES = "As Ad 4c 7d Js 2h Kc"
KINGS = "Kh Kd 8h Ks 3h 2c Td"
QUEENS = "Qh Qd Tc 5d 6d 3c 9s"


def three(*holdings, chips=100, **terms):
    deck = stud_deck(holdings or (ACES, KINGS, QUEENS), burns="? ? ? ?")
    return PotTable("puerto_rico_stud", chips, seats=(1, 2, 3), **terms).open(deck)


def shown_down(*holdings, **terms):
    return three(*holdings, **terms).check_down()


@pytest.mark.clause("PR7-25", "PR7-26", "PR7-27")
def test_the_best_five_of_seven_win():
    table = shown_down().end()

    ranked = {each.seat: each for each in table.the(say.HoldingsRanked).ranked}
    assert ranked[2].ranking is Ranking.THREE_OF_A_KIND
    assert ranked[2].best == ("Ks", "Kh", "Kd", "Td", "8h")
    assert table.nets() == {1: -3, 2: 6, 3: -3}


@pytest.mark.clause("PR7-28")
def test_the_last_to_bet_or_raise_shows_first_and_the_others_follow_clockwise():
    table = three()
    while table.chips.step < 9:
        interval = table.chips.interval
        act = "bring-in 2" if interval.owes_forced_bet else "call" if interval.level else "check"
        table.say(f"{table.chips.turn} {act}")
    table.say("2 check; 3 bet 10; 1 call; 2 call")

    assert table.the(at_pot.ShowdownOpened).order == (3, 1, 2)


@pytest.mark.clause("PR7-28")
def test_when_all_have_checked_the_first_to_act_shows_first():
    assert shown_down().the(at_pot.ShowdownOpened).order == (2, 3, 1)


@pytest.mark.clause("PR7-29")
def test_who_is_still_in_may_see_what_was_given_up():
    table = shown_down().handle(3, Manner.CONCEDE).handle(1, Manner.DEMAND, 3)

    assert table.the(at_pot.HoldingDemanded).cards == table.cards.cards(3)
    assert table.sight.public(3) == table.cards.cards(3)


@pytest.mark.clause("PR7-29")
def test_who_has_conceded_is_still_in_for_that():
    table = shown_down().handle(3, Manner.CONCEDE).handle(1, Manner.CONCEDE)

    assert table.handle(1, Manner.DEMAND, 3).the(at_pot.HoldingDemanded).by == 1


@pytest.mark.clause("PR7-29")
def test_who_has_folded_has_no_such_right():
    table = three().say("1 bring-in 2; 2 call; 3 fold").check_down().handle(1, Manner.CONCEDE)

    with pytest.raises(NotActive):
        table.handle(3, Manner.DEMAND, 1)


@pytest.mark.clause("PR7-29")
def test_there_is_nothing_to_demand_of_who_has_conceded_nothing():
    with pytest.raises(NoAnswer):
        shown_down().handle(1, Manner.DEMAND, 2)


@pytest.mark.clause("PR7-30", "PR7-32")
def test_a_conceded_holding_wins_nothing_whatever_it_is():
    table = shown_down().handle(2, Manner.CONCEDE).end()

    assert table.nets() == {1: 6, 2: -3, 3: -3}


@pytest.mark.clause("PR7-29", "PR7-32")
@pytest.mark.parametrize(("by", "winner"), [(1, 2), (3, 1)])
def test_asked_for_by_who_would_win_without_it_it_is_in_play_again(by, winner):
    table = shown_down().handle(2, Manner.CONCEDE).handle(by, Manner.DEMAND, 2).end()

    assert table.nets()[winner] == 6


@pytest.mark.clause("PR7-30", "PR7-31")
def test_a_shown_holding_lies_open_whole_and_speaks_for_itself():
    table = shown_down().handle(3, Manner.SHOW)

    assert table.the(at_pot.HoldingTabled).cards == table.cards.cards(3)
    assert table.sight.public(3) == table.cards.cards(3)
    assert table.end().nets()[3] == -3


@pytest.mark.clause("PR7-22", "PR7-27")
def test_a_common_card_is_nobodys_highest_card():
    # Seven play to a common ace of spades; seats 1 and 2 share with a straight, and seat 2 holds the higher king.
    ours = ["9h 8d 7s 6c 5h Kd", "9c 8s 7d 6h 5s Ks"]
    others = ["2c 2d 3h Jc Qc 4d", "3c 3d Jd Qd 4s Tc", "4c 4h Jh Qh Td 2h", "Ah Ad Th Js 2s 3s", "Kc Kh Ts Qs Jh Qc"]
    others[4] = "Kc Kh Ts Qs Ac 8h"
    deck = stud_deck([*ours, *others], burns="7c 7h 8c", up_to=6)
    table = PotTable("puerto_rico_stud", 1, seats=range(1, 8)).open(f"{deck}  9d  As").end()

    assert table.cards.common_cards == ("As",)
    assert table.nets()[2] - table.nets()[1] == 1


def nine_high(suits, high, *, last="2c"):
    """Return a straight of nines down to fives in these suits, with a highest card beside it."""
    return " ".join([*(rank + suit for rank, suit in zip("98765", suits, strict=True)), high, last])


@pytest.mark.clause("PR7-06", "PR7-27")
@pytest.mark.parametrize(
    ("first", "second", "order", "odd"),
    [
        ("Kd", "Ks", "shdc", 2),
        ("Ks", "Kd", "shdc", 1),
        ("Kc", "Kd", "shdc", 2),
        ("Kh", "Kd", "shdc", 1),
        ("Kd", "Kh", "sdhc", 1),
        ("Kd", "Ac", "shdc", 2),
    ],
)
def test_the_odd_unit_goes_to_the_highest_card_by_rank_and_then_by_suit(first, second, order, odd):
    """Seat 3 folds to the forced bet, so that 3 antes and 2 forced bets are shared by two."""
    holdings = [nine_high("hdsch", first), nine_high("csdhs", second, last="2d"), "Qh Jh Td -"]
    deck = stud_deck(holdings, burns="3c 3d 3h 3s")
    table = PotTable("puerto_rico_stud", seats=(1, 2, 3), suit_order=list(order)).open(deck)
    table.say("2 bring-in 2; 3 fold; 1 call").check_down().end()

    assert [cards.split() for cards in holdings[:2]] == [list(table.cards.cards(seat)) for seat in (1, 2)]
    assert ("Qh", "Jh", "Td") == table.cards.cards(3)
    assert {1: 0, 2: 0, 3: -1, odd: 1} == table.nets()


@pytest.mark.clause("PR7-27")
@pytest.mark.parametrize(
    ("ante", "nets"), [(1, {1: 0, 2: 1, 3: 0, 4: -1}), (2, {1: 0, 2: 1, 3: 1, 4: -2}), (3, {1: 1, 2: 1, 3: 1, 4: -3})]
)
def test_three_share_and_odd_units_go_one_each_to_the_highest_cards_in_turn(ante, nets):
    table = four(ante=ante).say("2 bring-in 2; 3 call; 4 fold; 1 call").check_down().end()

    assert nets == table.nets()


@pytest.mark.clause("PR7-27")
def test_each_pot_has_odd_units_of_its_own():
    """Seat 1, all-in, has the highest king: of the side pot, into which seat 4 has paid, seat 3 gets the odd unit."""
    table = four(highs=("Ks", "Kd", "Kh"), ante=2, chips={1: 4, 2: 100, 3: 100, 4: 100}, last="2h 2s -")
    table.say("2 bring-in 2; 3 call; 4 call; 1 call").say("4 bet 5; 2 call; 3 call")
    table.say("4 check; 2 bet 10; 3 call; 4 fold")
    table.check_down().end()

    main, side = table.the(say.HandSettled).pots
    assert (16, {1: 6, 2: 5, 3: 5}) == (main.amount, {each.seat: each.amount for each in main.winners})
    assert (35, {2: 17, 3: 18}) == (side.amount, {each.seat: each.amount for each in side.winners})


def four(*, highs=("Kd", "Ks", "Kh"), last="-", chips=100, **terms):
    """Open a hand in which seats 1 to 3 hold the same straight, and seat 4 three cards and what else is named."""
    straights = [
        nine_high(suits, high, last=low)
        for suits, high, low in zip(("hdsch", "csdhs", "dchdc"), highs, ("2c", "2d", "3s"), strict=True)
    ]
    deck = stud_deck([*straights, f"Qh Jh Td {last}"], burns="3c 3d 3h 4s")
    return PotTable("puerto_rico_stud", chips, seats=(1, 2, 3, 4), **terms).open(deck)
