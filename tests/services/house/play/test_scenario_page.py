"""The page on scenarios names every verb and every key."""

from pathlib import Path

import pytest

from services.house.play import expectations, verbs

PAGE = (Path(__file__).parents[4] / "docs" / "scenarios.md").read_text(encoding="utf-8")
VERBS = {**verbs.SEATS, **verbs.NOBODYS, **verbs.CROUPIERS, **verbs.FLOORS}


@pytest.mark.parametrize("verb", [*VERBS, "post", "cut", "meter"])
def test_every_verb_is_on_the_page(verb):
    assert f" {verb}" in PAGE or f"`{verb}" in PAGE


@pytest.mark.parametrize("table", [expectations.IN_PLAY, expectations.AFTER])
def test_every_key_is_on_the_page(table):
    missing = [name for name in table if f"`{name}`" not in PAGE]

    assert missing == []
