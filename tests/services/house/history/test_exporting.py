"""A closed hand as its history tells it."""

import pytest

from services.house.history import phh
from services.house.history.exporting import NoHistory, history_of
from services.house.history.replaying import replay
from tests.games.pot_tables import PotTable, dice_of, play_at_random, random_deck, random_stacks

DECK = "2s 4s 5s  6s 8s 9s  7d 3h 3c  Tc  Kd Qs 9d"


def told(table):
    return [fact for _, fact in table.facts]


def uncontested():
    table = PotTable("puerto_rico_stud", seats=(1, 2, 5)).open(DECK)
    table.say("5 bring-in 2; 1 call; 2 complete 5; 5 call; 1 call")
    return table.say("1 check; 2 bet 5; 5 fold; 1 fold")


def test_acts_are_told_in_the_standards_words_and_players_by_order_of_play():
    history = history_of(told(uncontested()))

    assert history.variant == "F7S"
    assert history.seats == (1, 2, 5)
    assert history.actions[3:8] == ("p3 pb", "p1 cc", "p2 cbr 5", "p3 cc", "p1 cc")
    assert history.actions[-4:] == ("p1 cc", "p2 cbr 5", "p3 f", "p1 f")
    assert history.finishing_stacks == (94, 112, 94)
    assert history.own["burnt"] == ["??"]


def test_cards_that_nobody_has_shown_stay_unknown():
    assert history_of(told(uncontested())).actions[0] == "d dh p1 ????7d"


def test_the_auditor_sees_every_card():
    assert history_of(told(uncontested()), everything=True).actions[0] == "d dh p1 2s6s7d"


def test_where_the_law_differs_the_variant_is_its_own_and_dead_cards_have_a_field():
    table = PotTable("andorra_stud", seats=(1, 2), eldest=2).open("? ? ? ? 9c 3d  2c")
    table.check_down().end()

    history = history_of(told(table), everything=True)

    assert (history.variant, history.own["law"], history.own["dead"][0]) == ("AD7", "AD7", "2c")
    assert history.seats == (2, 1)


def test_a_hand_that_is_not_over_has_no_history():
    table = PotTable("puerto_rico_stud").open()

    with pytest.raises(NoHistory):
        history_of(told(table))


@pytest.mark.parametrize("game_id", ["andorra_stud", "puerto_rico_stud"])
@pytest.mark.parametrize("seed", range(40))
def test_a_history_played_again_comes_to_the_same_and_tells_the_same(game_id, seed):
    dice = dice_of(seed)
    table = PotTable(game_id, random_stacks(dice))
    table.open_hand(deck=random_deck(dice), seed=f"{seed:064x}")
    play_at_random(table, dice, folding=0.2)
    first = history_of(told(table), everything=True)

    again = replay(phh.read(phh.written(first)), game_id)

    assert again.differs == ""
    second = history_of(told(again.table), everything=True)
    assert (first.actions, first.finishing_stacks) == (second.actions, second.finishing_stacks)
