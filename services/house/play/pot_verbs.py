"""The verbs of a hand for the pot: acts of an interval, what seats do with their cards, a croupier's errors."""

from collections.abc import Callable, Sequence

from services.house.play import words
from services.house.play.sight import Sight
from services.house.play.unreadable import Unreadable
from shared.hand import commands as ask
from shared.hand import floor_commands as ask_floor
from shared.hand import pot_commands as ask_pot
from shared.hand.command import Verb
from shared.hand.holdings import Coming
from shared.hand.pot_commands import Manner
from shared.rules.faults import Fault

Command = Callable[[Sight], ask.Command]
Read = Callable[[int, Sequence[str]], Command]
"""From the seat that acts and the words after the verb to the command, once it is known how the table lies."""


def plain(verb: Verb) -> Read:
    """Return the reader of an act without an amount."""

    def read(seat: int, said: Sequence[str]) -> Command:
        words.nothing(said)
        return lambda sight: ask.Act(**sight.head, seat=seat, verb=verb)

    return read


def to_amount(verb: Verb) -> Read:
    """Return the reader of an act that brings the seat's bet in this interval to an amount."""

    def read(seat: int, said: Sequence[str]) -> Command:
        if len(said) != 1:
            raise Unreadable(f"expected '{verb.value.replace('_', '-')} N'")
        amount = words.amount(said[0])
        return lambda sight: ask.Act(**sight.head, seat=seat, verb=verb, amount=amount)

    return read


def own_cards(manner: Manner) -> Read:
    """Return the reader of what a seat does with its own cards."""

    def read(seat: int, said: Sequence[str]) -> Command:
        words.nothing(said)
        return lambda sight: ask_pot.HandleCards(**sight.head, seat=seat, manner=manner)

    return read


def with_other(manner: Manner) -> Read:
    """Return the reader of what a seat does towards another one."""

    def read(seat: int, said: Sequence[str]) -> Command:
        if len(said) != 1:
            raise Unreadable("expected the other seat")
        other = words.seat(said[0])
        return lambda sight: ask_pot.HandleCards(**sight.head, seat=seat, manner=manner, other=other)

    return read


def skip(said: Sequence[str]) -> Coming:
    """Read `skip S seen` or `skip S unseen`."""
    if len(said) != 2 or said[1] not in ("seen", "unseen"):
        raise Unreadable("expected 'skip S seen' or 'skip S unseen'")
    return at_next_deal(Fault.SKIP, words.seat(said[0]), seen=said[1] == "seen")


def face_up(said: Sequence[str]) -> Coming:
    """Read `face-up S` or `face-up S K`."""
    match said:
        case [seat]:
            return at_next_deal(Fault.FACE_UP, words.seat(seat))
        case [seat, card] if card.isdecimal() and int(card):
            return at_next_deal(Fault.FACE_UP, words.seat(seat), card=int(card))
        case _:
            raise Unreadable("expected 'face-up S' or 'face-up S K'")


def reported(coming: Coming) -> Command:
    """Return the report of an error that is made at the next deal."""
    return lambda sight: ask_floor.ReportFault(
        **sight.head,
        fault=coming.fault,
        seat=coming.seat,
        card=coming.card,
        seen=coming.seen,
        coming=True,
        reported_by=coming.reported_by,
        number=len(sight.facts),
    )


def deal_early(_: int, said: Sequence[str]) -> Command:
    """Read `deal-early S`."""
    if len(said) != 1:
        raise Unreadable("expected 'deal-early S'")
    seat = words.seat(said[0])
    return lambda sight: ask_floor.ReportFault(
        **sight.head, fault=Fault.DEAL_EARLY, seat=seat, reported_by=words.CROUPIER, number=len(sight.facts)
    )


def at_next_deal(fault: Fault, seat: int, *, card: int = 1, seen: bool = False) -> Coming:
    """Return an error that the croupier makes at the next deal."""
    return Coming(fault=fault, seat=seat, card=card, seen=seen, reported_by=words.CROUPIER)
