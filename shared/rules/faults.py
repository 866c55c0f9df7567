"""The words for errors at the table: what a croupier or a player got wrong, and what the law has done about it."""

from dataclasses import dataclass
from enum import Enum

from shared.rules.terms import Param


class Fault(Enum):
    """What went wrong."""

    SKIP = "skip"
    """The croupier passed over a seat."""
    FACE_UP = "face_up"
    """The croupier turned a card up that was to lie face down."""
    DEAL_EARLY = "deal_early"
    """The croupier gave a card before the betting had ended."""
    DOUBT = "doubt"
    """Something that only the floor can decide."""
    EXTRA_CARD = "extra_card"
    """The croupier gave a seat one card more than it was to get."""
    MISSING_CARD = "missing_card"
    """The croupier left one of a seat's cards out."""
    WRONG_COUNT = "wrong_count"
    """A seat says that it has too many or too few cards."""
    DECK_REMOVED = "deck_removed"
    """The croupier took the deck away before all cards had been dealt."""
    CONDUCT = "conduct"
    """Somebody did what the rules of conduct forbid; cards and chips stay as they are."""


class Decision(Enum):
    """What the floor rules."""

    RESUME = "resume"
    VOID = "void"
    OPENERS_PROVED = "openers_proved"
    OPENERS_NOT_PROVED = "openers_not_proved"


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstDeadCard:
    """A seat was skipped. If the others have seen their cards it gets the first dead card, last; else cards move on."""

    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveOn:
    """A seat was skipped and nobody has seen a card: the cards move on, so that everyone gets his own."""

    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowIfTwo:
    """A card was dealt face up. With two seats left the betting is over and they show; with more it is played open."""

    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnAsMany:
    """A card came early: it stays until the betting ends, then it is burnt, and as many as there are seats left."""

    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverAgain:
    """A seat exposed its hole cards: it covers them and stays in; with `next_up` its next card is dealt face up."""

    clause: str
    next_up: Param[bool] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstIsMisdeal:
    """A card was dealt face up: a misdeal if it was its seat's first, and otherwise the seat keeps it."""

    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Miscounted:
    """A seat got too many or too few cards: put right from the top of the deck while unseen, and else a misdeal."""

    too_many: str
    too_many_seen: str
    too_few: str
    too_few_seen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRemoved:
    """The deck was taken away too early: what is missing comes from its top, or where it was mixed from a new mix.

    Whoever is eldest then cuts again, and the first card goes out of play.
    """

    intact: str
    mixed: str


Skipped = FirstDeadCard | MoveOn
TurnedUp = ShowIfTwo | FirstIsMisdeal


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedies:
    """What a game's law does about errors that can happen on any street. What it leaves out the floor decides.

    `shown_to_one` and `reordered` are the clauses under which a card shown to one person, and up-cards moved about, go
    on record; `dead_cards` is the clause that keeps dead cards out of play; `no_burn` the one that a common card
    without a burn departs from.
    """

    early: BurnAsMany | None = None
    exposed: CoverAgain | None = None
    deck_removed: DeckRemoved | None = None
    shown_to_one: str = ""
    reordered: str = ""
    dead_cards: str = ""
    no_burn: str = ""
