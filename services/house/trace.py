"""Follows every clause from the rulebook to the code that carries it out and to the tests that prove it."""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from services.house import citations, printed
from services.house.citations import Findings
from shared.rulebook import book
from shared.rulebook.book import Clause, Status


def broken_rules(findings: Findings, *, clauses: Mapping[str, Clause]) -> tuple[str, ...]:
    """Return one plain line for each clause without code or test and for each citation that leads nowhere."""
    return (*_unproved(findings, clauses), *_leading_nowhere(findings, clauses))


def promotions(findings: Findings, *, clauses: Mapping[str, Clause]) -> tuple[str, ...]:
    """Return one plain line for each planned clause that code carries out and tests prove already."""
    return tuple(
        f"{each} is planned, yet code and a test cite it: it can be promoted to {Status.IN_CODE}"
        for each, clause in clauses.items()
        if clause.status is Status.PLANNED and findings.is_carried_out(each) and findings.is_proved(each)
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the trace or print its page again; return 0 when every rule holds and 1 when one is broken."""
    asked = _asked(arguments)
    if asked.write:
        for path in printed.write(asked.root, printers=(printed.RULEBOOK,)):
            print(f"printed {path}")
        return 0
    findings = citations.scan(asked.root)
    clauses = book.every_clause()
    broken = (
        *broken_rules(findings, clauses=clauses),
        *printed.stale(asked.root, printers=(printed.RULEBOOK,)),
    )
    for line in (*broken, *(f"note: {each}" for each in promotions(findings, clauses=clauses))):
        print(line)
    print(_verdict(findings, clauses=clauses, broken=len(broken)))
    return 1 if broken else 0


def _unproved(findings: Findings, clauses: Mapping[str, Clause]) -> Iterator[str]:
    for each, clause in clauses.items():
        if not clause.needs_proof:
            continue
        if not findings.is_carried_out(each):
            yield f'{each} ({clause.status}) has no code: mark it @cites("{each}"), or its value under("{each}", …)'
        if not findings.is_proved(each):
            yield f'{each} ({clause.status}) has no test: mark one @pytest.mark.clause("{each}"), or write a scenario'


def _leading_nowhere(findings: Findings, clauses: Mapping[str, Clause]) -> Iterator[str]:
    for citation in findings.citations:
        if citation.clause_id not in clauses:
            yield f"{citation.place} cites {citation.clause_id}, which no rulebook contains"
    for spot in findings.unreadable:
        yield f"{spot.place} {spot.why}"


def _verdict(findings: Findings, *, clauses: Mapping[str, Clause], broken: int) -> str:
    due = [each for each, clause in clauses.items() if clause.needs_proof]
    kept = sum(findings.is_carried_out(each) and findings.is_proved(each) for each in due)
    count = f"{kept} of {len(due)} clauses that are due have code and a test; {len(clauses)} clauses in all"
    return f"trace: {count}; {broken} to mend" if broken else f"trace: {count}; nothing to mend"


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m services.house.trace", description=__doc__)
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--check", action="store_true", help="say what is broken; exit 1 if anything is")
    way.add_argument("--write", action="store_true", help="print docs/rulebook.md again")
    parser.add_argument(
        "--root", type=Path, default=printed.ROOT, help="the repository (default: where this code lies)"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
