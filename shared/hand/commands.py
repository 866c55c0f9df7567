"""What one service asks of another: a command's name is its task, its handler and its schema."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from shared.cards import Card
from shared.hand import command, draw_commands, floor_commands, people_commands, pot_commands
from shared.hand.holdings import AwardTo, Holding, Player, RankedHolding, SeatAmount
from shared.money import Cents
from shared.rules.terms import Terms
from shared.secret import Secret

Command = command.Command
Verb = command.Verb


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHand(Command):
    """Open the next hand at a table; the table's own timer asks for it."""

    task = "dealer.open_hand"

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBoxes(Command):
    """Open the boxes of a banked table for stakes."""

    task = "betting.open_boxes"

    terms: Terms
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseBoxes(Command):
    """End the time for stakes."""

    task = "betting.close_boxes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Command):
    """A seat acts.

    `amount` is what the seat's bet comes to; `discards` are places in its holding, counted from 0.
    `box` is the seat whose box is meant, 0 for its own; `turn` is the turn that the act is meant for, -1 for any.
    """

    task = "betting.act"

    seat: int
    verb: Verb
    amount: Cents = Cents(0)
    side_bet: Cents = Cents(0)
    discards: tuple[int, ...] = ()
    box: int = 0
    turn: int = -1

    def nth(self) -> str:
        return f"{self.turn}.{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPool(Command):
    """Show the progressive that a table's side bets feed; most often it is there already."""

    task = "jackpot.open_pool"
    is_aside = True

    pool: str
    terms: Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribute(Command):
    """Take the side bets of a hand into the progressive."""

    task = "jackpot.contribute"

    pool: str
    terms: Terms
    stakes: tuple[SeatAmount, ...]
    live: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealStreet(Command):
    """Deal a step of the course to the seats that are still in; `ghosts` have left and get dead cards."""

    task = "dealer.deal_street"

    step: int
    live: tuple[int, ...]
    ghosts: tuple[int, ...] = ()

    def nth(self) -> str:
        return str(self.step)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenStreet(Command):
    """Open the betting, or the deciding, that a step of the course asks for.

    `speaking` are the seats by what they show, the one that speaks first before the others; empty where seats decide.
    `barred` says that nobody may bet: a fault has ended the betting. `strict`: only the seats in `openers` may open.
    """

    task = "betting.open_street"

    step: int
    speaking: tuple[int, ...] = ()
    open_pair: bool = False
    barred: bool = False
    strict: bool = False
    openers: Secret[tuple[int, ...]] = Secret(())

    def nth(self) -> str:
        return str(self.step)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeDraw(Command):
    """Give a seat new cards for those that it laid down."""

    task = "dealer.serve_draw"

    step: int
    seat: int
    discards: tuple[int, ...]

    def nth(self) -> str:
        return f"{self.step}.{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeStreet(Command):
    """The seat has its cards; the next one may act."""

    task = "betting.resume_street"

    step: int
    seat: int

    def nth(self) -> str:
        return f"{self.step}.{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCroupier(Command):
    """Everybody has decided: turn the croupier's holding up."""

    task = "dealer.turn_croupier"

    step: int
    live: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayCroupier(Command):
    """Ask which cards the house way changes."""

    task = "evaluator.play_croupier"

    step: int
    terms: Terms
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCroupier(Command):
    """Change the croupier's cards, and show all holdings that are still in."""

    task = "dealer.draw_croupier"

    step: int
    discards: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankShowdown(Command):
    """Rank the holdings of a showdown, the croupier's among them where he has one; `common` belongs to each.

    `opening` is what the opener of the pot held when he opened it: was it a pair of `least` or better?
    """

    task = "evaluator.rank_showdown"

    terms: Terms
    pack: int
    holdings: tuple[Holding, ...]
    common: tuple[Card, ...] = ()
    opener: int = 0
    least: str = ""
    opening: Secret[tuple[Card, ...]] = Secret(())


@dataclass(frozen=True, slots=True, kw_only=True)
class PayAwards(Command):
    """Decide the awards of a hand from its ranked holdings."""

    task = "jackpot.pay_awards"

    pool: str
    ranked: tuple[RankedHolding, ...]
    qualified: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleHand(Command):
    """Pay what the hand has decided. `proved` says whether who opened the pot held openers."""

    task = "betting.settle_hand"

    ranked: tuple[RankedHolding, ...]
    qualified: bool
    proved: bool = True
    awards: tuple[AwardTo, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseHand(Command):
    """Everything is paid, or nothing was staked: close the hand."""

    task = "dealer.close_hand"

    outcome: str
    nets: tuple[SeatAmount, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BringChips(Command):
    """Bring a person's chips to the seat that he took."""

    task = "betting.bring_chips"

    seat: int
    person: str
    amount: Cents
    visit: int

    def nth(self) -> str:
        return f"{self.seat}.{self.visit}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmSeat(Command):
    """The chips lie before the seat, or the person's account did not hold them."""

    task = "dealer.confirm_seat"

    seat: int
    visit: int
    accepted: bool
    reason: str

    def nth(self) -> str:
        return f"{self.seat}.{self.visit}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeChips(Command):
    """The person left the seat: bring what lies there to his account."""

    task = "betting.take_chips"

    seat: int
    person: str
    visit: int

    def nth(self) -> str:
        return f"{self.seat}.{self.visit}"


COMMANDS: Final[Mapping[str, type[Command]]] = {
    **{kind.task: kind for kind in Command.__subclasses__() if kind.task},
    **pot_commands.POT_COMMANDS,
    **floor_commands.FLOOR_COMMANDS,
    **draw_commands.DRAW_COMMANDS,
    **people_commands.PEOPLE_COMMANDS,
}
"""Every command by its task."""
