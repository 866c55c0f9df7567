"""A hand as the dealer sees it: the deck, who holds which place of it, and how far the course has come."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from services.dealer.domain import drawn as draws
from services.dealer.domain import state
from services.dealer.domain import trouble as troubles
from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand import pot_facts as at_pot
from shared.records import changed
from shared.rules.faults import Decision
from shared.rules.game import CROUPIER, Face

Hand = state.Hand
Stage = state.Stage

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
