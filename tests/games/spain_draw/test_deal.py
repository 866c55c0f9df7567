import pytest

from shared.cards import PACK_52, cards
from shared.hand import facts as say
from shared.hand.holdings import Showing
from shared.rules.game import Face
from tests.games.spain_draw.tables import SpanishTable


@pytest.mark.clause("ESD-07")
def test_cards_go_round_one_by_one_and_the_croupier_is_last():
    table = SpanishTable(seats=(1, 2)).open().stake(1).stake(2).deal()

    dealt = table.the(say.StreetDealt).dealt
    places = {seat: [card.position for card in dealt if card.seat == seat] for seat in (1, 2, 0)}
    assert places == {1: [1, 4, 7, 10, 13], 2: [2, 5, 8, 11, 14], 0: [3, 6, 9, 12, 15]}


@pytest.mark.clause("ESD-07")
def test_only_the_seats_that_have_bet_are_dealt_in_from_the_lowest_number_up():
    table = SpanishTable(seats=range(1, 7)).open().stake(5).stake(2).deal()

    assert [card.seat for card in table.the(say.StreetDealt).dealt] == [2, 5, 0] * 5
    assert table.cards.stub == 52 - 15


@pytest.mark.clause("ESD-08")
def test_the_croupiers_fifth_card_alone_lies_open():
    table = SpanishTable(seats=(1, 2)).open("As Ks 9s Ah Kh 9d Ad Kd Kc 2c 3c 5c 2h 3h 2d").stake(1).stake(2).deal()

    dealt = table.the(say.StreetDealt)
    assert [(card.seat, card.position) for card in dealt.dealt if card.face is Face.UP] == [(0, 15)]
    assert dealt.showing == (Showing(seat=0, cards=cards("2d")),)


@pytest.mark.clause("ESD-07", "ESD-11", "ESD-12")
def test_six_boxes_that_all_change_two_cards_leave_three_of_the_pack():
    table = SpanishTable(seats=range(1, 7)).open(" ".join(reversed(PACK_52)))
    for seat in range(1, 7):
        table.stake(seat)
    table.deal()
    for seat in range(1, 7):
        table.play(seat, 3, 4)

    assert len(table.said(say.CardsExchanged)) == 7
    assert table.cards.stub in (3, 4, 5)


@pytest.mark.clause("ESD-34")
def test_the_time_to_decide_begins_when_the_deal_is_complete():
    table = SpanishTable(seats=(1, 2), decision_seconds=25).open().stake(1).stake(2).deal()

    names = [type(fact).__name__ for _, fact in table.facts]
    opened = table.the(say.StreetOpened)
    assert names.index("StreetDealt") < names.index("StreetOpened")
    assert (opened.turn, opened.seconds) == (1, 25)


def test_no_card_is_dealt_while_stakes_are_open():
    table = SpanishTable().open().stake(1)

    assert table.cards.held == {}
    assert not [fact for _, fact in table.facts if isinstance(fact, say.StreetDealt)]
