"""One hand at a table on the pure rules, every seat played by a bot."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from services.betting.domain import seen as options
from services.betting.domain.option import Option
from services.dealer.domain.hand import Stage
from services.house.bots import drawing
from services.house.bots.seen import Choice, Seen
from services.house.bots.ways import Way
from services.house.pure_table import PureTable
from shared.cards import Card
from shared.hand import commands as ask
from shared.hand import draw_commands as ask_draw
from shared.hand import pot_commands as ask_pot
from shared.hand.commands import Verb
from shared.money import Cents
from shared.rules.game import AgainstTheBank


def mixed(pack: Sequence[Card], dice: Random) -> tuple[Card, ...]:
    """Return the pack in an order in which each is equally likely: Fisher-Yates, on 53 bits for each card."""
    order = list(pack)
    throw = dice.random
    for last in range(len(order) - 1, 0, -1):
        pick = int(throw() * (last + 1))
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


def play_hand(
    table: PureTable,
    *,
    deck: tuple[Card, ...],
    seats: Sequence[int],
    way: Way,
    dice: Random,
    seed: str = "",
    sitting_out: tuple[int, ...] = (),
) -> None:
    """Play the next hand to its end. `seats` are those that stake against a bank; `seed` orders what is mixed later."""
    table.open_hand(deck=deck, seed=seed, sitting_out=sitting_out)
    head = {"hand": f"{table.table}-{table.number}", "table": table.table, "game": table.game}
    if isinstance(table.rules.contest, AgainstTheBank):
        for seat in seats:
            _act(table, seat, head=head, way=way, dice=dice)
        table.put(ask.CloseBoxes(**head))
    while table.cards.stage is not Stage.CLOSED:
        if turn := table.chips.turn:
            _act(table, turn, head=head, way=way, dice=dice)
        elif turn := table.cards.drawn.turn:
            _draw(table, turn, head=head)
        else:
            assert table.cards.stage is Stage.SHOWDOWN, (
                f"nobody is to act, and the hand is at {table.cards.stage.value}"
            )
            table.put(ask_pot.EndShowdown(**head))  # everybody shows by himself


def _draw(table: PureTable, seat: int, *, head: Mapping[str, Any]) -> None:
    gone = drawing.discards(table.cards.cards(seat))
    table.put(ask_draw.Discard(**head, seat=seat, discards=gone) if gone else ask_draw.Stand(**head, seat=seat))


def _act(table: PureTable, seat: int, *, head: Mapping[str, Any], way: Way, dice: Random) -> None:
    may = tuple(_listed(option) for option in options.options(table.chips, seat))
    sight = Seen(seat=seat, chips=table.chips.chips[seat], may=may, cards=table.cards.cards(seat))
    choice = way(sight, dice)
    table.put(_command(choice, seat, head=head))


def _command(choice: Choice, seat: int, *, head: Mapping[str, Any]) -> ask.Act:
    return ask.Act(
        **head,
        seat=seat,
        verb=Verb(choice.verb),
        amount=Cents(choice.amount),
        side_bet=Cents(choice.side_bet),
        discards=choice.discards,
    )


def _listed(option: Option) -> Mapping[str, Any]:
    """Return an option as the house lists it to a player."""
    return {
        "verb": option.verb.value,
        "least": option.least,
        "most": option.most,
        "step": option.step,
        "side_bet": option.side_bet,
        "discards_max": option.discards_max,
    }
