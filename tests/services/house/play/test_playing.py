import copy
import io
import json
import tomllib
from pathlib import Path

import pytest

from services.house.play import play_files, reading
from services.house.play.players import play_scenario
from services.house.play.playing import play
from services.house.play.pure_felt import PureFelt

SCENARIOS = Path(__file__).parents[3] / "scenarios" / "spain_draw"
ROYAL = SCENARIOS / "x26_royal_by_the_draw.toml"


@pytest.fixture
def royal():
    return tomllib.loads(ROYAL.read_text())


def failure(content):
    return str(play_scenario(reading.scenario(content)).failure)


def figures(value, path=()):
    """Yield where the whole numbers of an expectation stand."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from figures(each, (*path, key))
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from figures(each, (*path, place))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path


def changed(content, path):
    content = copy.deepcopy(content)
    inner = content
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] += 1
    return content


def test_each_wrong_figure_in_what_a_hand_comes_to_fails():
    for file in sorted(SCENARIOS.glob("*.toml")):
        content = tomllib.loads(file.read_text())
        for number, hand in enumerate(content["hands"]):
            for path in figures(hand.get("expect", {})):
                wrong = changed(content, ("hands", number, "expect", *path))
                verdict = play_scenario(reading.scenario(wrong))
                assert verdict.failure is not None, (file.name, number, path)
                assert verdict.failure.where == f"expect.{path[0]}"


def test_a_wrong_figure_is_reported_with_what_was_expected_and_found(royal, tmp_path):
    file = tmp_path / "wrong.toml"
    file.write_text(ROYAL.read_text().replace("net = { 1 = 700_900 }", "net = { 1 = 700_901 }"))
    out = io.StringIO()

    code = play_files([file], out=out)

    assert code == 1
    assert out.getvalue() == "FAILED ESD-X26: hand 1, expect.net: expected { 1 = 700901 }, found { 1 = 700900 }\n"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (
            "1 stake ante=1200",
            "line '1 stake ante=1200': expected it to be done, found BET_NOT_MULTIPLE (the",
        ),
        ("refuse WRONG_BOX: 1 stake ante=1200", "expected WRONG_BOX, found BET_NOT_MULTIPLE ("),
        ("refuse WRONG_BOX: 1 sit-out", "line 'refuse WRONG_BOX: 1 sit-out': expected WRONG_BOX, found it was done"),
        ("expect turn 1", "line 'expect turn 1': expected 1, found 0"),
        ('expect public croupier "2d"', "expected 2d, found nothing"),
        ("expect irregularity ESD-15", "expected ESD-15, found nothing"),
    ],
)
def test_the_first_line_that_does_not_hold_is_reported(royal, line, found):
    royal["hands"][0]["play"][0] = line

    assert found in failure(royal)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("3 post", "hand 2, line '3 post': expected it to be done, found NOT_ACTIVE"),
        (
            "refuse NOT_ACTIVE: 2 post",
            "hand 2, line 'refuse NOT_ACTIVE: 2 post': expected NOT_ACTIVE, found it was done",
        ),
        ("refuse WRONG_STAGE: 3 post", "expected WRONG_STAGE, found NOT_ACTIVE"),
        ("refuse NOT_ACTIVE: 3 sit-out", "expected NOT_ACTIVE, found it was done"),
    ],
)
def test_who_may_post_is_looked_at(line, found):
    content = {
        "id": "x",
        "title": "x",
        "game": "andorra_draw",
        "eldest": 1,
        "seats": {"1": 9, "2": 9, "3": 9},
        "hands": [{"play": ["3 sit-out", "1 check", "2 check"]}, {"play": [line]}],
    }

    assert found in failure(content)


@pytest.mark.parametrize(("named", "holds"), [([], True), (["AD5-45"], True), (["AD5-45", "AD5-45"], False)])
def test_a_doubt_may_be_named_among_the_irregularities(named, holds):
    content = {
        "id": "x",
        "title": "x",
        "game": "andorra_draw",
        "seats": {"1": 9, "2": 9},
        "hands": [
            {
                "play": ["croupier refer AD5-45", "expect irregularity AD5-45", "floor resume"],
                "expect": {"irregularities": named},
            }
        ],
    }

    assert holds == (failure(content) == "None")


def test_a_hand_begins_only_when_the_one_before_it_is_over(royal):
    royal["hands"][0] = {"deck": "...", "play": ["1 stake ante=1000", "expect turn 1"]}
    royal["hands"].append({"play": []})

    assert failure(royal) == "hand 2, the opening: expected the hand before this one to be over, found stage decide"


def test_a_hand_may_be_left_where_its_lines_end(royal):
    royal["hands"] = [{"play": ["1 stake ante=1000", "expect turn 1"], "expect": {"chips": {"1": 9_000}}}]

    assert failure(royal) == "None"


def test_a_broken_invariant_fails_the_scenario_and_not_the_run(royal, monkeypatch):
    # A real breach: the meter's account is emptied behind the rules' back, so the award cannot be paid.
    royal["hands"][0]["play"] = ["meter 1000000", "1 stake ante=1000 jackpot=100", "1 play discard 4c"]
    table = PureFelt(reading.scenario(royal).seating)
    put = table.put

    def robbed(command):
        table._table.purse.balances["progressive/pool/meter"] = 1
        put(command)

    monkeypatch.setattr(table, "put", robbed)
    verdict = play(reading.scenario(royal), table)

    assert "expected sound rules and books, found a broken invariant: " in str(verdict.failure)


def test_a_refused_line_that_changes_anything_fails(royal, monkeypatch):
    # Whatever the rules do, the runner itself has to notice: here the meter moves before the refusal comes.
    table = PureFelt(reading.scenario(royal).seating)
    put = table.put

    def leaky(command):
        table.set_meter(table.meter() + 1)
        put(command)

    monkeypatch.setattr(table, "put", leaky)

    assert "expected nothing to change by what is refused, found a change" in str(
        play(reading.scenario(royal), table).failure
    )


def test_worst_result_of_all_files_is_the_exit_code(tmp_path):
    failing, unreadable = tmp_path / "failing.toml", tmp_path / "unreadable.toml"
    failing.write_text(ROYAL.read_text().replace("qualified = true", "qualified = false"))
    unreadable.write_text(ROYAL.read_text().replace("qualified = true", "cualified = true"))

    assert play_files([ROYAL, ROYAL], out=io.StringIO()) == 0
    assert play_files([failing, ROYAL], out=io.StringIO()) == 1
    assert play_files([unreadable, failing, ROYAL], out=io.StringIO()) == 2
    assert play_files([tmp_path / "missing.toml"], out=io.StringIO()) == 2


def test_each_file_becomes_one_json_object(tmp_path):
    unreadable = tmp_path / "unreadable.toml"
    unreadable.write_text("id = ")
    out = io.StringIO()

    play_files([ROYAL, unreadable], as_json=True, out=out)
    royal, bad = (json.loads(line) for line in out.getvalue().splitlines())

    assert (royal["id"], royal["ok"], royal["failure"]) == ("ESD-X26", True, None)
    (hand,) = royal["hands"]
    assert hand["pot"] == 3_000
    assert hand["chips"] == {"1": 710_900}
    assert hand["net"] == {"1": 700_900}
    assert hand["cards"] == {"1": "Ah Kh Qh Jh Th", "croupier": "9s 9d Kc 8d 3d"}
    assert hand["piles"]["muck"] == "4c 5c 2d"
    assert len(hand["piles"]["stub"].split()) == 52 - 13
    assert hand["awards"] == [{"seat": 1, "award": "drawn_royal_flush", "amount": 500_000}]
    assert hand["meters"] == {"progressive": 500_000}
    assert (hand["irregularities"], hand["announcements"]) == ([], [])
    assert [fact["fact"] for fact in hand["facts"]][:3] == ["HandOpened", "BoxesOpened", "StakePlaced"]
    assert hand["facts"][-1]["fact"] == "HandClosed"
    assert (bad["id"], bad["ok"]) == (None, False)
    assert "unreadable" in bad["failure"]


def test_hidden_values_are_not_printed():
    out = io.StringIO()

    play_files([ROYAL], as_json=True, out=out)

    opened = json.loads(out.getvalue())["hands"][0]["facts"][0]
    assert (opened["deck"], opened["seed"]) == ("▮", "▮")
