"""What the parts of a transaction need from a database: plain SQL in a form that both databases take.

Three marks stand for what differs between them: `:name` is a value, `IN :name` a list of values, and `{now}`, `{lock}`
and `{skip}` are the database's clock in microseconds and PostgreSQL's row locks, waiting and not waiting. SQLite, which
has one writer at a time, needs no row locks.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from sqlalchemy import Table

Row = tuple[Any, ...]


class Statements(Protocol):
    """Runs single statements."""

    def rows(self, statement: str, **values: Any) -> list[Row]:
        """Run a statement and return its rows."""
        ...

    def change(self, statement: str, **values: Any) -> int:
        """Run a statement and return how many rows it touched."""
        ...


class Session(Statements, Protocol):
    """One connection in one transaction."""

    def insert(
        self,
        table: Table,
        columns: tuple[str, ...],
        rows: Sequence[Row],
        *,
        new: tuple[str, ...] = (),
        once: str = "",
        then: str = "",
    ) -> int:
        """Insert rows and return how many went in. Times that are not given are the present.

        With `new`, a row whose columns of that name stand in the table already is passed over. With `once`, a row whose
        column of that name stands there already is passed over when it is the same in all columns; when it is not, it
        is the table's triggers that refuse it. `then` is the rest of the statement, as in `ON CONFLICT … DO UPDATE …`.
        """
        ...

    def begin(self, *, writing: bool) -> None:
        """Begin; what only reads sees one moment and holds nobody up."""
        ...

    def gather(self) -> None:
        """From here to the commit, send statements without waiting for their answers, if the database can do that.

        They then answer nothing that could be used, and what is refused is raised by a later one or by the commit.
        """
        ...

    def commit(self) -> None:
        """Commit, or raise what was refused on the way, even if somebody caught it: half is never committed."""
        ...

    def rollback(self) -> None: ...
