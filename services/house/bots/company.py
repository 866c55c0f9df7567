"""All bots of a house, spread over its tables, a few tables to each thread."""

import heapq
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Final

from services.house.bots.bot import CALM, IMPATIENT, Bot, Pace
from services.house.bots.calling import Caller, HouseAway, Origins
from services.house.bots.playing import TablePlay
from services.house.bots.seating import Cashier
from services.house.bots.tally import Tally
from services.house.bots.ways import way_for
from shared.games import game
from shared.telemetry import logs

TABLES_PER_THREAD: Final = 5
AWAY_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Recruit:
    """A bot to be: who it is, and the token that says so."""

    person: str
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableToPlay:
    """A table, and the bots that are to play there."""

    table: str
    game: str
    recruits: tuple[Recruit, ...]


class Company:
    """Bots at work from `start` to `stop`."""

    def __init__(
        self,
        tables: Sequence[TableToPlay],
        *,
        origins: Origins,
        cashier: Cashier,
        seed: int,
        pace: Pace,
    ) -> None:
        self.tally: Final = Tally()
        self._origins: Final = origins
        self._stopping: Final = threading.Event()
        self._seed: Final = seed
        self._pace: Final = pace
        self._cashier: Final = cashier
        # A second start with the same seed must not repeat the first one's keys.
        self._run: Final = f"{time.time_ns():x}"
        shares = [tables[at : at + TABLES_PER_THREAD] for at in range(0, len(tables), TABLES_PER_THREAD)]
        self._threads: Final = [
            threading.Thread(target=self._play, args=(share,), name=f"bots-{number}", daemon=True)
            for number, share in enumerate(shares)
        ]

    def start(self) -> None:
        """Let the bots come in."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Let every bot finish what it is at, and end."""
        self._stopping.set()
        for thread in self._threads:
            thread.join()

    def _play(self, tables: Sequence[TableToPlay]) -> None:
        caller = Caller(self._origins)
        turn = count()
        due = [(0.0, next(turn), self._table_play(table, caller)) for table in tables]
        while not self._stopping.is_set():
            at, _, play = due[0]
            wait = at - time.monotonic()
            if wait > 0:
                self._stopping.wait(wait)
                continue
            heapq.heapreplace(due, (time.monotonic() + self._step(play), next(turn), play))
        caller.close()

    def _step(self, play: TablePlay) -> float:
        try:
            return play.step(time.monotonic())
        except HouseAway:
            return AWAY_SECONDS
        except Exception as failure:  # the thread's edge: one bot's fault must not end the others' play
            self.tally.wonders(f"{type(failure).__name__} at {logs.where(failure)}")
            logs.get(service="house").error("bots failed", error=type(failure).__name__, where=logs.where(failure))
            return AWAY_SECONDS

    def _table_play(self, table: TableToPlay, caller: Caller) -> TablePlay:
        return TablePlay(
            table=table.table,
            bots=tuple(self._bot(recruit, place) for place, recruit in enumerate(table.recruits)),
            caller=caller,
            tally=self.tally,
            pace=self._pace,
            chooser=way_for(game(table.game)),
            cashier=self._cashier,
        )

    def _bot(self, recruit: Recruit, place: int) -> Bot:
        return Bot(
            person=recruit.person,
            token=recruit.token,
            rng=Random(f"{self._seed}:{recruit.person}"),  # noqa: S311  # a player's mood is no secret
            manners=IMPATIENT if place % 2 else CALM,
            run=f"{recruit.person[:20]}-{self._run}",
        )
