"""From what a database's driver raises to the exception that is named for the broken rule."""

import sqlite3
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import psycopg
import sqlalchemy.exc

from shared.journal import triggers
from shared.journal.ports import Contended, StoreUnavailable, StreamMoved
from shared.ledger.posting import NotEnough, TransferDiffers


class FactIsFinal(Exception):
    """A fact in the journal is never changed and never taken out."""


class BalanceFollowsTransfers(Exception):
    """A balance changes by a transfer and by nothing else."""


RULES: Final[dict[str, type[Exception]]] = {
    triggers.STREAM_MOVED: StreamMoved,
    triggers.FACT_IS_FINAL: FactIsFinal,
    triggers.BALANCE_FOLLOWS_TRANSFERS: BalanceFollowsTransfers,
}

CONTENDED: Final = frozenset({"40001", "40P01", "55P03"})
"""Serialization failure, deadlock, lock not had in time: nothing was done, and it may be tried again."""

GONE: Final = ("08", "53", "57", "58")
"""PostgreSQL's classes of trouble that is not ours: connection, resources, operator, system."""

SQLITE_BUSY: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
SQLITE_GONE: Final = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CORRUPT,
    }
)


def named(error: Exception, values: Mapping[str, Any] = MappingProxyType({})) -> Exception:
    """Return the exception to raise instead of the driver's; the driver's own where no rule of ours is behind it.

    `values` are what the refused statement was given: SQLite's refusals cannot say what they are about.
    """
    cause = error.orig if isinstance(error, sqlalchemy.exc.DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        return _from_sqlite(cause, values)
    if isinstance(cause, psycopg.Error):
        return _from_postgresql(cause)
    if isinstance(error, sqlalchemy.exc.TimeoutError):
        return StoreUnavailable(f"no connection became free: {error}")
    return error


def _of_rule(rule: str, about: str) -> Exception | None:
    if rule == triggers.NOT_ENOUGH:
        return NotEnough(f"{about} would go below zero", account=about)
    if rule == triggers.TRANSFER_IS_FINAL:
        return TransferDiffers(f"transfer {about} was made before and is not changed; another transfer corrects it")
    return RULES[rule](f"the database refuses it: {rule} {about}".rstrip()) if rule in RULES else None


def _from_sqlite(error: sqlite3.Error, values: Mapping[str, Any]) -> Exception:
    text = str(error)
    about = values.get("debit" if text == triggers.NOT_ENOUGH else "id", "")
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if broken := _of_rule(text, str(about)):
        return broken
    if code in SQLITE_BUSY:
        return Contended(f"SQLite: {text}")
    if code in SQLITE_GONE:
        return StoreUnavailable(f"SQLite: {text}")
    return error


def _from_postgresql(error: psycopg.Error) -> Exception:
    state = error.sqlstate or ""
    text = error.diag.message_primary or str(error)
    if broken := _of_rule(text, error.diag.message_detail or ""):
        return broken
    if error.diag.constraint_name == "journal_stream_seq_key":
        return StreamMoved("the stream has that fact already")
    if state in CONTENDED:
        return Contended(f"PostgreSQL: {text}")
    if state.startswith(GONE) or (not state and isinstance(error, psycopg.OperationalError)):
        return StoreUnavailable(f"PostgreSQL: {text}")
    return error
