"""Acts at seats of the betting service, one after the other, each timed as the player sees it."""

import http.client
import json
import time
from collections.abc import Mapping
from typing import Any, Final

from services.betting import handlers as betting
from shared.games import game
from shared.hand import commands as ask
from shared.hand.holdings import Player
from shared.journal.ports import Transfer
from shared.ledger import accounts
from shared.money import Cents
from shared.runtime.tokens import Role
from shared.runtime.wiring import Wiring

GAME: Final = "spain_draw"
SEATS: Final = game(GAME).seats_max
CHIPS: Final = Cents(10**9)
STAKE: Final = 500


class Acts:
    """Seats that stake, one after the other; when all of a hand's have, the next hand opens."""

    def __init__(self, wired: Wiring) -> None:
        self._wired: Final = wired
        self._hands = 0
        self._waiting: list[int] = []
        self._tokens: Final = {
            seat: wired.tokens.issue(person=f"p{seat}", roles=frozenset({Role.PLAYER}), seconds=86_400.0)
            for seat in range(1, SEATS + 1)
        }
        chips = [
            Transfer(
                transfer_id=f"chips:{seat}",
                debit=accounts.WORLD,
                credit=accounts.seat("t", seat),
                amount=CHIPS,
                reason="chips",
            )
            for seat in self._tokens
        ]
        wired.store.decide(lambda tx: tx.post(chips))

    def timed(self, post: http.client.HTTPConnection) -> float:
        """Return the seconds that one stake takes."""
        if not self._waiting:
            self._open_hand()
        seat = self._waiting.pop()
        hand = f"t-{self._hands}"
        headers = {"Authorization": f"Bearer {self._tokens[seat]}", "Idempotency-Key": f"key-{hand}-{seat}"}
        return timed(post, f"/hands/{hand}/acts", {"seat": seat, "verb": "stake", "amount": STAKE}, headers)

    def _open_hand(self) -> None:
        self._hands += 1
        self._waiting = list(self._tokens)
        players = tuple(Player(seat=seat, person=f"p{seat}") for seat in self._tokens)
        head = {"hand": f"t-{self._hands}", "table": "t", "game": GAME}
        command = ask.OpenBoxes(**head, terms=game(GAME).terms({}), players=players)
        self._wired.store.decide(lambda tx: betting.open_boxes(tx, command, self._wired))


def timed(post: http.client.HTTPConnection, path: str, body: Mapping[str, Any], headers: Mapping[str, str]) -> float:
    """Return the seconds that a request takes until its answer has come."""
    text = json.dumps(body)
    began = time.perf_counter()
    post.request("POST", path, body=text, headers={"Content-Type": "application/json", **headers})
    answer = post.getresponse()
    said = answer.read()
    passed = time.perf_counter() - began
    assert answer.status == 201, f"{path}: {answer.status} {said[:200]!r}"
    return passed
