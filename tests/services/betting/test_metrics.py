"""What betting counts is what the seats put in."""

import pytest

from shared.telemetry import REGISTRY
from tests.services.doors import Doors

HANDLE = "crupier_handle_cents_total"


def handle(game_id: str) -> float:
    return REGISTRY.get_sample_value(HANDLE, {"game": game_id}) or 0.0


@pytest.mark.parametrize(("game_id", "put_in"), [("andorra_stud", 3 * 10 + 4), ("puerto_rico_stud", 3 * 10 + 4)])
def test_the_handle_is_every_ante_and_every_bet(game_id: str, put_in: int) -> None:
    before = handle(game_id)
    doors = Doors(game_id, ante=10, **({"low": 2} if game_id == "andorra_stud" else {"bring_in": 2})).open()
    first = doors.sight.betting.turn
    doors.say(f"{first} {'bet' if game_id == 'andorra_stud' else 'bring-in'} 2").say_on_turn("call")
    doors.leave()

    assert put_in == handle(game_id) - before
