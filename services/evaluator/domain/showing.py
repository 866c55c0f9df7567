"""What up-cards are worth by themselves: who shows the most, how high one card stands, who shows an open pair."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from services.evaluator.domain.ranking import CardNotInPack, CardTwice, InvalidCards
from services.evaluator.domain.tables import DIGIT_BITS
from shared.cards import RANK_VALUE, SUITS, Card
from shared.rulebook import cites
from shared.rules.ranking import Ranking

UP_CARDS_MAX: Final = 7

SuitOrder = tuple[str, ...]
"""All four suits from high to low, or none where suits do not decide."""


class WrongUpCardCount(InvalidCards):
    """No up-card, or more cards than a holding has."""


class NotASuitOrder(ValueError):
    """An order of suits that does not name each of the four once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """What up-cards are worth. Compare by `strength`, with other up-cards only: a whole holding has another scale."""

    strength: int
    ranking: Ranking


@cites("AD7-17", "AD7-25", "PR7-11", "PR7-12")
def showing(up_cards: Sequence[Card]) -> Showing:
    """Return what one to seven up-cards are worth: four, three, two pairs or a pair, then the ranks of all of them.

    Straights and flushes never count, however many cards lie open; neither does a pair beside three. Suits never do.
    """
    check_up_cards(up_cards)
    count = Counter(RANK_VALUE[card] for card in up_cards)
    by_size = sorted(count, key=lambda value: (count[value], value), reverse=True)
    ranking = _ranking(tuple(count[value] for value in by_size))
    made = by_size[: _GROUPS[ranking]]
    grouped = [value for value in made for _ in range(count[value])]
    beside = sorted((value for value in count.elements() if value not in made), reverse=True)
    strength = int(ranking)
    for value in (*grouped, *beside):
        strength = strength << DIGIT_BITS | value
    # Who shows fewer cards has nothing to set against the others' further ones.
    return Showing(strength=strength << DIGIT_BITS * (UP_CARDS_MAX - len(up_cards)), ranking=ranking)


def showing_strength(up_cards: Sequence[Card]) -> int:
    """Return the strength of up-cards: the highest number shows the best hand, equal numbers show equal hands."""
    return showing(up_cards).strength


@cites("PR7-06")
def height(card: Card, suit_order: SuitOrder = ()) -> int:
    """Return how high a single card stands: by rank, ace high, and then by suit where an order of suits is given."""
    if suit_order and sorted(suit_order) != sorted(SUITS):
        raise NotASuitOrder(f"{suit_order!r}: expected each of {', '.join(SUITS)} once, from high to low")
    below = suit_order[::-1].index(card[1]) if suit_order else 0
    return RANK_VALUE[card] * len(SUITS) + below


@cites("AD7-05")
def open_pair(up_cards: Sequence[Card]) -> bool:
    """Whether the first two up-cards, in the order received, are a pair."""
    return len(up_cards) > 1 and RANK_VALUE[up_cards[0]] == RANK_VALUE[up_cards[1]]


def check_up_cards(up_cards: Sequence[Card]) -> None:
    """Refuse no cards or too many, what is no card, and a card that is there twice."""
    if not 1 <= len(up_cards) <= UP_CARDS_MAX:
        raise WrongUpCardCount(f"{len(up_cards)} up-cards: expected 1 to {UP_CARDS_MAX}")
    for place, card in enumerate(up_cards, start=1):
        if card not in RANK_VALUE:
            raise CardNotInPack(f"the up-card at place {place} is in no pack")
        if (first := up_cards.index(card) + 1) != place:
            raise CardTwice(f"the up-cards at places {first} and {place} are the same")


def _ranking(sizes: tuple[int, ...]) -> Ranking:
    match sizes:
        case (4, *_):
            return Ranking.FOUR_OF_A_KIND
        case (3, *_):
            return Ranking.THREE_OF_A_KIND
        case (2, 2, *_):
            return Ranking.TWO_PAIR
        case (2, *_):
            return Ranking.PAIR
        case _:
            return Ranking.HIGH_CARD


_GROUPS: Final = {
    Ranking.FOUR_OF_A_KIND: 1,
    Ranking.THREE_OF_A_KIND: 1,
    Ranking.TWO_PAIR: 2,
    Ranking.PAIR: 1,
    Ranking.HIGH_CARD: 0,
}
"""How many groups make the ranking; they are compared before the cards beside them."""
