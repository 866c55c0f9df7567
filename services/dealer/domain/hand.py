"""A hand as the dealer sees it: the deck, who holds which place of it, and how far the course has come."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from services.dealer.domain import drawn as draws
from services.dealer.domain import trouble as troubles
from services.dealer.domain.drawn import Drawn
from services.dealer.domain.trouble import Trouble
from shared.cards import Card
from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand import pot_facts as at_pot
from shared.hand.holdings import Dealt, Player, Series
from shared.records import changed
from shared.rules.faults import Decision
from shared.rules.game import CROUPIER, Face
from shared.rules.terms import Terms


class Stage(Enum):
    """How far a hand has come, for the dealer."""

    UNOPENED = "unopened"
    STAKES = "stakes"
    PLAY = "play"
    DRAW = "draw"
    SHOWDOWN = "showdown"
    SHOWN = "shown"
    VOID = "void"
    CLOSED = "closed"


@dataclass(frozen=True, kw_only=True)
class Hand:
    """The fold of a hand's facts in the dealer's journal.

    `held` gives the places of the deck (counted from 1) that each seat holds, in the order in which it got them;
    `up` are the places that lie face up; `undealt` is the stub from the top. `dead` cards were set aside or given to
    the place of a seat that had left; `burnt` cards went out of play; `common` belong to every holding. `street` is
    the last deal, card by card.
    """

    stage: Stage = Stage.UNOPENED
    hand: str = ""
    table: str = ""
    game: str = ""
    number: int = 0
    series: Series = Series()
    terms: Terms = field(default_factory=lambda: Terms({}))
    players: tuple[Player, ...] = ()
    eldest: int = 0
    pack: int = 0
    deck: tuple[Card, ...] = field(default=(), repr=False)
    seed: str = field(default="", repr=False)
    commitment: str = ""
    mixes: tuple[str, ...] = field(default=(), repr=False)
    mixed: int = 0
    undealt: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    burnt: tuple[int, ...] = ()
    common: tuple[int, ...] = ()
    step: int = -1
    street: tuple[Dealt, ...] = ()
    trouble: Trouble = field(default_factory=Trouble)
    drawn: Drawn = field(default_factory=Drawn)
    held: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    up: frozenset[int] = frozenset()
    muck: tuple[int, ...] = ()
    changed: frozenset[int] = frozenset()
    live: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    showing_order: tuple[int, ...] = ()
    opener: int = 0
    conceded: tuple[int, ...] = ()
    demands: tuple[tuple[int, int], ...] = ()
    """Who demanded to see whose conceded holding."""

    @property
    def known_to_all(self) -> frozenset[int]:
        """The places of the cards that lie face up, and of those that were shown to all."""
        return self.up | self.trouble.seen

    def hole(self, seat: int) -> tuple[int, ...]:
        """Return the places of a seat's cards that lie face down."""
        return tuple(place for place in self.held.get(seat, ()) if place not in self.up)

    def cards(self, seat: int) -> tuple[Card, ...]:
        """Return what a seat holds, in the order received; kept cards before new ones."""
        return tuple(self.deck[place - 1] for place in self.held.get(seat, ()))

    def showing(self, seat: int) -> tuple[Card, ...]:
        """Return what everybody sees of a seat."""
        return tuple(self.deck[place - 1] for place in self.held.get(seat, ()) if place in self.up)

    @property
    def stub(self) -> int:
        """How many cards are left to deal."""
        return len(self.undealt)

    @property
    def common_cards(self) -> tuple[Card, ...]:
        """The cards that belong to every holding."""
        return self.at(self.common)

    def at(self, places: Iterable[int]) -> tuple[Card, ...]:
        """Return the cards at places of the deck."""
        return tuple(self.deck[place - 1] for place in places)


NEW: Final = Hand()


def apply(hand: Hand, fact: say.Fact) -> Hand:
    """Return the hand after a fact. Never refuses one."""
    if isinstance(fact, say.HandOpened):
        return _opened(fact)
    trouble, drawn = troubles.after(hand.trouble, fact), draws.after(hand.drawn, fact)
    same = trouble is hand.trouble and drawn is hand.drawn
    known = hand if same else changed(hand, trouble=trouble, drawn=drawn)
    follow = FOLD.get(type(fact))
    return follow(known, fact) if follow else known


def _opened(fact: say.HandOpened) -> Hand:
    return Hand(
        stage=Stage.STAKES,
        hand=fact.hand,
        table=fact.table,
        game=fact.game,
        number=fact.number,
        series=fact.series,
        terms=fact.terms,
        players=fact.players,
        eldest=fact.eldest,
        pack=fact.pack,
        deck=fact.deck.reveal(),
        seed=fact.seed.reveal(),
        commitment=fact.commitment,
        mixes=fact.mixes.reveal(),
        undealt=tuple(range(1, fact.pack + 1)),
        trouble=troubles.opened(fact),
    )


def _repacked(hand: Hand, fact: at_draw.PackChanged) -> Hand:
    deck, places = fact.deck.reveal(), tuple(range(1, fact.pack + 1))
    return changed(hand, pack=fact.pack, deck=deck, commitment=fact.commitment, undealt=places)


def _dealt(hand: Hand, fact: say.StreetDealt) -> Hand:
    held = dict(hand.held)
    for given in fact.dealt:
        if not given.dead:
            held[given.seat] = (*held.get(given.seat, ()), given.position)
    ghosts = tuple(given.position for given in fact.dealt if given.dead)
    common = (fact.common,) if fact.common else ()
    gone = {*(given.position for given in fact.dealt), *fact.burnt, *fact.aside, *common}
    return changed(
        hand,
        stage=Stage.PLAY,
        step=fact.step,
        street=fact.dealt,
        # Whoever is eldest but could not post has no part in the hand: the first who has is eldest then.
        eldest=hand.eldest if hand.held else fact.live[0],
        held=held,
        live=fact.live,
        up=hand.up.union((given.position for given in fact.dealt if given.face is Face.UP), common),
        undealt=tuple(place for place in hand.undealt if place not in gone),
        dead=(*(place for place in hand.dead if place not in gone), *ghosts, *fact.aside),
        burnt=(*hand.burnt, *fact.burnt),
        common=(*hand.common, *common),
    )


def _remedied(hand: Hand, fact: at_floor.FaultRemedied) -> Hand:
    """Burn what is to be burnt, turn up what lies open, and where cards changed hands give each seat its own."""
    held, undealt, dead = dict(hand.held), hand.undealt, hand.dead
    if fact.dealt:
        before = [given.position for given in hand.street]
        now = [given.position for given in fact.dealt]
        for seat in {given.seat for given in fact.dealt if not given.dead}:
            own = (given.position for given in fact.dealt if given.seat == seat and not given.dead)
            held[seat] = (*_without(held.get(seat, ()), before), *own)
        undealt = (*(place for place in before if place not in now), *_without(undealt, now))
        dead = _without(dead, now)
    return changed(
        hand,
        held=held,
        undealt=_without(undealt, fact.burnt),
        dead=dead,
        burnt=(*hand.burnt, *fact.burnt),
        up=hand.up.union(fact.turned_up),
        street=fact.dealt or hand.street,
    )


def _mixed(hand: Hand, fact: at_pot.CardsMixed) -> Hand:
    """Take out of every pile, and out of folded holdings, what went into the new stub; nobody knows it any more."""
    order = fact.order.reveal()
    return changed(
        hand,
        up=hand.up.difference(order),
        trouble=changed(hand.trouble, seen=hand.trouble.seen.difference(order)),
        mixed=fact.number,
        undealt=order,
        dead=_without(hand.dead, order),
        burnt=_without(hand.burnt, order),
        muck=_without(hand.muck, order),
        held={seat: _without(places, order) for seat, places in hand.held.items()},
        drawn=changed(hand.drawn, laid=_without(hand.drawn.laid, order)),
    )


def _opened_showdown(hand: Hand, fact: at_pot.ShowdownOpened) -> Hand:
    return changed(
        hand,
        stage=Stage.SHOWDOWN,
        step=fact.step,
        live=fact.order,
        showing_order=fact.order,
        opener=fact.opener,
    )


def _tabled(hand: Hand, fact: at_pot.HoldingTabled) -> Hand:
    return changed(hand, shown=(*hand.shown, fact.seat), up=hand.up.union(hand.held[fact.seat]))


def _conceded(hand: Hand, fact: at_pot.HoldingConceded) -> Hand:
    return changed(hand, conceded=(*hand.conceded, fact.seat))


def _demanded(hand: Hand, fact: at_pot.HoldingDemanded) -> Hand:
    return changed(hand, demands=(*hand.demands, (fact.by, fact.seat)), up=hand.up.union(hand.held[fact.seat]))


def _shown(hand: Hand, fact: say.HoldingsShown) -> Hand:
    seats = tuple(holding.seat for holding in fact.holdings if not holding.conceded)
    up = hand.up.union(*(hand.held[holding.seat] for holding in fact.holdings))
    return changed(hand, stage=Stage.SHOWN, shown=seats, up=up)


def _croupier_turned(hand: Hand, fact: say.CroupierTurned) -> Hand:
    return changed(hand, step=fact.step, live=fact.live, up=hand.up | set(hand.held[CROUPIER]))


def _dealt_early(hand: Hand, fact: at_floor.CardDealtEarly) -> Hand:
    return changed(hand, undealt=_without(hand.undealt, (fact.position,)))


def _exposed(hand: Hand, fact: at_floor.HoleCardsExposed) -> Hand:
    return hand if fact.covered else changed(hand, trouble=troubles.with_seen(hand.trouble, hand.hole(fact.seat)))


def _buried(hand: Hand, fact: at_floor.CardsBuried) -> Hand:
    kept = _without(hand.held[fact.seat], fact.positions)
    return changed(hand, held={**hand.held, fact.seat: kept}, dead=(*hand.dead, *fact.positions))


def _ruled(hand: Hand, fact: at_floor.Ruled) -> Hand:
    """A void hand is over; without openers who opened the pot is out, and his cards stay where they are."""
    match fact.decision:
        case Decision.VOID:
            return changed(hand, stage=Stage.VOID)
        case Decision.OPENERS_NOT_PROVED:
            order = _without(hand.showing_order, (fact.seat,))
            return changed(hand, live=_without(hand.live, (fact.seat,)), showing_order=order)
        case _:
            return hand


def _misdealt(hand: Hand, _fact: at_draw.MisdealDeclared) -> Hand:
    return changed(hand, stage=Stage.VOID)


def _draw_opened(hand: Hand, fact: at_draw.DrawOpened) -> Hand:
    live = tuple(player.seat for player in hand.players if player.seat in fact.order)
    return changed(hand, stage=Stage.DRAW, live=live)


def _draw_closed(hand: Hand, _fact: at_draw.DrawClosed) -> Hand:
    return changed(hand, stage=Stage.PLAY)


def _closed(hand: Hand, _fact: say.HandClosed) -> Hand:
    return changed(hand, stage=Stage.CLOSED)


def _without(places: tuple[int, ...], gone: Collection[int]) -> tuple[int, ...]:
    return tuple(place for place in places if place not in gone)


def _exchanged(hand: Hand, fact: say.CardsExchanged) -> Hand:
    before = hand.held[fact.seat]
    kept = tuple(place for index, place in enumerate(before) if index not in fact.discards)
    gone = tuple(before[index] for index in fact.discards)
    by_opener = fact.seat == hand.drawn.opener != CROUPIER
    return changed(
        hand,
        held={**hand.held, fact.seat: (*kept, *fact.drawn)},
        up=hand.up.union(fact.drawn) if fact.seat == CROUPIER else hand.up,
        # The opener's lie on the pot, apart from the others, until his openers have been looked into.
        muck=hand.muck if by_opener else (*hand.muck, *gone),
        drawn=changed(hand.drawn, laid=(*hand.drawn.laid, *gone)) if by_opener else hand.drawn,
        changed=hand.changed | {fact.seat} if fact.discards else hand.changed,
        undealt=_without(hand.undealt, fact.drawn),
    )


FOLD: Final[Mapping[type[say.Fact], Callable[[Hand, Any], Hand]]] = {
    at_draw.PackChanged: _repacked,
    at_draw.DrawOpened: _draw_opened,
    at_draw.DrawClosed: _draw_closed,
    at_draw.MisdealDeclared: _misdealt,
    say.StreetDealt: _dealt,
    say.CardsExchanged: _exchanged,
    say.CroupierTurned: _croupier_turned,
    at_pot.CardsMixed: _mixed,
    at_pot.ShowdownOpened: _opened_showdown,
    at_pot.HoldingTabled: _tabled,
    at_pot.HoldingConceded: _conceded,
    at_pot.HoldingDemanded: _demanded,
    at_floor.FaultRemedied: _remedied,
    at_floor.CardDealtEarly: _dealt_early,
    at_floor.HoleCardsExposed: _exposed,
    at_floor.CardsBuried: _buried,
    at_floor.Ruled: _ruled,
    say.HoldingsShown: _shown,
    say.HandClosed: _closed,
}
"""What each fact makes of a hand, beyond the trouble that it brings or ends."""
