"""A hand as betting sees it: chips, boxes, who is still in, and whose turn it is. No card is known here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from shared.hand import facts as say
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The fold of a hand's facts in betting's journal.

    `chips` is what each seat can still put in; `play` is what lies in its second box; `turn` is the seat to act and
    `serving` the seat that is being given cards (0: nobody). `turns` counts the acts so far, so that an act can say
    which turn it was meant for.
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
    step: int = -1
    turn: int = 0
    serving: int = 0
    turns: int = 0

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
    match fact:
        case say.BoxesOpened():
            return _opened(fact)
        case say.StakePlaced():
            return _staked(hand, fact)
        case say.SeatSatOut():
            return changed(hand, answered=(*hand.answered, fact.seat), turns=hand.turns + 1)
        case say.StakesTaken():
            return changed(hand, stage=Stage.DEAL, answered=())
        case say.StreetOpened():
            return changed(hand, stage=Stage.DECIDE, step=fact.step, turn=fact.turn)
        case say.ActionTaken():
            return _acted(hand, fact)
        case say.TurnPassed():
            return changed(hand, turn=fact.turn, serving=0)
        case say.StreetClosed():
            return changed(hand, stage=Stage.SHOWDOWN, turn=0)
        case say.HandAbandoned() | say.HandSettled():
            return changed(hand, stage=Stage.CLOSED, turn=0)
        case _:
            return hand


def _opened(fact: say.BoxesOpened) -> Hand:
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
        turn=fact.turn,
        serving=fact.seat if fact.verb is Verb.PLAY else 0,
        turns=hand.turns + 1,
    )
