"""Dealing: who gets which card of the deck, in turn, and how it lies."""

from services.dealer.domain.hand import Hand, Stage
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand.holdings import Dealt, Holding, Showing
from shared.rulebook import cites
from shared.rules.game import CROUPIER, Deal, Face
from shared.rules.refusals import HandClosed, WrongStage


@cites("ESD-07", "ESD-08")
def deal_street(hand: Hand, command: ask.DealStreet) -> tuple[say.Fact, ...]:
    """Deal a step's cards one by one: to each seat in order of play, then to the croupier, round after round."""
    must_be(hand, Stage.STAKES, Stage.PLAY)
    deal = game(hand.game).course[command.step]
    assert isinstance(deal, Deal), f"step {command.step} of {hand.game} deals no cards"
    dealt, place = [], hand.top
    for turn, face in enumerate(deal.faces):
        for seat in command.live:
            dealt.append(Dealt(seat=seat, position=place, face=face))
            place += 1
        if turn < len(deal.croupier):
            dealt.append(Dealt(seat=CROUPIER, position=place, face=deal.croupier[turn]))
            place += 1
    assert place <= len(hand.deck) + 1, f"hand {hand.hand}: {len(dealt)} cards to deal, {hand.stub} in the stub"
    return (
        say.StreetDealt(
            **head(hand),
            step=command.step,
            dealt=tuple(dealt),
            showing=_showing(hand, tuple(dealt)),
            stub=len(hand.deck) + 1 - place,
        ),
    )


@cites("ESD-11")
def serve_draw(hand: Hand, command: ask.ServeDraw) -> tuple[say.Fact, ...]:
    """Give a seat as many cards from the top as it laid down."""
    must_be(hand, Stage.PLAY)
    drawn = tuple(range(hand.top, hand.top + len(command.discards)))
    return (
        say.CardsExchanged(**head(hand), step=command.step, seat=command.seat, discards=command.discards, drawn=drawn),
    )


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
    before, places = hand.held[CROUPIER], range(hand.top, hand.top + len(command.discards))
    exchanged = say.CardsExchanged(
        **head(hand), step=command.step, seat=CROUPIER, discards=command.discards, drawn=tuple(places)
    )
    kept = tuple(place for index, place in enumerate(before) if index not in command.discards)
    final = tuple(hand.deck[place - 1] for place in (*kept, *places))
    shown = (
        *(Holding(seat=s, cards=hand.cards(s), served=s not in hand.changed) for s in hand.live),
        Holding(seat=CROUPIER, cards=final, served=not command.discards),
    )
    return exchanged, say.HoldingsShown(**head(hand), terms=hand.terms, pack=hand.pack, holdings=shown)


def close_hand(hand: Hand, command: ask.CloseHand) -> tuple[say.Fact, ...]:
    """Close the hand with its result."""
    must_be(hand, Stage.STAKES, Stage.PLAY, Stage.SHOWN)
    return (say.HandClosed(**head(hand), outcome=command.outcome, nets=command.nets),)


def head(hand: Hand) -> dict[str, str]:
    """Return what every fact of this hand begins with."""
    return {"hand": hand.hand, "table": hand.table, "game": hand.game}


def must_be(hand: Hand, *stages: Stage) -> None:
    """Refuse what belongs to another stage."""
    if hand.stage in stages:
        return
    if hand.stage is Stage.CLOSED:
        raise HandClosed(f"hand {hand.hand} is closed; wait for the next one")
    allowed = " or ".join(stage.value for stage in stages)
    raise WrongStage(
        f"hand {hand.hand} is at {hand.stage.value}, and this belongs to {allowed}",
        expected=allowed,
        found=hand.stage.value,
    )


def _showing(hand: Hand, dealt: tuple[Dealt, ...]) -> tuple[Showing, ...]:
    """What everybody sees once these cards lie: each seat's cards face up, in the order in which they came."""
    new = tuple((given.seat, hand.deck[given.position - 1]) for given in dealt if given.face is Face.UP)
    seats = dict.fromkeys((*(s for s in hand.held if hand.showing(s)), *(seat for seat, _ in new)))
    return tuple(
        Showing(seat=seat, cards=(*hand.showing(seat), *(card for to, card in new if to == seat))) for seat in seats
    )
