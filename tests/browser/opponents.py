"""Somebody else at the table: he plays by the house's doors, so that there is a hand to play in the browser."""

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

NAMES = count(1)
LOOK_SECONDS = 0.1
FRIENDLY = ("bet", "check", "call", "bring_in", "complete")
"""What an opponent does, the first that the house lists for him: he stays to the end."""


@dataclass
class Opponent:
    """A person at a seat. `showdown` is what he does with his cards there, `draws` which of them he changes."""

    address: str
    table: str
    seat: int
    showdown: str = ""
    draws: tuple[int, ...] = ()
    wishes: tuple[str, ...] = FRIENDLY
    name: str = field(default_factory=lambda: f"Rival {next(NAMES)}")
    _token: str = ""
    _keys: Any = field(default_factory=count)
    _ends: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def __enter__(self) -> "Opponent":
        self._token = self._ask("/api/people", {"name": self.name, "password": "a good long one"})["token"]
        self._ask(f"/dealer/tables/{self.table}/seats/{self.seat}", {"buy_in": 20_000})
        self._thread = threading.Thread(target=self._play, name=self.name, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_failure: object) -> None:
        self._ends.set()
        assert self._thread is not None
        self._thread.join()

    def _play(self) -> None:
        while not self._ends.wait(LOOK_SECONDS):
            try:
                self._look()
            except urllib.error.URLError:
                continue  # refused, or the house is slow: look again

    def _look(self) -> None:
        bets = self._ask(f"/betting/tables/{self.table}/view")
        hand, verbs = bets["hand"], {option["verb"]: option for option in bets["me"]["may"]}
        for wish in (verb for verb in self.wishes if verb in verbs):
            amount = {"amount": verbs[wish]["least"]} if verbs[wish]["least"] else {}
            act = {"seat": self.seat, "verb": wish, "turn": bets["turns"], **amount}
            with suppress(urllib.error.HTTPError):  # without openers, for one, he may not bet
                self._ask(f"/betting/hands/{hand}/acts", act)
                return
        cards = self._ask(f"/dealer/tables/{self.table}/view")
        if cards["stage"] == "draw":
            drawing = self._ask(f"/dealer/hands/{cards['hand']}/draw")
            if drawing["turn"] == self.seat:
                self._draw(cards["hand"], drawing["turns"])
        elif cards["stage"] == "showdown" and self.showdown:
            self._ask(f"/dealer/hands/{cards['hand']}/cards", {"manner": self.showdown})

    def _draw(self, hand: str, turn: int) -> None:
        if self.draws:
            self._ask(f"/dealer/hands/{hand}/discards", {"discards": list(self.draws), "turn": turn})
        else:
            self._ask(f"/dealer/hands/{hand}/stand", {"turn": turn})

    def _ask(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        headers = {
            "Content-Type": "application/json",
            "Idempotency-Key": f"opponent-{self.table}-{self.seat}-{next(self._keys):06}",
        }
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}{path}", data=data, headers=headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)
