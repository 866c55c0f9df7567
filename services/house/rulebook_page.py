"""Prints `docs/rulebook.md`: for an inspector, each clause with its wording, its status and where it is kept."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from services.house import citations
from services.house.citations import Findings, Witness
from shared.rulebook import book
from shared.rulebook.book import Clause, Question, Rulebook, Status

PATH: Final = "docs/rulebook.md"


def printed(root: Path) -> str:
    """Return the page as the rulebooks and the source under `root` have it now."""
    return page(book.rulebooks(), findings=citations.scan(root))


def page(rulebooks: Sequence[Rulebook], *, findings: Findings) -> str:
    """Return the page for these rulebooks and these findings."""
    lines = [PREFACE, *_summary(rulebooks)]
    for each in rulebooks:
        lines += _chapter(each, findings)
    return "\n".join(lines) + "\n"


def _summary(rulebooks: Sequence[Rulebook]) -> Iterator[str]:
    yield "| game | place | clauses | " + " | ".join(Status) + " |"
    yield "|---|---|--:|" + "--:|" * len(Status)
    for each in rulebooks:
        counts = [sum(clause.status is status for clause in each.clauses) for status in Status]
        span = f"{each.clauses[0].clause_id} to {each.clauses[-1].clause_id}"
        yield f"| {each.source.title} | {each.source.place} | {span} | " + " | ".join(map(str, counts)) + " |"


def _chapter(rulebook: Rulebook, findings: Findings) -> Iterator[str]:
    source = rulebook.source
    yield f"\n## {source.place}: {source.title[0].lower()}{source.title[1:]} (`{rulebook.game_id}`)\n"
    yield f"Law: {source.decree}. Language of the original: {source.language}.\n"
    yield f"### Clauses {rulebook.letters}\n"
    for each in rulebook.clauses:
        yield from _entry(each, findings)
    yield f"\n### Open questions {rulebook.letters}, and how the house answers them\n"
    yield "| | question | answer unless the table says otherwise | table settings |"
    yield "|---|---|---|---|"
    for asked in rulebook.questions:
        yield _row(asked)


def _entry(clause: Clause, findings: Findings) -> Iterator[str]:
    yield f"- **{clause.clause_id}** ({clause.status}) {clause.text}"
    for witness, heading in HEADINGS.items():
        places = findings.places(clause.clause_id, witness=witness)
        if places:
            yield f"  - {heading}: {'; '.join(_by_file(places))}"


def _by_file(places: Sequence[str]) -> Iterator[str]:
    """Yield the places file by file, so that a file's name appears once."""
    for file, spots in groupby(sorted(places), key=lambda place: place.partition(":")[0]):
        names = [spot.partition(":")[2] for spot in spots]
        named = ", ".join(f"`{name}`" for name in names if name)
        yield f"`{file}`: {named}" if named else f"`{file}`"


def _row(asked: Question) -> str:
    settings = ", ".join(f"`{each}`" for each in asked.parameters)
    return f"| {asked.question_id} | {asked.question} | {asked.default} | {settings} |"


HEADINGS: Final = {Witness.CODE: "code", Witness.TEST: "tests", Witness.SCENARIO: "scenarios"}

PREFACE: Final = """\
# Rulebook

The law of each game, clause by clause, in our own words, and where the software keeps it. This page is printed
from `shared/rulebook/*.toml` and from the citations in the code and the tests, by
`python -m services.house.trace --write`; with `--check`, the same program fails when this page is stale, when a
clause that is in code lacks its code or its test, and when a citation names no clause.

A clause has one status:

- **in code**: the software carries it out or enforces it. Code and at least one test or scenario cite it.
- **croupier's procedure**: a person at the table does it.
- **conduct**: it binds the people at the table and moves neither cards nor money. A breach goes on record.
- **operator setting**: the law leaves a choice or a figure to the house.
- **floor decides**: a person with authority rules, and the ruling goes on record.
- **planned**: not in this version yet.

Code is named as `file`: `function`, or `file`: `record.field` where the clause is a value. A scenario is a whole
hand written down with its cards, its acts and its result; the tests play every one.

*La mà* is the seat that is first in turn in the Andorran games. An *open* card is seen by everyone, a *hidden* one
only by its player. The *floor* is the authority at the tables. *VOY* and *PASO* are what a player says to go on or to
give up.
"""
