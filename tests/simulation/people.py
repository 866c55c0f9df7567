"""What the people at a simulated table do: players, sensible or not, and the floor."""

import random
from typing import Any

from shared.games import game
from shared.hand import commands as ask
from shared.hand import floor_commands as ask_floor
from shared.hand import pot_commands as ask_pot
from shared.hand.commands import Verb
from shared.money import Cents
from shared.rules.faults import Decision, Fault
from shared.rules.game import AgainstTheBank


def sensible_act(dice: random.Random, hand: Any, seat: int, options: Any) -> ask.Act:
    """Return one of the acts that the house lists, with an amount that it takes."""
    option = dice.choice(options)
    steps = (option.most - option.least) // option.step if option.step else 0
    return ask.Act(
        **_head(hand),
        seat=seat,
        verb=option.verb,
        amount=Cents(option.least + dice.randint(0, steps) * option.step),
        side_bet=Cents(dice.choice((0, option.side_bet))),
        discards=tuple(dice.sample(range(5), dice.randint(0, option.discards_max))),
        turn=hand.turns,
    )


def nonsense_act(dice: random.Random, hand: Any, seat: int) -> ask.Act:
    """Return an act that makes sense at most by chance."""
    return ask.Act(
        **_head(hand),
        seat=dice.choice((seat, seat, 9)),
        verb=dice.choice(list(Verb)),
        amount=Cents(dice.choice((0, 1, 499, 500, 1_000, 10**9))),
        side_bet=Cents(dice.choice((0, 1, 100))),
        discards=tuple(dice.choices(range(-1, 7), k=dice.randint(0, 3))),
        box=dice.choice((0, 0, seat, 5)),
        turn=dice.choice((-1, hand.turns, hand.turns - 1, hand.turns + 1)),
    )


def handled_cards(dice: random.Random, hand: Any) -> ask_pot.HandleCards | None:
    """Return what a seat of a hand for the pot does with its cards; nobody handles cards in a game against the bank."""
    if isinstance(game(hand.game).contest, AgainstTheBank):
        return None
    seats = [player.seat for player in hand.players]
    manner = dice.choice(list(ask_pot.Manner))
    return ask_pot.HandleCards(**_head(hand), seat=dice.choice(seats), manner=manner, other=dice.choice((0, *seats)))


def floor_word(dice: random.Random, hand: Any, *, number: int) -> ask_floor.ReportFault | ask_floor.Rule:
    """Return a doubt about a hand, or what the floor rules on it."""
    if not hand.trouble.referral and dice.random() < 0.7:
        return ask_floor.ReportFault(**_head(hand), fault=Fault.DOUBT, seat=hand.players[0].seat, number=number)
    decision = Decision.VOID if dice.random() < 0.3 else Decision.RESUME
    return ruling(hand, decision, number=number)


def ruling(hand: Any, decision: Decision, *, number: int) -> ask_floor.Rule:
    """Return a ruling of the floor."""
    return ask_floor.Rule(
        **_head(hand), decision=decision, by_floor=True, ruled_by="floor", reason="simulated", number=number
    )


def _head(hand: Any) -> dict[str, str]:
    return {"hand": hand.hand, "table": hand.table, "game": hand.game}
