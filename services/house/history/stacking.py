"""From the cards of a history to the deck that deals them again: what nobody saw is filled up in a fixed order."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

from services.house.history.phh import Phh, UnreadableHistory
from shared.cards import PACKS, Card, NotACard, card
from shared.rules.game import Deal, Game
from shared.rules.shortage import MixThenCommon

HOLE: Final = re.compile(r"d dh p([1-9][0-9]?) ((?:[2-9TJQKA?][cdhs?])+)")
BOARD: Final = re.compile(r"d db ([2-9TJQKA][cdhs])")
ACT: Final = re.compile(r"p([1-9][0-9]?) (pb|cc|f|sm|cbr)(?: (\S+))?")

UNKNOWN: Final = "??"
UNKNOWN_ASIDE: Final = "?-"
"""A card set aside that nobody has seen; it may come into play with a mix."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Street:
    """One deal: the players whose places it went to, each with his cards; ghosts have none; or one card for all."""

    cards: dict[int, tuple[str, ...]]
    ghosts: frozenset[int]
    common: str = ""


@dataclass(slots=True)
class _Reading:
    """How far the actions have been read."""

    dealt: dict[int, tuple[str, ...]] = field(default_factory=dict)
    common: str = ""
    ghosts: set[int] = field(default_factory=set)
    bet: bool = False


def streets(phh: Phh, *, ghosts: bool) -> tuple[Street, ...]:
    """Return the deals of a history; with `ghosts`, places of who folded with nothing to call are dealt to as well."""
    return tuple(_streets(phh.actions, ghosts=ghosts))


def _streets(actions: Sequence[str], *, ghosts: bool) -> Iterator[Street]:
    now = _Reading()
    for action in (*actions, ""):
        said = action.partition("#")[0].strip()
        hole, board = HOLE.fullmatch(said), BOARD.fullmatch(said)
        # With everybody all-in one deal follows the other, and no act stands between them.
        ends = hole is None or int(hole[1]) in now.dealt
        if ends and (now.dealt or now.common):
            yield Street(cards=now.dealt, ghosts=frozenset(now.ghosts), common=now.common)
            now.dealt, now.common, now.bet = {}, "", False
        if hole:
            now.dealt[int(hole[1])] = tuple(hole[2][at : at + 2] for at in range(0, len(hole[2]), 2))
        elif board:
            now.common = board[1]
        else:
            _follow(now, said, ghosts=ghosts)


def _follow(now: _Reading, said: str, *, ghosts: bool) -> None:
    if not said:
        return
    act = ACT.fullmatch(said)
    if act is None:
        raise UnreadableHistory(f"action {said!r} is none of a stud hand")
    match act[2]:
        case "pb" | "cbr":
            now.bet = True
            now.ghosts.clear()
        case "f" if ghosts and not now.bet:
            now.ghosts.add(int(act[1]))


def stacked(phh: Phh, game: Game) -> tuple[tuple[Card, ...], tuple[tuple[Card, ...], ...]]:
    """Return the deck that deals a history's cards in the game's order, and what lies on top after its one mix."""
    aside = list(phh.own.get("dead", ()))
    deals = [step for step in game.course if isinstance(step, Deal)]
    order: list[str] = []
    mixes: tuple[tuple[str, ...], ...] = ()
    for deal, street in zip(deals, streets(phh, ghosts=game.for_the_pot.ghosts), strict=False):
        laid = list(_laid(deal, street, players=len(phh.starting_stacks), left=game.pack - len(order)))
        if deal.set_aside:
            laid.append(aside.pop(0) if aside and aside[0] != UNKNOWN else _taken(aside))
        if isinstance(deal.shortage, MixThenCommon) and len(order) + _need(deal, street) > game.pack:
            mixes = (tuple(laid),)
            break
        order += laid
    deck = _filled(order, mixes, pack=game.pack)
    return deck, tuple(_mixed(mix, order, deck) for mix in mixes)


def _mixed(mix: Sequence[str], order: Sequence[str], deck: Sequence[Card]) -> tuple[Card, ...]:
    """Return what lies on top after a mix; for a card that nobody has seen stands one that lay aside unseen."""
    aside = (card for card, laid in zip(deck, order, strict=False) if laid == UNKNOWN_ASIDE and card not in mix)
    rest = (card for card in deck[len(order) :] if card not in mix)
    unseen = chain(aside, rest)
    return tuple(next(unseen) if each == UNKNOWN else _card(each) for each in mix)


def _taken(aside: list[str]) -> str:
    if aside:
        aside.pop(0)
    return UNKNOWN_ASIDE


def _need(deal: Deal, street: Street) -> int:
    """Return how many cards a deal takes from the stub; with one for all, more than there were."""
    return 52 if street.common else len(street.cards) * len(deal.faces) + deal.burn + deal.set_aside


def _laid(deal: Deal, street: Street, *, players: int, left: int) -> Iterator[str]:
    """Yield a street's cards in the order of the deal; the very last card of the pack is never burnt."""
    if deal.burn and left > 1:
        yield UNKNOWN
    if street.common:
        yield street.common
        return
    # Places that have been left go without before anything is short.
    with_ghosts = (len(street.cards) + len(street.ghosts)) * len(deal.faces) + deal.burn <= left
    for turn in range(len(deal.faces)):
        for player in range(1, players + 1):
            if player in street.cards:
                own = street.cards[player]
                yield own[turn] if turn < len(own) else UNKNOWN
            elif player in street.ghosts and with_ghosts:
                yield UNKNOWN


def _filled(order: Sequence[str], mixes: Sequence[Sequence[str]], *, pack: int) -> tuple[Card, ...]:
    """Return the whole deck. What a mix brings up, and was not dealt before, lay aside as far as there is room."""
    seen = [each for each in order if each not in (UNKNOWN, UNKNOWN_ASIDE)]
    if len(seen) != len(set(seen)):
        raise UnreadableHistory("a card is dealt twice")
    mixed = [each for mix in mixes for each in mix if each not in (*seen, UNKNOWN)]
    spare = [each for each in PACKS[pack] if each not in seen and each not in mixed]
    aside, other = iter((*mixed, *spare)), iter((*reversed(spare), *reversed(mixed)))
    used: list[Card] = []
    for each in order:
        source = {UNKNOWN: other, UNKNOWN_ASIDE: aside}.get(each)
        used.append(_card(each) if source is None else _card(next(card for card in source if card not in used)))
    return (*used, *(each for each in PACKS[pack] if each not in set(used)))


def _card(text: str) -> Card:
    try:
        return card(text)
    except NotACard as wrong:
        raise UnreadableHistory(str(wrong)) from None
