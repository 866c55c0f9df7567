"""A table between its hands: its seats, whether it is open, and whose hand comes next."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from services.dealer.domain import series
from services.dealer.domain.seating import DISC_PLACED, next_eldest, order_of_play
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import table_facts as at_table
from shared.hand.holdings import Player, Series
from shared.money import Cents
from shared.rulebook import cites
from shared.rules import house
from shared.rules.refusals import (
    AlreadySeated,
    BuyInOutOfRange,
    NoSuchSeat,
    NotActive,
    TableFull,
    TableNotOpen,
)
from shared.rules.terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A taken seat. It is `ready` once its chips lie there, and `leaving` once its person has asked to go."""

    person: str
    visit: int
    ready: bool = False
    leaving: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The fold of a table's facts. `hand` is the hand in play, empty between hands; `number` counts hands begun.

    `outcome` is that of the last hand: it says whether the disc of la mà moves on from `eldest`. `series` is where the
    table stands in a run of blank hands.
    """

    table: str = ""
    game: str = ""
    name: str = ""
    terms: Terms = field(default_factory=lambda: Terms({}))
    practice: bool = False
    open: bool = False
    seats: Mapping[int, Seat] = field(default_factory=dict)
    visits: int = 0
    number: int = 0
    eldest: int = 0
    hand: str = ""
    outcome: str = ""
    series: Series = Series()

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats that can play, ascending."""
        return tuple(sorted(n for n, seat in self.seats.items() if seat.ready and not seat.leaving))

    @property
    def can_start(self) -> bool:
        """Whether a hand may begin now."""
        return self.open and not self.hand and len(self.ready) >= game(self.game).seats_min


NEW: Final = Table()


def apply(table: Table, fact: say.Fact) -> Table:
    """Return the table after a fact. Never refuses one."""
    match fact:
        case at_table.TableOpened():
            return _opened(fact)
        case at_table.TableClosed() | at_table.TableReopened():
            return replace(table, open=isinstance(fact, at_table.TableReopened))
        case at_table.SeatTaken():
            seat = Seat(person=fact.person, visit=fact.visit)
            return replace(table, seats={**table.seats, fact.seat: seat}, visits=fact.visit)
        case at_table.SeatReady():
            return _with(table, fact.seat, replace(table.seats[fact.seat], ready=True))
        case at_table.LeaveAsked():
            return _with(table, fact.seat, replace(table.seats[fact.seat], leaving=True))
        case at_table.SeatFreed():
            return replace(table, seats={n: seat for n, seat in table.seats.items() if n != fact.seat})
        case at_table.HandStarted():
            return replace(table, hand=fact.hand, number=fact.number, eldest=fact.eldest)
        case at_table.DiscPlaced():
            return replace(table, eldest=fact.seat, outcome=DISC_PLACED)
        case at_table.HandFinished():
            return _finished(table, fact)
        case _:
            return table


def _finished(table: Table, fact: at_table.HandFinished) -> Table:
    players = tuple(Player(seat=n, person=table.seats[n].person) for n in fact.seats if n in table.seats)
    after = series.after(game(table.game), table.series, outcome=fact.outcome, players=players)
    return replace(table, hand="", outcome=fact.outcome, eldest=fact.eldest or table.eldest, series=after)


def _opened(fact: at_table.TableOpened) -> Table:
    return Table(
        table=fact.table,
        game=fact.game,
        name=fact.name,
        terms=fact.terms,
        practice=fact.practice,
        open=True,
    )


@cites("ESD-06", "ESD-33")
def take_seat(table: Table, *, seat: int, person: str, buy_in: int) -> tuple[say.Fact, ...]:
    """Give a person a free seat of the table; one seat for one person."""
    if not table.open:
        raise TableNotOpen(f"table {table.table} is closed; choose another")
    seats_max = game(table.game).seats_at(table.terms)
    if not 1 <= seat <= seats_max:
        raise NoSuchSeat(f"table {table.table} has seats 1 to {seats_max}", expected=f"1 to {seats_max}", found=seat)
    if taken := next((n for n, other in table.seats.items() if other.person == person), 0):
        raise AlreadySeated(f"you sit at seat {taken} of table {table.table} already", clause="ESD-06", found=taken)
    if seat in table.seats:
        raise TableFull(f"seat {seat} of table {table.table} is taken; choose another", found=seat)
    least, most = table.terms.of(house.MIN_BUY_IN), table.terms.of(house.MAX_BUY_IN)
    if not least <= buy_in <= most:
        raise BuyInOutOfRange(
            f"a buy-in at table {table.table} is {least} to {most}, not {buy_in}",
            expected=f"{least} to {most}",
            found=buy_in,
        )
    visit = table.visits + 1
    return (at_table.SeatTaken(**_head(table), seat=seat, person=person, buy_in=Cents(buy_in), visit=visit),)


def confirm_seat(table: Table, command: ask.ConfirmSeat) -> tuple[say.Fact, ...]:
    """Let the seat play now that its chips lie there, or free it where they could not be had."""
    seat = table.seats.get(command.seat)
    if seat is None or seat.visit != command.visit:
        return ()  # the person has left again meanwhile
    if command.accepted:
        return (at_table.SeatReady(**_head(table), seat=command.seat),)
    return (_freed(table, command.seat, command.reason),)


def leave_seat(table: Table, *, seat: int, person: str) -> tuple[say.Fact, ...]:
    """Free a person's seat, at once between hands and else with the end of the hand."""
    taken = table.seats.get(seat)
    if taken is None or taken.person != person:
        raise NotActive(f"you do not sit at seat {seat} of table {table.table}", found=seat)
    if taken.leaving:
        return ()
    asked = at_table.LeaveAsked(**_head(table), seat=seat)
    return (asked,) if table.hand else (asked, _freed(table, seat, "left"))


def unseat(table: Table, *, person: str) -> tuple[say.Fact, ...]:
    """Let a person who may be in the house no longer leave the table, if he sits there."""
    seats = (number for number, seat in table.seats.items() if seat.person == person)
    return tuple(fact for seat in seats for fact in leave_seat(table, seat=seat, person=person))


def start_hand(table: Table, *, sitting_out: tuple[int, ...] = ()) -> tuple[at_table.HandStarted, tuple[Player, ...]]:
    """Begin the next hand: its players in order of play, the eldest first."""
    assert table.can_start, f"table {table.table} cannot start a hand"
    number = table.number + 1
    seats = in_order(table, sitting_out=sitting_out)
    started = at_table.HandStarted(
        hand=f"{table.table}-{number}", table=table.table, game=table.game, number=number, eldest=seats[0]
    )
    return started, tuple(Player(seat=n, person=table.seats[n].person) for n in seats)


def finish_hand(table: Table, closed: say.HandClosed, *, head: str) -> tuple[say.Fact, ...]:
    """End the hand in play, and free the seats of those who asked to leave."""
    finished = at_table.HandFinished(
        hand=closed.hand,
        table=table.table,
        game=table.game,
        number=table.number,
        outcome=closed.outcome,
        eldest=closed.eldest,
        seats=closed.seats,
        head=head,
    )
    leaving = (n for n, seat in sorted(table.seats.items()) if seat.leaving)
    return finished, *(_freed(table, n, "left") for n in leaving)


def series_of_next(table: Table) -> Series:
    """Return how the next hand begins in a run of blank hands."""
    persons = {n: table.seats[n].person for n in table.ready}
    return series.for_the_next(game(table.game), table.series, persons)[0]


def in_order(table: Table, *, sitting_out: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return the seats that can play in their order, the eldest of the next hand first."""
    found = game(table.game)
    _, allowed = series.for_the_next(found, table.series, {n: table.seats[n].person for n in table.ready})
    seats = tuple(seat for seat in allowed if seat not in sitting_out)
    outcome = series.disc(found, table.terms, table.outcome)
    first = next_eldest(found, seats, eldest=table.eldest, outcome=outcome) if table.eldest else 0
    return order_of_play(found, seats, eldest=first)


def _with(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats={**table.seats, number: seat})


def _freed(table: Table, number: int, reason: str) -> at_table.SeatFreed:
    seat = table.seats[number]
    return at_table.SeatFreed(**_head(table), seat=number, person=seat.person, visit=seat.visit, reason=reason)


def _head(table: Table) -> dict[str, str]:
    return {"hand": "", "table": table.table, "game": table.game}
