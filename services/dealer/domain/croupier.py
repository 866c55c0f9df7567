"""The croupier's own holding in a banked game: turned up when all have declared, and played by the house way."""

from services.dealer.domain.course import head, must_be, must_not_wait
from services.dealer.domain.hand import Hand, Stage
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand.holdings import Holding
from shared.rulebook import cites
from shared.rules.game import CROUPIER


@cites("ESD-16")
def turn_croupier(hand: Hand, command: ask.TurnCroupier) -> tuple[say.Fact, ...]:
    """Turn the croupier's holding up, now that all have declared."""
    must_be(hand, Stage.PLAY)
    cards = hand.cards(CROUPIER)
    return (say.CroupierTurned(**head(hand), step=command.step, terms=hand.terms, live=command.live, cards=cards),)


@cites("ESD-12")
def draw_croupier(hand: Hand, command: ask.DrawCroupier) -> tuple[say.Fact, ...]:
    """Change the croupier's cards and show every holding that is still in, his own last."""
    must_be(hand, Stage.PLAY)
    must_not_wait(hand)
    before, places = hand.held[CROUPIER], hand.undealt[: len(command.discards)]
    exchanged = say.CardsExchanged(
        **head(hand), step=command.step, seat=CROUPIER, discards=command.discards, drawn=places
    )
    kept = tuple(place for index, place in enumerate(before) if index not in command.discards)
    shown = (
        *(Holding(seat=s, cards=hand.cards(s), served=s not in hand.changed) for s in hand.live),
        Holding(seat=CROUPIER, cards=hand.at((*kept, *places)), served=not command.discards),
    )
    return exchanged, say.HoldingsShown(**head(hand), terms=hand.terms, pack=hand.pack, holdings=shown)
