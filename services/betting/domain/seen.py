"""What the table sees of a hand's chips and bets, and what a seat may do now."""

from dataclasses import dataclass

from services.betting.domain import hands
from services.betting.domain.banked import hand as banked_hand
from services.betting.domain.banked import may as banked
from services.betting.domain.option import Option
from services.betting.domain.pot import may as pot


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSeen:
    """A seat's chips, and what it has put in: `ante` before the deal, `play` after it.

    In a hand for the pot `play` is what lies before the seat in this interval, and `ante` all that it put in earlier.
    """

    seat: int
    person: str
    chips: int
    ante: int
    side_bet: int
    play: int
    folded: bool


def seats(hand: hands.Hand) -> tuple[SeatSeen, ...]:
    """Return every seat that takes part, in order of play."""
    if isinstance(hand, banked_hand.Hand):
        return _at_boxes(hand)
    return tuple(
        SeatSeen(
            seat=player.seat,
            person=player.person,
            chips=hand.chips[player.seat],
            ante=hand.put_in[player.seat] - hand.interval.bet_of(player.seat),
            side_bet=0,
            play=hand.interval.bet_of(player.seat),
            folded=player.seat in hand.folded,
        )
        for player in hand.players
    )


def options(hand: hands.Hand, seat: int) -> tuple[Option, ...]:
    """Return what a seat may do now."""
    return banked.may(hand, seat) if isinstance(hand, banked_hand.Hand) else pot.may(hand, seat)


def _at_boxes(hand: banked_hand.Hand) -> tuple[SeatSeen, ...]:
    return tuple(
        SeatSeen(
            seat=player.seat,
            person=player.person,
            chips=hand.chips[player.seat],
            ante=hand.stakes[player.seat].ante if player.seat in hand.stakes else 0,
            side_bet=hand.stakes[player.seat].side_bet if player.seat in hand.stakes else 0,
            play=hand.play.get(player.seat, 0),
            folded=player.seat in hand.folded,
        )
        for player in hand.players
    )
