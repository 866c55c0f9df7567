"""A printed document is fresh when it says what the code says now; missing, stale and left-over ones are named."""

from pathlib import Path

import pytest

from services.house import printed
from services.house.printed import Page, Printer

TWO_PAGES = Printer(
    owns="docs/notes/*.md",
    pages=lambda _root: (Page(path="docs/notes/a.md", text="one\ntwo\n"), Page(path="docs/notes/b.md", text="three\n")),
)


def test_what_was_just_written_is_fresh(tmp_path: Path) -> None:
    assert printed.write(tmp_path, printers=(TWO_PAGES,)) == ("docs/notes/a.md", "docs/notes/b.md")

    assert printed.stale(tmp_path, printers=(TWO_PAGES,)) == ()
    assert (tmp_path / "docs/notes/a.md").read_text(encoding="utf-8") == "one\ntwo\n"


def test_writing_again_changes_nothing(tmp_path: Path) -> None:
    printed.write(tmp_path, printers=(TWO_PAGES,))

    assert printed.write(tmp_path, printers=(TWO_PAGES,)) == ()


def test_a_missing_a_stale_and_a_left_over_document_are_named(tmp_path: Path) -> None:
    notes = tmp_path / "docs/notes"
    notes.mkdir(parents=True)
    (notes / "a.md").write_text("one\n2\n", encoding="utf-8")
    (notes / "old.md").write_text("", encoding="utf-8")

    assert printed.stale(tmp_path, printers=(TWO_PAGES,)) == (
        "docs/notes/a.md is stale from line 2: it says '2', the code says 'two'",
        "docs/notes/b.md is missing",
        "docs/notes/old.md is printed by nothing any more: delete it",
    )


@pytest.mark.parametrize(
    ("lies", "complaint"),
    [
        ("one\n", "it says '(nothing)', the code says 'two'"),
        ("one\ntwo\nthree\n", "it says 'three', the code says '(nothing)'"),
        ("one\ntwo", "its last line lacks its end"),
    ],
)
def test_a_shorter_and_a_longer_document_are_stale(tmp_path: Path, lies: str, complaint: str) -> None:
    printed.write(tmp_path, printers=(TWO_PAGES,))
    (tmp_path / "docs/notes/a.md").write_text(lies, encoding="utf-8")

    (line,) = printed.stale(tmp_path, printers=(TWO_PAGES,))

    assert line.startswith("docs/notes/a.md is stale")
    assert complaint in line


def test_writing_mends_all_and_removes_what_is_left_over(tmp_path: Path) -> None:
    printed.write(tmp_path, printers=(TWO_PAGES,))
    (tmp_path / "docs/notes/a.md").write_text("old\n", encoding="utf-8")
    (tmp_path / "docs/notes/old.md").write_text("", encoding="utf-8")

    assert printed.write(tmp_path, printers=(TWO_PAGES,)) == ("docs/notes/a.md", "docs/notes/old.md")
    assert printed.stale(tmp_path, printers=(TWO_PAGES,)) == ()


def test_the_command_exits_1_when_stale_and_0_when_fresh(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = ["--root", str(tmp_path)]

    assert printed.main(["--check", *root], printers=(TWO_PAGES,)) == 1
    assert "2 stale: print again" in capsys.readouterr().out
    assert printed.main(["--write", *root], printers=(TWO_PAGES,)) == 0
    assert printed.main(["--check", *root], printers=(TWO_PAGES,)) == 0


def test_the_command_wants_to_be_told_what_to_do() -> None:
    with pytest.raises(SystemExit) as refused:
        printed.main([], printers=(TWO_PAGES,))

    assert refused.value.code == 2


def test_no_two_printers_own_the_same_documents() -> None:
    owned = [each.owns for each in printed.PRINTERS]

    assert len(set(owned)) == len(owned)
