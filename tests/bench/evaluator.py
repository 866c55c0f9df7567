"""Rankings a second, against what a Python programmer would take from the shelf."""

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from random import Random
from typing import Final

from services.evaluator.domain.batch import places, strengths
from services.evaluator.domain.ranking import RankingOrder, strength
from shared.cards import PACK_52, Card
from tests.bench.measuring import Line, NotHere, Rate, Size, Target, in_turn, rate_of, ratios
from tests.bench.peers.room import Room, room

ORDER: Final = RankingOrder(pack=52)
HANDS: Final = 2_000
POKERKIT_HANDS: Final = 50
"""It is a thousand times slower: a round has to end."""
TARGETS: Final = {
    (7, "treys"): Target(limit=15),
    (7, "eval7"): Target(limit=0.9),
    (7, "phevaluator"): Target(limit=1.7),
    (5, "treys"): Target(limit=1.5),
}
PEERS: Final = ("treys", "phevaluator", "eval7")

Hands = Sequence[tuple[Card, ...]]


def measure(size: Size) -> tuple[Line, ...]:
    """Measure seven and five cards, one holding at a call, and seven in a batch."""
    with room() as made:
        missing = tuple(_missing(made))
        here = [name for name in PEERS if name not in {line.name for line in missing}]
        lines = [line for cards in (7, 5) for line in _of_count(made, cards, here, size)]
    return (*lines, *missing)


def _missing(made: Room) -> Sequence[Line]:
    lines = []
    for name in PEERS:
        try:
            made.install(name)
        except NotHere as reason:
            lines.append(Line(name=name, what=str(reason), unit=""))
    return lines


def _of_count(made: Room, cards: int, peers: Sequence[str], size: Size) -> Sequence[Line]:
    dice = Random(cards)
    hands = [tuple(dice.sample(PACK_52, cards)) for _ in range(HANDS)]
    path = made.directory / f"{cards}.json"
    path.write_text(json.dumps(hands))
    sides: dict[str, Rate] = {
        "ours": partial(rate_of, partial(_one_by_one, hands), seconds=size.seconds),
        "pokerkit": partial(rate_of, _pokerkit(hands[:POKERKIT_HANDS]), seconds=size.seconds),
        "batch": partial(rate_of, _batch(hands), seconds=size.seconds),
    }
    with ExitStack() as held:
        sides |= {name: held.enter_context(made.peer(name, path, seconds=size.seconds)).rate for name in peers}
        taken = in_turn(sides, size=size)
    return [
        *(_line(cards, name, ratios(taken["ours"], taken[name])) for name in (*peers, "pokerkit")),
        _line(cards, "itself, from bytes in a batch", ratios(taken["batch"], taken["ours"])),
        Line(name="E", what=f"{cards} cards, one at a call", unit="million/s", values=_millions(taken["ours"])),
    ]


def _line(cards: int, name: str, values: tuple[float, ...]) -> Line:
    return Line(
        name="E", what=f"{cards} cards against {name}", unit="×", values=values, target=TARGETS.get((cards, name))
    )


def _millions(rates: Sequence[float]) -> tuple[float, ...]:
    return tuple(rate / 1_000_000 for rate in rates)


def _one_by_one(hands: Hands) -> int:
    for hand in hands:
        strength(hand, ORDER)
    return len(hands)


def _batch(hands: Hands) -> Callable[[], int]:
    holdings = b"".join(places(hand) for hand in hands)
    each = len(hands[0])

    def work() -> int:
        return len(strengths(holdings, cards_each=each, order=ORDER))

    return work


def _pokerkit(hands: Hands) -> Callable[[], int]:
    from pokerkit import Card as Theirs  # noqa: PLC0415 (it takes a second to load)
    from pokerkit import StandardHighHand  # noqa: PLC0415

    made = [tuple(Theirs.parse("".join(hand))) for hand in hands]

    def work() -> int:
        for hand in made:
            StandardHighHand.from_game(hand)
        return len(made)

    return work
