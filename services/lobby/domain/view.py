"""A table as everybody may see it: the fold of its public events, in plain values that are kept as JSON."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final

from shared.rulebook import cites

NOT_KNOWN: Final = -1
"""An amount or a count that no event has told yet."""

HANDS_KEPT: Final = 3
"""How many hands a view holds, so that an event that comes late still finds its hand."""

REFUSALS_KEPT: Final = 20
"""How many people a view has something to tell; it is told long before so many others are refused at one table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A public event as it came: its name, where it belongs, when it was sent, and its body."""

    name: str
    table: str
    hand: str
    at: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Somebody's time: whose (0: nobody's, or all seats'), how long, and since when."""

    seat: int = 0
    seconds: int = 0
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """An award, or a seat's share of it."""

    award: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A seat's part in one hand; seat 0 is the croupier's. `chips` is what lay before it when the hand began.

    `put_in` is all that it has bet since its ante, `before` how much of it in earlier intervals. `asked`: somebody has
    asked how many cards it drew, and all have heard it.
    """

    seat: int
    person: str = ""
    chips: int = NOT_KNOWN
    ante: int = 0
    side_bet: int = 0
    put_in: int = 0
    before: int = 0
    verb: str = ""
    by_clock: bool = False
    sat_out: bool = False
    changes: int = NOT_KNOWN
    asked: bool = False
    faces: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    showing: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    served: bool = False
    ranking: str = ""
    best: tuple[str, ...] = ()
    outcome: str = ""
    returned: int = 0
    paid: int = 0
    lost: int = 0
    net: int = 0
    awards: tuple[Won, ...] = ()

    @property
    def folded(self) -> bool:
        """Whether the seat has given its hand up."""
        return self.verb == "fold"

    @property
    def bet(self) -> int:
        """What the seat has bet in the present interval."""
        return self.put_in - self.before

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards in the order in which they came, `??` for one that lies face down."""
        if self.shown:
            return self.shown
        up = iter(self.showing)
        faces = (face for step in sorted(self.faces, key=int) for face in self.faces[step])
        return tuple(next(up, "??") if face == "up" else "??" for face in faces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A hand as far as its public events have told, in whatever order they came.

    `draw`, `interval` and `acted` are steps of its course: the last draw, the last interval of betting, and the one in
    which a seat acted last.
    """

    hand: str = ""
    number: int = 0
    opened: bool = False
    eldest: int = 0
    pack: int = 0
    commitment: str = ""
    parts: Mapping[str, Part] = field(default_factory=dict)
    boxes: Clock = field(default_factory=Clock)
    taken: bool = False
    turn: Clock = field(default_factory=Clock)
    deciding: bool = False
    drawing: bool = False
    draw: int = NOT_KNOWN
    interval: int = NOT_KNOWN
    acted: int = NOT_KNOWN
    dealt: bool = False
    croupier_turned: bool = False
    shown: bool = False
    settled: bool = False
    closed: bool = False
    show: Clock = field(default_factory=Clock)
    carried: int = 0
    common: tuple[str, ...] = ()
    said: str = ""
    waits: bool = False
    qualified: str = ""
    outcome: str = ""
    irregularities: tuple[str, ...] = ()
    began: str = ""
    ended: str = ""

    @property
    def stage(self) -> str:
        """How far the hand has come; told by what is known and not by which event came last."""
        reached = (
            ("closed", self.closed),
            ("settled", self.settled),
            ("floor", self.waits),
            ("showdown", self.shown),
            ("croupier", self.croupier_turned),
            ("draw", self.drawing),
            ("decide", self.deciding),
            ("deal", self.dealt or self.taken),
            ("stakes", self.boxes.seconds > 0),
            ("opening", self.opened),
        )
        return next((stage for stage, so in reached if so), "idle")

    @property
    @cites("AD5-28")
    def counts_told(self) -> bool:
        """Whether a seat may ask how many cards another one drew: from the draw until the betting has begun again."""
        return self.draw > self.acted and not self.shown and not self.settled

    @property
    def pot(self) -> int:
        """What all seats have put in, with what was carried from the hand before."""
        return self.carried + sum(part.ante + part.put_in for part in self.parts.values())

    def part(self, seat: int) -> Part:
        """Return a seat's part, an empty one where nothing is known of it."""
        return self.parts.get(str(seat), Part(seat=seat))

    def with_part(self, seat: int, **told: Any) -> "Hand":
        """Return the hand with something new about a seat."""
        return replace(self, parts={**self.parts, str(seat): replace(self.part(seat), **told)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A taken seat of a table, and the chips before it."""

    seat: int
    person: str = ""
    chips: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a person's seat was taken from him again, and when: it is kept until he sits down anew."""

    seat: int
    reason: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The fold of a table's public events. `hands` holds the last few, the present one last.

    `refused` holds, by person, what a page has to tell that person even where it missed the event itself.
    """

    table: str
    name: str = ""
    game: str = ""
    open: bool = False
    terms: Mapping[str, Any] = field(default_factory=dict)
    pool: str = ""
    seats: Mapping[str, Seat] = field(default_factory=dict)
    refused: Mapping[str, Refusal] = field(default_factory=dict)
    hands: tuple[Hand, ...] = ()

    @property
    def present(self) -> Hand:
        """The hand in play, or the last one."""
        return self.hands[-1] if self.hands else Hand()

    @property
    def hands_closed(self) -> int:
        """How many hands were played here; the number of the present one tells, so a lost event is no loss."""
        return self.present.number - (0 if self.present.closed or not self.present.number else 1)

    def with_seat(self, seat: int, **told: Any) -> "Table":
        """Return the table with something new about a seat."""
        before = self.seats.get(str(seat), Seat(seat=seat))
        return replace(self, seats={**self.seats, str(seat): replace(before, **told)})

    def without_seat(self, seat: int) -> "Table":
        """Return the table with that seat free."""
        return replace(self, seats={name: taken for name, taken in self.seats.items() if name != str(seat)})

    def with_refusal(self, person: str, refusal: Refusal | None) -> "Table":
        """Return the table with what it has to tell a person, the newest last, or without it."""
        others = {known: told for known, told in self.refused.items() if known != person}
        if refusal:
            others[person] = refusal
        return replace(self, refused=dict([*others.items()][-REFUSALS_KEPT:]))

    def with_hand(self, hand: Hand) -> "Table":
        """Return the table with a hand put in the place that its number gives it."""
        others = (each for each in self.hands if each.hand != hand.hand)
        ordered = sorted((*others, hand), key=lambda each: each.number)
        return replace(self, hands=tuple(ordered[-HANDS_KEPT:]))

    def hand_of(self, hand_id: str) -> Hand | None:
        """Return the hand with that id, a new one for an id that is not known, nothing for one long past."""
        for each in self.hands:
            if each.hand == hand_id:
                return each
        number = number_in(hand_id) or self.present.number + 1
        if len(self.hands) == HANDS_KEPT and number < self.hands[0].number:
            return None
        return Hand(hand=hand_id, number=number)


def number_in(hand_id: str) -> int:
    """Return the number that a hand's id ends with, 0 for an id without one."""
    found = re.search(r"-([0-9]{1,12})\Z", hand_id)
    return int(found[1]) if found else 0


def to_plain(table: Table) -> dict[str, Any]:
    """Return a table's view as plain values."""
    return asdict(table)


def from_plain(plain: Mapping[str, Any]) -> Table:
    """Return the view that `to_plain` wrote, here or in another release: what is not known there or here is left."""
    seats = {name: Seat(**_known(Seat, seat)) for name, seat in plain["seats"].items()}
    hands = tuple(hand_from_plain(hand) for hand in plain["hands"])
    refused = {person: Refusal(**_known(Refusal, told)) for person, told in plain.get("refused", {}).items()}
    return Table(**{**_known(Table, plain), "seats": seats, "refused": refused, "hands": hands})


def hand_from_plain(plain: Mapping[str, Any]) -> Hand:
    """Return the hand that was written as plain values."""
    known = _known(Hand, plain)
    clocks: dict[str, Any] = {name: Clock(**known[name]) for name in ("boxes", "turn", "show") if name in known}
    listed: dict[str, Any] = {name: tuple(known[name]) for name in ("irregularities", "common") if name in known}
    parts = {name: _part_from(part) for name, part in plain["parts"].items()}
    return Hand(**{**known, **clocks, **listed, "parts": parts})


def _part_from(plain: Mapping[str, Any]) -> Part:
    known = _known(Part, plain)
    listed: dict[str, Any] = {name: tuple(known[name]) for name in ("showing", "shown", "best") if name in known}
    faces = {step: tuple(given) for step, given in plain["faces"].items()}
    awards = tuple(Won(**won) for won in plain["awards"])
    return Part(**{**known, **listed, "faces": faces, "awards": awards})


def _known(of: type[Any], plain: Mapping[str, Any]) -> dict[str, Any]:
    return {each.name: plain[each.name] for each in fields(of) if each.name in plain}
