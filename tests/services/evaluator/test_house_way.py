"""What the croupier changes under each house way."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from services.evaluator.domain import house_way
from services.evaluator.domain.house_way import HOUSE_WAYS, UnknownHouseWay
from services.evaluator.domain.qualify import qualifies
from services.evaluator.domain.ranking import CardTwice, RankingOrder, WrongCardCount, rank
from services.evaluator.domain.threshold import Threshold
from shared.cards import PACK_52, RANK_VALUE, cards, written
from shared.games import game
from shared.rules.ranking import Ranking

ORDER = RankingOrder(pack=52)
EIGHTS = Threshold(pair_rank="8")


def changed(text, way="caribbean_draw"):
    return written(house_way.discards(cards(text), house_way=way, least=EIGHTS, order=ORDER))


@pytest.mark.clause("ESD-12")
@pytest.mark.parametrize(
    ("text", "discards"),
    [
        pytest.param("7s 7d Ah Kc 4d", "Kc 4d", id="ESD-X02"),
        pytest.param("9s 9d Kc 5c 2d", "5c 2d", id="ESD-X26"),
        pytest.param("5h 4h 3h 2h Ah", "", id="a straight flush stands"),
        pytest.param("4c 4d 9s 4h 4s", "", id="four of a kind stand"),
        pytest.param("Qh Qd Qs 5c 5d", "", id="a full house stands"),
        pytest.param("Ac Jc 8c 6c 2c", "", id="a flush stands"),
        pytest.param("9h 8c 7d 6s 5c", "", id="a straight stands"),
        pytest.param("2c 4d 3h 5s Ac", "", id="the lowest straight stands"),
        pytest.param("6h Kc 6d 2c 6s", "Kc 2c", id="three: the two odd cards go"),
        pytest.param("Jh 4d 9h Jc 4s", "9h", id="two pairs: the odd card goes"),
        pytest.param("2h 9d 2s Kd 5c", "9d 5c", id="a pair: the two lowest beside it go"),
        pytest.param("Ah 3d As 4d 5d", "3d 4d", id="a pair of aces: an ace is not low"),
        pytest.param("2h 2s Kh 9h 5h", "9h 5h", id="a pair before four to a flush"),
        pytest.param("5h 5s 6d 7c 8s", "6d 7c", id="a pair before four to a straight"),
        pytest.param("Kh 9h 5h 2h As", "As", id="four to a flush, even without an ace"),
        pytest.param("9h 8h 7h 6c 2h", "6c", id="four to a flush before four to a straight"),
        pytest.param("Qd 9h 8c 7s 6d", "Qd", id="an open four"),
        pytest.param("Ks 9h 8c 6s 5d", "Ks", id="an inside four"),
        pytest.param("Kd 9s 4d 2c 7h", "4d 2c", id="nothing: the two lowest go"),
        pytest.param("Ad 2s 7d 9c Jh", "2s 7d", id="nothing: an ace is high"),
    ],
)
def test_caribbean_draw_changes(text, discards):
    assert discards == changed(text)


@pytest.mark.clause("ESD-12")
@pytest.mark.parametrize(
    ("text", "discards"),
    [
        pytest.param("Ac 2d 3h 4s 9c", "9c", id="A-2-3-4"),
        pytest.param("Ac Kd Qh Js 4c", "4c", id="A-K-Q-J"),
        pytest.param("Ac 2d 4h 5s 9c", "9c", id="A-2-4-5"),
        pytest.param("Ac Kd Jh Ts 4c", "4c", id="A-K-J-10"),
        pytest.param("2c 3d 4h 5s 7c", "7c", id="an open four before a higher inside one"),
        pytest.param("9c Jd Qh Ks 3c", "3c", id="9-J-Q-K"),
        pytest.param("5c 6d 7h 9s Tc", "5c", id="of two inside ones the higher"),
        pytest.param("Ac Kd Qh Js 9c", "9c", id="A-K-Q-J before K-Q-J-9"),
        pytest.param("Ac 2d 3h 4s 6c", "Ac", id="2-3-4-6 makes the higher straight than A-2-3-4"),
        pytest.param("Ac 3d 4h 5s 6c", "Ac", id="an open 3-4-5-6 before A-3-4-5"),
        pytest.param("Qc Kd Ah 2s 3c", "2s 3c", id="no wrapping round the ace"),
    ],
)
def test_of_several_ways_to_keep_four_to_a_straight(text, discards):
    assert discards == changed(text)


@pytest.mark.clause("ESD-12", "ESD-17")
@pytest.mark.parametrize(
    ("text", "discards"),
    [
        ("8s 8d Kh 6c 3d", ""),
        ("Jh Jc 4d 4s 9h", ""),
        ("6h 6d 6s Kc 2c", ""),
        ("7s 7d Ah Kc 4d", "Kc 4d"),
        ("Kh 9h 5h 2h As", "As"),
        ("Kd 9s 4d 2c 7h", "4d 2c"),
    ],
)
def test_only_if_not_qualified_stands_with_what_qualifies(text, discards):
    assert discards == changed(text, "only_if_not_qualified")


def test_only_if_not_qualified_asks_for_the_least_holding_of_the_table():
    nines = Threshold(pair_rank="9")
    discards = house_way.discards(cards("8s 8d Kh 6c 3d"), house_way="only_if_not_qualified", least=nines, order=ORDER)

    assert written(discards) == "6c 3d"


@pytest.mark.clause("ESD-12")
@pytest.mark.parametrize("way", HOUSE_WAYS)
def test_he_changes_two_cards_at_most_and_none_of_a_group(way):
    draw = Random(12)

    for _ in range(4_000):
        holding = draw.sample(PACK_52, 5)
        gone = house_way.discards(holding, house_way=way, least=EIGHTS, order=ORDER)
        count = Counter(RANK_VALUE[card] for card in holding)
        assert len(gone) <= 2
        assert list(gone) == [card for card in holding if card in gone]
        assert all(count[RANK_VALUE[card]] == 1 for card in gone)
        if rank(holding, ORDER).ranking >= Ranking.STRAIGHT:
            assert gone == ()
        if way == "only_if_not_qualified" and qualifies(holding, EIGHTS, ORDER):
            assert gone == ()


@pytest.mark.parametrize("text", ["7s 7d Ah Kc 4d", "5c 6d 7h 9s Tc", "Ac 2d 3h 4s 6c", "Kd 9s 4d 2c 7h"])
def test_the_order_of_the_cards_changes_nothing(text):
    gone = {
        frozenset(house_way.discards(holding, house_way="caribbean_draw", least=EIGHTS, order=ORDER))
        for holding in permutations(cards(text))
    }

    assert len(gone) == 1


def test_every_house_way_that_a_game_offers_is_written():
    offered = game("spain_draw").params

    (param,) = (param for param in offered if param.name == "house_way")
    assert [param.check(name) for name in HOUSE_WAYS] == ["", ""]
    assert param.default in HOUSE_WAYS


def test_an_unknown_house_way_is_refused():
    with pytest.raises(UnknownHouseWay, match="expected one of caribbean_draw, only_if_not_qualified"):
        changed("7s 7d Ah Kc 4d", "as_he_likes")


def test_a_house_way_is_for_five_cards_none_of_them_twice():
    with pytest.raises(WrongCardCount, match="6 cards: a house way is for 5"):
        changed("7s 7d Ah Kc 4d 2c")
    with pytest.raises(CardTwice):
        changed("7s 7d Ah Kc 7s")
