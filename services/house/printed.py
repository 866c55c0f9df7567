"""Documents that are printed from the code, and the check that what lies in the repository is what they say now."""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Final

from services.house import message_pages, path_page, rulebook_page

ROOT: Final = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One document: where it lies, seen from the root of the repository, and what it says."""

    path: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Printer:
    """Prints the documents that match `owns`. A file that matches and is not among its pages is left over."""

    owns: str
    pages: Callable[[Path], Iterable[Page]]


def stale(root: Path, *, printers: Sequence[Printer]) -> tuple[str, ...]:
    """Return one plain line for each document that is missing, differs from the code, or is left over."""
    complaints: list[str] = []
    for printer in printers:
        pages = tuple(printer.pages(root))
        complaints += [why for page in pages if (why := _difference(root, page))]
        complaints += [f"{path} is printed by nothing any more: delete it" for path in _left_over(root, printer, pages)]
    return tuple(complaints)


def write(root: Path, *, printers: Sequence[Printer]) -> tuple[str, ...]:
    """Print every document, remove what is left over, and return the paths that changed."""
    changed: list[str] = []
    for printer in printers:
        pages = tuple(printer.pages(root))
        for page in pages:
            if _difference(root, page):
                file = root / page.path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(page.text, encoding="utf-8")
                changed.append(page.path)
        for path in _left_over(root, printer, pages):
            (root / path).unlink()
            changed.append(path)
    return tuple(changed)


def main(arguments: Sequence[str] | None = None, *, printers: Sequence[Printer] | None = None) -> int:
    """Check the printed documents, or print them again; return 0 when all is well and 1 when a document is stale."""
    asked = _asked(arguments)
    using = PRINTERS if printers is None else printers
    if asked.write:
        for path in write(asked.root, printers=using):
            print(f"printed {path}")
        return 0
    complaints = stale(asked.root, printers=using)
    for complaint in complaints:
        print(complaint)
    if complaints:
        print(f"{len(complaints)} stale: print again with python -m services.house.printed --write")
    return 1 if complaints else 0


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m services.house.printed", description=__doc__)
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--check", action="store_true", help="say which documents are stale; exit 1 if any is")
    way.add_argument("--write", action="store_true", help="print the stale documents again")
    parser.add_argument("--root", type=Path, default=ROOT, help="the repository (default: where this code lies)")
    return parser.parse_args(arguments)


def _difference(root: Path, page: Page) -> str:
    """Return in what the file on disk differs from the page, or an empty text."""
    file = root / page.path
    if not file.is_file():
        return f"{page.path} is missing"
    lying = file.read_text(encoding="utf-8")
    if lying == page.text:
        return ""
    pairs = zip_longest(lying.splitlines(), page.text.splitlines(), fillvalue="(nothing)")
    for number, (there, here) in enumerate(pairs, start=1):
        if there != here:
            return f"{page.path} is stale from line {number}: it says {there!r}, the code says {here!r}"
    return f"{page.path} is stale: its last line lacks its end"


def _left_over(root: Path, printer: Printer, pages: Iterable[Page]) -> tuple[str, ...]:
    printed = {page.path for page in pages}
    lying = {file.relative_to(root).as_posix() for file in root.glob(printer.owns)}
    return tuple(sorted(lying - printed))


RULEBOOK: Final = Printer(
    owns=rulebook_page.PATH,
    pages=lambda root: (Page(path=rulebook_page.PATH, text=rulebook_page.printed(root)),),
)
HAND_PATH: Final = Printer(
    owns=path_page.PATH,
    pages=lambda root: (Page(path=path_page.PATH, text=path_page.printed(root)),),
)
MESSAGES: Final = Printer(
    owns=f"{message_pages.FOLDER}/*.json",
    pages=lambda _root: (Page(path=path, text=text) for path, text in message_pages.printed()),
)
PRINTERS: Final = (RULEBOOK, HAND_PATH, MESSAGES)

if __name__ == "__main__":
    sys.exit(main())
