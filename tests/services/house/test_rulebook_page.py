"""The inspector's page shows every clause with its wording, its status and where it is kept."""

from services.house import rulebook_page
from services.house.citations import Citation, Findings, Witness
from shared.rulebook import book

NOTHING_FOUND = Findings(citations=(), unreadable=())


def test_every_clause_and_every_question_of_the_law_is_on_the_page() -> None:
    page = rulebook_page.page(book.rulebooks(), findings=NOTHING_FOUND)

    for each in book.every_clause().values():
        assert f"- **{each.clause_id}** ({each.status}) {each.text}\n" in page
    for rulebook in book.rulebooks():
        assert rulebook.source.decree in page
        for asked in rulebook.questions:
            assert f"| {asked.question_id} | {asked.question} | {asked.default} |" in page


def test_a_clause_is_followed_by_its_code_its_tests_and_its_scenarios() -> None:
    found = Findings(
        citations=(
            Citation(clause_id="ESD-21", witness=Witness.CODE, place="services/a.py:pay"),
            Citation(clause_id="ESD-21", witness=Witness.CODE, place="services/a.py:rate"),
            Citation(clause_id="ESD-21", witness=Witness.CODE, place="shared/games/b.py:GAME.paytable"),
            Citation(clause_id="ESD-21", witness=Witness.TEST, place="tests/test_a.py:test_pay"),
            Citation(clause_id="ESD-21", witness=Witness.SCENARIO, place="tests/scenarios/a.toml"),
        ),
        unreadable=(),
    )

    page = rulebook_page.page(book.rulebooks(), findings=found)
    after = page[page.index("- **ESD-21**") : page.index("- **ESD-22**")].splitlines()[1:]

    assert after == [
        "  - code: `services/a.py`: `pay`, `rate`; `shared/games/b.py`: `GAME.paytable`",
        "  - tests: `tests/test_a.py`: `test_pay`",
        "  - scenarios: `tests/scenarios/a.toml`",
    ]


def test_the_summary_counts_the_clauses_of_each_game_by_status() -> None:
    page = rulebook_page.page(book.rulebooks(), findings=NOTHING_FOUND)
    (spain,) = [line for line in page.splitlines() if line.startswith("| Draw poker against the croupier |")]

    counts = [int(cell) for cell in spain.split("|")[4:-1]]

    assert sum(counts) == 41
