"""Players that are programs, at the tables of a stack, all through its gateway."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from services.house import furnishing
from services.house.bots.bot import HASTE
from services.house.bots.calling import Caller, HouseAway, Origins
from services.house.bots.company import Company
from services.house.bots.ways import can_play
from services.house.inside import HouseRefused
from services.house.outside import Outside
from shared.games import game, game_ids
from shared.messages.keyring import Keyring
from shared.runtime.tokens import Role, Tokens
from shared.runtime.wiring import utc_now
from tests.compose.stack import Stack, wait_for

TABLES = 4
BOTS = 12
HAND_SECONDS = 120.0
"""In this time a hand ends at the latest, whatever was killed meanwhile."""


class Room:
    """The tables, the bots, and how many hands have ended."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._origins = Origins(gateway=stack.gateway)
        self._tokens = Tokens(Keyring.parse((stack.secrets / "token_keys").read_text()), utc_now, os.urandom)
        self._caller = Caller(self._origins)
        playable = sum(can_play(game(each)) for each in game_ids())
        tables = self._patiently(
            lambda: furnishing.open_tables(self.house(self._caller), each=TABLES // playable, hasty=True)
        )
        recruiting = partial(furnishing.recruit, self._tokens)
        self.company = Company(
            furnishing.seat_bots(recruiting, tables, bots=BOTS),
            origins=self._origins,
            cashier=furnishing.cash_desk(self.house),
            seed=1,
            pace=HASTE,
        )

    def house(self, caller: Caller) -> Outside:
        """The house as somebody with its keys asks it."""
        return Outside(origins=self._origins, tokens=self._tokens, caller=caller)

    def hands(self) -> int:
        """How many hands have ended at all tables."""
        tables = self._patiently(lambda: self.house(self._caller).get("dealer", "/tables")["tables"])
        return sum(table["number"] - bool(table["hand"]) for table in tables)

    def play(self, more: int, *, seconds: float = 300) -> float:
        """Wait until so many more hands have ended; return the seconds it took."""
        began, before = time.monotonic(), self.hands()
        wait_for(lambda: self.hands() >= before + more, seconds, every=0.5)
        return time.monotonic() - began

    def standing(self) -> list[str]:
        """The hands in play."""
        tables = self._patiently(lambda: self.house(self._caller).get("dealer", "/tables")["tables"])
        return [table["hand"] for table in tables if table["hand"]]

    def report_an_irregularity(self) -> bool:
        """Put on record, as the floor does, that somebody did what he may not; whether a hand was there to report."""
        tables = self._patiently(lambda: self.house(self._caller).get("dealer", "/tables")["tables"])
        for table in tables:
            if table["hand"]:
                clause = f"{game(table['game']).clauses}-01"
                reply = self._caller.post(
                    f"/dealer/hands/{table['hand']}/irregularities",
                    {"clause": clause, "seat": 1, "what": "spoke of a folded hand"},
                    token=self._tokens.issue(person="floor-1", roles=frozenset({Role.FLOOR}), seconds=600),
                    key=f"irregularity-{table['hand']}",
                )
                if reply.good:
                    return True
        return False

    def take_in(self, name: str) -> str:
        """Let the operator take a player in; return a token of his."""
        body = {"name": name, "password": "a good long word", "roles": ["player"], "table": ""}
        person = self._as_operator("/api/enrolments", body, key=f"enrol-{name}")["person"]
        return self._tokens.issue(person=person, roles=frozenset({Role.PLAYER}), seconds=600)

    def block(self, person: str, *, blocked: bool) -> None:
        """Let the operator shut somebody out, or let him in again."""
        word = "block" if blocked else "unblock"
        self._as_operator(f"/api/people/{person}/{word}", {}, key=f"{word}-{person}")

    def statuses(self, *paths: str, token: str) -> list[int]:
        """What is answered to who asks for these with this token."""
        return [self._caller.get(path, token=token).status for path in paths]

    def every_table_goes_on(self) -> None:
        """Wait until each hand that is in play now has ended."""
        before = set(self.standing())
        wait_for(lambda: not before & set(self.standing()), HAND_SECONDS)

    def _as_operator(self, path: str, body: Mapping[str, Any], *, key: str) -> Mapping[str, Any]:
        operator = self._tokens.issue(person="operator-1", roles=frozenset({Role.OPERATOR}), seconds=600)
        reply = self._caller.post(path, body, token=operator, key=key)
        assert reply.good, reply
        return reply.body

    def _patiently(self, ask):  # type: ignore[no-untyped-def]  # what it asks is what it returns
        def once():  # type: ignore[no-untyped-def]
            try:
                return (ask(),)
            except (HouseAway, HouseRefused, KeyError):
                return None

        return wait_for(once, 60)[0]


@contextmanager
def open_room(stack: Stack) -> Iterator[Room]:
    """Bots at play, from here to the end of the block."""
    room = Room(stack)
    room.company.start()
    try:
        yield room
    finally:
        room.company.stop()
