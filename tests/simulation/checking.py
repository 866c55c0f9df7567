"""What must hold in a simulated house at rest, found by the same checks that `crupier verify` makes."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from services.house.verify import cards, money
from services.house.verify.findings import Findings
from services.jackpot.stream import POOLS
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.journal import audit
from shared.ledger import accounts
from tests.simulation import furnishing
from tests.simulation.processes import KEPT
from tests.simulation.world import World

BEGINNINGS: Final = ("BoxesOpened", "AntesPosted")


def breaches(world: World) -> tuple[str, ...]:
    """Return everything that is not as it must be."""
    found, sides = Findings(), money.Sides()
    stores: dict[str, Any] = {name: world.wired[name].store for name in KEPT}
    with (
        stores["dealer"].reading() as dealer,
        stores["betting"].reading() as betting,
        stores["jackpot"].reading() as jackpot,
    ):
        closed = frozenset(_streams(stores["dealer"], "HandClosed"))
        for hand in _streams(stores["dealer"], "HandOpened"):
            cards.check_hand(found, dealer.history(hand))
        for table in world.table_ids:
            cards.check_table(found, dealer, dealer.history(table))
        for hand in _streams(stores["betting"], *BEGINNINGS):
            money.check_betting_hand(found, betting, betting.history(hand), sides)
        money.check_world(found, betting, [betting.history(each) for each in _streams(stores["betting"], "Deposited")])
        for pool in _streams(stores["jackpot"], "PoolOpened"):
            if pool != POOLS:
                money.check_pool(found, jackpot, jackpot.history(pool), sides)
        money.check_agreement(found, sides, closed=closed, betting=betting, jackpot=jackpot)
        _check_nothing_is_left(found, world, betting)
        _check_everybody_has_his(found, world, betting, hands=_streams(stores["betting"], *BEGINNINGS))
    for name, store in stores.items():
        with store.inspecting() as connection:
            money.check_ledger(found, name, connection, closed=closed)
            found.add("chains_are_whole", tried=1, breaches=audit.chain_breaches(connection), of=name)
    return tuple(f"{b.rule}: {b.subject}: expected {b.expected}, found {b.found}" for b in found.breaches)


def _check_nothing_is_left(found: Findings, world: World, betting: Any) -> None:
    """No chip lies in a pot or box, none at a seat that nobody has, and nobody waits for his chips."""
    seats = {
        accounts.seat(table.table, number): seat
        for table in world.table_states()
        for number, seat in table.seats.items()
    }
    for path, seat in seats.items():
        found.hold("who_sits_has_his_chips", path, expected=True, found=seat.ready)
    for path, left in betting.balances("").items():
        if path.startswith("hand/") or (path.startswith("seat/") and path not in seats):
            found.hold("nothing_is_left_behind", path, expected=0, found=left)


def _check_everybody_has_his(found: Findings, world: World, betting: Any, *, hands: Sequence[str]) -> None:
    """Each person has what he deposited and what his hands came to, on his account and before his seat."""
    due = Counter({f"p{number}": int(furnishing.DEPOSIT) for number in range(1, world.people + 1)})
    for hand in hands:
        first, *others = betting.history(hand)
        people = {player.seat: player.person for player in first.fact.players}
        for recorded in others:
            if isinstance(recorded.fact, say.HandSettled | at_floor.HandVoided):
                due.update({people[net.seat]: int(net.amount) for net in recorded.fact.nets})
    has = Counter({person: int(betting.balance(accounts.player(person))) for person in due})
    for table in world.table_states():
        for number, seat in table.seats.items():
            has[seat.person] += betting.balance(accounts.seat(table.table, number))
    for person in due:
        found.hold("everybody_has_what_is_his", person, expected=due[person], found=has[person])


def _streams(store: Any, *kinds: str) -> tuple[str, ...]:
    with store.inspecting() as connection:
        return tuple(stream for kind in kinds for stream in audit.streams_with(connection, kind=kind))
