"""When the stub is too small to give everybody the card that is due: what is mixed in, and when a common card lies."""

from typing import NamedTuple, assert_never

from services.dealer.domain.course import head
from services.dealer.domain.hand import Hand
from services.dealer.domain.shuffle import shuffled
from shared.cards import cards
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import pot_facts as at_pot
from shared.rulebook import cites
from shared.rules.game import Deal
from shared.rules.shortage import BurnThenCommon, MixBurnt, MixThenCommon
from shared.secret import Secret


class Ready(NamedTuple):
    """How a street is dealt: what was done first, whether one common card serves all, and the ghosts dealt to."""

    facts: tuple[say.Fact, ...] = ()
    common: bool = False
    ghosts: tuple[int, ...] = ()
    refer: bool = False
    """The floor has to decide."""


class Pile(NamedTuple):
    """Cards that lie aside and may come into the stub again."""

    name: str
    places: tuple[int, ...]


@cites("AD7-28", "AD7-32", "AD7-33", "PR7-20")
def make_ready(hand: Hand, deal: Deal, command: ask.DealStreet) -> Ready:
    """Return how the street is dealt from what there is; ghosts go without before anything else is done."""
    need = len(command.live) * len(deal.faces) + len(deal.croupier) + deal.burn + deal.set_aside
    ghosts = command.ghosts if hand.stub >= need + len(command.ghosts) * len(deal.faces) else ()
    if hand.stub >= need:
        return Ready(ghosts=ghosts)
    match deal.shortage:
        case MixThenCommon(reuse_discards=reuse):
            dead, burnt, discards = Pile("dead", hand.dead), Pile("burnt", hand.burnt), _discards(hand, command.live)
            piles = (dead, burnt, discards) if hand.terms.of(reuse) else (dead, burnt)
            return _mixed_until(hand, piles, command.step, need)
        case MixBurnt():
            ready = _mixed_until(hand, (Pile("burnt", hand.burnt),), command.step, need)
            return Ready(refer=True) if ready.common else ready
        case BurnThenCommon():
            return Ready(common=True)
        case None:
            raise AssertionError(f"hand {hand.hand}: {need} cards to deal, {hand.stub} in the stub")
        case _:
            assert_never(deal.shortage)


def _mixed_until(hand: Hand, piles: tuple[Pile, ...], step: int, need: int) -> Ready:
    """Add pile after pile until there is enough, and mix; with all of them too few, one common card serves all."""
    used: list[Pile] = []
    for pile in piles:
        if hand.stub + sum(len(each.places) for each in used) >= need:
            break
        if pile.places:
            used.append(pile)
    if hand.stub + sum(len(each.places) for each in used) >= need:
        return Ready(facts=(mix(hand, tuple(used), step=step),))
    # The common card is one of those that remain to be dealt; the piles are touched only when there are none.
    if hand.stub:
        return Ready(common=True)
    return Ready(facts=(mix(hand, tuple(used[:1]), step=step),), common=True)


def mix(hand: Hand, piles: tuple[Pile, ...], *, step: int, cut_by: int = 0) -> at_pot.CardsMixed:
    """Return the new stub: the old one and these piles, in an order that the hand's seed gives, whoever cuts it."""
    number = hand.mixed + 1
    places = (*hand.undealt, *(place for pile in piles for place in pile.places))
    order = shuffled(places, seed=hand.seed, hand=hand.hand, label=f"mix-{number}")
    if number <= len(hand.mixes):
        # A stacked deck says what comes to lie on top.
        top = tuple(hand.deck.index(card) + 1 for card in cards(hand.mixes[number - 1]))
        assert set(top) <= set(places), f"hand {hand.hand}: mix {number} puts cards on top that are not in it"
        order = (*top, *(place for place in order if place not in top))
    names = tuple(pile.name for pile in piles)
    return at_pot.CardsMixed(**head(hand), step=step, number=number, piles=names, order=Secret(order), cut_by=cut_by)


def _discards(hand: Hand, live: tuple[int, ...]) -> Pile:
    """Return what has been laid down, and the holdings of the seats that have left, in order of play."""
    left = tuple(
        place for player in hand.players if player.seat not in live for place in hand.held.get(player.seat, ())
    )
    return Pile("discards", (*hand.muck, *left))
