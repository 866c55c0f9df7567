"""Dealing: who gets which card of the deck, in turn, and how it lies."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from services.dealer.domain import early, errors, guard, opening, packs, shortage
from services.dealer.domain.course import head, least, must_be, must_not_wait
from services.dealer.domain.hand import Hand, Stage, apply
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.hand import pot_facts as at_pot
from shared.hand.holdings import Dealt, Showing
from shared.rulebook import cites
from shared.rules.faults import Fault
from shared.rules.game import CROUPIER, Announcement, Deal, Face
from shared.secret import Secret


@cites("ESD-07", "ESD-08", "AD7-11", "AD7-12", "AD7-13", "AD7-23", "AD7-24", "PR7-01", "PR7-02", "PR7-03")
def deal_street(hand: Hand, command: ask.DealStreet) -> tuple[say.Fact, ...]:
    """Deal a step's cards, with what the croupier has to say, and from a mixed stub where it is too small."""
    must_be(hand, Stage.STAKES, Stage.PLAY)
    must_not_wait(hand)
    deal = game(hand.game).course[command.step]
    assert isinstance(deal, Deal), f"step {command.step} of {hand.game} deals no cards"
    first: tuple[say.Fact, ...] = (
        *packs.changed(hand, command),
        *early.burn(hand, live=command.live),
        *_announced(hand, deal.announce_before),
    )
    at_hand = _after(hand, first)
    ready = shortage.make_ready(at_hand, deal, command)
    at_hand = _after(at_hand, ready.facts)
    if ready.refer:
        return (*first, *ready.facts, errors.referred(at_hand, Fault.DOUBT, 0, "dealer"))
    lies = _common_card(at_hand, deal, command) if ready.common else _cards(at_hand, deal, command, ready.ghosts)
    return guard.checked(hand, (*first, *ready.facts, *lies, *_announced(hand, deal.announce_after)))


class _Round(NamedTuple):
    """Where the next card goes."""

    seat: int
    face: Face
    dead: bool


@cites("AD7-26", "PR7-09", "PR7-10", "PR7-15", "PR7-16", "PR7-17", "PR7-18")
def _cards(hand: Hand, deal: Deal, command: ask.DealStreet, ghosts: tuple[int, ...]) -> tuple[say.Fact, ...]:
    """Burn where the law says so, deal one by one, then set a dead card aside where it says so; errors included."""
    places = iter(hand.undealt)
    burnt = (next(places),) if deal.burn else ()
    dealt = tuple(
        Dealt(seat=to.seat, position=next(places), face=to.face, dead=to.dead)
        for to in _rounds(hand, deal, command.live, ghosts)
    )
    aside = (next(places),) if deal.set_aside else ()
    barred, misdeal = False, False
    records: list[say.Fact] = []
    for coming in hand.trouble.coming:
        outcome = errors.made_at(hand, deal, dealt, coming, step=command.step)
        if outcome is not None and not misdeal:
            dealt, barred, misdeal = outcome.dealt, barred or outcome.barred, outcome.misdeal
            records += [outcome.record] if outcome.record else []
    left = set(hand.undealt).difference(burnt, aside, (given.position for given in dealt))
    street = say.StreetDealt(
        **head(hand),
        step=command.step,
        dealt=dealt,
        showing=_showing(hand, dealt),
        stub=len(left),
        live=command.live,
        terms=hand.terms,
        burnt=burnt,
        aside=aside,
        barred=barred,
        misdeal=misdeal,
        least=least(hand),
        pack=hand.pack,
        hidden=Secret(opening.to_look_into(hand, command, deal, dealt)),
    )
    return street, *records


@cites("AD7-40")
def _rounds(hand: Hand, deal: Deal, live: tuple[int, ...], ghosts: tuple[int, ...]) -> Iterator[_Round]:
    """Go round, one card at a time: the seats in order of play, the places of ghosts among them, the croupier last."""
    order = tuple(player.seat for player in hand.players if player.seat in {*live, *ghosts})
    for turn, face in enumerate(deal.faces):
        for seat in order:
            comes_up = turn == 0 and seat in hand.trouble.next_up
            yield _Round(seat, Face.UP if comes_up else face, seat in ghosts)
        if turn < len(deal.croupier):
            yield _Round(CROUPIER, deal.croupier[turn], dead=False)


@cites("AD7-33", "AD7-34", "PR7-21", "PR7-22", "PR7-23")
def _common_card(hand: Hand, deal: Deal, command: ask.DealStreet) -> tuple[say.Fact, ...]:
    """Turn one card up in the centre instead; nobody gets a card of his own. The very last card is never burnt."""
    burns = deal.burn and hand.stub > 1
    burnt, common = hand.undealt[:burns], hand.undealt[burns]
    street = say.StreetDealt(
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
    return (street,) if burns or not deal.burn else (street, _no_burn(hand))


def _no_burn(hand: Hand) -> say.IrregularityRecorded:
    return say.IrregularityRecorded(
        **head(hand),
        clause=game(hand.game).remedies.no_burn,
        seat=0,
        what="one card was left, so it was turned up as the common card without a burn",
        reported_by="dealer",
    )


def _after(hand: Hand, facts: Iterable[say.Fact]) -> Hand:
    for fact in facts:
        hand = apply(hand, fact)
    return hand


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
    must_be(hand, Stage.STAKES, Stage.PLAY, Stage.DRAW, Stage.SHOWDOWN, Stage.SHOWN, Stage.VOID)
    seats = tuple(player.seat for player in hand.players if player.seat in hand.held)
    closed = say.HandClosed(**head(hand), outcome=command.outcome, nets=command.nets, eldest=hand.eldest, seats=seats)
    return *early.burn(hand, live=()), closed


@cites("PR7-17")
def bury_cards(hand: Hand, command: ask_floor.BuryCards) -> tuple[say.Fact, ...]:
    """Lay the card that a seat was dealt after it had left among the dead ones."""
    must_be(hand, Stage.PLAY)
    places = tuple(given.position for given in hand.street if given.seat == command.seat and not given.dead)
    return (at_floor.CardsBuried(**head(hand), step=command.step, seat=command.seat, positions=places),)


def _showing(hand: Hand, dealt: tuple[Dealt, ...]) -> tuple[Showing, ...]:
    """What everybody sees once these cards lie: each seat's cards face up, in the order in which they came."""
    new = tuple((given.seat, hand.deck[given.position - 1]) for given in dealt if given.face is Face.UP)
    seats = dict.fromkeys((*(s for s in hand.held if hand.showing(s)), *(seat for seat, _ in new)))
    return tuple(
        Showing(seat=seat, cards=(*hand.showing(seat), *(card for to, card in new if to == seat))) for seat in seats
    )
