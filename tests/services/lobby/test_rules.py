"""What a table page says about a game follows from the game's record and the table's terms."""

from typing import Any

import pytest

from services.lobby.domain.rules import least_stake, rules_of

LOW, HIGH = "low", "high"
CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "andorra_draw",
        {"ante": 100, "bet_before_draw": 200, "bet_after_draw": 400},
        {"ante": 100, "low": 200, "high": 400, "intervals": [LOW, HIGH], "openers": ["J", "Q", "K", "A"], "forced": 0},
    ),
    (
        "andorra_stud",
        {"low": 300, "high": 600, "min_bet": 50},
        {"low": 300, "high": 600, "least": 50, "intervals": [LOW, LOW, HIGH, HIGH, HIGH], "open_pair": "mandatory"},
    ),
    (
        "andorra_stud",
        {"structure": "pot_limited", "open_pair": "optional", "low": 300},
        {"intervals": [LOW, LOW, HIGH, "half_pot", "pot"], "least": 300, "open_pair": "optional"},
    ),
    (
        "puerto_rico_stud",
        {"bring_in": 200, "small": 500, "big": 1_000, "raises_per_round": 4},
        {"forced": 200, "low": 500, "high": 1_000, "raises": 4, "raises_of": "round", "right_to_see": True},
    ),
]


@pytest.mark.parametrize(("game", "terms", "said"), CASES)
def test_the_limits_are_those_of_the_table(game: str, terms: dict[str, Any], said: dict[str, Any]) -> None:
    limits = rules_of(game, terms)["limits"]

    assert said == {name: limits[name] for name in said}


@pytest.mark.parametrize(
    ("game", "terms", "least"),
    [
        ("spain_draw", {"min_bet": 500}, 500),
        ("andorra_draw", {"bet_before_draw": 200}, 200),
        ("andorra_stud", {"low": 300, "min_bet": 50}, 50),
        ("nothing_known", {}, 0),
    ],
)
def test_the_least_bet_of_a_table_is_told_in_the_room(game: str, terms: dict[str, Any], least: int) -> None:
    assert least == least_stake(rules_of(game, terms))
