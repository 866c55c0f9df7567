"""What five, six or seven cards are worth: the best five among them, under the order of the pack in use."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from services.evaluator.domain.keys import CARD_BIT, FLUSH_LEAST, HIGH_ACE, LOW_ACE, SUIT_BITS, SUIT_PART
from services.evaluator.domain.tables import Five, Ladder, Tables, build, ranks_of, rung_of
from shared.cards import PACKS, RANK_VALUE, SUITS, Card
from shared.rulebook import cites
from shared.rules.ranking import Ranking


class InvalidCards(ValueError):
    """Cards that cannot be ranked. The text names places and never a card: it may end up in a log."""


class WrongCardCount(InvalidCards):
    """Neither five, six nor seven cards."""


class CardTwice(InvalidCards):
    """The same card at two places of one holding."""


class CardNotInPack(InvalidCards):
    """A card that the pack in use does not have."""


class NoSuchPack(ValueError):
    """A pack of another size than 52 or 32 cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingOrder:
    """The pack in use and what the house settled about its order. With 52 cards both choices are without effect."""

    pack: int
    flush_beats_full_house_in_32: bool = True
    ace_low_in_32: bool = True
    """Whether the ace also stands below the seven: A-7-8-9-10 is then the lowest straight."""
    ladder: Ladder = field(init=False, repr=False, compare=False)
    straights: tuple[Five, ...] = field(init=False, repr=False, compare=False)
    """The rank values of each straight from its top down, the lowest straight first."""
    tables: Tables = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.pack not in PACKS:
            raise NoSuchPack(f"a pack of {self.pack} cards: expected {' or '.join(map(str, PACKS))}")
        short = self.pack == 32
        flush_above = short and self.flush_beats_full_house_in_32
        ace_low = not short or self.ace_low_in_32
        ladder, straights, tables = _made(pack=self.pack, flush_above_full_house=flush_above, ace_low=ace_low)
        # A frozen record sets what follows from its fields in this way only.
        object.__setattr__(self, "ladder", ladder)
        object.__setattr__(self, "straights", straights)
        object.__setattr__(self, "tables", tables)

    def rung(self, ranking: Ranking) -> int:
        """Return how high a ranking stands under this order."""
        return self.ladder.index(ranking)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """What a holding is worth. Compare by `strength` and within one order only; `ranking` does not know the order."""

    strength: int
    ranking: Ranking
    best: tuple[Card, ...]
    """The best five: groups first, then from high to low; an ace that stands low comes last."""


@cites("AD7-01", "AD5-32", "ESD-24", "ESD-25", "ESD-26", "ESD-27", "PR7-26", "PR7-27")
def rank(cards: Sequence[Card], order: RankingOrder) -> Ranked:
    """Return the ranking of the best five of five, six or seven cards, or refuse with `InvalidCards`."""
    check(cards, order)
    worth = strength(cards, order)
    return Ranked(strength=worth, ranking=order.ladder[rung_of(worth)], best=_best(cards, worth, order))


def ranking_of(cards: Sequence[Card], order: RankingOrder) -> Ranking:
    """Return the ranking alone; as with `strength`, no card is there twice."""
    return order.ladder[rung_of(strength(cards, order))]


def strength(cards: Sequence[Card], order: RankingOrder) -> int:
    """Return the strength alone, many times faster than `rank`. It takes for granted that no card is there twice."""
    tables = order.tables
    keys = tables.keys
    try:
        # Written out: half as fast again as a loop over the cards.
        if len(cards) == 7:
            a, b, c, d, e, f, g = cards
            total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
            flush_suit, by_ranks = tables.seven
        elif len(cards) == 5:
            a, b, c, d, e = cards
            total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
            flush_suit, by_ranks = tables.five
        elif len(cards) == 6:
            a, b, c, d, e, f = cards
            total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f]
            flush_suit, by_ranks = tables.six
        else:
            raise WrongCardCount(_expected(len(cards)))
        # Who has a flush among seven cards can have neither a full house nor four of a kind: nothing else counts.
        if suit := flush_suit[total & SUIT_PART]:
            return tables.suited[suited_bits(cards, suit)]
        return by_ranks[total >> SUIT_BITS]
    except KeyError:
        pass
    # Outside the handler, so that the refusal does not carry the KeyError, which names the card.
    check(cards, order)
    raise AssertionError("the tables have no entry for cards that are all in order")


def suited_bits(cards: Iterable[Card], suit: str) -> int:
    """Return the ranks of the cards of a suit, each as a bit."""
    return sum([CARD_BIT[card] for card in cards if card[1] == suit])


def check(cards: Sequence[Card], order: RankingOrder) -> None:
    """Refuse a wrong count of cards, a card that is not in the pack, or one that is there twice."""
    if len(cards) not in (5, 6, 7):
        raise WrongCardCount(_expected(len(cards)))
    for place, card in enumerate(cards, start=1):
        if card not in order.tables.keys:
            raise CardNotInPack(f"the card at place {place} is not in the pack of {order.pack}")
        if (first := cards.index(card) + 1) != place:
            raise CardTwice(f"the cards at places {first} and {place} are the same")


def _expected(count: int) -> str:
    return f"{count} cards: expected 5, 6 or 7"


def _best(cards: Sequence[Card], worth: int, order: RankingOrder) -> tuple[Card, ...]:
    # Which of equal ranks is shown decides nothing; spades first makes the answer the same in whatever order they came.
    left = sorted(cards, key=_suit_place, reverse=True)
    if order.ladder[rung_of(worth)] in _SUITED:
        suits = [card[1] for card in cards]
        left = [card for card in left if suits.count(card[1]) >= FLUSH_LEAST]
    best = []
    for value in ranks_of(worth):
        chosen = next(card for card in left if RANK_VALUE[card] == (HIGH_ACE if value == LOW_ACE else value))
        left.remove(chosen)
        best.append(chosen)
    return tuple(best)


def _suit_place(card: Card) -> int:
    return SUITS.index(card[1])


@cache
def _made(*, pack: int, flush_above_full_house: bool, ace_low: bool) -> tuple[Ladder, tuple[Five, ...], Tables]:
    # Once a process for each order: the tables take some fifty milliseconds and five megabytes.
    cards = PACKS[pack]
    lowest = RANK_VALUE[cards[0]]
    below = ((lowest + 3, lowest + 2, lowest + 1, lowest, LOW_ACE),) if ace_low else ()
    straights = below + tuple(tuple(range(top, top - 5, -1)) for top in range(lowest + 4, HIGH_ACE + 1))
    ladder = _FLUSH_ABOVE_FULL_HOUSE if flush_above_full_house else tuple(Ranking)
    return ladder, straights, build(pack=cards, straights=straights, ladder=ladder)


_SUITED: Final = (Ranking.FLUSH, Ranking.STRAIGHT_FLUSH, Ranking.ROYAL_FLUSH)

_FLUSH_ABOVE_FULL_HOUSE: Final[Ladder] = (
    Ranking.HIGH_CARD,
    Ranking.PAIR,
    Ranking.TWO_PAIR,
    Ranking.THREE_OF_A_KIND,
    Ranking.STRAIGHT,
    Ranking.FULL_HOUSE,
    Ranking.FLUSH,
    Ranking.FOUR_OF_A_KIND,
    Ranking.STRAIGHT_FLUSH,
    Ranking.ROYAL_FLUSH,
)
