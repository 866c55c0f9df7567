"""The pack of a hand: it depends on how many put in their ante, which is known only once they have."""

from services.dealer.domain import shuffle
from services.dealer.domain.course import head
from services.dealer.domain.hand import Hand
from shared.cards import PACKS
from shared.games import game
from shared.hand import commands as ask
from shared.hand import draw_facts as at_draw
from shared.rulebook import cites
from shared.secret import Secret


@cites("AD5-01")
def changed(hand: Hand, command: ask.DealStreet) -> tuple[at_draw.PackChanged, ...]:
    """Return the other pack, shuffled from the same seed, where fewer posted than had taken their places."""
    pack = game(hand.game).pack_for(len(command.live), hand.terms)
    if hand.held or pack == hand.pack or len(command.live) == len(hand.players):
        return ()
    deck = shuffle.shuffled(PACKS[pack], seed=hand.seed, hand=hand.hand, label="deck")
    root = shuffle.commitment(deck, seed=hand.seed)
    return (at_draw.PackChanged(**head(hand), pack=pack, deck=Secret(deck), commitment=root),)
