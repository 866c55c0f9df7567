"""The PHH file of a hand: written, read, and refused where it is none."""

import pytest

from services.house.history import phh
from services.house.history.phh import Phh, UnreadableHistory

SHORT = Phh(
    variant="F7S",
    antes=(1, 1),
    starting_stacks=(100, 90),
    actions=("d dh p1 As????", "p1 pb"),
    bring_in=2,
    small_bet=5,
    big_bet=10,
    finishing_stacks=(99, 91),
    seats=(3, 4),
    hand="t-1",
    own={"law": "PR7", "outcome": 'he said "no"', "terms": {"ante": 1, "suit_order": ["s", "h"]}, "ok": True},
)


def test_what_is_written_is_read_again():
    assert SHORT == phh.read(phh.written(SHORT))


def test_fields_of_our_own_begin_with_an_underscore():
    assert '_law = "PR7"\n' in phh.written(SHORT)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("variant = ", "no TOML"),
        ('variant = "F7S"', "starting_stacks"),
        ("starting_stacks = [1, 2]\nantes = [1]\nactions = []", "1 antes for 2 stacks"),
        ("starting_stacks = [1]\nantes = [1]\nactions = []", "two or more"),
        ("starting_stacks = [1, 2.5]\nantes = [1, 1]\nactions = []", "whole amounts"),
        ("starting_stacks = [1, 2]\nantes = [1, 1]", "actions"),
        ("starting_stacks = [1, 2]\nantes = [1, 1]\nactions = [1]", "actions"),
        ('starting_stacks = [1, 2]\nantes = [1, 1]\nactions = []\nbring_in = "x"', "bring_in"),
    ],
)
def test_what_is_no_hand_is_refused(text, complaint):
    with pytest.raises(UnreadableHistory) as wrong:
        phh.read(text)

    assert complaint in str(wrong.value)
