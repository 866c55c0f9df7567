"""The hidden holdings that are looked into before a pot may be opened."""

from collections.abc import Sequence

from services.dealer.domain.hand import Hand
from services.dealer.domain.series import openers_of
from shared.games import game
from shared.hand import commands as ask
from shared.hand.holdings import Dealt, Showing
from shared.rulebook import cites
from shared.rules.game import Deal
from shared.rules.openers import STRICT
from shared.rules.wager import Wager


@cites("AD5-06")
def to_look_into(hand: Hand, command: ask.DealStreet, deal: Deal, dealt: Sequence[Dealt]) -> tuple[Showing, ...]:
    """Return each live seat's cards, where the table refuses to let a pot be opened without openers.

    A seat with a wrong count is looked at as it will be once the count has been put right from the top of the deck.
    """
    openers, step = openers_of(game(hand.game)), game(hand.game).course[command.step + 1]
    if openers is None or not (isinstance(step, Wager) and step.opens_pot) or hand.terms.of(openers.check) != STRICT:
        return ()
    due = len(deal.faces)
    held = {seat: [given.position for given in dealt if given.seat == seat][:due] for seat in command.live}
    given = {place for places in held.values() for place in places}
    top = (place for place in hand.undealt if place not in given)
    for places in held.values():
        places += [next(top) for _ in range(due - len(places))]
    return tuple(Showing(seat=seat, cards=hand.at(places)) for seat, places in held.items())
