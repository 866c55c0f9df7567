"""With what the croupier plays, and how often: the full pack is walked once for him and for openers."""

from itertools import combinations

import pytest

from services.evaluator.domain.openers import holds_openers
from services.evaluator.domain.qualify import qualifies
from services.evaluator.domain.ranking import RankingOrder
from services.evaluator.domain.threshold import Threshold
from shared.cards import PACK_52, cards

FULL = RankingOrder(pack=52)
EIGHTS, JACKS, QUEENS, KINGS, ACES = (Threshold(pair_rank=rank) for rank in "8JQKA")


@pytest.mark.clause("ESD-17")
@pytest.mark.parametrize(
    ("text", "plays"),
    [
        pytest.param("7s 7d Ah 9h 2c", False, id="ESD-X02"),
        pytest.param("8s 8d Kh 6c 3d", True, id="ESD-X03"),
        pytest.param("9s 9d Kc 8d 3d", True, id="ESD-X26"),
        pytest.param("As Kd Qh Jc 9s", False, id="ace high"),
        pytest.param("7s 7d Ah Kc Qd", False, id="the best of sevens"),
        pytest.param("8s 8d 4h 3c 2d", True, id="the worst of eights"),
        pytest.param("3s 3d 2h 2c 4d", True, id="two small pairs"),
        pytest.param("2s 2d 2h 3c 4d", True, id="three deuces"),
        pytest.param("5s 4d 3h 2c Ad", True, id="the lowest straight"),
        pytest.param("7s 5s 4s 3s 2s", True, id="the lowest flush"),
    ],
)
def test_the_croupier_plays_with_a_pair_of_eights_or_a_higher_combination(text, plays):
    assert plays == qualifies(cards(text), EIGHTS, FULL)


@pytest.mark.clause("ESD-17", "AD5-06", "AD5-12", "AD5-13", "AD5-14")
def test_how_often_the_croupier_qualifies_and_a_holding_may_open():
    holdings = [holding for holding in combinations(PACK_52, 5) if qualifies(holding, EIGHTS, FULL)]
    qualified = len(holdings)

    may_open = []
    for openers in (JACKS, QUEENS, KINGS, ACES):
        holdings = [holding for holding in holdings if holds_openers(holding, openers, FULL)]
        may_open.append(f"{len(holdings) / 2_598_960:.2%}")

    assert qualified == 789_540
    assert may_open == ["20.63%", "17.38%", "14.13%", "10.88%"]
