"""A hand for the pot as betting sees it: chips, what each seat has put in, the interval, the turn. No card is known."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from services.betting.domain.pot import interval as intervals
from services.betting.domain.pot.interval import Interval
from shared.games import game
from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand import pot_facts as at_pot
from shared.hand.command import Verb
from shared.hand.holdings import Player
from shared.money import Cents
from shared.records import changed
from shared.rulebook import cites
from shared.rules.draw import Draw
from shared.rules.game import Deal
from shared.rules.terms import Terms
from shared.rules.wager import ForThePot, Wager


class Stage(Enum):
    """How far a hand has come, for betting."""

    UNOPENED = "unopened"
    DEAL = "deal"
    DRAW = "draw"
    WAGER = "wager"
    SHOWDOWN = "showdown"
    CLOSED = "closed"


@dataclass(frozen=True, kw_only=True)
class Hand:
    """The fold of a hand's facts in betting's journal.

    `chips` is what each seat can still put in and `put_in` what it has put in so far, its ante included; `carried` was
    left in the pot by an earlier hand. `turn` is the seat to act, 0 for nobody; `turns` counts the acts so far, so that
    an act can say which turn it was meant for. `ghosts` have left, and their places are dealt to. `held` is the doubt
    that the floor has to decide first, 0 for none, and `decided` the last one that it has; `forced` is the seat that
    made the forced bet and was not raised. `timed_out` are the seats for which the clock acted last.
    `opener` is who opened the pot, 0 for nobody, and `ruling` what the floor has decided about his openers, if it has.
    """

    stage: Stage = Stage.UNOPENED
    hand: str = ""
    table: str = ""
    game: str = ""
    terms: Terms = field(default_factory=lambda: Terms({}))
    players: tuple[Player, ...] = ()
    order: tuple[int, ...] = ()
    chips: Mapping[int, Cents] = field(default_factory=dict)
    put_in: Mapping[int, Cents] = field(default_factory=dict)
    carried: Cents = Cents(0)
    folded: frozenset[int] = frozenset()
    timed_out: frozenset[int] = frozenset()
    ghosts: frozenset[int] = frozenset()
    step: int = -1
    turn: int = 0
    turns: int = 0
    held: int = 0
    decided: int = 0
    forced: int = 0
    interval: Interval = field(default_factory=Interval)
    antes: Mapping[int, Cents] = field(default_factory=dict)
    earlier: Mapping[int, Cents] = field(default_factory=dict)
    opener: int = 0
    ruling: bool | None = None

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that have not folded, in order of play."""
        return tuple(seat for seat in self.order if seat not in self.folded)

    @property
    def able(self) -> tuple[int, ...]:
        """The seats that are in and still have chips, in order of play."""
        return tuple(seat for seat in self.live if self.chips[seat])

    @property
    def posted(self) -> Mapping[int, Cents]:
        """The ante that each seat has in the pot, be it of this deal or of one before in which it was due."""
        return self.earlier or self.antes

    @property
    def staked(self) -> Mapping[int, Cents]:
        """What each seat contends with: what it has put in, and its ante of a deal before."""
        seats = dict.fromkeys((*self.order, *self.earlier))
        return {seat: Cents(self.put_in.get(seat, 0) + self.earlier.get(seat, 0)) for seat in seats}

    @property
    def pot(self) -> Cents:
        """All that was put in, with the bets that lie on the table and what was carried in."""
        return Cents(self.carried + sum(self.put_in.values()))

    def after(self, seat: int) -> tuple[int, ...]:
        """Return the seats in order of play, from the one after `seat` round to `seat` itself."""
        here = self.order.index(seat) + 1
        return (*self.order[here:], *self.order[:here])


NEW: Final = Hand()


def apply(hand: Hand, fact: say.Fact) -> Hand:
    """Return the hand after a fact. Never refuses one."""
    match fact:
        case at_pot.AntesPosted():
            return _posted(fact)
        case say.StreetOpened():
            opened, out = intervals.opened(fact), hand.timed_out & hand.folded
            new = changed(hand, stage=Stage.WAGER, step=fact.step, turn=fact.turn, interval=opened, timed_out=out)
            return _two_left(new)
        case say.ActionTaken():
            return _two_left(_acted(hand, fact))
        case say.StreetClosed():
            forced = intervals.unraised_forced_bettor(hand.interval)
            return changed(hand, stage=_stage_after(fact), turn=0, forced=forced)
        case at_draw.OpenersRuled():
            out = hand.folded if fact.proved else hand.folded | {fact.seat}
            return _two_left(changed(hand, ruling=fact.proved, folded=out))
        case at_floor.HandHeld():
            return changed(hand, held=fact.referral)
        case at_floor.HandReleased():
            return changed(hand, held=0, decided=fact.referral, turn=fact.turn)
        case say.HandAbandoned() | say.HandSettled() | at_floor.HandVoided():
            return changed(hand, stage=Stage.CLOSED, turn=0)
        case _:
            return hand


def _stage_after(fact: say.StreetClosed) -> Stage:
    """Return the stage after an interval; a seat left alone with an opened pot has only the openers to wait for."""
    if len(fact.live) == 1 and fact.opener:
        return Stage.SHOWDOWN
    match game(fact.game).course[fact.step + 1]:
        case Deal():
            return Stage.DEAL
        case Draw():
            return Stage.DRAW
        case _:
            return Stage.SHOWDOWN


def rules_of(hand: Hand) -> ForThePot:
    """Return how this game is played for the pot."""
    return game(hand.game).for_the_pot


def _posted(fact: at_pot.AntesPosted) -> Hand:
    antes = {ante.seat: ante.amount for ante in fact.antes}
    return Hand(
        stage=Stage.DEAL,
        hand=fact.hand,
        table=fact.table,
        game=fact.game,
        terms=fact.terms,
        players=fact.players,
        order=tuple(player.seat for player in fact.players),
        chips={each.seat: Cents(each.amount - antes[each.seat]) for each in fact.chips},
        put_in=antes,
        antes=antes,
        carried=fact.carried,
        earlier={each.seat: each.amount for each in fact.earlier},
    )


def _acted(hand: Hand, fact: say.ActionTaken) -> Hand:
    before = hand.interval
    return changed(
        hand,
        chips={**hand.chips, fact.seat: Cents(hand.chips[fact.seat] - fact.put_in)},
        put_in={**hand.put_in, fact.seat: Cents(hand.put_in[fact.seat] + fact.put_in)},
        folded=hand.folded | {fact.seat} if fact.verb is Verb.FOLD else hand.folded,
        timed_out=hand.timed_out | {fact.seat} if fact.by_clock else hand.timed_out - {fact.seat},
        ghosts=_ghosts(hand, fact),
        interval=intervals.acted(before, fact),
        opener=_opener(hand, fact),
        forced=0,
        turn=fact.turn,
        turns=hand.turns + 1,
    )


@cites("AD5-10", "AD5-17")
def _opener(hand: Hand, fact: say.ActionTaken) -> int:
    """The first bet of the interval in which the pot is opened makes its seat the opener, and that he stays."""
    step = game(hand.game).course[hand.step]
    opens = isinstance(step, Wager) and step.opens_pot and fact.verb is Verb.BET
    return fact.seat if opens and not hand.opener else hand.opener


@cites("PR7-17", "PR7-18", "PR7-19")
def _ghosts(hand: Hand, fact: say.ActionTaken) -> frozenset[int]:
    """Who folds with nothing to call leaves a place that is dealt to; the next bet at the table ends that."""
    match fact.verb:
        case Verb.FOLD if rules_of(hand).ghosts and not hand.interval.to_call(fact.seat):
            return hand.ghosts | {fact.seat}
        case Verb.BET | Verb.RAISE | Verb.BRING_IN | Verb.COMPLETE:
            return frozenset()
        case _:
            return hand.ghosts


def _two_left(hand: Hand) -> Hand:
    """Note how many raises had been made when two seats were left: from then on a cap not reached is none."""
    if len(hand.live) > 2 or hand.interval.raises_when_two >= 0:
        return hand
    return changed(hand, interval=changed(hand.interval, raises_when_two=hand.interval.full_raises))
