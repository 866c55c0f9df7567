"""The settings of a game and the questions of its rulebook speak of the same things."""

import pytest

from shared.games import game, game_ids
from shared.rulebook import book

OPERATOR = "operator"
"""Stands in place of a clause where the house alone wants the setting."""


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_has_a_rulebook_with_its_letters(game_id: str) -> None:
    assert book.rulebook(game_id).letters == game(game_id).clauses


@pytest.mark.parametrize("game_id", game_ids())
def test_every_setting_stands_under_a_clause_or_a_question_of_its_game(game_id: str) -> None:
    law = book.rulebook(game_id)
    known = {each.clause_id for each in law.clauses} | {each.question_id for each in law.questions} | {OPERATOR}

    assert {each.name: each.clause for each in game(game_id).params if each.clause not in known} == {}


@pytest.mark.parametrize("game_id", game_ids())
def test_every_setting_that_a_question_names_exists(game_id: str) -> None:
    rules = game(game_id)
    settings = {each.name for each in rules.params}

    missing = {
        (asked.question_id, name)
        for asked in book.rulebook(game_id).questions
        for name in asked.parameters
        if name not in settings and not hasattr(rules, name)
    }

    assert missing == set()
