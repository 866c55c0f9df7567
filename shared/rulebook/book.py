"""The rulebooks: what the law of each game asks, in our words, read from the tables beside this module."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

from shared.rulebook import CLAUSE_FORM


class NoSuchClause(LookupError):
    """A clause id that no rulebook contains."""


class NoSuchRulebook(LookupError):
    """A game id for which no rulebook is written."""


class RulebookFlawed(ValueError):
    """A rulebook whose table cannot be read as one."""


class Kind(StrEnum):
    """Whom a clause binds: the engine that decides, the croupier who deals, or the people at the table."""

    ENGINE = "engine"
    PROCEDURE = "procedure"
    CONDUCT = "conduct"


class Status(StrEnum):
    """Who carries a clause out today."""

    IN_CODE = "in code"
    CROUPIERS_PROCEDURE = "croupier's procedure"
    CONDUCT = "conduct"
    OPERATOR_SETTING = "operator setting"
    FLOOR_DECIDES = "floor decides"
    PLANNED = "planned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One rule of a game's law."""

    clause_id: str
    kinds: tuple[Kind, ...]
    status: Status
    text: str

    @property
    def needs_proof(self) -> bool:
        """Whether code and a test must cite it: it is in code, or the engine takes part although others settle it."""
        return self.status is Status.IN_CODE or (Kind.ENGINE in self.kinds and self.status is not Status.PLANNED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A point on which the law is silent or unclear, how the house reads it, and the settings that change that."""

    question_id: str
    question: str
    default: str
    parameters: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The text of the law that a rulebook renders."""

    title: str
    place: str
    language: str
    decree: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """The law of one game."""

    game_id: str
    source: Source
    clauses: tuple[Clause, ...]
    questions: tuple[Question, ...]

    @property
    def letters(self) -> str:
        """The letters that begin each of its clause ids, as ESD in ESD-21."""
        return letters_of(self.clauses[0].clause_id)


def clause(clause_id: str) -> Clause:
    """Return the clause of that id, or refuse with `NoSuchClause`."""
    try:
        return every_clause()[clause_id]
    except KeyError:
        known = ", ".join(f"{book.letters}-01 to {book.clauses[-1].clause_id}" for book in rulebooks())
        raise NoSuchClause(f"no rulebook contains clause {clause_id!r}; there are {known}") from None


def rulebook(game_id: str) -> Rulebook:
    """Return the rulebook of a game, or refuse with `NoSuchRulebook`."""
    for book in rulebooks():
        if book.game_id == game_id:
            return book
    known = ", ".join(book.game_id for book in rulebooks())
    raise NoSuchRulebook(f"no rulebook for game {game_id!r}; there are {known}")


@cache
def rulebooks() -> tuple[Rulebook, ...]:
    """Return all rulebooks, in the order of their game ids."""
    tables = sorted(
        (entry for entry in resources.files("shared.rulebook").iterdir() if entry.name.endswith(TABLE_SUFFIX)),
        key=lambda entry: entry.name,
    )
    return tuple(
        read_rulebook(game_id=table.name.removesuffix(TABLE_SUFFIX), text=table.read_text(encoding="utf-8"))
        for table in tables
    )


@cache
def every_clause() -> Mapping[str, Clause]:
    """Return the clauses of all rulebooks by id."""
    return MappingProxyType({each.clause_id: each for book in rulebooks() for each in book.clauses})


def read_rulebook(*, game_id: str, text: str) -> Rulebook:
    """Return the rulebook that a TOML text spells out, or refuse with `RulebookFlawed`."""
    try:
        table = tomllib.loads(text)
        book = Rulebook(
            game_id=game_id,
            source=Source(**table.pop("source")),
            clauses=tuple(_clause(**row) for row in table.pop("clauses")),
            questions=tuple(_question(**row) for row in table.pop("questions")),
        )
    except KeyError as missing:
        raise RulebookFlawed(f"rulebook {game_id}: an entry lacks {missing}") from missing
    except (TypeError, ValueError) as flaw:
        raise RulebookFlawed(f"rulebook {game_id}: {flaw}") from flaw
    if table:
        raise RulebookFlawed(f"rulebook {game_id}: unknown entries {sorted(table)}")
    _check_numbering(book)
    return book


def letters_of(clause_id: str) -> str:
    """Return the letters of the game in a clause id, as ESD of ESD-21."""
    return clause_id.partition("-")[0]


def _clause(**row: Any) -> Clause:
    if not CLAUSE_FORM.fullmatch(row["id"]):
        raise ValueError(f"{row['id']!r} is no clause id")
    kinds = tuple(Kind(each) for each in row.pop("kind"))
    return Clause(clause_id=row.pop("id"), kinds=kinds, status=Status(row.pop("status")), **row)


def _question(**row: Any) -> Question:
    return Question(question_id=row.pop("id"), parameters=tuple(row.pop("parameters")), **row)


def _check_numbering(book: Rulebook) -> None:
    if not book.clauses:
        raise RulebookFlawed(f"rulebook {book.game_id}: no clauses")
    for number, each in enumerate(book.clauses, start=1):
        due = f"{book.letters}-{number:02d}"
        if each.clause_id != due:
            raise RulebookFlawed(f"rulebook {book.game_id}: clause {each.clause_id} stands where {due} is due")
    asked = [each.question_id for each in book.questions]
    twice = sorted({each for each in asked if asked.count(each) > 1})
    if twice:
        raise RulebookFlawed(f"rulebook {book.game_id}: question {', '.join(twice)} appears twice")


TABLE_SUFFIX: Final = ".toml"
