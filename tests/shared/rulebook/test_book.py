"""The rulebooks hold every clause of the four games, in order, and refuse a flawed table."""

import pytest

from shared.rulebook import book
from shared.rulebook.book import Kind, Status

CLAUSE_COUNTS = {"andorra_draw": 45, "andorra_stud": 40, "puerto_rico_stud": 38, "spain_draw": 41}
LETTERS = {"andorra_draw": "AD5", "andorra_stud": "AD7", "puerto_rico_stud": "PR7", "spain_draw": "ESD"}

TABLE = """
[source]
title = "A game"
place = "Somewhere"
language = "Latin"
decree = "A law"

[[clauses]]
id = "XX1-01"
kind = ["engine"]
status = "in code"
text = "Someone wins."

[[questions]]
id = "XX1-Q1"
question = "Who?"
default = "The best."
parameters = []
"""


def test_each_game_has_all_its_clauses() -> None:
    assert {each.game_id: len(each.clauses) for each in book.rulebooks()} == CLAUSE_COUNTS
    assert len(book.every_clause()) == 164


def test_the_ids_of_a_game_run_from_01_without_a_gap() -> None:
    for each in book.rulebooks():
        ids = [clause.clause_id for clause in each.clauses]

        assert ids == [f"{LETTERS[each.game_id]}-{number:02d}" for number in range(1, CLAUSE_COUNTS[each.game_id] + 1)]


def test_every_clause_says_something_in_whole_sentences() -> None:
    for each in book.every_clause().values():
        assert len(each.text.split()) >= 5, each.clause_id
        assert each.text[0].isupper(), each.clause_id
        assert each.text.endswith("."), each.clause_id
        assert each.text == " ".join(each.text.split()), each.clause_id
        assert each.kinds, each.clause_id


def test_no_two_clauses_of_a_game_say_the_same() -> None:
    for each in book.rulebooks():
        assert len({clause.text for clause in each.clauses}) == len(each.clauses)


def test_every_question_is_a_question_with_an_answer() -> None:
    for each in book.rulebooks():
        assert each.questions
        for asked in each.questions:
            assert asked.question_id.startswith(f"{each.letters}-"), asked
            assert asked.question.rstrip("s«»").endswith("?") or ":" in asked.question, asked
            assert asked.default.endswith("."), asked


def test_the_status_agrees_with_whom_the_clause_binds() -> None:
    for clause_id, each in book.every_clause().items():
        if each.status is Status.PLANNED:
            assert Kind.ENGINE in each.kinds, clause_id
        if each.status is Status.CONDUCT:
            assert each.kinds == (Kind.CONDUCT,), clause_id
        if each.status is Status.CROUPIERS_PROCEDURE:
            assert Kind.PROCEDURE in each.kinds, clause_id


def test_no_engine_clause_of_the_spanish_game_is_left_planned() -> None:
    statuses = {each.clause_id: each.status for each in book.rulebook("spain_draw").clauses}

    assert Status.PLANNED not in statuses.values()
    assert {each for each, status in statuses.items() if status is not Status.IN_CODE} == {
        "ESD-14", "ESD-34", "ESD-35", "ESD-37", "ESD-40", "ESD-41",
    }  # fmt: skip


def test_an_engine_clause_that_the_operator_settles_needs_proof_like_one_in_code() -> None:
    assert book.clause("ESD-40").status is Status.OPERATOR_SETTING
    assert book.clause("ESD-40").needs_proof
    assert book.clause("ESD-21").needs_proof
    assert not book.clause("ESD-35").needs_proof
    assert not book.clause("ESD-41").needs_proof


def test_a_clause_is_found_by_its_id() -> None:
    found = book.clause("ESD-21")

    assert found.clause_id == "ESD-21"
    assert found.kinds == (Kind.ENGINE,)
    assert "royal flush" in found.text


def test_an_unknown_clause_is_refused_by_name() -> None:
    with pytest.raises(book.NoSuchClause, match=r"'ESD-42'.*ESD-01 to ESD-41"):
        book.clause("ESD-42")


def test_a_game_without_a_rulebook_is_refused_by_name() -> None:
    with pytest.raises(book.NoSuchRulebook, match=r"'belote'.*spain_draw"):
        book.rulebook("belote")


def test_a_sound_table_is_read() -> None:
    read = book.read_rulebook(game_id="some_game", text=TABLE)

    assert read.letters == "XX1"
    assert [each.text for each in read.clauses] == ["Someone wins."]


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ('id = "XX1-01"', 'id = "XX1-02"', "XX1-02 stands where XX1-01 is due"),
        ('id = "XX1-01"', 'id = "first"', "'first' is no clause id"),
        ('status = "in code"', 'status = "maybe"', "'maybe' is not a valid Status"),
        ('kind = ["engine"]', 'kind = ["magic"]', "'magic' is not a valid Kind"),
        ('text = "Someone wins."', 'wording = "Someone wins."', "wording"),
        ('status = "in code"', "", "an entry lacks 'status'"),
        ("[source]", "[sauce]", "an entry lacks 'source'"),
        ('title = "A game"', 'title = "A game"\nmotto = "win"', "motto"),
        ("[[clauses]]", "[[clauses", "rulebook some_game"),
        ("[source]", "seats = 6\n[source]", r"unknown entries \['seats'\]"),
    ],
)
def test_a_flawed_table_is_refused_with_the_flaw(written: str, instead: str, complaint: str) -> None:
    assert written in TABLE

    with pytest.raises(book.RulebookFlawed, match=complaint):
        book.read_rulebook(game_id="some_game", text=TABLE.replace(written, instead, 1))


def test_a_question_asked_twice_is_refused() -> None:
    question = TABLE[TABLE.index("[[questions]]") :]

    with pytest.raises(book.RulebookFlawed, match="question XX1-Q1 appears twice"):
        book.read_rulebook(game_id="some_game", text=TABLE + question)


def test_a_rulebook_without_clauses_is_refused() -> None:
    source = TABLE[: TABLE.index("[[clauses]]")]

    with pytest.raises(book.RulebookFlawed, match="no clauses"):
        book.read_rulebook(game_id="some_game", text=f"clauses = []\nquestions = []\n{source}")
