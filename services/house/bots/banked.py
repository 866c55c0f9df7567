"""Playing against the bank: modest stakes, no second bet without a hand, and the draw that helps most."""

from collections import Counter
from random import Random
from typing import Final

from services.evaluator.domain.ranking import RankingOrder, ranking_of
from services.house.bots.seen import Choice, Seen
from shared.cards import RANKS, Card
from shared.rules.ranking import Ranking

ORDER: Final = RankingOrder(pack=52)
STAKE_STEPS_MAX: Final = 3
ROUNDS_KEPT: Final = 3
"""A stake is followed by a second bet of twice as much: a bot keeps enough for it."""
SIDE_BET_CHANCE: Final = 0.8
BLUFF_CHANCE: Final = 0.08
COURT: Final = RANKS.index("Q")
LONG: Final = 4
"""Four cards of one suit, or four in a row, are worth a draw."""


def choose(seen: Seen, rng: Random) -> Choice:
    """Return a legal and sensible act for what the bot sees."""
    if seen.option("stake"):
        return stake(seen, rng)
    if seen.option("play") and seen.cards:
        return decide(seen, rng)
    return Choice(verb=str(seen.may[-1]["verb"]))


def stake(seen: Seen, rng: Random) -> Choice:
    """Return a small stake that leaves enough for the second bet, or sit out."""
    option = seen.option("stake")
    assert option is not None, "asked for by who saw it"
    least, side = int(option["least"]), int(option["side_bet"])
    afford = (seen.chips - side) // (ROUNDS_KEPT * least)
    if afford < 1:
        return Choice(verb="sit_out")
    steps = min(rng.randint(1, STAKE_STEPS_MAX), afford, int(option["most"]) // least)
    return Choice(verb="stake", amount=steps * least, side_bet=side if rng.random() < SIDE_BET_CHANCE else 0)


def decide(seen: Seen, rng: Random) -> Choice:
    """Return the second bet with the draw that helps most, or give up what is worth nothing."""
    option = seen.option("play")
    assert option is not None, "asked for by who saw it"
    drop = discards(seen.cards, at_most=int(option["discards_max"]))
    if worth_it(seen.cards, drop) or rng.random() < BLUFF_CHANCE:
        return Choice(verb="play", amount=int(option["least"]), discards=drop)
    return Choice(verb="fold")


def worth_it(cards: tuple[str, ...], drop: tuple[int, ...]) -> bool:
    """Whether cards are worth a second bet: a pair, a draw to something, or an ace with a court card."""
    if ranking_of(_cards(cards), ORDER) >= Ranking.PAIR:
        return True
    high = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    return len(drop) == 1 or (high[0] == RANKS.index("A") and high[1] >= COURT)


def discards(cards: tuple[str, ...], *, at_most: int) -> tuple[int, ...]:
    """Return the places of the cards to change: those that are no part of what one has, or may get."""
    made = ranking_of(_cards(cards), ORDER)
    if made >= Ranking.STRAIGHT:
        return ()  # a served hand is paid more than a drawn one
    if made is Ranking.HIGH_CARD and (odd := _odd_one_out(cards)):
        return odd[:at_most]
    ranks = Counter(card[0] for card in cards)
    single = sorted((RANKS.index(card[0]), place) for place, card in enumerate(cards) if ranks[card[0]] == 1)
    return tuple(sorted(place for _, place in single[:at_most]))


def _odd_one_out(cards: tuple[str, ...]) -> tuple[int, ...]:
    """Return the place of the one card that stands outside four of a suit or four in a row, if there are such four."""
    suits = Counter(card[1] for card in cards)
    for place, card in enumerate(cards):
        rest = sorted(RANKS.index(other[0]) for at, other in enumerate(cards) if at != place)
        if suits[card[1]] == 1 and len(suits) == 2 and max(suits.values()) == LONG:
            return (place,)
        if len(set(rest)) == LONG and rest[-1] - rest[0] == LONG - 1:
            return (place,)
    return ()


def _cards(cards: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(Card(card) for card in cards)
