"""What up-cards are worth by themselves, who speaks first by the lowest, and an open pair."""

from itertools import pairwise, permutations

import pytest

from services.evaluator.domain.ranking import CardNotInPack, CardTwice
from services.evaluator.domain.showing import (
    NotASuitOrder,
    WrongUpCardCount,
    height,
    open_pair,
    showing,
    showing_strength,
)
from services.evaluator.domain.speaking import rank_showing
from shared.cards import PACK_52, Card, cards, written
from shared.games import game
from shared.hand import holdings
from shared.hand.pot_commands import RankShowing
from shared.rules.ranking import Ranking

SUITS_HIGH_TO_LOW = ("s", "h", "d", "c")


def speak_in_order(doors, game_id, **terms):
    """Return the door cards of the first interval in the order in which their seats may claim the first word."""
    shown = tuple(holdings.Showing(seat=seat, cards=(card,)) for seat, card in enumerate(cards(doors), start=1))
    asked = RankShowing(hand="h", table="t", game=game_id, step=1, terms=game(game_id).terms(terms), showing=shown)
    return written(cards(doors)[seat - 1] for seat in rank_showing(asked).speaking)


def shows_more(better, worse):
    return showing_strength(cards(better)) > showing_strength(cards(worse))


def shows_the_same(one, other):
    return showing_strength(cards(one)) == showing_strength(cards(other))


@pytest.mark.parametrize(
    ("text", "ranking"),
    [
        ("As", Ranking.HIGH_CARD),
        ("Ks 9d", Ranking.HIGH_CARD),
        ("8c 8d", Ranking.PAIR),
        ("8c 2d 8d", Ranking.PAIR),
        ("8c 2d 8d 2s", Ranking.TWO_PAIR),
        ("8c 8h 8d 2s", Ranking.THREE_OF_A_KIND),
        ("8c 8h 8d 8s", Ranking.FOUR_OF_A_KIND),
        ("8c 8h 8d 8s As", Ranking.FOUR_OF_A_KIND),
        ("8c 8h 2d 2s As", Ranking.TWO_PAIR),
    ],
)
@pytest.mark.clause("AD7-17", "PR7-11")
def test_groups_are_what_can_show(text, ranking):
    assert ranking == showing(cards(text)).ranking


@pytest.mark.clause("AD7-17", "PR7-11")
def test_groups_stand_four_three_two_pairs_pair_and_none():
    falling = [
        "2c 2d 2h 2s",
        "Ac Ad Ah Ks",
        "2c 2d 2h 3s",
        "As Ad Kh Kd",
        "3s 3d 2h 2d",
        "As Ad Kh Qd",
        "2s 2d 4h 3d",
        "As Kd Qh Jd",
    ]

    assert [shows_more(a, b) for a, b in pairwise(falling)] == [True] * 7


@pytest.mark.clause("AD7-17", "PR7-11")
def test_the_group_counts_before_a_higher_card_beside_it():
    assert shows_more("Tc Td 3h 2s", "9c 9d Ah Ks")
    assert shows_more("Kc Kd 9h 9s 2c", "Kh Ks 7c 7d Ac")
    assert shows_more("5c 5d 5h 2s", "4c 4d 4h As")


@pytest.mark.clause("AD7-17")
def test_equal_groups_compare_by_the_cards_beside_them():
    assert shows_more("9c 9d Kh 4s", "9h 9s Qh Js")
    assert shows_more("9c 9d 4h 4s Kc", "9h 9s 4c 4d Qs")
    assert shows_more("Kc 9d 4h 3s", "Kh 9s 4c 2d")


@pytest.mark.clause("PR7-11")
def test_pr7_x05_king_and_nine_show_more_than_queen_and_jack():
    assert shows_more("Ks 9d", "Qs Jd")
    assert shows_the_same("Ks 9d", "9c Kh")


@pytest.mark.clause("AD7-25", "PR7-12")
def test_ad7_x22_the_same_ranks_in_other_suits_show_the_same():
    assert shows_the_same("Kc Qd 9h 4s", "Kh Qs 9c 4d")


@pytest.mark.clause("AD7-17", "PR7-11")
@pytest.mark.parametrize("text", ["9c 8d 7h 6s 5c", "Ac 9c 7c 4c 2c", "5h 4h 3h 2h Ah", "9c 8d 7h 6s 5c 4d 3h"])
def test_straights_and_flushes_never_show_however_many_cards_lie_open(text):
    assert showing(cards(text)).ranking == Ranking.HIGH_CARD
    assert shows_more("2c 2d 3h 4s", text)


@pytest.mark.clause("AD7-17")
def test_a_pair_beside_three_of_a_kind_counts_by_its_rank_alone():
    assert showing(cards("Kc Kd Kh 7s 7c")).ranking == Ranking.THREE_OF_A_KIND
    assert shows_more("Ac Ad Ah 4s 2c", "Kc Kd Kh 7s 7c")
    assert shows_more("Kc Kd Kh Ks 2c", "Ac Ad Ah Qs Qc")


def test_a_third_pair_counts_by_its_rank_alone():
    assert showing(cards("Kc Kd 7h 7s 2c 2d")).ranking == Ranking.TWO_PAIR
    assert shows_more("Kc Kd 7h 7s Ac", "Kh Ks 7c 7d 2c 2d")


@pytest.mark.clause("AD7-40")
def test_further_cards_break_a_tie_when_a_seventh_card_lies_open():
    assert shows_more("Kc Qd 9h 4s 2c", "Kh Qs 9c 4d")
    assert shows_more("Ac 2d", "Kh Qs 9c 4d 3s")


def test_the_order_in_which_up_cards_came_does_not_count():
    assert len({showing_strength(order) for order in permutations(cards("8c 2d 8d As"))}) == 1


@pytest.mark.clause("AD7-14", "AD7-15")
@pytest.mark.parametrize(
    ("doors", "order"),
    [("9c 4d 4s Kh", "4d 4s 9c Kh"), ("Ah 2c Kd", "2c Kd Ah"), ("Ah As Ad", "Ah As Ad"), ("7c", "7c")],
)
def test_the_lowest_up_card_speaks_first_by_rank_alone_ace_high(doors, order):
    assert order == speak_in_order(doors, "andorra_stud")


@pytest.mark.clause("PR7-05", "PR7-06")
@pytest.mark.parametrize(
    ("doors", "order"),
    [("7d 3h 3c Ks", "3c 3h 7d Ks"), ("Ah 2s Kd", "2s Kd Ah"), ("2s 2h 2d", "2d 2h 2s"), ("2s 2h", "2h 2s")],
)
def test_suits_decide_between_the_lowest_where_they_are_ranked(doors, order):
    assert order == speak_in_order(doors, "puerto_rico_stud")


@pytest.mark.clause("PR7-06")
@pytest.mark.parametrize("suit_order", [("c", "d", "s", "h"), ["c", "d", "s", "h"]])
def test_another_order_of_suits_may_be_set(suit_order):
    assert "3h 3c 7d Ks" == speak_in_order("7d 3h 3c Ks", "puerto_rico_stud", suit_order=suit_order)


@pytest.mark.clause("PR7-06")
def test_all_cards_stand_in_one_line_where_suits_are_ranked():
    line = sorted(PACK_52, key=lambda card: height(card, SUITS_HIGH_TO_LOW))

    assert written(line[:5]) == "2c 2d 2h 2s 3c"
    assert written(line[-6:]) == "Kh Ks Ac Ad Ah As"
    assert len({height(card, SUITS_HIGH_TO_LOW) for card in PACK_52}) == 52
    assert len({height(card) for card in PACK_52}) == 13


@pytest.mark.parametrize("suit_order", [("s", "h", "d"), ("s", "h", "d", "d"), ("s", "h", "d", "x")])
def test_an_order_of_suits_names_each_of_the_four_once(suit_order):
    with pytest.raises(NotASuitOrder):
        height(Card("7d"), suit_order)


@pytest.mark.clause("AD7-05")
@pytest.mark.parametrize(
    ("up", "pair"),
    [("8c 8d", True), ("8c 9d", False), ("8c", False), ("8c 9d 9h", False), ("8c 8d 9h", True), ("", False)],
)
def test_ad7_x05_an_open_pair_is_the_first_two_up_cards(up, pair):
    assert pair == open_pair(cards(up))


@pytest.mark.parametrize("count", [0, 8])
def test_none_or_more_than_seven_up_cards_are_refused(count):
    with pytest.raises(WrongUpCardCount, match=f"{count} up-cards: expected 1 to 7"):
        showing(PACK_52[:count])


def test_an_up_card_that_is_there_twice_or_is_no_card_is_refused():
    with pytest.raises(CardTwice, match="the up-cards at places 1 and 3 are the same"):
        showing(cards("8c 9d 8c"))
    with pytest.raises(CardNotInPack, match="the up-card at place 2 is in no pack"):
        showing((Card("8c"), Card("10s")))
