"""Hands a second on the pure rules, facts included, against pokerkit playing hands in which the seats do the same."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from services.house.bots.seen import Choice, Seen
from services.house.pure_table import PureTable
from services.house.simulate.driving import mixed, play_hand
from shared.cards import PACKS
from shared.games import game
from shared.money import Cents
from tests.bench.measuring import Line, Size, Target, in_turn, rate_of, ratios

SEATS: Final = 6
CHIPS: Final = Cents(10**9)
STAYING: Final = ("stake", "play", "bring_in", "check", "call")


def measure(size: Size) -> tuple[Line, ...]:
    """Measure the studs and the Spanish draw; everybody stays in to the end."""
    sides = {
        "andorra_stud": partial(rate_of, _ours("andorra_stud"), seconds=size.seconds),
        "stud": partial(rate_of, _their_stud, seconds=size.seconds),
        "puerto_rico_stud": partial(rate_of, _ours("puerto_rico_stud"), seconds=size.seconds),
        "draw": partial(rate_of, _their_draw, seconds=size.seconds),
        "spain_draw": partial(rate_of, _ours("spain_draw"), seconds=size.seconds),
    }
    taken = in_turn(sides, size=size)
    against = (("andorra_stud", "stud", 20), ("puerto_rico_stud", "stud", 20), ("spain_draw", "draw", 6))
    return tuple(
        Line(
            name="H7",
            what=f"hands of {ours} with {SEATS} seats against pokerkit's {theirs}",
            unit="×",
            values=ratios(taken[ours], taken[theirs]),
            target=Target(limit=limit),
            note=f"{ours}: {sorted(taken[ours])[size.rounds // 2]:.0f} hands/s",
        )
        for ours, theirs, limit in against
    )


def _ours(game_id: str) -> Callable[[], int]:
    found = game(game_id)
    known = {param.name for param in found.params}
    terms = found.terms({name: 0 for name in ("show_seconds",) if name in known})
    table = PureTable(game=game_id, terms=terms, chips_by_seat=dict.fromkeys(range(1, SEATS + 1), CHIPS))
    dice = Random(1)

    def work() -> int:
        play_hand(table, deck=mixed(PACKS[found.pack], dice), seats=table.seats, way=_stay, dice=dice)
        return 1

    return work


def _stay(seen: Seen, _dice: Random) -> Choice:
    option = next(each for each in seen.may if each["verb"] in STAYING)
    return Choice(verb=str(option["verb"]), amount=int(option["least"]))


def _their_stud() -> int:
    import pokerkit  # noqa: PLC0415 (it takes a second to load)

    stacks = (10_000,) * SEATS
    made = pokerkit.FixedLimitSevenCardStud.create_state(_automatic(pokerkit), True, 1, 1, 2, 4, stacks, SEATS)
    while made.status:
        if made.can_post_bring_in():
            made.post_bring_in()
        else:
            made.check_or_call()
    return 1


def _their_draw() -> int:
    import pokerkit  # noqa: PLC0415

    stacks = (10_000,) * SEATS
    made = pokerkit.NoLimitDeuceToSevenLowballSingleDraw.create_state(
        _automatic(pokerkit), True, 0, (1, 2), 2, stacks, SEATS
    )
    while made.status:
        if made.can_stand_pat_or_discard():
            made.stand_pat_or_discard()
        else:
            made.check_or_call()
    return 1


def _automatic(pokerkit: Any) -> tuple[Any, ...]:
    """Everything but the seats' acts happens by itself."""
    return tuple(pokerkit.Automation)
