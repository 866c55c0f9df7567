"""Playing for the pot: pairs and better are bet, something is called, and nothing is given up when it costs much."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from services.house.bots.seen import Choice, Seen
from shared.cards import RANKS

BET_CHANCE: Final = 0.75
RAISE_CHANCE: Final = 0.35
CURIOSITY: Final = 0.35
"""How often a bot calls on nothing to see the next card."""
BLUFF_CHANCE: Final = 0.08
COURT: Final = RANKS.index("J")
UPWARD: Final = ("bring_in", "bet", "complete", "raise")


def choose(seen: Seen, rng: Random) -> Choice:
    """Return a legal and sensible act for what the bot sees."""
    good = _is_good(seen.cards)
    upward = [option for option in seen.may if option["verb"] in UPWARD]
    if seen.option("bring_in"):
        return _to(upward[-1] if good and rng.random() < RAISE_CHANCE else upward[0])
    if seen.option("check"):
        bets = good and rng.random() < BET_CHANCE
        return _to(rng.choice(upward)) if upward and (bets or rng.random() < BLUFF_CHANCE) else Choice(verb="check")
    if upward and good and rng.random() < RAISE_CHANCE:
        return _to(rng.choice(upward))
    if seen.option("call") and (good or rng.random() < CURIOSITY):
        return Choice(verb="call")
    return Choice(verb=str(seen.may[-1]["verb"]))


def _is_good(cards: tuple[str, ...]) -> bool:
    """Whether cards are worth money: a pair, three of a suit among the first, or two court cards."""
    if not cards:
        return False
    ranks, suits = Counter(card[0] for card in cards), Counter(card[1] for card in cards)
    courts = sum(RANKS.index(card[0]) >= COURT for card in cards)
    return max(ranks.values()) > 1 or max(suits.values()) * 2 > len(cards) or courts > 1


def _to(option: Mapping[str, Any]) -> Choice:
    return Choice(verb=str(option["verb"]), amount=int(option["least"]))
