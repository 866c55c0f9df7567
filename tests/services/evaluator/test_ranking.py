"""What holdings are worth: the orders of the two packs, worked examples, and cards that are refused."""

import itertools
import traceback

import pytest

from services.evaluator.domain.ranking import (
    CardNotInPack,
    CardTwice,
    InvalidCards,
    NoSuchPack,
    RankingOrder,
    WrongCardCount,
    rank,
    strength,
)
from services.evaluator.domain.tables import ranks_of, rung_of
from shared.cards import Card, cards, written
from shared.rules.ranking import Ranking

FULL = RankingOrder(pack=52)
SHORT = RankingOrder(pack=32)
SHORT_LIKE_FULL = RankingOrder(pack=32, flush_beats_full_house_in_32=False, ace_low_in_32=False)


def of(text, order=FULL):
    return rank(cards(text), order)


def beats(better, worse, order=FULL):
    return strength(cards(better), order) > strength(cards(worse), order)


def ties(one, other, order=FULL):
    return strength(cards(one), order) == strength(cards(other), order)


LADDER_52 = (
    ("As Ks Qs Js Ts", Ranking.ROYAL_FLUSH),
    ("Kd Qd Jd Td 9d", Ranking.STRAIGHT_FLUSH),
    ("5h 4h 3h 2h Ah", Ranking.STRAIGHT_FLUSH),
    ("As Ah Ad Ac Ks", Ranking.FOUR_OF_A_KIND),
    ("2s 2h 2d 2c 3s", Ranking.FOUR_OF_A_KIND),
    ("As Ah Ad Kc Ks", Ranking.FULL_HOUSE),
    ("2s 2h 2d 3c 3s", Ranking.FULL_HOUSE),
    ("As Ks Qs Js 9s", Ranking.FLUSH),
    ("7c 5c 4c 3c 2c", Ranking.FLUSH),
    ("As Kh Qs Js Ts", Ranking.STRAIGHT),
    ("5s 4h 3s 2s As", Ranking.STRAIGHT),
    ("As Ah Ad Kc Qs", Ranking.THREE_OF_A_KIND),
    ("2s 2h 2d 4c 3s", Ranking.THREE_OF_A_KIND),
    ("As Ah Kd Kc Qs", Ranking.TWO_PAIR),
    ("3s 3h 2d 2c 4s", Ranking.TWO_PAIR),
    ("As Ah Kd Qc Js", Ranking.PAIR),
    ("2s 2h 5d 4c 3s", Ranking.PAIR),
    ("As Kh Qd Jc 9s", Ranking.HIGH_CARD),
    ("7s 5h 4d 3c 2s", Ranking.HIGH_CARD),
)


@pytest.mark.parametrize(("text", "ranking"), LADDER_52)
def test_each_ranking_is_known_at_its_top_and_at_its_bottom(text, ranking):
    assert ranking == of(text).ranking


@pytest.mark.clause("ESD-24")
def test_each_holding_of_the_ladder_beats_the_next():
    texts = [text for text, _ in LADDER_52]

    assert [True] * (len(texts) - 1) == [beats(better, worse) for better, worse in itertools.pairwise(texts)]


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("Ks Kd 7h 7c 2s 9d Kc", "Ks Kd Kc 7h 7c"),
        ("Qh 2c Qd 9s Ac", "Qh Qd Ac 9s 2c"),
        ("2c 9s 9d Kh Kc Ad Qs", "Kh Kc 9s 9d Ad"),
        ("Ah 2d 3h 4c 5s Kd 9d", "5s 4c 3h 2d Ah"),
        ("6h 2d 3h 4c 5s As 9d", "6h 5s 4c 3h 2d"),
        ("Ad 2d 3d 4d 5d 6c Kh", "5d 4d 3d 2d Ad"),
        ("3h 4h 5h 6h 7h 8h 8d", "8h 7h 6h 5h 4h"),
        ("2h Ah 9h 4d Kh 3h 7h", "Ah Kh 9h 7h 3h"),
        ("7h 9s Ah 9h As Kh 3h", "Ah Kh 9h 7h 3h"),
        ("9c 9d 9h 9s 2c 2d 2h", "9s 9h 9d 9c 2h"),
        ("7h 5c Jd 2s 9s Ad 3c", "Ad Jd 9s 7h 5c"),
        ("4d 4h 4s 8c 8d 8h", "8h 8d 8c 4s 4h"),
    ],
)
@pytest.mark.clause("AD7-01", "PR7-26")
def test_the_best_five_lie_groups_first_and_then_from_high_to_low(text, best):
    assert best == written(of(text).best)


def test_the_best_five_do_not_depend_on_the_order_of_the_cards():
    given = cards("2c 9s 9d Kh Kc Ad Qs")

    assert rank(given, FULL) == rank(given[::-1], FULL)


def test_a_strength_reads_as_the_rung_and_the_ranks_of_the_best_five():
    worth = of("Ks Kd 7h 7c Kc").strength

    assert worth == 0x6DDD77
    assert rung_of(worth) == Ranking.FULL_HOUSE
    assert ranks_of(worth) == (13, 13, 13, 7, 7)


def test_strength_alone_is_the_strength_of_the_ranking():
    for text, _ in LADDER_52:
        assert of(text).strength == strength(cards(text), FULL)


def test_suits_never_decide():
    assert ties("As Ks Qs Js Ts", "Ad Kd Qd Jd Td")
    assert ties("Ah Kd 9c 7s 3h", "Ac Kh 9s 7d 3c")
    assert ties("9h 7h 5h 3h 2h", "9c 7c 5c 3c 2c")


def test_a_straight_does_not_wrap_round_the_ace():
    assert of("Qs Kh Ad 2c 3s").ranking == Ranking.HIGH_CARD
    assert of("Ks Ad Ah 2h 3h Kh Qh").ranking == Ranking.FLUSH


@pytest.mark.clause("AD7-01")
def test_ad7_x01_kings_full_of_sevens_beat_an_ace_high_flush():
    assert beats("Ks Kd 7h 7c 2s 9d Kc", "Ah Qh 9h 6h 3h 2d 4c")


@pytest.mark.clause("AD7-01")
def test_ad7_x16_three_queens_beat_two_pairs_of_kings():
    assert beats("Qs Qd Qc 9h 7d 4s 2c", "Kh Kd 8c 8h Js 5d 3h")


@pytest.mark.clause("AD7-01")
def test_ad7_x19_the_two_cards_that_do_not_play_break_no_tie():
    assert ties("9h 8d 7s 6c 5h 2d 2c", "9c 8s 7d 6h 5s Kd Jc")


@pytest.mark.clause("PR7-22", "PR7-26", "PR7-27")
def test_pr7_x14_three_kings_with_the_common_card_beat_queens_and_sevens():
    seat_5, seat_1 = "Kd Js 9h 8c Kh 2d Kc", "Qs Qd 7c 4h Ah 7s Kc"

    assert of(seat_5).ranking == Ranking.THREE_OF_A_KIND
    assert of(seat_1).ranking == Ranking.TWO_PAIR
    assert beats(seat_5, seat_1)


@pytest.mark.clause("AD5-32")
def test_ad5_x17_a_flush_beats_a_full_house_in_the_short_pack_only():
    flush, full_house = "Ah Kh 9h 8h 7h", "Qs Qd Qc 7s 7d"

    assert beats(flush, full_house, SHORT)
    assert beats(full_house, flush, FULL)
    assert beats(full_house, flush, SHORT_LIKE_FULL)


@pytest.mark.clause("AD5-32")
def test_ad5_x18_the_ace_below_the_seven_makes_the_lowest_straight():
    low, next_straight, three_kings = "As 7d 8h 9c Th", "7h 8d 9s Tc Jd", "Kh Kd Ks 9d 8c"

    assert of(low, SHORT).ranking == Ranking.STRAIGHT
    assert written(of(low, SHORT).best) == "Th 9c 8h 7d As"
    assert beats(next_straight, low, SHORT)
    assert beats(low, three_kings, SHORT)
    assert of(low, FULL).ranking == Ranking.HIGH_CARD
    assert of(low, SHORT_LIKE_FULL).ranking == Ranking.HIGH_CARD


def test_the_low_straight_of_one_suit_is_a_straight_flush_and_not_a_royal_one():
    assert of("As 7s 8s 9s Ts", SHORT).ranking == Ranking.STRAIGHT_FLUSH
    assert of("As 7s 8s 9s Ts", SHORT_LIKE_FULL).ranking == Ranking.FLUSH
    assert of("As Ks Qs Js Ts", SHORT).ranking == Ranking.ROYAL_FLUSH


@pytest.mark.clause("AD5-32")
def test_four_of_a_kind_beat_a_flush_in_the_short_pack_too():
    assert beats("7s 7h 7d 7c 8s", "Ah Kh Qh Jh 9h", SHORT)


def test_the_choices_for_the_short_pack_change_nothing_in_the_full_one():
    other = RankingOrder(pack=52, flush_beats_full_house_in_32=False, ace_low_in_32=False)

    assert [strength(cards(text), FULL) for text, _ in LADDER_52] == [
        strength(cards(text), other) for text, _ in LADDER_52
    ]
    assert of("5s 4h 3s 2s As", other).ranking == Ranking.STRAIGHT


@pytest.mark.parametrize(
    ("player", "croupier", "ranking"),
    [
        pytest.param("Th Td Ac 6s 4s", "9s 9d Kh 6c 3d", Ranking.PAIR, id="ESD-X04"),
        pytest.param("Jh Jc 4d 4s 9h", "9s 9d Kh 8d 3d", Ranking.TWO_PAIR, id="ESD-X05"),
        pytest.param("6h 6d 6s Kc 2c", "9s 9d Kh 8d 3d", Ranking.THREE_OF_A_KIND, id="ESD-X06"),
        pytest.param("9h 8c 7d 6s 5c", "9s 9d Kh 8d 3d", Ranking.STRAIGHT, id="ESD-X07"),
        pytest.param("Ac Jc 8c 6c 2c", "9s 9d Kh 8d 3d", Ranking.FLUSH, id="ESD-X08"),
        pytest.param("Qh Qd Qs 5c 5d", "9s 9d Kh 8d 3d", Ranking.FULL_HOUSE, id="ESD-X09"),
        pytest.param("4c 4d 4h 4s Ac", "9s 9d Kh 8d 3d", Ranking.FOUR_OF_A_KIND, id="ESD-X10"),
        pytest.param("8h 7h 6h 5h 4h", "9s 9d Kh 8d 3d", Ranking.STRAIGHT_FLUSH, id="ESD-X11"),
        pytest.param("As Ks Qs Js Ts", "9s 9d Kh 8d 3d", Ranking.ROYAL_FLUSH, id="ESD-X12"),
        pytest.param("Ah Ac 8d 6s 3h", "As Ad 8c 6h 2c", Ranking.PAIR, id="ESD-X14"),
        pytest.param("8h 8c Ad 5s 2h", "8s 8d Kh 6c 3d", Ranking.PAIR, id="ESD-X15"),
        pytest.param("Ah Kh Qh Jh Th", "9s 9d Kc 8d 3d", Ranking.ROYAL_FLUSH, id="ESD-X26"),
        pytest.param("5c 4d 3h 2s Ac", "9s 9d Kh 8d 3d", Ranking.STRAIGHT, id="ESD-X29"),
    ],
)
@pytest.mark.clause("ESD-21", "ESD-22", "ESD-24", "ESD-27")
def test_the_player_of_the_worked_example_beats_the_croupier(player, croupier, ranking):
    assert ranking == of(player).ranking
    assert beats(player, croupier)


@pytest.mark.clause("ESD-24")
def test_esd_x03_a_pair_of_sevens_loses_to_a_pair_of_eights():
    assert beats("8s 8d Kh 6c 3d", "7s 7d Ah Qc 9c")


@pytest.mark.clause("ESD-23")
def test_esd_x13_the_same_ranks_in_other_suits_tie():
    assert ties("Ah Ac 8d 6s 3h", "As Ad 8c 6h 3c")


@pytest.mark.clause("ESD-25")
def test_full_houses_compare_by_the_three_before_the_pair():
    assert beats("3s 3h 3d 2c 2s", "2h 2d 2c As Ah")


@pytest.mark.clause("ESD-26", "ESD-27")
def test_flushes_compare_by_the_highest_card_and_then_by_the_next():
    assert beats("As 5s 4s 3s 2s 9d 8d", "Kh Qh Jh Th 8h")
    assert beats("Kc Qc 9c 8c 3c", "Ks Qs 9s 8s 2s")


@pytest.mark.parametrize("text", ["", "As Kd", "As Ks Qs Js", "As Ks Qs Js Ts 9s 8s 7s"])
def test_another_count_of_cards_than_five_to_seven_is_refused(text):
    with pytest.raises(WrongCardCount, match=r"expected 5, 6 or 7"):
        of(text)
    with pytest.raises(WrongCardCount, match=r"expected 5, 6 or 7"):
        strength(cards(text), FULL)


def test_a_card_that_is_there_twice_is_refused():
    with pytest.raises(CardTwice, match="the cards at places 1 and 2 are the same"):
        of("As As Ad Ah As")
    with pytest.raises(CardTwice, match="the cards at places 3 and 7 are the same"):
        of("Ks Qd 7h 4c 2s 9d 7h")


@pytest.mark.parametrize(("text", "place"), [("2s Ks Qs Js Ts", 1), ("Ks Qd 7h Kc 8s 9d 6h", 7)])
def test_a_card_that_the_pack_does_not_have_is_refused(text, place):
    with pytest.raises(CardNotInPack, match=f"the card at place {place} is not in the pack of 32"):
        of(text, SHORT)
    with pytest.raises(CardNotInPack, match=f"the card at place {place} is not in the pack of 32"):
        strength(cards(text), SHORT)


@pytest.mark.parametrize("text", ["ts", "10s", "Xx", "", "1s", "As "])
def test_what_is_no_card_at_all_is_refused(text):
    odd = (*cards("Ks Qd 7h 4c"), Card(text))

    with pytest.raises(CardNotInPack):
        rank(odd, FULL)
    with pytest.raises(CardNotInPack):
        strength(odd, FULL)


@pytest.mark.parametrize("refused", [rank, strength])
@pytest.mark.parametrize("text", ["Ks Qd 2h Jc 8s", "Ks Ks Ks Ks Ks"])
def test_a_refusal_names_no_card_not_even_in_its_traceback(refused, text):
    with pytest.raises(InvalidCards) as caught:
        refused(cards(text), SHORT)

    shown = [each for each in traceback.TracebackException.from_exception(caught.value).format() if "2h" in each]
    assert shown == []
    assert None is caught.value.__context__


def test_a_pack_of_another_size_is_refused():
    with pytest.raises(NoSuchPack, match="a pack of 36 cards: expected 52 or 32"):
        RankingOrder(pack=36)


def test_orders_are_equal_by_their_parameters():
    assert RankingOrder(pack=32) == RankingOrder(pack=32)
    assert RankingOrder(pack=32) != RankingOrder(pack=32, ace_low_in_32=False)
