"""`crupier verify`: every invariant over all the services' databases, and `--shuffle` for one hand's cards.

The dealer is read first, then betting, then the jackpot: a hand that is closed at the dealer's is settled in betting
before, and has its awards decided before that. So the house may go on while it is verified.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from services.betting import handlers as betting_handlers
from services.dealer import handlers as dealer_handlers
from services.dealer.domain import hand as dealer_hands
from services.dealer.handlers import TABLES
from services.house import databases, exits
from services.house.ops.stores import Stores, open_stores
from services.house.verify import cards, heads, money
from services.house.verify.findings import Findings
from services.jackpot.stream import POOL, POOLS
from shared.journal import audit
from shared.journal.ports import Folding, Tx
from shared.runtime.settings import Settings

EVERY_DATABASE: Final = ("dealer", "betting", "jackpot", "lobby")
BETTING_BEGINS: Final = ("BoxesOpened", "AntesPosted")


def verify(environment: Mapping[str, str], *, as_json: bool, heads_file: Path | None = None) -> int:
    """Check everything and print what was found; return 0, or 1 when something is not as it must be.

    The journals' heads are compared with those in `heads_file`; where all is well, they are noted there.
    """
    noted: heads.Heads = heads.read(heads_file) if heads_file else {}
    stores = _opened(environment)
    found = Findings()
    sides = money.Sides()
    with ExitStack() as held:
        dealer = held.enter_context(stores.by_service["dealer"].reading())
        closed = _check_dealer(found, stores, dealer)
        betting = held.enter_context(stores.by_service["betting"].reading())
        _check_betting(found, stores, betting, sides, closed=closed)
        jackpot = held.enter_context(stores.by_service["jackpot"].reading())
        _check_jackpot(found, stores, jackpot, sides, closed=closed)
        money.check_agreement(found, sides, closed=closed, betting=betting, jackpot=jackpot)
    ends: dict[str, tuple[audit.Head, ...]] = {}
    for service in stores.by_service:
        with stores.reading(service) as connection:
            ends[service] = audit.heads(connection)
            breaches = audit.chain_breaches(connection, noted=noted.get(service, ()))
            found.add("chains_are_whole", tried=len(ends[service]), breaches=breaches, of=service)
    if heads_file and found.good:
        heads.write(heads_file, ends)
    return _told(found, as_json=as_json)


def verify_shuffle(hand: str, environment: Mapping[str, str], *, as_json: bool) -> int:
    """Check one hand's deck against its seed and its commitment, and the proof of each card."""
    stores = _opened(environment)
    found = Findings()
    with stores.by_service["dealer"].reading() as tx:
        state = cards.state_of(tx, hand)
        if state.stage is dealer_hands.Stage.UNOPENED:
            raise exits.Refused(f"no hand {hand} here", code=exits.NO_INPUT)
        cards.check_hand(found, tx.history(hand))
        cards.check_proofs(found, state)
    if not as_json:
        print(f"hand {hand}, commitment {state.commitment}")
    return _told(found, as_json=as_json)


def _check_dealer(found: Findings, stores: Stores, tx: Tx) -> frozenset[str]:
    closed: set[str] = set()
    with stores.reading("dealer") as connection:
        opened = audit.streams_with(connection, kind="HandOpened")
        tables = [name for name in audit.streams_with(connection, kind="TableOpened") if name != TABLES]
        for hand in opened:
            history = tx.history(hand)
            if not history:
                continue  # begun after the moment that this reads
            cards.check_hand(found, history)
            if cards.is_closed(history):
                closed.add(hand)
        for table in tables:
            cards.check_table(found, tx, tx.history(table))
            _check_fold(found, tx, table, dealer_handlers.TABLE)
        cards.check_clocks(found, connection, open_hands=[hand for hand in opened if hand not in closed])
    return frozenset(closed)


def _check_betting(found: Findings, stores: Stores, tx: Tx, sides: money.Sides, *, closed: frozenset[str]) -> None:
    with stores.reading("betting") as connection:
        money.check_ledger(found, "betting", connection, closed=closed)
        hands = [hand for kind in BETTING_BEGINS for hand in audit.streams_with(connection, kind=kind)]
        tables = audit.streams_with(connection, kind="HandAtTable")
        people = audit.streams_with(connection, kind="Deposited")
    for hand in hands:
        if history := tx.history(hand):
            money.check_betting_hand(found, tx, history, sides)
    for table in tables:
        _check_fold(found, tx, table, betting_handlers.SEATED)
    money.check_world(found, tx, [tx.history(person) for person in people])


def _check_jackpot(found: Findings, stores: Stores, tx: Tx, sides: money.Sides, *, closed: frozenset[str]) -> None:
    with stores.reading("jackpot") as connection:
        money.check_ledger(found, "jackpot", connection, closed=closed)
        pools = [name for name in audit.streams_with(connection, kind="PoolOpened") if name != POOLS]
    for pool in pools:
        money.check_pool(found, tx, tx.history(pool), sides)
        _check_fold(found, tx, pool, POOL)


def _check_fold(found: Findings, tx: Tx, stream: str, folding: Folding[Any]) -> None:
    kept = tx.fold(stream=stream, folding=folding).state
    again = audit.replayed(tx, stream=stream, folding=folding)
    found.hold("state_is_the_fold_of_its_facts", stream, expected=again, found=kept)


def _told(found: Findings, *, as_json: bool) -> int:
    print(json.dumps(found.as_dict()) if as_json else "\n".join(found.lines()))
    if not found.good:
        rules = ", ".join(dict.fromkeys(breach.rule for breach in found.breaches))
        print(f"crupier: broken: {rules}", file=sys.stderr)
        return exits.FOUND_WRONG
    return exits.OK


def opened_settings(environment: Mapping[str, str], *, services: Sequence[str] = EVERY_DATABASE) -> Settings:
    """Return the settings of a house in which these services have been open, or refuse."""
    settings = Settings.from_environment(environment)
    for service in services:
        if not databases.schema_of(settings, service):
            path = Path(settings.database_for(service).removeprefix(databases.SQLITE))
            if not path.exists():
                raise exits.Refused(f"{path}: no such database; has the house ever been open?", code=exits.NO_INPUT)
    return settings


def _opened(environment: Mapping[str, str]) -> Stores:
    return open_stores(opened_settings(environment))
