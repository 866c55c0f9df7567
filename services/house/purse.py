"""The ledger in memory, for hands that are played on the pure rules: same transfers, same refusals."""

from collections import defaultdict
from collections.abc import Iterable

from shared.journal.ports import Transfer
from shared.ledger import accounts
from shared.money import Cents


class Purse:
    """Balances by account. It refuses what the databases refuse: an account below zero that may not be."""

    def __init__(self) -> None:
        self.balances: dict[str, int] = defaultdict(int)

    def post(self, transfers: Iterable[Transfer]) -> None:
        """Move the money of each transfer."""
        for move in transfers:
            assert move.amount > 0, f"{move.transfer_id}: a transfer moves more than nothing, not {move.amount}"
            self.balances[move.debit] -= move.amount
            self.balances[move.credit] += move.amount
            if self.balances[move.debit] < 0 and accounts.kind_of(move.debit) not in accounts.MAY_OWE:
                raise AssertionError(f"{move.transfer_id}: {move.debit} has {self.balances[move.debit]}")

    def balance(self, account: str) -> Cents:
        """Return what an account holds."""
        return Cents(self.balances.get(account, 0))

    def in_hand(self, hand: str) -> Cents:
        """Return what lies in all boxes and pots of a hand."""
        return Cents(sum(money for path, money in self.balances.items() if path.startswith(f"hand/{hand}/")))

    def check(self, *, closed: str) -> None:
        """Assert that all balances add up to zero and that a closed hand holds nothing; forget its accounts."""
        assert sum(self.balances.values()) == 0, f"balances add up to {sum(self.balances.values())}, not to zero"
        for path in [path for path in self.balances if path.startswith(f"hand/{closed}/")]:
            left = self.balances.pop(path)
            assert left == 0, f"hand {closed} is closed and {path} holds {left}"
