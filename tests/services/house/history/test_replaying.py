"""Hands from elsewhere, played by the law of Puerto Rico; and what does not agree with it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from services.house.cli import command_line
from services.house.history import phh
from services.house.history.phh import UnreadableHistory
from services.house.history.replaying import replay

FILE = Path(__file__).parents[3] / "data" / "real_stud_hands.jsonl"
HANDS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.clause("PR7-05", "PR7-07", "PR7-11", "PR7-13", "PR7-25", "PR7-27")
@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand["src"].rpartition("/")[2])
def test_a_televised_hand_comes_to_its_recorded_stacks(hand):
    replayed = replay(phh.from_fields(hand), "puerto_rico_stud")

    assert (replayed.differs, list(replayed.stacks)) == ("", hand["finishing_stacks"])


def a_hand():
    return phh.from_fields(HANDS[0])


def test_an_act_that_the_law_refuses_is_named():
    hand = a_hand()
    broken = replace(hand, actions=tuple("p2 cc" if each == "p2 pb" else each for each in hand.actions))

    assert replay(broken, "puerto_rico_stud").differs.startswith("p2 cc: CANNOT_CHECK")


def test_other_finishing_stacks_are_named():
    wrong = replace(a_hand(), finishing_stacks=(1, 2, 3, 4, 5))

    assert "expected finishing stacks [1, 2, 3, 4, 5]" in replay(wrong, "puerto_rico_stud").differs


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"variant": "NT"}, "variant 'NT'"),
        ({"antes": (1, 2, 3, 4, 5)}, "the same for everybody"),
        ({"actions": ("d dh p1 AsAsAs",)}, "dealt twice"),
        ({"actions": ("p1 bets",)}, "none of a stud hand"),
        ({"antes": (1,) * 9, "starting_stacks": (1,) * 9}, "8 at most"),
    ],
)
def test_a_file_that_cannot_be_played_is_refused(change, complaint):
    with pytest.raises(UnreadableHistory) as wrong:
        replay(replace(a_hand(), **change), "puerto_rico_stud")

    assert complaint in str(wrong.value)


def test_the_command_says_ok_and_ends_with_0(tmp_path, capsys):
    file = tmp_path / "hand.phh"
    file.write_text(phh.written(a_hand()), encoding="utf-8")

    assert (0, "ok ") == (command_line(["replay", str(file)]), capsys.readouterr().out[:3])


def test_the_command_names_what_differs_and_ends_with_1(tmp_path, capsys):
    file = tmp_path / "hand.phh"
    file.write_text(phh.written(replace(a_hand(), finishing_stacks=(1, 2, 3, 4, 5))), encoding="utf-8")

    assert (1, "differs ") == (command_line(["replay", str(file)]), capsys.readouterr().out[:8])


def test_the_command_refuses_what_it_cannot_read(tmp_path, capsys):
    file = tmp_path / "hand.phh"
    file.write_text("variant = ", encoding="utf-8")

    assert command_line(["replay", str(file)]) == 2
    assert "no TOML" in capsys.readouterr().err
