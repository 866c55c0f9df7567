"""Who plays where in a room to try: at no table too few for a hand, and a seat left free for people."""

import pytest

from services.house.furnishing import SEATS_LEFT_FREE, shares
from shared.games import game

ROOM = tuple((f"{of.replace('_', '-')}-{number}", of) for of in ("andorra_stud", "spain_draw") for number in (1, 2))
SPAIN = (("spain-draw-1", "spain_draw"),)


@pytest.mark.parametrize(
    ("bots", "expected"),
    [
        (0, [0, 0, 0, 0]),
        (1, [1, 0, 0, 0]),
        (4, [4, 0, 0, 0]),
        (5, [5, 0, 0, 0]),
        (6, [3, 3, 0, 0]),
        (12, [3, 3, 3, 3]),
        (13, [4, 3, 3, 3]),
    ],
)
def test_bots_come_in_companies(bots: int, expected: list[int]) -> None:
    """In the order: the first table of the game that one can play alone, the first stud table, the second ones."""
    found = shares(ROOM, bots=bots)

    assert ["spain-draw-1", "andorra-stud-1", "spain-draw-2", "andorra-stud-2"] == [table for table, _ in found]
    assert expected == list(found.values())


def test_a_seat_stays_free_however_many_come() -> None:
    assert [game("spain_draw").seats_max - SEATS_LEFT_FREE] == list(shares(SPAIN, bots=1_000).values())


def test_at_no_table_do_too_few_sit() -> None:
    for bots in range(40):
        found = shares(ROOM, bots=bots)

        assert all(places == 0 or places >= game(of).seats_min for (_, of), places in found.items())
        assert sum(found.values()) <= bots
