import json
from collections import Counter
from random import Random

import pytest

from services.house.simulate import __main__ as command
from services.house.simulate import exact, simulate, simulating
from services.house.simulate.driving import mixed
from services.house.simulate.report import frequency
from services.house.simulate.simulating import NotSimulated
from shared.cards import PACK_52, is_pack
from shared.games import game, game_ids
from shared.rules.game import AgainstTheBank
from shared.rules.ranking import Ranking

HANDS = 2_000


@pytest.fixture(scope="module")
def report():
    return simulate("spain_draw", hands=HANDS, seed=7)


def test_every_invariant_is_looked_at_and_holds(report):
    assert report.ok
    assert report.broken == ()
    assert set(report.checks.values()) == {HANDS, 1}


def test_what_the_players_lose_is_what_the_house_and_the_meters_have(report):
    figures = report.figures

    assert figures["players_result"] + figures["house_result"] + figures["left_on_the_meters"] == 0
    assert figures["house_result"] == (
        figures["house_result_at_the_table"] + figures["house_result_of_the_progressive"]
    )
    assert figures["hold_ppm"] == figures["house_result"] * 1_000_000 // figures["drop"]


def test_every_box_has_five_cards_and_an_outcome(report):
    boxes = report.figures["boxes"]

    for title in ("first_five_of_the_seats", "outcomes"):
        assert sum(each.count for each in report.frequencies[title]) == boxes
    assert HANDS <= boxes <= 6 * HANDS


def test_what_is_known_exactly_comes_about_as_often_as_it_should(report):
    known = [each for frequencies in report.frequencies.values() for each in frequencies if each.expected is not None]

    assert len(known) == 10 + 10 + 1 + 3
    assert not [each for each in known if each.expected > 5 and abs(each.z) > 5]


def test_the_same_seed_gives_the_same_report_and_another_another(monkeypatch):
    monkeypatch.setattr(simulating, "PART", 100)

    first = simulate("spain_draw", hands=250, seed=1)

    assert simulate("spain_draw", hands=250, seed=1) == first
    assert simulate("spain_draw", hands=250, seed=2).figures != first.figures


def test_more_processes_change_no_figure(monkeypatch):
    monkeypatch.setattr(simulating, "PART", 100)

    assert simulate("spain_draw", hands=250, seed=1, processes=2) == simulate("spain_draw", hands=250, seed=1)


def test_a_broken_invariant_ends_the_part_and_is_reported(monkeypatch):
    play_hand = simulating.play_hand

    def robbed(table, **more):
        play_hand(table, **more)
        if table.number == 3:
            table.purse.balances["house/t/bank"] -= 1

    monkeypatch.setattr(simulating, "play_hand", robbed)

    report = simulate("spain_draw", hands=10, seed=1)

    assert not report.ok
    assert report.broken == ("part 1/0, hand 4: balances add up to -1, not to zero",)
    assert list(report.lines())[-1] == "an invariant is broken"


def test_only_games_of_which_something_is_counted_are_simulated():
    others = [each for each in game_ids() if not isinstance(game(each).contest, AgainstTheBank)]

    for each in others:
        with pytest.raises(NotSimulated):
            simulate(each, hands=1, seed=1)


def test_the_command_prints_the_same_as_text_and_as_one_object(capsys):
    arguments = ["spain_draw", "--hands", "60", "--seed", "3", "--processes", "1"]

    assert command.main(arguments) == 0
    text = capsys.readouterr().out
    assert command.main([*arguments, "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)

    assert (plain["game"], plain["hands"], plain["seed"], plain["ok"]) == ("spain_draw", 60, 3, True)
    assert f"{plain['figures']['handle']:,}" in text
    assert "served royal flush" in text
    assert plain["frequencies"]["awards"][0]["name"] == "served_royal_flush"


@pytest.mark.clause("ESD-17")
def test_a_dealt_five_is_two_eights_or_more_in_789540_of_all_ways():
    assert sum(exact.COUNT_52.values()) == exact.FIVE_OF_52
    assert set(exact.COUNT_52) == set(Ranking)
    assert exact.at_least_pair_of("8") == 789_540


def test_a_frequency_is_measured_in_standard_deviations():
    found = frequency("heads", count=60, of=100, ways=1, of_ways=2)

    assert (found.expected, found.z) == (50.0, 2.0)
    assert frequency("heads", count=60, of=100).z is None


def test_a_mixed_pack_is_whole_and_each_card_is_as_likely_on_top():
    dice = Random(1)
    tops = Counter()
    for _ in range(5_200):
        order = mixed(PACK_52, dice)
        tops[order[0]] += 1

    assert is_pack(order, 52)
    assert set(tops) == set(PACK_52)
    assert 60 < min(tops.values()) <= max(tops.values()) < 145
