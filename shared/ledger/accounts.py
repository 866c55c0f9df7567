"""The chart of accounts: every account is a path, and its first words say what kind it is."""

from enum import Enum
from typing import Final


class Kind(Enum):
    """What an account holds; only `HOUSE`, `CONTROL` and `WORLD` may go below zero."""

    PLAYER = "player"
    SEAT = "seat"
    HAND = "hand"
    CARRIED = "carried"
    PROGRESSIVE = "progressive"
    HOUSE = "house"
    CONTROL = "control"
    WORLD = "world"


MAY_OWE: Final = frozenset({Kind.HOUSE, Kind.CONTROL, Kind.WORLD})

WORLD: Final = "world"
"""The other side of money that enters or leaves the house."""


class NoSuchAccount(ValueError):
    """A path that the chart does not have."""


def kind_of(path: str) -> Kind:
    """Return the kind of an account, or refuse with `NoSuchAccount`."""
    word, _, rest = path.partition("/")
    kind = _KINDS.get(word)
    if kind is None or (kind is Kind.WORLD) == bool(rest):
        raise NoSuchAccount(f"{path!r} is no account: a path begins with one of {', '.join(_KINDS)}, and goes on")
    return kind


def player(person: str) -> str:
    """A person's money away from the tables."""
    return f"player/{person}"


def seat(table: str, number: int) -> str:
    """The chips in front of a seat."""
    return f"seat/{table}/{number}"


def pot(hand: str) -> str:
    """The players' money at stake in a hand."""
    return f"hand/{hand}/pot"


def box(hand: str, number: int) -> str:
    """A seat's first and second box of a banked hand."""
    return f"hand/{hand}/box/{number}"


def side_box(hand: str, number: int) -> str:
    """A seat's side bet, until the deal."""
    return f"hand/{hand}/side/{number}"


def bank(table: str) -> str:
    """The house's money at a banked table."""
    return f"house/{table}/bank"


def carried(table: str) -> str:
    """Chips that stay for the next hand."""
    return f"carried/{table}"


def control(service: str) -> str:
    """What this service owes another, or is owed: the two mirror each other."""
    return f"control/{service}"


def meter(pool: str) -> str:
    """What a progressive shows."""
    return f"progressive/{pool}/meter"


def pool_bank(pool: str) -> str:
    """The house's money behind a progressive: seeds, resets, and its part of the side bets."""
    return f"house/{pool}/progressive"


_KINDS: Final = {kind.value: kind for kind in Kind}
