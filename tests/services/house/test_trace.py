"""The trace fails when a clause has no code or no test, when a citation leads nowhere, and when the page is stale."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from services.house import citations, printed, trace
from services.house.citations import Citation, Findings, Unreadable, Witness
from shared.rulebook import book
from shared.rulebook.book import Clause, Kind, Status


def clauses(*statuses: Status) -> dict[str, Clause]:
    ids = [f"XX1-{number:02d}" for number in range(1, len(statuses) + 1)]
    return {
        each: Clause(clause_id=each, kinds=(Kind.ENGINE,), status=status, text="A rule.")
        for each, status in zip(ids, statuses, strict=True)
    }


def findings(*cited: tuple[str, Witness], unreadable: Iterable[Unreadable] = ()) -> Findings:
    return Findings(
        citations=tuple(Citation(clause_id=each, witness=witness, place=f"{witness}.py:f") for each, witness in cited),
        unreadable=tuple(unreadable),
    )


def test_a_clause_in_code_with_code_and_a_test_is_in_order() -> None:
    found = findings(("XX1-01", Witness.CODE), ("XX1-01", Witness.TEST))

    assert trace.broken_rules(found, clauses=clauses(Status.IN_CODE)) == ()


def test_a_scenario_proves_a_clause_as_a_test_does() -> None:
    found = findings(("XX1-01", Witness.CODE), ("XX1-01", Witness.SCENARIO))

    assert trace.broken_rules(found, clauses=clauses(Status.IN_CODE)) == ()


def test_a_clause_in_code_without_code_is_broken() -> None:
    (line,) = trace.broken_rules(findings(("XX1-01", Witness.TEST)), clauses=clauses(Status.IN_CODE))

    assert line == 'XX1-01 (in code) has no code: mark it @cites("XX1-01"), or its value under("XX1-01", …)'


def test_a_clause_in_code_without_a_test_is_broken() -> None:
    (line,) = trace.broken_rules(findings(("XX1-01", Witness.CODE)), clauses=clauses(Status.IN_CODE))

    assert line == 'XX1-01 (in code) has no test: mark one @pytest.mark.clause("XX1-01"), or write a scenario'


def test_an_engine_clause_that_is_an_operator_setting_needs_both_too() -> None:
    assert len(trace.broken_rules(findings(), clauses=clauses(Status.OPERATOR_SETTING))) == 2


def test_a_planned_clause_needs_nothing() -> None:
    assert trace.broken_rules(findings(), clauses=clauses(Status.PLANNED)) == ()


def test_a_citation_of_an_unknown_clause_is_broken() -> None:
    (line,) = trace.broken_rules(findings(("XX1-09", Witness.CODE)), clauses=clauses(Status.PLANNED))

    assert line == "code.py:f cites XX1-09, which no rulebook contains"


def test_an_unreadable_citation_is_broken() -> None:
    found = findings(unreadable=[Unreadable(place="a.py:f", why="cites no clause")])

    assert trace.broken_rules(found, clauses={}) == ("a.py:f cites no clause",)


def test_a_planned_clause_that_is_cited_and_tested_can_be_promoted() -> None:
    law = clauses(Status.PLANNED, Status.PLANNED, Status.IN_CODE)
    found = findings(
        ("XX1-01", Witness.CODE),
        ("XX1-01", Witness.TEST),
        ("XX1-02", Witness.CODE),
        ("XX1-03", Witness.CODE),
        ("XX1-03", Witness.TEST),
    )

    assert trace.broken_rules(found, clauses=law) == ()
    assert trace.promotions(found, clauses=law) == (
        "XX1-01 is planned, yet code and a test cite it: it can be promoted to in code",
    )


def a_tree_that_keeps_every_clause(root: Path) -> None:
    due = [each for each, clause in book.every_clause().items() if clause.needs_proof]
    names = ", ".join(f'"{each}"' for each in due)
    (root / "services").mkdir()
    (root / "services/all.py").write_text(f"@cites({names})\ndef all(): ...\n", encoding="utf-8")
    (root / "tests").mkdir()
    (root / "tests/test_all.py").write_text(f"@pytest.mark.clause({names})\ndef test(): ...\n", encoding="utf-8")


def test_check_passes_on_a_tree_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_tree_that_keeps_every_clause(tmp_path)

    assert trace.main(["--write", "--root", str(tmp_path)]) == 0
    assert trace.main(["--check", "--root", str(tmp_path)]) == 0
    assert "nothing to mend" in capsys.readouterr().out


def test_check_fails_when_the_page_is_missing_or_stale(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_tree_that_keeps_every_clause(tmp_path)

    assert trace.main(["--check", "--root", str(tmp_path)]) == 1
    assert "docs/rulebook.md is missing" in capsys.readouterr().out

    trace.main(["--write", "--root", str(tmp_path)])
    (tmp_path / "services/more.py").write_text('@cites("ESD-01")\ndef more(): ...\n', encoding="utf-8")

    assert trace.main(["--check", "--root", str(tmp_path)]) == 1
    assert "docs/rulebook.md is stale from line" in capsys.readouterr().out


def test_check_fails_and_says_which_clause_lost_its_test(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a_tree_that_keeps_every_clause(tmp_path)
    proofs = tmp_path / "tests/test_all.py"
    proofs.write_text(proofs.read_text(encoding="utf-8").replace('"ESD-27", ', ""), encoding="utf-8")
    trace.main(["--write", "--root", str(tmp_path)])

    assert trace.main(["--check", "--root", str(tmp_path)]) == 1

    said = capsys.readouterr().out
    assert "ESD-27 (in code) has no test" in said
    assert "ESD-26" not in said


def test_the_scan_of_this_repository_finds_no_unknown_clause_and_nothing_unreadable() -> None:
    found = citations.scan(printed.ROOT)

    assert {each.clause_id for each in found.citations} - set(book.every_clause()) == set()
    assert found.unreadable == ()


def test_every_clause_in_code_of_this_repository_has_its_code_and_its_test() -> None:
    assert trace.broken_rules(citations.scan(printed.ROOT), clauses=book.every_clause()) == ()
