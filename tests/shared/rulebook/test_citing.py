"""Citing a clause marks what it cites and changes nothing else."""

import ast
import inspect
from dataclasses import dataclass

import pytest

from shared import rulebook
from shared.rulebook import NotAClauseId, cites, under


def test_a_cited_function_is_the_function_itself_and_knows_its_clauses() -> None:
    def pay(stake: int) -> int:
        return stake * 2

    marked = cites("ESD-20", "ESD-21")(pay)

    assert marked is pay
    assert marked(3) == 6
    assert vars(pay)["__clauses__"] == ("ESD-20", "ESD-21")


def test_a_cited_dataclass_with_slots_works_in_either_order() -> None:
    @cites("AD7-09")
    @dataclass(frozen=True, slots=True)
    class Cap:
        raises: int

    @dataclass(frozen=True, slots=True)
    @cites("AD7-09")
    class CapAgain:
        raises: int

    assert Cap(3).raises == CapAgain(3).raises == 3
    assert vars(Cap)["__clauses__"] == vars(CapAgain)["__clauses__"] == ("AD7-09",)


def test_a_value_under_a_clause_is_the_value_itself() -> None:
    paytable = {"flush": 5}

    assert under("ESD-21", paytable) is paytable
    assert under(("ESD-21", "ESD-22"), value=paytable) is paytable


@pytest.mark.parametrize("not_an_id", ["", "ESD", "ESD-1", "ESD-210", "esd-21", "ESD-21 ", "ESD_21", "21", "E-21"])
def test_what_has_not_the_form_of_a_clause_id_is_refused(not_an_id: str) -> None:
    with pytest.raises(NotAClauseId, match="no clause id"):
        cites("ESD-20", not_an_id)
    with pytest.raises(NotAClauseId, match="no clause id"):
        under(not_an_id, 5)


def test_a_citation_names_at_least_one_clause() -> None:
    with pytest.raises(NotAClauseId, match="without a clause"):
        cites()
    with pytest.raises(NotAClauseId, match="without a clause"):
        under((), 5)


def test_citing_stands_on_nothing_but_the_language() -> None:
    tree = ast.parse(inspect.getsource(rulebook))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names}

    assert imported == {"re", "collections.abc", "typing"}
