"""Plays many hands: in parts of fixed size, each a table with dice of its own, so that processes change no figure."""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random
from typing import Any, Final

from services.house.bots.ways import Way, way_for
from services.house.pure_table import PureTable
from services.house.simulate import banked_counts, checks, pot_counts
from services.house.simulate.driving import mixed, play_hand
from services.house.simulate.report import Frequency, Report
from shared.cards import PACKS
from shared.games import game as find_game
from shared.money import Cents
from shared.rules.game import AgainstTheBank, Game
from shared.rules.wager import ForThePot

PART: Final = 5_000
"""Hands at one table."""
BIG_BETS: Final = (5, 10, 50)
"""For so many big bets a seat buys in where it plays for the pot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """What is counted of a kind of game, and what is made of it. Another kind is one more entry in `COUNTINGS`."""

    count: Callable[..., None]
    figures: Callable[[Counter[str]], Mapping[str, int]]
    frequencies: Callable[..., Mapping[str, tuple[Frequency, ...]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The hands of one table, and what seeds its dice."""

    game_id: str
    hands: int
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What one table's hands came to; `broken` says what did not hold and where, and is empty where all did."""

    counts: Counter[str]
    broken: str


def simulate(game_id: str, *, hands: int, seed: int, processes: int = 1) -> Report:
    """Play so many hands of a game. The same seed gives the same report, on however many processes."""
    game = find_game(game_id)
    counting = counting_of(game)
    sizes = (min(PART, hands - begun) for begun in range(0, hands, PART))
    parts = [Part(game_id=game_id, hands=size, seed=f"{seed}/{place}") for place, size in enumerate(sizes)]
    counts: Counter[str] = Counter()
    broken: list[str] = []
    for played in _on_processes(parts, min(processes, len(parts))):
        counts.update(played.counts)
        broken.extend([played.broken] if played.broken else [])
    return Report(
        game=game_id,
        hands=hands,
        seed=seed,
        figures=counting.figures(counts),
        frequencies=counting.frequencies(counts, game=game),
        checks=checks.times(counts, game=game),
        broken=tuple(broken),
    )


def play_part(part: Part) -> Played:
    """Play the hands of one table, up to the first that breaks an invariant."""
    game = find_game(part.game_id)
    counts: Counter[str] = Counter()
    table = _Table(game, dice=Random(part.seed), counts=counts)  # noqa: S311 - a simulation has to be repeatable
    for number in range(1, part.hands + 1):
        try:
            table.play_hand()
        except AssertionError as wrong:
            return Played(counts=counts, broken=f"part {part.seed}, hand {number}: {wrong}")
    try:
        table.close()
    except AssertionError as wrong:
        return Played(counts=counts, broken=f"part {part.seed}, at its end: {wrong}")
    return Played(counts=counts, broken="")


def counting_of(game: Game) -> Counting:
    """Return what is counted of a game."""
    return COUNTINGS[type(game.contest)]


def processors() -> int:
    """Return how many processors there are."""
    return os.cpu_count() or 1


class _Table:
    """A table, its bots and its counts. Who has fewer chips than a hand may take buys in again."""

    def __init__(self, game: Game, *, dice: Random, counts: Counter[str]) -> None:
        self._game: Final = game
        self._dice: Final = dice
        self._counts: Final = counts
        self._way: Final[Way] = way_for(game)
        self._count: Final = counting_of(game).count
        terms = game.terms({})
        self._banked: Final = isinstance(game.contest, AgainstTheBank)
        # For the pot some buy in for little, so that there are side pots.
        big = 0 if self._banked else terms.of(game.for_the_pot.stakes.high)
        self._buy_ins: Final = (terms["max_buy_in"],) if self._banked else tuple(big * many for many in BIG_BETS)
        self._least: Final = terms["min_buy_in"] if self._banked else big
        self._pure: Final = PureTable(
            game=game.game_id, terms=terms, chips_by_seat=dict.fromkeys(range(1, game.seats_max + 1), Cents(0))
        )
        for seat in self._pure.seats:
            self._buy_in(seat)
        counts["seed"] += self._pure.meter()

    def play_hand(self) -> None:
        """Play one hand, of as many seats as the dice say, count it and look whether everything holds."""
        table, dice, game = self._pure, self._dice, self._game
        # Whoever took part in a blank hand plays on for its pot, and nobody else may.
        run = [player.seat for player in table.series.players]
        seats = run or sorted(dice.sample(table.seats, dice.randint(game.seats_min, game.seats_max)))
        for seat in seats:
            if table.seat_chips(seat) < self._least:
                self._buy_in(seat)
        out = () if self._banked else tuple(seat for seat in table.seats if seat not in seats)
        deck = mixed(PACKS[table.pack(sitting_out=out)], dice)
        seed = "" if self._banked else dice.randbytes(32).hex()
        play_hand(table, deck=deck, seats=seats, way=self._way, dice=dice, seed=seed, sitting_out=out)
        self._count([fact for _, fact in table.facts], self._counts, game=game)
        checks.check_hand(table, self._counts)

    def close(self) -> None:
        """Look whether the books of the whole table hold."""
        self._counts["meter"] += self._pure.meter()
        self._counts["left"] += self._pure.carried()
        checks.check_table(self._pure, self._counts)

    def _buy_in(self, seat: int) -> None:
        amount = self._buy_ins[0] if len(self._buy_ins) == 1 else self._dice.choice(self._buy_ins)
        self._pure.bring_chips(seat, Cents(amount))
        self._counts["drop"] += amount


def _on_processes(parts: Sequence[Part], processes: int) -> Iterator[Played]:
    if processes <= 1:
        yield from map(play_part, parts)
        return
    with ProcessPoolExecutor(max_workers=processes, mp_context=get_context("spawn")) as workers:
        yield from workers.map(play_part, parts)


COUNTINGS: Final[Mapping[type[Any], Counting]] = {
    AgainstTheBank: Counting(
        count=banked_counts.count, figures=banked_counts.figures, frequencies=banked_counts.frequencies
    ),
    ForThePot: Counting(count=pot_counts.count, figures=pot_counts.figures, frequencies=pot_counts.frequencies),
}
