"""The scan reads every form of citation out of the source, and says what it cannot read."""

from pathlib import Path
from textwrap import dedent

import pytest

from services.house.citations import Citation, Findings, Unreadable, Witness, scan


def cited(findings: Findings) -> set[tuple[str, str, str]]:
    return {(each.clause_id, each.witness, each.place) for each in findings.citations}


def write(root: Path, path: str, text: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dedent(text), encoding="utf-8")


def test_functions_classes_and_methods_are_named_by_their_path(tmp_path: Path) -> None:
    write(
        tmp_path,
        "services/betting/domain/settle.py",
        """
        from shared import rulebook
        from shared.rulebook import cites

        @cites("ESD-20", "ESD-21")
        def pay(): ...

        @cites("ESD-23")
        class Push:
            @rulebook.cites("ESD-19")
            async def give_back(self): ...
        """,
    )

    assert cited(scan(tmp_path)) == {
        ("ESD-20", "code", "services/betting/domain/settle.py:pay"),
        ("ESD-21", "code", "services/betting/domain/settle.py:pay"),
        ("ESD-23", "code", "services/betting/domain/settle.py:Push"),
        ("ESD-19", "code", "services/betting/domain/settle.py:Push.give_back"),
    }


def test_values_are_named_by_the_record_and_field_that_hold_them(tmp_path: Path) -> None:
    write(
        tmp_path,
        "shared/games/some.py",
        """
        SEATS = under("ESD-06", 1)
        GAME: Final = Game(
            draw=under(("ESD-11", "ESD-12"), value=Draw(most=under("ESD-15", 2))),
            table=[under(clause_ids="ESD-21", value=5)],
        )
        under("ESD-01", 0)
        """,
    )

    assert cited(scan(tmp_path)) == {
        ("ESD-06", "code", "shared/games/some.py:SEATS"),
        ("ESD-11", "code", "shared/games/some.py:GAME.draw"),
        ("ESD-12", "code", "shared/games/some.py:GAME.draw"),
        ("ESD-15", "code", "shared/games/some.py:GAME.draw.most"),
        ("ESD-21", "code", "shared/games/some.py:GAME.table"),
        ("ESD-01", "code", "shared/games/some.py"),
    }


def test_marks_on_tests_classes_modules_and_parameters_are_read(tmp_path: Path) -> None:
    write(
        tmp_path,
        "tests/games/test_some.py",
        """
        import pytest
        from pytest import mark

        pytestmark = [pytest.mark.clause("ESD-01")]

        @pytest.mark.clause("ESD-02", "ESD-03")
        def test_one(): ...

        @mark.clause("ESD-04")
        class TestMore:
            @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.clause("ESD-05"))])
            def test_two(self, n): ...
        """,
    )

    assert cited(scan(tmp_path)) == {
        ("ESD-01", "test", "tests/games/test_some.py"),
        ("ESD-02", "test", "tests/games/test_some.py:test_one"),
        ("ESD-03", "test", "tests/games/test_some.py:test_one"),
        ("ESD-04", "test", "tests/games/test_some.py:TestMore"),
        ("ESD-05", "test", "tests/games/test_some.py:TestMore.test_two"),
    }


def test_a_scenario_speaks_for_the_clauses_that_it_names(tmp_path: Path) -> None:
    write(tmp_path, "tests/scenarios/some/one.toml", 'id = "X"\nclauses = ["ESD-01", "ESD-02"]\n')
    write(tmp_path, "tests/scenarios/some/none.toml", 'id = "Y"\n')

    assert scan(tmp_path) == Findings(
        citations=tuple(
            Citation(clause_id=each, witness=Witness.SCENARIO, place="tests/scenarios/some/one.toml")
            for each in ("ESD-01", "ESD-02")
        ),
        unreadable=(),
    )


def test_a_mark_in_code_and_a_citation_in_a_test_are_no_witnesses(tmp_path: Path) -> None:
    write(tmp_path, "services/a.py", '@pytest.mark.clause("ESD-01")\ndef f(): ...\n')
    write(tmp_path, "tests/test_a.py", '@cites("ESD-02")\ndef test_f(): ...\n')
    write(tmp_path, "docs/a.py", '@cites("ESD-03")\ndef f(): ...\n')

    assert scan(tmp_path) == Findings(citations=(), unreadable=())


def test_a_place_that_cites_twice_is_found_once(tmp_path: Path) -> None:
    write(tmp_path, "shared/a.py", 'def f():\n    return under("ESD-01", 1) + under("ESD-01", 2)\n')

    assert cited(scan(tmp_path)) == {("ESD-01", "code", "shared/a.py:f")}
    assert len(scan(tmp_path).citations) == 1


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [
        ("shared/a.py", "@cites(CLAUSE)\ndef f(): ...\n", "cites CLAUSE: write the clause id itself"),
        ("shared/a.py", "LIMIT = under(*IDS, 3)\n", "cites *IDS: write the clause id itself"),
        ("shared/a.py", "@cites()\ndef f(): ...\n", "cites no clause"),
        ("shared/a.py", "def f(:\n", "is no Python that can be read"),
        ("tests/test_a.py", "@pytest.mark.clause(ID)\ndef test_f(): ...\n", "cites ID: write the clause id itself"),
        ("tests/scenarios/a.toml", "clauses = [\n", "is no TOML that can be read"),
        ("tests/scenarios/a.toml", 'clauses = "ESD-01"\n', "has clauses that are no list of texts"),
    ],
)
def test_what_cannot_be_read_is_said(tmp_path: Path, path: str, text: str, why: str) -> None:
    write(tmp_path, path, text)

    (spot,) = scan(tmp_path).unreadable

    assert spot.place.startswith(path)
    assert why in spot.why


def test_a_mark_spread_from_a_scenario_file_is_left_to_that_file(tmp_path: Path) -> None:
    write(tmp_path, "tests/test_a.py", "marks = pytest.mark.clause(*scenario.clauses)\n")

    assert scan(tmp_path) == Findings(citations=(), unreadable=())


def test_findings_answer_for_one_clause() -> None:
    findings = Findings(
        citations=(
            Citation(clause_id="ESD-01", witness=Witness.CODE, place="a.py:f"),
            Citation(clause_id="ESD-02", witness=Witness.SCENARIO, place="b.toml"),
        ),
        unreadable=(Unreadable(place="c.py", why="cites no clause"),),
    )

    assert findings.places("ESD-01", witness=Witness.CODE) == ("a.py:f",)
    assert findings.is_carried_out("ESD-01")
    assert not findings.is_proved("ESD-01")
    assert findings.is_proved("ESD-02")
    assert not findings.is_carried_out("ESD-02")
