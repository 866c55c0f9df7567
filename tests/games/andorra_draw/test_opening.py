"""Opening the pot: order, openers, passing, and what is asked after blank hands."""

from itertools import combinations

import pytest

from services.evaluator.domain.openers import holds_openers
from services.evaluator.domain.ranking import RankingOrder
from services.evaluator.domain.threshold import Threshold
from shared.cards import PACK_32, PACK_52
from shared.games import game
from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.hand import pot_facts as at_pot
from shared.rules.refusals import AlreadyBet, OpenerCannotFold, OpenersRequired
from tests.games.andorra_draw.tables import DrawTable


@pytest.mark.clause("AD5-01")
@pytest.mark.parametrize(("seats", "pack"), [(2, 32), (3, 32), (4, 32), (5, 52), (6, 52), (7, 52), (8, 52)])
def test_few_players_play_with_32_cards(seats, pack):
    table = DrawTable(seats=tuple(range(1, seats + 1))).open()

    assert pack == table.cards.pack


@pytest.mark.clause("AD5-01", "AD5-02")
def test_the_pack_is_that_of_those_who_post():
    table = DrawTable({1: 100, 2: 100, 3: 100, 4: 100, 5: 0})
    table.open_hand(deck=PACK_52, seed="5eed" * 16)

    changed = table.the(at_draw.PackChanged)
    assert (32, changed.commitment) == (table.cards.pack, table.cards.commitment)
    assert list(range(1, 33)) == table.lying()
    assert {1, 2, 3, 4} == set(table.cards.held)


@pytest.mark.clause("AD5-03", "AD5-04", "AD5-05")
def test_five_hidden_cards_each_and_the_eldest_speaks_first():
    table = DrawTable(seats=(1, 2, 3), eldest=2).open()

    dealt = table.the(say.StreetDealt).dealt
    assert [2, 1, 3] * 5 == [given.seat for given in dealt]
    assert frozenset() == table.cards.known_to_all
    assert 2 == table.chips.turn


@pytest.mark.clause("AD5-05")
def test_before_the_pot_is_open_nobody_folds():
    table = DrawTable(seats=(1, 2, 3), eldest=3).open().say("3 check")

    with pytest.raises(OpenerCannotFold) as refusal:
        table.say("2 fold")
    assert "AD5-05" == refusal.value.clause


@pytest.mark.clause("AD5-06", "AD5-08")
def test_without_openers_a_strict_table_refuses_to_open_and_takes_a_check():
    table = DrawTable(seats=(1, 2), eldest=2).deal({2: "Th Td As Kc 8h", 1: "Jh Jd 9c 8s 7d"})

    with pytest.raises(OpenersRequired) as refusal:
        table.say("2 bet 2")
    assert "AD5-06" == refusal.value.clause
    table.say("2 check; 1 bet 2")
    assert 1 == table.chips.opener


@pytest.mark.clause("AD5-07", "AD5-09", "AD5-10")
def test_who_passed_with_openers_may_raise_and_nothing_is_asked_of_him_then():
    table = DrawTable(seats=(1, 2, 3), eldest=3)
    table.deal({3: "Kh Kd 9c 8s 7d", 2: "Qh Qd Ts 9h 8h", 1: "7c 8c 9d Th Jc"})
    table.say("3 check; 2 bet 2; 1 call")
    with pytest.raises(AlreadyBet):
        table.say("3 bet 2")
    table.say("3 raise 4; 2 call; 1 call")

    assert (2, 15) == (table.chips.opener, table.chips.pot)


@pytest.mark.clause("AD5-11", "AD5-12", "AD5-13", "AD5-14", "AD5-15")
def test_each_blank_hand_asks_for_more_and_after_four_no_ante_is_due():
    table = DrawTable(seats=(1, 2), eldest=1)
    seen = []
    for _ in range(6):
        table.open().pass_round()
        ante = sum(each.amount for each in table.the(at_pot.AntesPosted).antes)
        seen.append((table.sight.min_open, ante, table.carried(), table.eldest))

    expected = [("J", 2, 2, 2), ("Q", 2, 4, 1), ("K", 2, 6, 2), ("A", 2, 8, 1), ("A", 0, 8, 2), ("A", 0, 8, 1)]
    assert expected == seen


@pytest.mark.clause("AD5-12")
def test_who_took_no_part_in_the_blank_hand_is_out_of_its_pot():
    table = DrawTable(seats=(1, 2, 3), eldest=3).open(sitting_out=(1,)).pass_round()
    table.open()

    assert {2, 3} == set(table.cards.held)
    assert 4 == table.chips.pot


@pytest.mark.clause("AD5-12")
def test_an_opened_pot_brings_the_requirement_back_to_jacks():
    table = DrawTable(seats=(1, 2), eldest=2).open().pass_round()
    assert "Q" == table.least
    table.deal({1: "Qh Qd 9c 8s 7d"}).say("1 bet 2; 2 fold")

    assert ("J", 0) == (table.least, table.carried())


@pytest.mark.clause("AD5-06", "AD5-12", "AD5-13", "AD5-14")
def test_how_often_a_dealt_hand_opens_by_requirement_and_pack():
    """All but no pair, by the known counts, and all but the pairs that are too low."""
    short = [f"{(201_376 - 52_020 - ranks * 107_520 // 8) / 201_376:.2%}" for ranks in (4, 5, 6, 7)]

    assert ["20.63%", "17.38%", "14.13%", "10.88%"] == _chances(PACK_52)
    assert short == _chances(PACK_32) == ["47.47%", "40.80%", "34.12%", "27.45%"]


def _chances(pack):
    order, ranks = RankingOrder(pack=len(pack)), game("andorra_draw").for_the_pot.openers.ranks
    asked = [Threshold(pair_rank=rank) for rank in ranks]
    whole, found = 0, [0] * len(asked)
    for holding in combinations(pack, 5):
        whole += 1
        for place, least in enumerate(asked):
            if not holds_openers(holding, least, order):
                break  # what does not open on a lower pair does not open on a higher one
            found[place] += 1
    return [f"{each / whole:.2%}" for each in found]
