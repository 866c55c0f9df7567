"""The page on scenarios names every verb and key of the games that it describes."""

from pathlib import Path

import pytest

from services.house.play import expectations, verbs
from shared.games import game

PAGE = (Path(__file__).parents[4] / "docs" / "scenarios.md").read_text(encoding="utf-8")
SPAIN = game("spain_draw")
VERBS = {**verbs.SEATS, **verbs.NOBODYS, **verbs.CROUPIERS, **verbs.FLOORS}


@pytest.mark.parametrize("verb", [name for name, spoken in VERBS.items() if spoken.played_in(SPAIN)])
def test_every_verb_is_on_the_page(verb):
    assert f" {verb}" in PAGE or f"`{verb}" in PAGE


@pytest.mark.parametrize("table", [expectations.IN_PLAY, expectations.AFTER])
def test_every_key_is_on_the_page(table):
    missing = [name for name, key in table.items() if key.seen_in(SPAIN) and f"`{name}`" not in PAGE]

    assert missing == []
