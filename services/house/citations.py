"""Reads, without running anything, which clauses each part of the code, each test and each scenario names."""

import ast
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

Scope = tuple[str, ...]
"""The names that lead to a spot in a module, outermost first."""


class Witness(StrEnum):
    """What speaks for a clause."""

    CODE = "code"
    TEST = "test"
    SCENARIO = "scenario"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Citation:
    """One place that names a clause. The place is `file:name` without a line number, so that it outlives edits."""

    clause_id: str
    witness: Witness
    place: str


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Unreadable:
    """A place where a citation is expected and cannot be read."""

    place: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """All that a scan found, sorted and without repeats."""

    citations: tuple[Citation, ...]
    unreadable: tuple[Unreadable, ...]

    def places(self, clause_id: str, *, witness: Witness) -> tuple[str, ...]:
        """Return where one kind of witness names a clause."""
        return tuple(each.place for each in self.citations if (each.clause_id, each.witness) == (clause_id, witness))

    def is_carried_out(self, clause_id: str) -> bool:
        """Whether code cites the clause."""
        return bool(self.places(clause_id, witness=Witness.CODE))

    def is_proved(self, clause_id: str) -> bool:
        """Whether a test cites the clause. A scenario is a test too, since the suite plays every scenario file."""
        return any(self.places(clause_id, witness=each) for each in (Witness.TEST, Witness.SCENARIO))


def scan(root: Path) -> Findings:
    """Return the citations under `root`: code in services and shared, marks in tests, clauses of scenario files."""
    found = [
        *_in_modules(root, folders=CODE_FOLDERS, reads=_cited_in_code, witness=Witness.CODE),
        *_in_modules(root, folders=TEST_FOLDERS, reads=_cited_in_tests, witness=Witness.TEST),
        *_in_scenarios(root),
    ]
    return Findings(
        citations=tuple(sorted({each for each in found if isinstance(each, Citation)})),
        unreadable=tuple(sorted({each for each in found if isinstance(each, Unreadable)})),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Call:
    """A call that cites: the spot where it stands and the expressions that ought to be clause ids."""

    scope: Scope
    ids: Sequence[ast.expr]


def _in_modules(
    root: Path, *, folders: Sequence[str], reads: Callable[[ast.Module], Iterator[_Call]], witness: Witness
) -> Iterator[Citation | Unreadable]:
    for folder in folders:
        for file in sorted((root / folder).rglob("*.py")):
            path = file.relative_to(root).as_posix()
            try:
                module = ast.parse(file.read_text(encoding="utf-8"))
            except (SyntaxError, UnicodeDecodeError) as flaw:
                yield Unreadable(place=path, why=f"is no Python that can be read ({flaw})")
                continue
            for call in reads(module):
                yield from _citations(call, path=path, witness=witness)


def _citations(call: _Call, *, path: str, witness: Witness) -> Iterator[Citation | Unreadable]:
    place = ":".join((path, ".".join(call.scope))) if call.scope else path
    if not call.ids:
        yield Unreadable(place=place, why="cites no clause")
    for expression in call.ids:
        if isinstance(expression, ast.Constant) and isinstance(expression.value, str):
            yield Citation(clause_id=expression.value, witness=witness, place=place)
        else:
            yield Unreadable(place=place, why=f"cites {ast.unparse(expression)}: write the clause id itself, in quotes")


def _cited_in_code(module: ast.Module) -> Iterator[_Call]:
    for call, scope in _calls(module, scope=(), names_values=True):
        match _last_name(call.func):
            case "cites":
                yield _Call(scope=scope, ids=call.args)
            case "under":
                yield _Call(scope=scope, ids=_first_argument(call))


def _cited_in_tests(module: ast.Module) -> Iterator[_Call]:
    for call, scope in _calls(module, scope=(), names_values=False):
        match call.func:
            case ast.Attribute(attr="clause", value=ast.Attribute(attr="mark") | ast.Name(id="mark")):
                # A mark made from the clauses of a scenario file is spread; that file speaks for itself.
                if not any(isinstance(each, ast.Starred) for each in call.args):
                    yield _Call(scope=scope, ids=call.args)


def _first_argument(call: ast.Call) -> Sequence[ast.expr]:
    """Return the clause ids of an `under(...)`, which are one text or a tuple of texts."""
    named = [each.value for each in call.keywords if each.arg == "clause_ids"]
    match [*call.args[:1], *named]:
        case [ast.Tuple(elts=ids)]:
            return ids
        case ids:
            return ids


def _calls(node: ast.AST, *, scope: Scope, names_values: bool) -> Iterator[tuple[ast.Call, Scope]]:
    """Yield each call below `node` with its scope; with `names_values`, assigned names and keywords are part of it."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            scope = (*scope, name)
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)) if names_values:
            scope = (*scope, name)
        case ast.keyword(arg=str(name)) if names_values and name != "value":
            scope = (*scope, name)
        case ast.Call():
            yield node, scope
    for child in ast.iter_child_nodes(node):
        yield from _calls(child, scope=scope, names_values=names_values)


def _last_name(called: ast.expr) -> str:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _in_scenarios(root: Path) -> Iterator[Citation | Unreadable]:
    for file in sorted((root / SCENARIO_FOLDER).rglob("*.toml")):
        path = file.relative_to(root).as_posix()
        try:
            clauses = tomllib.loads(file.read_text(encoding="utf-8")).get("clauses", [])
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as flaw:
            yield Unreadable(place=path, why=f"is no TOML that can be read ({flaw})")
            continue
        if not (isinstance(clauses, list) and all(isinstance(each, str) for each in clauses)):
            yield Unreadable(place=path, why="has clauses that are no list of texts")
            continue
        for clause_id in clauses:
            yield Citation(clause_id=clause_id, witness=Witness.SCENARIO, place=path)


CODE_FOLDERS: Final = ("services", "shared")
TEST_FOLDERS: Final = ("tests",)
SCENARIO_FOLDER: Final = "tests/scenarios"
