"""Tables, seats and money of a simulated house, through the services' own rules and journals."""

from typing import Any, Final

from services.betting import handlers as betting
from services.dealer import handlers as dealer
from services.dealer import seat_clocks
from services.dealer.domain import table as tables
from shared.games import game
from shared.hand import table_facts as at_table
from shared.journal.ports import Transfer
from shared.ledger import accounts
from shared.money import Cents
from shared.runtime.recording import decide, record

TERMS: Final = {"pause_seconds": 1, "stake_seconds": 10, "decision_seconds": 10, "show_seconds": 2}
DEPOSIT: Final = Cents(1_000_000)


def open_table(wired: Any, table: str, game_id: str, given: dict[str, Any]) -> None:
    """Open a table of a game, with little time for anything."""
    found = game(game_id)
    known = {param.name for param in found.params}
    terms = found.terms({name: value for name, value in (TERMS | given).items() if name in known})
    opened = at_table.TableOpened(
        hand="", table=table, game=game_id, name=table, terms=terms, practice=False, opened_by="simulation"
    )
    decide(wired.store, lambda tx: record(tx, wired, stream=table, seq=0, facts=[opened], cause="simulation"))


def close_table(wired: Any, table: str, game_id: str) -> None:
    """Let the hand in play be the table's last."""

    def work(tx: Any) -> None:
        folded = tx.fold(stream=table, folding=dealer.TABLE)
        closed = at_table.TableClosed(hand="", table=table, game=game_id, closed_by="simulation", reason="end")
        record(tx, wired, stream=table, seq=folded.seq, facts=[closed], cause=f"close:{table}")

    decide(wired.store, work)


def deposit(wired: Any, person: str) -> None:
    """Take a person's money in."""
    stream = f"person.{person}"

    def work(tx: Any) -> None:
        seq = tx.fold(stream=stream, folding=betting.SEATED).seq
        name = f"deposit:{person}:{seq}"
        owner = accounts.player(person)
        tx.post([Transfer(transfer_id=name, debit=accounts.WORLD, credit=owner, amount=DEPOSIT, reason="deposit")])
        taken = at_table.Deposited(hand="", table="", game="", person=person, amount=DEPOSIT, taken_by="simulation")
        record(tx, wired, stream=stream, seq=seq, facts=[taken], cause=name)

    decide(wired.store, work)


def sit(wired: Any, table: str, seat: int, *, person: str, much: bool) -> None:
    """Take a seat, with the least or the most that the table lets one bring."""

    def work(tx: Any) -> None:
        folded = tx.fold(stream=table, folding=dealer.TABLE)
        buy_in = folded.state.terms["max_buy_in" if much else "min_buy_in"]
        facts = tables.take_seat(folded.state, seat=seat, person=person, buy_in=buy_in)
        record(tx, wired, stream=table, seq=folded.seq, facts=facts, cause=f"sit:{person}:{folded.seq}")
        seat_clocks.watch(tx, facts)

    decide(wired.store, work)


def leave(wired: Any, table: str, seat: int, *, person: str) -> None:
    """Leave a seat, at the latest with the end of the hand."""

    def work(tx: Any) -> None:
        folded = tx.fold(stream=table, folding=dealer.TABLE)
        facts = tables.leave_seat(folded.state, seat=seat, person=person)
        record(tx, wired, stream=table, seq=folded.seq, facts=facts, cause=f"leave:{person}:{folded.seq}")
        seat_clocks.watch(tx, facts)

    decide(wired.store, work)
