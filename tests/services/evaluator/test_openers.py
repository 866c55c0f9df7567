"""Who may open the pot: a pair of the rank asked for in this hand, or any higher combination."""

from itertools import combinations

import pytest

from services.evaluator.domain.openers import holds_openers
from services.evaluator.domain.ranking import CardNotInPack, RankingOrder, WrongCardCount
from services.evaluator.domain.threshold import NoSuchRank, Threshold
from shared.cards import PACK_32, cards

FULL = RankingOrder(pack=52)
SHORT = RankingOrder(pack=32)
JACKS, QUEENS, KINGS, ACES = (Threshold(pair_rank=rank) for rank in "JQKA")


@pytest.mark.clause("AD5-06")
@pytest.mark.parametrize(
    ("text", "may_open"),
    [
        ("Jh Jd 9c 8s 7d", True),
        ("Th Td As Kc 8h", False),
        ("Ts Tc 9d 9s Kh", True),
        ("Qs Ks 9h 8d 7c", False),
        ("Th Td 9c 8s 7d", False),
        ("Jh Jd Kd Qd Td", True),
        ("7h 7d 7c 8s 9d", True),
        ("As 7d 8h 9c Th", True),
        ("7h 8h 9h Th Qh", True),
    ],
)
def test_ad5_x02_jacks_or_any_higher_combination_open(text, may_open):
    assert may_open == holds_openers(cards(text), JACKS, SHORT)


@pytest.mark.clause("AD5-12", "AD5-13", "AD5-14")
@pytest.mark.parametrize(
    ("openers", "opened_by"), [(JACKS, "JQKA"), (QUEENS, "QKA"), (KINGS, "KA"), (ACES, "A")], ids="JQKA"
)
def test_ad5_x04_the_requirement_rises_with_each_blank_hand(openers, opened_by):
    pairs = {rank: cards(f"{rank}h {rank}d 9c 8s 7d") for rank in "JQKA"}

    assert opened_by == "".join(rank for rank, holding in pairs.items() if holds_openers(holding, openers, SHORT))


@pytest.mark.clause("AD5-14")
def test_two_small_pairs_open_where_aces_are_asked_for():
    assert holds_openers(cards("8h 8d 7c 7s 9d"), ACES, SHORT)
    assert holds_openers(cards("3h 3d 2c 2s 4d"), ACES, FULL)
    assert not holds_openers(cards("Kh Kd Ac Qs Jd"), ACES, FULL)


def test_a_straight_with_the_low_ace_opens_only_where_it_is_one():
    without = RankingOrder(pack=32, ace_low_in_32=False)

    assert holds_openers(cards("As 7d 8h 9c Th"), ACES, SHORT)
    assert not holds_openers(cards("As 7d 8h 9c Th"), JACKS, without)


@pytest.mark.clause("AD5-06", "AD5-12", "AD5-13", "AD5-14")
def test_how_often_a_holding_of_the_short_pack_may_open():
    order = RankingOrder(pack=32, ace_low_in_32=False)
    holdings = list(combinations(PACK_32, 5))

    found = []
    for openers in (JACKS, QUEENS, KINGS, ACES):
        holdings = [holding for holding in holdings if holds_openers(holding, openers, order)]
        found.append(f"{len(holdings) / 201_376:.2%}")

    assert found == ["46.96%", "40.29%", "33.62%", "26.94%"]


@pytest.mark.parametrize("rank", ["", "1", "10", "JQ", "j", "s"])
def test_a_threshold_names_one_rank(rank):
    with pytest.raises(NoSuchRank):
        Threshold(pair_rank=rank)


def test_cards_that_cannot_be_ranked_are_refused():
    with pytest.raises(WrongCardCount):
        holds_openers(cards("Jh Jd 9c 8s"), JACKS, SHORT)
    with pytest.raises(CardNotInPack):
        holds_openers(cards("Jh Jd 9c 8s 2d"), JACKS, SHORT)
