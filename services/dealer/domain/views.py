"""What somebody may see of a hand's cards: one projection for every role."""

from dataclasses import dataclass
from typing import Final

from services.dealer.domain import shuffle
from services.dealer.domain.hand import Hand, Stage
from shared.rulebook import cites

HIDDEN: Final = "??"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSeen:
    """A seat's cards as somebody sees them; what is hidden from him is `??`."""

    seat: int
    cards: tuple[str, ...]


@cites("ESD-08", "AD7-12", "AD5-03")
def seen_by(hand: Hand, person: str) -> tuple[CardsSeen, ...]:
    """Return every seat's cards as a person sees them: his own, and of the others what lies face up.

    Croupier, floor, operator and auditor see of a hand in play what everybody sees, so they ask with no person.
    """
    own = {player.seat for player in hand.players if person and player.person == person}
    open_places = hand.known_to_all
    return tuple(
        CardsSeen(
            seat=seat,
            cards=tuple(
                hand.deck[place - 1] if seat in own or place in open_places else HIDDEN for place in hand.held[seat]
            ),
        )
        for seat in sorted(hand.held)
    )


def provable(hand: Hand, *, everything: bool) -> tuple[int, ...]:
    """Return the places of the deck whose cards may be proved: those shown, or all of a closed hand to the auditor."""
    if everything and hand.stage is Stage.CLOSED:
        return tuple(range(1, len(hand.deck) + 1))
    return tuple(sorted(hand.known_to_all))


def proofs(hand: Hand, *, everything: bool) -> tuple[shuffle.Proof, ...]:
    """Return the proof of each card that may be proved."""
    return tuple(
        shuffle.prove(hand.deck, seed=hand.seed, position=place) for place in provable(hand, everything=everything)
    )
