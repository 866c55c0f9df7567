"""The benchmarks' results as people read them."""

from collections.abc import Sequence

from tests.bench.measuring import Line

HEADS = ("", "what", "measured", "spread", "target", "verdict")


def table(lines: Sequence[Line]) -> str:
    """Return the lines as a table, with the notes below it."""
    rows = [HEADS, *(_row(line) for line in lines)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(HEADS))]
    said = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join((*said, *(f"{line.name}: {line.note}" for line in lines if line.note)))


def _row(line: Line) -> tuple[str, ...]:
    if not line.values:
        return line.name, line.what, "", "", str(line.target or ""), line.verdict
    spread = f"{_short(min(line.values))} to {_short(max(line.values))}"
    measured = f"{_short(line.median)} {line.unit}"
    return line.name, line.what, measured, spread, str(line.target or "–"), line.verdict


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
