"""From the cards of a history to the deck that deals them again: what nobody saw is filled up in a fixed order."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from services.house.history.phh import Phh, UnreadableHistory
from shared.cards import PACKS, Card, NotACard, card
from shared.rules.game import Deal, Game
from shared.rules.shortage import MixThenCommon

HOLE: Final = re.compile(r"d dh p([1-9][0-9]?) ((?:[2-9TJQKA?][cdhs?])+)")
BOARD: Final = re.compile(r"d db ([2-9TJQKA][cdhs])")
ACT: Final = re.compile(r"p([1-9][0-9]?) (pb|cc|f|sm|cbr)(?: (\S+))?")

UNKNOWN: Final = "??"


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
        if hole := HOLE.fullmatch(said):
            player, text = int(hole[1]), hole[2]
            now.dealt[player] = tuple(text[at : at + 2] for at in range(0, len(text), 2))
            continue
        if board := BOARD.fullmatch(said):
            now.common = board[1]
            continue
        if now.dealt or now.common:
            yield Street(cards=now.dealt, ghosts=frozenset(now.ghosts), common=now.common)
            now.dealt, now.common, now.bet = {}, "", False
        _follow(now, said, ghosts=ghosts)


def _follow(now: _Reading, said: str, *, ghosts: bool) -> None:
    if not said:
        return
    act = ACT.fullmatch(said)
    if act is None:
        raise UnreadableHistory(f"action {said!r} is none of a stud hand")
    match act[2]:
        case "pb":
            now.bet = True
            now.ghosts.clear()
        case "cbr":
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
        laid = list(_laid(deal, street, players=len(phh.starting_stacks)))
        if deal.set_aside:
            laid.append(aside.pop(0) if aside else UNKNOWN)
        if isinstance(deal.shortage, MixThenCommon) and len(order) + _need(deal, street) > game.pack:
            mixes = (tuple(laid),)
            break
        order += laid
    return _filled(order, mixes, pack=game.pack), tuple(tuple(_card(each) for each in mix) for mix in mixes)


def _need(deal: Deal, street: Street) -> int:
    """Return how many cards a deal takes from the stub; with one for all, more than there were."""
    return 52 if street.common else len(street.cards) * len(deal.faces) + deal.burn + deal.set_aside


def _laid(deal: Deal, street: Street, *, players: int) -> Iterator[str]:
    if deal.burn:
        yield UNKNOWN
    if street.common:
        yield street.common
        return
    for turn in range(len(deal.faces)):
        for player in range(1, players + 1):
            if player in street.cards:
                own = street.cards[player]
                yield own[turn] if turn < len(own) else UNKNOWN
            elif player in street.ghosts:
                yield UNKNOWN


def _filled(order: Sequence[str], mixes: Sequence[Sequence[str]], *, pack: int) -> tuple[Card, ...]:
    named = {each for each in (*order, *(each for mix in mixes for each in mix)) if each != UNKNOWN}
    named_in_order = [each for each in order if each != UNKNOWN]
    if len(named_in_order) != len(set(named_in_order)):
        raise UnreadableHistory("a card is dealt twice")
    spare = iter([each for each in PACKS[pack] if each not in named])
    used = [_card(each) if each != UNKNOWN else next(spare) for each in order]
    return (*used, *(each for each in PACKS[pack] if each not in set(used)))


def _card(text: str) -> Card:
    try:
        return card(text)
    except NotACard as wrong:
        raise UnreadableHistory(str(wrong)) from None
