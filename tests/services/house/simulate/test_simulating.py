import json
from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from services.house.cli import command_line
from services.house.simulate import exact, simulate, simulating
from services.house.simulate.driving import mixed
from services.house.simulate.report import frequency
from shared.cards import PACK_52, is_pack
from shared.games import game_ids
from shared.hand.facts import HandSettled
from shared.rules.ranking import Ranking

HANDS = 2_000
POT_HANDS = 150
FOR_THE_POT = ("andorra_draw", "andorra_stud", "puerto_rico_stud")


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


@pytest.fixture(scope="module", params=FOR_THE_POT)
def pots(request):
    return simulate(request.param, hands=POT_HANDS, seed=7)


def test_in_hands_for_the_pot_every_invariant_holds_and_the_house_has_nothing(pots):
    figures = pots.figures

    assert pots.ok
    assert set(pots.checks.values()) == {POT_HANDS, 1}
    assert figures["antes"] + figures["bets"] == (
        figures["came_back_uncalled"] + figures["won_in_pots"] + figures["left_in_the_pot"]
    )
    assert figures["players_result"] == -figures["left_in_the_pot"]
    assert sum(each.count for each in pots.frequencies["outcomes"]) == POT_HANDS


def test_what_is_known_exactly_of_first_cards_and_openers_comes_about_as_often_as_it_should(pots):
    known = [each for frequencies in pots.frequencies.values() for each in frequencies if each.expected is not None]
    dealt = [each for title, them in pots.frequencies.items() if title.startswith("first_cards") for each in them]

    assert len(known) == (28 if pots.game == "andorra_draw" else 3)
    assert not [each for each in known if each.expected > 5 and abs(each.z) > 5]
    assert sum(each.count for each in dealt) == pots.figures["seats_dealt"]


def test_all_that_is_simulated_gives_the_same_as_text_and_as_one_object(pots):
    text = "\n".join(pots.lines())

    assert f"{pots.figures['bets']:,}" in text
    assert json.loads(json.dumps(pots.as_dict()))["frequencies"]["outcomes"][2]["name"] == "showdown"
    assert list(pots.lines())[-1] == "all invariants hold"


def won_more(table):
    place, (service, fact) = next((n, each) for n, each in enumerate(table.facts) if isinstance(each[1], HandSettled))
    table.facts[place] = (service, replace(fact, carried=fact.carried + 1))


@pytest.mark.parametrize(
    ("rob", "wrong"),
    [
        (lambda table: table.cards.held.popitem(), "a card lies in two places, or in none"),
        (won_more, "lay in the pots"),
    ],
)
def test_a_broken_invariant_of_a_hand_for_the_pot_is_reported(monkeypatch, rob, wrong):
    play_hand = simulating.play_hand

    def robbed(table, **more):
        play_hand(table, **more)
        rob(table)

    monkeypatch.setattr(simulating, "play_hand", robbed)

    (broken,) = simulate("andorra_stud", hands=1, seed=1).broken

    assert wrong in broken


def test_every_game_is_simulated():
    assert {*FOR_THE_POT, "spain_draw"} == set(game_ids())


def test_the_command_prints_the_same_as_text_and_as_one_object(capsys):
    arguments = ["simulate", "spain_draw", "--hands", "60", "--seed", "3"]

    assert command_line(arguments) == 0
    text = capsys.readouterr().out
    assert command_line([*arguments, "--json"]) == 0
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


@pytest.mark.clause("AD5-01", "AD5-06", "AD5-12", "AD5-13", "AD5-14")
@pytest.mark.parametrize(
    ("pack", "hands", "shares"),
    [(52, 2_598_960, (20.63, 17.38, 14.13, 10.88)), (32, 201_376, (47.47, 40.80, 34.12, 27.45))],
)
def test_so_many_of_a_hundred_fives_open_on_jacks_queens_kings_and_aces(pack, hands, shares):
    """With 32 cards, and the ace high alone, it would be 46.96, 40.29, 33.62 and 26.94."""
    assert sum(exact.COUNTS[pack].values()) == hands
    assert shares == tuple(round(100 * exact.at_least_pair_of(rank, pack=pack) / hands, 2) for rank in "JQKA")


def test_counts_of_three_cards_are_those_of_all_ways_to_deal_them():
    groups = Counter(max(Counter(card[0] for card in three).values()) for three in combinations(PACK_52, 3))

    assert [groups[1], groups[2], groups[3]] == list(exact.FIRST_THREE.values())


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
