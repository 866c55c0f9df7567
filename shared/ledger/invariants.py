"""What must always be true of a ledger, asked of the database itself. A breach is reported and never mended here."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, literal, select, union_all

from shared.journal.tables import ACCOUNT, TRANSFER
from shared.ledger.accounts import MAY_OWE
from shared.ledger.posting import LAST


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """Something that is not as it must be: which rule, of what, what was expected, what was found."""

    rule: str
    subject: str
    expected: str
    found: str


def balances_add_up_to_zero(connection: Connection) -> tuple[Breach, ...]:
    """All money has another side: the balances of all accounts together are zero."""
    total = int(connection.execute(select(func.coalesce(func.sum(ACCOUNT.c.balance), 0))).scalar_one())
    return (Breach(rule="balances_add_up_to_zero", subject="ledger", expected="0", found=str(total)),) if total else ()


def balances_are_sums_of_transfers(connection: Connection) -> tuple[Breach, ...]:
    """Each balance is what the account received, less what it gave; and whoever took part has an account."""
    sides = union_all(
        select(TRANSFER.c.debit.label("path"), (-TRANSFER.c.amount).label("moved")),
        select(TRANSFER.c.credit.label("path"), TRANSFER.c.amount.label("moved")),
        select(ACCOUNT.c.path.label("path"), literal(0).label("moved")),
    ).subquery()
    sums = select(sides.c.path, func.sum(sides.c.moved).label("moved")).group_by(sides.c.path).subquery()
    differing = (
        select(sums.c.path, sums.c.moved, ACCOUNT.c.balance)
        .select_from(sums.outerjoin(ACCOUNT, ACCOUNT.c.path == sums.c.path))
        .where(ACCOUNT.c.balance.is_(None) | (ACCOUNT.c.balance != sums.c.moved))
        .order_by(sums.c.path)
    )
    return tuple(
        Breach(rule="balances_are_sums_of_transfers", subject=path, expected=str(int(moved)), found=str(balance))
        for path, moved, balance in connection.execute(differing)
    )


def nobody_owes(connection: Connection) -> tuple[Breach, ...]:
    """No account is below zero but those of the house, the controls and the world."""
    may_owe = [kind.value for kind in MAY_OWE]
    owing = (
        select(ACCOUNT.c.path, ACCOUNT.c.balance)
        .where(ACCOUNT.c.balance < 0, ACCOUNT.c.kind.not_in(may_owe))
        .order_by(ACCOUNT.c.path)
    )
    return tuple(
        Breach(rule="nobody_owes", subject=path, expected="0 or more", found=str(balance))
        for path, balance in connection.execute(owing)
    )


def closed_hands_are_empty(connection: Connection, *, hands: Collection[str]) -> tuple[Breach, ...]:
    """Nothing is left in the pot and the boxes of a hand that is over."""
    closed = frozenset(hands)
    holding = (
        select(ACCOUNT.c.path, ACCOUNT.c.balance)
        .where(ACCOUNT.c.path >= "hand/", ACCOUNT.c.path < f"hand/{LAST}", ACCOUNT.c.balance != 0)
        .order_by(ACCOUNT.c.path)
    )
    return tuple(
        Breach(rule="closed_hands_are_empty", subject=path, expected="0", found=str(balance))
        for path, balance in connection.execute(holding)
        if path.split("/")[1] in closed
    )


def breaches(connection: Connection, *, closed_hands: Collection[str] = ()) -> tuple[Breach, ...]:
    """Ask everything, in the order in which an accountant would."""
    found = [breach for ask in OF_EVERY_LEDGER for breach in ask(connection)]
    return (*found, *closed_hands_are_empty(connection, hands=closed_hands))


OF_EVERY_LEDGER: Final[tuple[Callable[[Connection], tuple[Breach, ...]], ...]] = (
    balances_add_up_to_zero,
    balances_are_sums_of_transfers,
    nobody_owes,
)
