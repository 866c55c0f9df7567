"""Dealing: who gets which card of the deck, in turn, and how it lies."""

from collections.abc import Iterator
from typing import NamedTuple

from services.dealer.domain import shortage
from services.dealer.domain.course import head, must_be
from services.dealer.domain.hand import Hand, Stage, apply
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import pot_facts as at_pot
from shared.hand.holdings import Dealt, Showing
from shared.rulebook import cites
from shared.rules.game import CROUPIER, Announcement, Deal, Face


@cites("ESD-07", "ESD-08", "AD7-11", "AD7-12", "AD7-13", "AD7-23", "AD7-24", "PR7-01", "PR7-02", "PR7-03")
def deal_street(hand: Hand, command: ask.DealStreet) -> tuple[say.Fact, ...]:
    """Deal a step's cards, with what the croupier has to say, and from a mixed stub where it is too small."""
    must_be(hand, Stage.STAKES, Stage.PLAY)
    deal = game(hand.game).course[command.step]
    assert isinstance(deal, Deal), f"step {command.step} of {hand.game} deals no cards"
    facts: tuple[say.Fact, ...] = (*_announced(hand, deal.announce_before),)
    ready = shortage.make_ready(hand, deal, command)
    for fact in ready.facts:
        hand = apply(hand, fact)
    street = _common_card(hand, deal, command, ready) if ready.common else _cards(hand, deal, command, ready.ghosts)
    return (*facts, *ready.facts, street, *_announced(hand, deal.announce_after))


class _Round(NamedTuple):
    """Where the next card goes."""

    seat: int
    face: Face
    dead: bool


@cites("AD7-26", "PR7-09", "PR7-10", "PR7-15", "PR7-16", "PR7-17", "PR7-18")
def _cards(hand: Hand, deal: Deal, command: ask.DealStreet, ghosts: tuple[int, ...]) -> say.StreetDealt:
    """Burn where the law says so, deal one by one, then set a dead card aside where it says so."""
    places = iter(hand.undealt)
    burnt = (next(places),) if deal.burn else ()
    dealt = tuple(
        Dealt(seat=to.seat, position=next(places), face=to.face, dead=to.dead)
        for to in _rounds(hand, deal, command.live, ghosts)
    )
    aside = (next(places),) if deal.set_aside else ()
    return say.StreetDealt(
        **head(hand),
        step=command.step,
        dealt=dealt,
        showing=_showing(hand, dealt),
        stub=hand.stub - len(burnt) - len(dealt) - len(aside),
        live=command.live,
        terms=hand.terms,
        burnt=burnt,
        aside=aside,
    )


def _rounds(hand: Hand, deal: Deal, live: tuple[int, ...], ghosts: tuple[int, ...]) -> Iterator[_Round]:
    """Go round, one card at a time: the seats in order of play, the places of ghosts among them, the croupier last."""
    order = tuple(player.seat for player in hand.players if player.seat in {*live, *ghosts})
    for turn, face in enumerate(deal.faces):
        for seat in order:
            yield _Round(seat, face, seat in ghosts)
        if turn < len(deal.croupier):
            yield _Round(CROUPIER, deal.croupier[turn], dead=False)


@cites("AD7-33", "AD7-34", "PR7-21", "PR7-22", "PR7-23")
def _common_card(hand: Hand, deal: Deal, command: ask.DealStreet, ready: shortage.Ready) -> say.StreetDealt:
    """Turn one card up in the centre instead; nobody gets a card of his own."""
    burns = deal.burn and hand.stub > 1
    burnt, common = hand.undealt[:burns], hand.undealt[burns]
    return say.StreetDealt(
        **head(hand),
        step=command.step,
        dealt=(),
        showing=_showing(hand, ()),
        stub=hand.stub - 1 - burns,
        live=command.live,
        terms=hand.terms,
        burnt=burnt,
        common=common,
        common_cards=hand.at((common,)),
    )


def _announced(hand: Hand, words: Announcement | None) -> tuple[at_pot.Announced, ...]:
    return (at_pot.Announced(**head(hand), key=words.key),) if words else ()


@cites("ESD-11")
def serve_draw(hand: Hand, command: ask.ServeDraw) -> tuple[say.Fact, ...]:
    """Give a seat as many cards from the top as it laid down."""
    must_be(hand, Stage.PLAY)
    drawn = hand.undealt[: len(command.discards)]
    return (
        say.CardsExchanged(**head(hand), step=command.step, seat=command.seat, discards=command.discards, drawn=drawn),
    )


def close_hand(hand: Hand, command: ask.CloseHand) -> tuple[say.Fact, ...]:
    """Close the hand with its result."""
    must_be(hand, Stage.STAKES, Stage.PLAY, Stage.SHOWDOWN, Stage.SHOWN)
    return (say.HandClosed(**head(hand), outcome=command.outcome, nets=command.nets, eldest=hand.eldest),)


def _showing(hand: Hand, dealt: tuple[Dealt, ...]) -> tuple[Showing, ...]:
    """What everybody sees once these cards lie: each seat's cards face up, in the order in which they came."""
    new = tuple((given.seat, hand.deck[given.position - 1]) for given in dealt if given.face is Face.UP)
    seats = dict.fromkeys((*(s for s in hand.held if hand.showing(s)), *(seat for seat, _ in new)))
    return tuple(
        Showing(seat=seat, cards=(*hand.showing(seat), *(card for to, card in new if to == seat))) for seat in seats
    )
