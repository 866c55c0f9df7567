"""The showdown: who shows, concedes or demands to see, in which order, and what lies open at the end."""

from services.dealer.domain import misdeals
from services.dealer.domain.course import head, least, must_be, must_not_be_held, must_not_wait
from services.dealer.domain.hand import Hand, Stage, apply
from shared.games import game
from shared.hand import facts as say
from shared.hand import pot_commands as ask_pot
from shared.hand import pot_facts as at_pot
from shared.hand.holdings import Holding
from shared.rulebook import cites
from shared.rules.game import Showdown
from shared.rules.refusals import AlreadyDecided, NoAnswer, NotActive
from shared.secret import Secret


@cites("PR7-25", "PR7-28", "AD5-34", "AD5-36")
def show_holdings(hand: Hand, command: ask_pot.ShowHoldings) -> tuple[say.Fact, ...]:
    """Begin the showdown: `first` shows before the others, who follow in order of play."""
    must_be(hand, Stage.PLAY)
    must_not_wait(hand)
    if len(command.live) == 1:
        # A wrong count proves no openers: had the others stayed in, the draw would have found it.
        undrawn = command.opener and not hand.drawn.order
        misdeal = misdeals.at_the_draw(hand, command.live) if undrawn else None
        return (misdeal or _alone(hand, command.opener),)
    here = command.live.index(command.first) if command.first in command.live else 0
    order = (*command.live[here:], *command.live[:here])
    seconds = hand.terms.of(game(hand.game).for_the_pot.show_seconds)
    opened = at_pot.ShowdownOpened(**head(hand), step=command.step, order=order, seconds=seconds, opener=command.opener)
    return (opened,) if seconds else (opened, *_end(apply(hand, opened)))


@cites("PR7-29", "PR7-30", "PR7-32")
def show(hand: Hand, command: ask_pot.HandleCards) -> tuple[say.Fact, ...]:
    """Turn all cards up; when the last seat has, and nothing was given up, there is nothing to wait for."""
    _must_have_the_choice(hand, command.seat)
    tabled = at_pot.HoldingTabled(**head(hand), seat=command.seat, cards=hand.cards(command.seat))
    after = apply(hand, tabled)
    return (tabled, *_end(after)) if not _silent(after) and not after.conceded else (tabled,)


@cites("PR7-32")
def concede(hand: Hand, command: ask_pot.HandleCards) -> tuple[say.Fact, ...]:
    """Give the holding up unshown; the last seat that has not cannot, for the pot is its."""
    _must_have_the_choice(hand, command.seat)
    if len(hand.conceded) + 1 == len(hand.live):
        raise NoAnswer(f"seat {command.seat} is the last: all the others have conceded, and the pot is its")
    return (at_pot.HoldingConceded(**head(hand), seat=command.seat),)


@cites("PR7-29")
def demand(hand: Hand, command: ask_pot.HandleCards) -> tuple[say.Fact, ...]:
    """Show a conceded holding to all because somebody who is still in asks for it."""
    must_be(hand, Stage.SHOWDOWN)
    must_not_be_held(hand)
    if command.seat not in hand.live:
        raise NotActive(f"seat {command.seat} is not in the showdown of hand {hand.hand}", found=command.seat)
    if not _right_to_see(hand) or command.other not in hand.conceded:
        raise NoAnswer(f"seat {command.other} has conceded nothing that seat {command.seat} may demand to see")
    cards = hand.cards(command.other)
    return (at_pot.HoldingDemanded(**head(hand), seat=command.other, by=command.seat, cards=cards),)


def end_showdown(hand: Hand, _command: ask_pot.EndShowdown) -> tuple[say.Fact, ...]:
    """End the time to show: who has said nothing shows."""
    must_be(hand, Stage.SHOWDOWN)
    must_not_wait(hand)
    return _end(hand)


def _end(hand: Hand) -> tuple[say.Fact, ...]:
    silent = _silent(hand)
    tabled = tuple(at_pot.HoldingTabled(**head(hand), seat=seat, cards=hand.cards(seat)) for seat in silent)
    asked = {seat for _, seat in hand.demands}
    shown = tuple(
        Holding(
            seat=seat,
            cards=hand.cards(seat),
            served=seat not in hand.changed,
            conceded=seat in hand.conceded,
            demanded_by=tuple(by for by, of in hand.demands if of == seat),
        )
        for seat in hand.showing_order
        if seat not in hand.conceded or seat in asked
    )
    return (*tabled, _looked_at(hand, shown, hand.opener))


@cites("AD5-23", "AD5-41")
def _looked_at(hand: Hand, shown: tuple[Holding, ...], opener: int) -> say.HoldingsShown:
    """Return what is ranked, and with it, sealed, what the opener held when he opened the pot."""
    opening = hand.drawn.opening or hand.held.get(opener, ())
    return say.HoldingsShown(
        **head(hand),
        terms=hand.terms,
        pack=hand.pack,
        holdings=shown,
        common=hand.common_cards,
        opener=opener,
        least=least(hand) if opener else "",
        opening=Secret(hand.at(opening) if opener else ()),
    )


def _alone(hand: Hand, opener: int) -> say.HoldingsShown:
    """One seat is left and shows nothing; whoever opened the pot still has his openers looked into."""
    return _looked_at(hand, (), opener)


def _silent(hand: Hand) -> tuple[int, ...]:
    return tuple(seat for seat in hand.showing_order if seat not in (*hand.shown, *hand.conceded))


def _must_have_the_choice(hand: Hand, seat: int) -> None:
    must_be(hand, Stage.SHOWDOWN)
    must_not_be_held(hand)
    if seat not in hand.live:
        raise NotActive(f"seat {seat} is not in the showdown of hand {hand.hand}", found=seat)
    if seat not in _silent(hand):
        raise AlreadyDecided(f"seat {seat} has shown or conceded in hand {hand.hand} already")


def _right_to_see(hand: Hand) -> bool:
    step = game(hand.game).course[-1]
    match step:
        case Showdown(right_to_see=right):
            return right
        case _:
            return False
