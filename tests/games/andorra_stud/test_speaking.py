"""Who speaks first in each interval of Andorra's stud."""

import pytest

from shared.hand import facts as say
from tests.games.pot_tables import PotTable, stud_deck


def table_of(*holdings, eldest, up_to=7):
    """Return a table at which seat 4, 3, 2, 1 in this order hold these cards, la mà being one of them."""
    order = {4: (4, 3, 2, 1), 3: (3, 2, 1, 4), 2: (2, 1, 4, 3), 1: (1, 4, 3, 2)}[eldest]
    by_seat = dict(zip((4, 3, 2, 1), holdings, strict=True))
    deck = stud_deck([by_seat[seat] for seat in order], aside="?", up_to=up_to)
    return PotTable("andorra_stud", seats=(1, 2, 3, 4), eldest=eldest).open(deck)


def speakers(table):
    """Return who spoke first, interval after interval."""
    return [fact.speaker for fact in table.said(say.StreetOpened)]


@pytest.mark.clause("AD7-14")
@pytest.mark.parametrize(
    ("ups", "first"),
    [
        (("9c", "4d", "5s", "Kh"), 3),
        (("Ah", "2c", "Kd", "3s"), 3),
        (("2h", "Ac", "Kd", "3s"), 4),
        (("Ah", "Kc", "Kd", "As"), 3),
    ],
)
def test_the_lowest_up_card_speaks_first_and_the_ace_is_high(ups, first):
    table = table_of(*(f"? ? {up}" for up in ups), eldest=4, up_to=3)

    assert table.chips.turn == first


@pytest.mark.clause("AD7-15")
@pytest.mark.parametrize(("eldest", "first"), [(4, 3), (3, 3), (2, 2), (1, 3)])
def test_of_equal_cards_the_nearest_to_la_ma_by_the_right_and_suits_play_no_part(eldest, first):
    table = table_of("? ? 9c", "? ? 4c", "? ? 4s", "? ? Kh", eldest=eldest, up_to=3)

    assert table.chips.turn == first


@pytest.mark.clause("AD7-17")
@pytest.mark.parametrize(
    ("ups", "first"),
    [
        (("9c 8d", "4d 4s", "Kh Qh", "Ah 2c"), 3),
        (("9c 9d", "4d 4s", "Kh Qh", "Ah 2c"), 4),
        (("9c 8d", "Ad 3s", "Kh Qh", "Ah 2c"), 3),
        (("9c 8d", "Ad 2s", "Kh Qh", "Ah 3c"), 1),
        (("9c 8c", "7d 6d", "5s 4s", "Tc 2c"), 1),
    ],
)
def test_the_highest_combination_or_card_opens_the_second_interval(ups, first):
    table = table_of(*(f"? ? {up}" for up in ups), eldest=4, up_to=4)
    for _ in range(4):
        table.say(f"{table.chips.turn} check")

    assert table.chips.turn == first


@pytest.mark.clause("AD7-22", "AD7-25")
def test_later_intervals_go_by_all_visible_cards_and_equal_ones_by_la_ma():
    table = table_of("? ? Kc Qd 9c 4d 2c", "? ? Kd Qc 9d 4c 2d", "? ? 2s 2h 3s 3h Ac", "? ? 3c 5d 5h 7s Ad", eldest=2)
    table.check_down()

    # Two pairs of deuces and treys, then those and a pair of fives, then again the two pairs.
    assert speakers(table) == [2, 2, 1, 2, 2]


@pytest.mark.clause("AD7-25")
@pytest.mark.parametrize(("eldest", "first"), [(4, 4), (3, 3), (2, 4), (1, 4)])
def test_in_the_last_interval_equal_visible_hands_speak_by_distance_from_la_ma(eldest, first):
    table = table_of(
        "? ? Kc Qd 9c 4d 2c", "? ? Kd Qc 9d 4c 2d", "? ? 7s 8h 3s 5h Ac", "? ? 7d 8d 3h 5s Ad", eldest=eldest
    )
    table.check_down()

    assert speakers(table)[-1] == first


def test_a_seat_without_chips_leaves_the_first_word_to_the_next():
    deck = stud_deck(["? ? 2c Ad", "? ? 9d 3s", "? ? Kh 4s"], aside="?", up_to=4)
    table = PotTable("andorra_stud", {3: 1, 2: 100, 1: 100}, eldest=3).open(deck)

    assert table.chips.turn == 2
    table.say("2 check; 1 check")
    assert table.chips.turn == 2
