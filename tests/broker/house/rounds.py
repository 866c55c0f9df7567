"""Rounds by bots in a house of processes, with workers killed in between, until everything is at rest again."""

import itertools
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from services.house import furnishing
from services.house.bots.bot import HASTE
from services.house.bots.calling import Caller
from services.house.bots.company import Company
from services.house.bots.ways import can_play
from services.house.outside import Outside
from shared.games import game, game_ids
from tests.broker.house.processes import HouseOfProcesses

REST_SECONDS = 90.0
KILLS = ("work dealer", "work betting", "work evaluator", "work jackpot", "serve lobby")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much is played, by how many, and which processes are killed on the way; all games share the tables."""

    rounds: int
    tables: int
    bots: int
    games: tuple[str, ...] = ()
    kills: tuple[str, ...] = KILLS
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What came of it."""

    rounds: int
    seconds: float
    company: Company
    verified: dict[str, Any]
    verify_exit: int
    doctor: str
    doctor_exit: int

    @property
    def lines(self) -> tuple[str, ...]:
        tally = self.company.tally
        return (
            f"{self.rounds} rounds in {self.seconds:.1f} s: {self.rounds / self.seconds:.2f} rounds/s",
            f"acts {sum(tally.acts.values())} {dict(tally.acts)}",
            f"refusals {dict(tally.refused)}",
            f"antics {dict(tally.antics)}",
            f"unexpected {tally.unexpected}",
            f"verify exit {self.verify_exit}: {sum(self.verified['tried'].values())} checks, "
            f"{len(self.verified['breaches'])} breaches",
        )


def play_rounds(house: HouseOfProcesses, plan: Plan, *, say: Callable[[str], None] = print) -> Played:
    """Play, kill, rest, and verify."""
    caller = Caller(house.origins)
    outside = Outside(origins=house.origins, tokens=house.tokens, caller=caller)
    games = plan.games or tuple(game_id for game_id in game_ids() if can_play(game(game_id)))
    tables = furnishing.open_tables(outside, each=max(1, plan.tables // len(games)), hasty=True, games=games)
    company = Company(
        furnishing.seat_bots(partial(furnishing.recruit, house.tokens), tables, bots=plan.bots),
        origins=house.origins,
        cashier=furnishing.cash_desk(
            lambda calling: Outside(origins=house.origins, tokens=house.tokens, caller=calling)
        ),
        seed=plan.seed,
        pace=HASTE,
    )
    began = time.monotonic()
    company.start()
    kill_at = [plan.rounds * (number + 1) // (len(plan.kills) + 1) for number in range(len(plan.kills))]
    kills = list(zip(kill_at, plan.kills, strict=True))
    last, stood_since = -1, began
    while (done := rounds_closed(outside)) < plan.rounds:
        if kills and done >= kills[0][0]:
            say(f"{done} rounds: SIGKILL to {kills[0][1]}")
            house.kill(kills.pop(0)[1])
        if done > last:
            last, stood_since = done, time.monotonic()
        assert time.monotonic() - stood_since < REST_SECONDS, f"stands still at {done} rounds\n{house.last_words()}"
        time.sleep(0.5)
    seconds = time.monotonic() - began
    company.stop()
    come_to_rest(house, outside)
    verified = house.run("verify", "--json")
    doctor = house.run("doctor")
    assert verified.stdout, verified.stderr
    return Played(
        rounds=done,
        seconds=seconds,
        company=company,
        verified=json.loads(verified.stdout),
        verify_exit=verified.returncode,
        doctor=doctor.stdout + doctor.stderr,
        doctor_exit=doctor.returncode,
    )


def rounds_closed(outside: Outside) -> int:
    """Return how many hands are closed at all tables together."""
    tables = outside.get("dealer", "/tables")["tables"]
    return sum(table["number"] - (1 if table["hand"] else 0) for table in tables)


def come_to_rest(house: HouseOfProcesses, outside: Outside) -> None:
    """Close every table, and return when no hand is in play."""
    keys = itertools.count()
    for table in outside.get("dealer", "/tables")["tables"]:
        body = {"reason": "the test is over"}
        outside.post("dealer", f"/tables/{table['id']}/close", body, key=f"close-{table['id']}-{next(keys)}")
    until = time.monotonic() + REST_SECONDS
    while any(table["hand"] for table in outside.get("dealer", "/tables")["tables"]):
        assert time.monotonic() < until, f"hands stand still\n{house.last_words()}"
        time.sleep(0.2)
    time.sleep(1.0)  # the last events are on their way to the lobby
