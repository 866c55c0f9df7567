"""Moving money inside a transaction. The triggers move the balances; here are the order, the sameness and the names."""

from collections.abc import Sequence
from typing import Final

from shared.journal.ports import Transfer
from shared.journal.session import Session
from shared.journal.tables import TRANSFER
from shared.ledger.accounts import kind_of
from shared.money import Cents

COLUMNS: Final = ("id", "debit", "credit", "amount", "reason", "hand")
LAST: Final = "\U0010ffff"
"""Sorts after everything that can follow a prefix."""


class NotEnough(Exception):
    """A transfer would leave an account below zero that may not owe; nothing of its transaction is done."""

    def __init__(self, what: str, *, account: str = "") -> None:
        super().__init__(what)
        self.account = account


class TransferDiffers(Exception):
    """A transfer's id was used before for another transfer; nothing of its transaction is done."""


class Posting:
    """The ledger's part of a transaction."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._waiting: dict[str, Transfer] = {}

    @property
    def waiting(self) -> int:
        """How many statements are still to be written."""
        return min(len(self._waiting), 2)

    def post(self, transfers: Sequence[Transfer]) -> None:
        """Take transfers to be written with the rest of the transaction."""
        for transfer in transfers:
            kind_of(transfer.debit), kind_of(transfer.credit)
            assert transfer.amount > 0, f"{transfer.transfer_id}: a transfer moves something, not {transfer.amount}"
            assert transfer.debit != transfer.credit, f"{transfer.transfer_id}: {transfer.debit} on both sides"
            before = self._waiting.setdefault(transfer.transfer_id, transfer)
            if transfer != before:
                raise TransferDiffers(f"transfer {transfer.transfer_id} is {before}, and again {transfer}")

    def write(self) -> None:
        """Write what was taken; the database refuses with `NotEnough` or `TransferDiffers`."""
        transfers, self._waiting = tuple(self._waiting.values()), {}
        if len(transfers) > 1:
            # Everybody takes accounts in the order of their paths, so that nobody waits in a circle.
            paths = sorted({path for transfer in transfers for path in (transfer.debit, transfer.credit)})
            self._session.change(LOCK, paths=paths)
        if transfers:
            rows = [(t.transfer_id, t.debit, t.credit, t.amount, t.reason, t.hand) for t in transfers]
            self._session.insert(TRANSFER, COLUMNS, rows, once="id")

    def balance(self, account: str) -> Cents:
        """Return what an account holds; one that was never used holds nothing."""
        self.write()
        rows = self._session.rows("SELECT balance FROM account WHERE path = :path", path=account)
        return Cents(rows[0][0] if rows else 0)

    def balances(self, prefix: str) -> dict[str, Cents]:
        """Return what the accounts hold whose paths begin so, in the order of the paths."""
        self.write()
        rows = self._session.rows(
            "SELECT path, balance FROM account WHERE path >= :first AND path < :last ORDER BY path",
            first=prefix,
            last=prefix + LAST,
        )
        return {path: Cents(balance) for path, balance in rows}

    def transfers(self, hand: str) -> tuple[Transfer, ...]:
        """Return a hand's transfers in the order of their posting."""
        self.write()
        return tuple(map(_transfer, self._session.rows(OF_HAND, hand=hand)))


LOCK: Final = "SELECT path FROM account WHERE path IN :paths ORDER BY path {lock}"
OF_HAND: Final = """
    SELECT id, debit, credit, amount, reason, hand FROM transfer WHERE hand = :hand AND hand <> '' ORDER BY seq
"""


def _transfer(row: tuple[str, str, str, int, str, str]) -> Transfer:
    transfer_id, debit, credit, amount, reason, hand = row
    return Transfer(transfer_id=transfer_id, debit=debit, credit=credit, amount=Cents(amount), reason=reason, hand=hand)
