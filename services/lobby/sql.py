"""Plain SQL for the lobby's own tables, within the transaction of the service's store."""

from typing import cast

from shared.journal.ports import Tx
from shared.journal.session import Session
from shared.journal.transaction import SqlTx


def session(tx: Tx) -> Session:
    """Return the SQL side of a transaction; the lobby has tables that no other service knows."""
    return cast("SqlTx", tx).session
