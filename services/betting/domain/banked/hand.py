"""A hand as betting sees it: chips, boxes, who is still in, and whose turn it is. No card is known here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand.commands import Verb
from shared.hand.holdings import Player, Stake
from shared.money import Cents
from shared.records import changed
from shared.rules.terms import Terms


class Stage(Enum):
    """How far a hand has come, for betting."""

    UNOPENED = "unopened"
    STAKES = "stakes"
    DEAL = "deal"
    DECIDE = "decide"
    SHOWDOWN = "showdown"
    CLOSED = "closed"


@dataclass(frozen=True, kw_only=True)
class Hand:
    """The fold of a hand's facts in betting's journal.

    `chips` is what each seat can still put in; `play` is what lies in its second box; `turn` is the seat to act and
    `serving` the seat that is being given cards (0: nobody). `turns` counts the acts so far, so that an act can say
    which turn it was meant for; `timed_out` are the seats for which the clock decided. `held` is the doubt that the
    floor has to decide first, 0 for none; `decided` is the last one that it has.
    """

    stage: Stage = Stage.UNOPENED
    hand: str = ""
    table: str = ""
    game: str = ""
    terms: Terms = field(default_factory=lambda: Terms({}))
    players: tuple[Player, ...] = ()
    chips: Mapping[int, Cents] = field(default_factory=dict)
    stakes: Mapping[int, Stake] = field(default_factory=dict)
    play: Mapping[int, Cents] = field(default_factory=dict)
    answered: tuple[int, ...] = ()
    folded: frozenset[int] = frozenset()
    timed_out: frozenset[int] = frozenset()
    step: int = -1
    turn: int = 0
    serving: int = 0
    turns: int = 0
    held: int = 0
    decided: int = 0

    @property
    def order(self) -> tuple[int, ...]:
        """The seats that have staked, in order of play."""
        return tuple(player.seat for player in self.players if player.seat in self.stakes)

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that have staked and not folded, in order of play."""
        return tuple(seat for seat in self.order if seat not in self.folded)


NEW: Final = Hand()


def apply(hand: Hand, fact: say.Fact) -> Hand:
    """Return the hand after a fact. Never refuses one."""
    change = CHANGES.get(type(fact))
    return change(hand, fact) if change else hand


def _opened(_hand: Hand, fact: say.BoxesOpened) -> Hand:
    return Hand(
        stage=Stage.STAKES,
        hand=fact.hand,
        table=fact.table,
        game=fact.game,
        terms=fact.terms,
        players=fact.players,
        chips={each.seat: each.amount for each in fact.chips},
    )


def _staked(hand: Hand, fact: say.StakePlaced) -> Hand:
    left = Cents(hand.chips[fact.seat] - fact.ante - fact.side_bet)
    stake = Stake(seat=fact.seat, ante=fact.ante, side_bet=fact.side_bet)
    return changed(
        hand,
        chips={**hand.chips, fact.seat: left},
        stakes={**hand.stakes, fact.seat: stake},
        answered=(*hand.answered, fact.seat),
        turns=hand.turns + 1,
    )


def _acted(hand: Hand, fact: say.ActionTaken) -> Hand:
    return changed(
        hand,
        chips={**hand.chips, fact.seat: Cents(hand.chips[fact.seat] - fact.put_in)},
        play={**hand.play, fact.seat: fact.put_in} if fact.verb is Verb.PLAY else hand.play,
        folded=hand.folded | {fact.seat} if fact.verb is Verb.FOLD else hand.folded,
        answered=(*hand.answered, fact.seat),
        timed_out=hand.timed_out | {fact.seat} if fact.by_clock else hand.timed_out,
        turn=fact.turn,
        serving=fact.seat if fact.verb is Verb.PLAY else 0,
        turns=hand.turns + 1,
    )


CHANGES: Final[Mapping[type[say.Fact], Callable[[Hand, Any], Hand]]] = {
    say.BoxesOpened: _opened,
    say.StakePlaced: _staked,
    say.SeatSatOut: lambda hand, fact: changed(hand, answered=(*hand.answered, fact.seat), turns=hand.turns + 1),
    say.StakesTaken: lambda hand, _: changed(hand, stage=Stage.DEAL, answered=()),
    say.StreetOpened: lambda hand, fact: changed(hand, stage=Stage.DECIDE, step=fact.step, turn=fact.turn),
    say.ActionTaken: _acted,
    say.TurnPassed: lambda hand, fact: changed(hand, turn=fact.turn, serving=0),
    say.StreetClosed: lambda hand, _: changed(hand, stage=Stage.SHOWDOWN, turn=0),
    say.HandAbandoned: lambda hand, _: changed(hand, stage=Stage.CLOSED, turn=0),
    say.HandSettled: lambda hand, _: changed(hand, stage=Stage.CLOSED, turn=0),
    at_floor.HandHeld: lambda hand, fact: changed(hand, held=fact.referral),
    at_floor.HandReleased: lambda hand, fact: changed(hand, held=0, decided=fact.referral),
    at_floor.HandVoided: lambda hand, _: changed(hand, stage=Stage.CLOSED, turn=0, held=0),
}
"""What each fact makes of a hand; the others change nothing here."""
