"""How many seats a table has: as many as its operator has set, and never more than the pack serves."""

import pytest

from services.betting.domain.banked import boxes
from services.dealer.domain.table import Table, take_seat
from services.house.play import reading
from services.house.play.unreadable import Unreadable
from shared.games import game, game_ids
from shared.hand import commands as ask
from shared.hand.holdings import Player
from shared.rulebook import book
from shared.rules.refusals import NoSuchSeat
from shared.rules.terms import Terms, TermsRefused

MOST = {"andorra_draw": 8, "andorra_stud": 8, "puerto_rico_stud": 8, "spain_draw": 6}


def table_of(game_id, **terms):
    return Table(table="t", game=game_id, terms=game(game_id).terms(terms), open=True)


@pytest.mark.parametrize(("game_id", "most"), MOST.items())
def test_without_a_word_a_table_has_all_the_seats_that_the_pack_serves(game_id, most):
    assert take_seat(table_of(game_id), seat=most, person="p", buy_in=5_000)

    with pytest.raises(NoSuchSeat):
        take_seat(table_of(game_id), seat=most + 1, person="p", buy_in=5_000)


@pytest.mark.parametrize("game_id", game_ids())
def test_an_operator_may_set_fewer(game_id):
    assert take_seat(table_of(game_id, seats_max=4), seat=4, person="p", buy_in=5_000)

    with pytest.raises(NoSuchSeat):
        take_seat(table_of(game_id, seats_max=4), seat=5, person="p", buy_in=5_000)


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("by", [-1, 1])
def test_but_neither_more_nor_too_few_for_a_hand(game_id, by):
    found = game(game_id)

    with pytest.raises(TermsRefused, match="seats_max"):
        found.terms({"seats_max": found.seats_max + 1 if by > 0 else found.seats_min - 1})


def test_terms_from_before_the_parameter_was_there_mean_all_seats():
    assert game("andorra_stud").seats_at(Terms({"ante": 1})) == 8


def test_a_banked_table_opens_no_box_beyond_its_seats():
    players = (Player(seat=2, person="p2"), Player(seat=3, person="p3"))
    terms = game("spain_draw").terms({"seats_max": 2})
    command = ask.OpenBoxes(hand="t-1", table="t", game="spain_draw", terms=terms, players=players)

    (opened,) = boxes.open_boxes({2: 5_000, 3: 5_000}, command)

    assert opened.players == players[:1]


def test_a_scenario_seats_nobody_where_there_is_no_seat():
    with pytest.raises(Unreadable, match="seat 5: the table has seats 1 to 4"):
        reading.scenario(
            {
                "id": "X",
                "title": "x",
                "game": "andorra_stud",
                "table": {"seats_max": 4},
                "seats": {"1": 100, "5": 100},
                "hands": [{"deck": "..."}],
            }
        )


def test_every_parameter_that_settles_a_question_of_the_law_can_be_set():
    for each in book.rulebooks():
        known = {param.name for param in game(each.game_id).params}
        assert known >= {name for asked in each.questions for name in asked.parameters}, each.game_id
