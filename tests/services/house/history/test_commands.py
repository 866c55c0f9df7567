"""`crupier history`: hands as they lie in the journals of a house."""

import pytest

from services.house.cli import command_line
from services.house.history import phh
from services.house.history.replaying import replay
from services.house.play import reading
from services.house.play.playing import play
from services.house.play.services_felt import ServicesFelt

TWO_HANDS = {
    "id": "H",
    "title": "two hands",
    "game": "puerto_rico_stud",
    "seats": {"1": 100, "2": 100},
    "hands": [
        {"deck": "As Kd  Ah Kh  2c 9d  3c  Ad 8s", "play": ["1 bring-in 2", "2 call", "1 check", "2 bet 5", "1 fold"]},
        {"play": ["floor void"]},
    ],
}


@pytest.fixture
def house(monkeypatch):
    """A house in which two hands have been played, the second of them void."""
    scenario = reading.scenario(TWO_HANDS)
    felt = ServicesFelt(scenario.seating)
    monkeypatch.setenv("CRUPIER_ENV", "test")
    try:
        verdict = play(scenario, felt)
        assert verdict.failure is None
        yield str(felt._data)
    finally:
        felt.leave()


def test_a_hand_is_printed_as_it_can_be_replayed(house, capsys):
    assert command_line(["history", "t-1", "--data", house]) == 0

    history = phh.read(capsys.readouterr().out)
    assert (history.hand, history.actions[-2:]) == ("t-1", ("p2 cbr 5", "p1 f"))
    assert replay(history, "puerto_rico_stud").differs == ""


def test_a_table_is_the_sum_of_its_settled_hands(house, capsys):
    assert command_line(["history", "t", "--data", house]) == 0

    assert capsys.readouterr().out.count("variant = ") == 1


def test_the_auditor_may_ask_for_everything(house, capsys):
    assert command_line(["history", "t-1", "--everything", "--data", house]) == 0

    assert "d dh p1 AsAh2c" in capsys.readouterr().out


def test_what_is_not_there_is_said(house, capsys):
    assert command_line(["history", "t-9", "--data", house]) == 66
    assert "t-9" in capsys.readouterr().err
