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
        self._waiting: list[Transfer] = []

    def post(self, transfers: Sequence[Transfer]) -> None:
        """Take transfers to be written with the rest of the transaction."""
        for transfer in transfers:
            kind_of(transfer.debit), kind_of(transfer.credit)
            assert transfer.amount > 0, f"{transfer.transfer_id}: a transfer moves something, not {transfer.amount}"
            assert transfer.debit != transfer.credit, f"{transfer.transfer_id}: {transfer.debit} on both sides"
        self._waiting.extend(transfers)

    def write(self) -> None:
        """Write what was taken, or refuse with `NotEnough` or `TransferDiffers`."""
        transfers, self._waiting = self._waiting, []
        if not transfers:
            return
        if len(transfers) > 1:
            self._lock(transfers)
        rows = [(t.transfer_id, t.debit, t.credit, t.amount, t.reason, t.hand) for t in transfers]
        try:
            written = self._session.insert(TRANSFER, COLUMNS, rows, new=("id",))
        except NotEnough as refused:
            raise self._told(refused, transfers) from refused
        if written < len(transfers):
            self._check_the_same(transfers)

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
        rows = self._session.rows(f"{SELECT} WHERE hand = :hand AND hand <> '' ORDER BY seq", hand=hand)
        return tuple(map(_transfer, rows))

    def _lock(self, transfers: Sequence[Transfer]) -> None:
        # Everybody takes accounts in the order of their paths, so that nobody waits in a circle.
        paths = sorted({path for transfer in transfers for path in (transfer.debit, transfer.credit)})
        self._session.rows("SELECT path FROM account WHERE path IN :paths ORDER BY path {lock}", paths=paths)

    def _check_the_same(self, transfers: Sequence[Transfer]) -> None:
        ids = [transfer.transfer_id for transfer in transfers]
        kept = {t.transfer_id: t for t in map(_transfer, self._session.rows(f"{SELECT} WHERE id IN :ids", ids=ids))}
        for transfer in transfers:
            if transfer != kept[transfer.transfer_id]:
                raise TransferDiffers(
                    f"transfer {transfer.transfer_id} was {kept[transfer.transfer_id]} and is now {transfer}"
                )

    def _told(self, refused: NotEnough, transfers: Sequence[Transfer]) -> NotEnough:
        # PostgreSQL names the account. SQLite cannot, but its rows go in one by one: it is the first one missing.
        account = refused.account
        if not account:
            ids = [transfer.transfer_id for transfer in transfers]
            written = {row[0] for row in self._session.rows("SELECT id FROM transfer WHERE id IN :ids", ids=ids)}
            account = next(t.debit for t in transfers if t.transfer_id not in written)
        moves = ", ".join(f"{t.transfer_id} of {t.amount}" for t in transfers if t.debit == account)
        return NotEnough(f"{account} would go below zero by {moves}", account=account)


SELECT: Final = "SELECT id, debit, credit, amount, reason, hand FROM transfer"


def _transfer(row: tuple[str, str, str, int, str, str]) -> Transfer:
    transfer_id, debit, credit, amount, reason, hand = row
    return Transfer(transfer_id=transfer_id, debit=debit, credit=credit, amount=Cents(amount), reason=reason, hand=hand)
