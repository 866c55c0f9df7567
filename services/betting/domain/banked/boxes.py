"""Stakes of a banked game: each seat in its own box, before the deal, by the table's minimum."""

from services.betting.domain.banked.hand import Hand, Stage
from services.betting.domain.banked.stage import head, must_be, must_be_current, must_take_part
from shared.games import game
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand.holdings import SeatAmount
from shared.money import Cents
from shared.rulebook import cites
from shared.rules.refusals import (
    AboveMaximum,
    AlreadyBet,
    BetNotMultiple,
    NotEnoughChips,
    TableFull,
    WrongBox,
    WrongSideBet,
)


@cites("ESD-02", "ESD-33")
def open_boxes(chips: dict[int, Cents], command: ask.OpenBoxes) -> tuple[say.Fact, ...]:
    """Open the boxes to the seats that have chips; `chips` is what lies before each seat."""
    boxes = range(1, game(command.game).seats_at(command.terms) + 1)
    players = tuple(player for player in command.players if player.seat in boxes and chips.get(player.seat, 0) > 0)
    opened = say.BoxesOpened(
        hand=command.hand,
        table=command.table,
        game=command.game,
        terms=command.terms,
        players=players,
        seconds=command.terms.of(game(command.game).banked.boxes.seconds),
        chips=tuple(SeatAmount(seat=player.seat, amount=chips[player.seat]) for player in players),
    )
    if players:
        return (opened,)
    return opened, say.HandAbandoned(
        hand=command.hand, table=command.table, game=command.game, reason="no seat has chips"
    )


@cites("ESD-02", "ESD-03", "ESD-28", "ESD-30")
def stake(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    """Place a seat's first bet, with the side bet or without it."""
    _must_be_free(hand, command)
    must_be_current(hand, command)
    _must_be_allowed(hand, ante=command.amount, side_bet=command.side_bet)
    if command.amount + command.side_bet > hand.chips[command.seat]:
        raise NotEnoughChips(
            f"seat {command.seat} stakes {command.amount} + {command.side_bet} and has {hand.chips[command.seat]}",
            expected=hand.chips[command.seat],
            found=command.amount + command.side_bet,
        )
    placed = say.StakePlaced(**head(hand), seat=command.seat, ante=command.amount, side_bet=command.side_bet)
    return (placed,)


def sit_out(hand: Hand, command: ask.Act) -> tuple[say.Fact, ...]:
    """Take no part in this hand."""
    _must_be_free(hand, command)
    return (say.SeatSatOut(**head(hand), seat=command.seat),)


@cites("ESD-02", "ESD-13")
def close_boxes(hand: Hand) -> tuple[say.Fact, ...]:
    """End the time for stakes: the seats that staked are in; with none, there is no hand."""
    must_be(hand, Stage.STAKES)
    if not hand.stakes:
        return (say.HandAbandoned(**head(hand), reason="nobody staked"),)
    stakes = tuple(hand.stakes[seat] for seat in hand.order)
    return (say.StakesTaken(**head(hand), terms=hand.terms, stakes=stakes),)


def all_answered(hand: Hand) -> bool:
    """Whether every seat has staked or sat out."""
    return hand.stage is Stage.STAKES and len(hand.answered) == len(hand.players)


@cites("ESD-06", "ESD-07", "ESD-33", "ESD-36")
def _must_be_free(hand: Hand, command: ask.Act) -> None:
    must_be(hand, Stage.STAKES)
    seats_max = game(hand.game).seats_at(hand.terms)
    if command.seat > seats_max:
        raise TableFull(
            f"the table has boxes for seats 1 to {seats_max}; more would outrun the pack",
            clause="ESD-07",
            found=command.seat,
        )
    must_take_part(hand, command.seat)
    if command.box not in (0, command.seat):
        raise WrongBox(
            f"seat {command.seat} bets in its own box only, not in that of seat {command.box}",
            clause="ESD-36",
            expected=command.seat,
            found=command.box,
            irregularity="ESD-36",
        )
    if command.seat in hand.answered:
        raise AlreadyBet(
            f"seat {command.seat} has answered already in hand {hand.hand}; a stake is placed once", clause="ESD-30"
        )


@cites("ESD-04", "ESD-05")
def _must_be_allowed(hand: Hand, *, ante: int, side_bet: int) -> None:
    contest = game(hand.game).banked
    least, most = hand.terms.of(contest.boxes.minimum), hand.terms.of(contest.boxes.maximum)
    fixed = hand.terms.of(contest.side_bet.stake)
    if ante <= 0 or ante % least:
        raise BetNotMultiple(
            f"the first bet is {least} or a whole multiple of it, not {ante}",
            clause="ESD-04",
            expected=least,
            found=ante,
        )
    if ante > most:
        raise AboveMaximum(f"the first bet is at most {most}, not {ante}", expected=most, found=ante)
    if side_bet not in (0, fixed):
        raise WrongSideBet(
            f"the side bet is exactly {fixed} or nothing, not {side_bet}",
            clause="ESD-05",
            expected=fixed,
            found=side_bet,
        )


def seconds_of(hand: Hand) -> float:
    """Return how long the time for stakes is."""
    return float(hand.terms.of(game(hand.game).banked.boxes.seconds))
