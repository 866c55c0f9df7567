"""Showdowns and inputs on which public evaluators were reported wrong."""

import json
from pathlib import Path

import pytest

from services.evaluator.domain.ranking import CardTwice, RankingOrder, WrongCardCount, rank
from shared.cards import NotACard, cards
from shared.rules.ranking import Ranking

CASES = json.loads((Path(__file__).parents[2] / "data" / "evaluator_edge_cases.json").read_text(encoding="utf-8"))
SHOWDOWNS = [case for case in CASES if case["kind"] == "showdown"]
ORDER = RankingOrder(pack=52)


@pytest.mark.parametrize("case", SHOWDOWNS, ids=[case["id"] for case in SHOWDOWNS])
def test_the_showdown_has_the_expected_winners(case):
    ranked = [rank(cards(text), ORDER) for text in case["hands"]]
    best = max(each.strength for each in ranked)

    assert case["expect_winners"] == [place for place, each in enumerate(ranked) if each.strength == best]
    for place in case["expect_winners"]:
        assert Ranking[case["expect_category"].upper().replace(" ", "_")] == ranked[place].ranking


def test_every_case_of_the_file_is_played():
    assert {"IN01", "IN02", "IN04"} == {case["id"] for case in CASES} - {case["id"] for case in SHOWDOWNS}
    assert len(SHOWDOWNS) == 16


def test_in01_a_ten_written_with_two_digits_is_refused():
    with pytest.raises(NotACard):
        cards("10s Jd Qc 6d 5c 9h Ks")


def test_in02_one_ace_three_times_is_not_four_aces():
    with pytest.raises(CardTwice):
        rank(cards("As As Ad Ah As"), ORDER)


@pytest.mark.parametrize("text", ["As Kd", "As Kd 2c 3c 4c 5c 6c 7c"])
def test_in04_two_and_eight_cards_are_refused_by_name(text):
    with pytest.raises(WrongCardCount):
        rank(cards(text), ORDER)


@pytest.mark.parametrize("text", ["ts", "Xx"])
def test_in04_what_is_no_card_is_refused_by_name(text):
    with pytest.raises(NotACard):
        cards(text)
