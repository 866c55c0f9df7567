"""Many holdings at once are worth what they are worth one by one."""

from itertools import chain, combinations
from random import Random

import pytest

from services.evaluator.domain import batch
from services.evaluator.domain.ranking import CardNotInPack, RankingOrder, WrongCardCount, strength
from shared.cards import PACK_52, PACKS, SUITS, cards

FULL = RankingOrder(pack=52)


@pytest.mark.parametrize("pack", [52, 32])
@pytest.mark.parametrize("cards_each", [5, 6, 7])
def test_random_holdings_have_the_strengths_that_they_have_alone(pack, cards_each):
    order = RankingOrder(pack=pack)
    draw = Random(cards_each)
    holdings = [draw.sample(PACKS[pack], cards_each) for _ in range(5_000)]

    found = batch.strengths(batch.places(chain(*holdings)), cards_each=cards_each, order=order)

    assert [strength(holding, order) for holding in holdings] == list(found)


def test_every_flush_of_one_suit_among_seven_cards_is_found():
    for suit in SUITS:
        suited = [card for card in PACK_52 if card[1] == suit]
        others = cards("2c 2d 2h 2s".replace(f"2{suit}", "3c" if suit != "c" else "3d"))[:2]
        holdings = [(*five, *others) for five in combinations(suited, 5) if not set(five) & set(others)]

        found = batch.strengths(batch.places(chain(*holdings)), cards_each=7, order=FULL)

        assert [strength(holding, FULL) for holding in holdings] == list(found)


def test_no_holding_has_no_strength():
    assert list(batch.strengths(b"", cards_each=7, order=FULL)) == []


def test_a_card_is_written_as_its_place_in_the_full_pack():
    assert bytes((0, 3, 4, 20, 51)) == batch.places(cards("2c 2s 3c 7c As"))


@pytest.mark.parametrize("cards_each", [4, 8])
def test_another_count_of_cards_than_five_to_seven_is_refused(cards_each):
    with pytest.raises(WrongCardCount, match=f"{cards_each} cards each: expected 5, 6 or 7"):
        batch.strengths(bytes(cards_each), cards_each=cards_each, order=FULL)


def test_cards_that_do_not_make_up_whole_holdings_are_refused():
    with pytest.raises(WrongCardCount, match="13 cards do not make up holdings of 7"):
        batch.strengths(bytes(range(13)), cards_each=7, order=FULL)


@pytest.mark.parametrize(("pack", "foreign"), [(52, 52), (52, 255), (32, 19)])
def test_a_card_that_the_pack_does_not_have_is_refused(pack, foreign):
    holding = bytes((40, 41, 42, 43, foreign))

    with pytest.raises(CardNotInPack, match=f"1 of the cards are not in the pack of {pack}"):
        batch.strengths(holding, cards_each=5, order=RankingOrder(pack=pack))
