"""Errors at the deal and with the deck, and misdeals."""

import pytest

from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.hand import pot_facts as at_pot
from shared.hand.holdings import Coming
from shared.rules.faults import Fault
from shared.rules.refusals import NoAnswer, WrongStage
from tests.games.andorra_draw.tables import DrawTable

HOLDINGS = {3: "Jh Jd 9c 8s 7d", 2: "7s 7h Kd Qd 9d", 1: "8h 8c Ad Kc Qs"}


def dealt_with(fault, seat, card=1):
    table = DrawTable(seats=(1, 2, 3), eldest=3)
    coming = Coming(fault=fault, seat=seat, card=card, seen=False, reported_by="croupier")
    return table.open("", coming=(coming,))


@pytest.mark.clause("AD5-33")
def test_one_too_many_unseen_goes_back_on_top():
    table = dealt_with(Fault.EXTRA_CARD, 2)
    extra = table.cards.held[2][5]
    table.say("2 declare-count unseen")

    assert (5, extra) == (len(table.cards.held[2]), table.cards.undealt[0])
    assert "AD5-33" == table.the(at_floor.FaultRemedied).clause
    assert list(range(1, 33)) == table.lying()


@pytest.mark.clause("AD5-35")
@pytest.mark.parametrize("card", range(1, 6))
def test_one_too_few_unseen_comes_from_the_top(card):
    table = dealt_with(Fault.MISSING_CARD, 2, card)
    top = table.cards.undealt[0]
    assert 4 == len(table.cards.held[2])
    table.say("2 declare-count unseen")

    assert (5, top) == (len(table.cards.held[2]), table.cards.held[2][-1])
    assert list(range(1, 33)) == table.lying()


@pytest.mark.clause("AD5-34", "AD5-36")
@pytest.mark.parametrize(("fault", "clause"), [(Fault.EXTRA_CARD, "AD5-34"), (Fault.MISSING_CARD, "AD5-36")])
def test_a_wrong_count_that_was_seen_is_a_misdeal(fault, clause):
    table = dealt_with(fault, 2, 5 if fault is Fault.MISSING_CARD else 1).say("2 declare-count seen")

    assert clause == table.the(at_draw.MisdealDeclared).clause
    assert ("misdeal", 3, 3, "J") == (table.outcome, table.carried(), table.eldest, table.least)
    assert {1: -1, 2: -1, 3: -1} == {net.seat: net.amount for net in table.the(say.HandClosed).nets}
    table.open()
    assert [0, 0, 0] == [ante.amount for ante in table.the(at_pot.AntesPosted).antes]
    assert 3 == table.chips.pot


@pytest.mark.clause("AD5-34")
def test_a_misdeal_gives_the_bets_of_the_deal_back():
    table = DrawTable(seats=(1, 2, 3), eldest=3, opener_check="declared")
    extra = Coming(fault=Fault.EXTRA_CARD, seat=2, card=1, seen=False, reported_by="croupier")
    table.open("", coming=(extra,)).say("3 bet 2; 2 call; 1 fold")

    assert "AD5-34" == table.the(at_draw.MisdealDeclared).clause
    assert [99, 99, 99] == [table.seat_chips(seat) for seat in (1, 2, 3)]
    assert 3 == table.carried()


@pytest.mark.clause("AD5-34", "AD5-36", "AD5-41")
@pytest.mark.parametrize(("fault", "clause"), [(Fault.EXTRA_CARD, "AD5-34"), (Fault.MISSING_CARD, "AD5-36")])
def test_an_opener_left_alone_with_a_wrong_count_has_seen_it_a_misdeal_and_no_false_openers(fault, clause):
    table = DrawTable(seats=(1, 2, 3), eldest=3)
    coming = Coming(fault=fault, seat=3, card=5 if fault is Fault.MISSING_CARD else 1, seen=False, reported_by="c")
    table.open("Jh ? ? Jd ? ? Jc ? ?", coming=(coming,)).say("3 bet 2; 2 fold; 1 fold")

    assert clause == table.the(at_draw.MisdealDeclared).clause
    assert [] == table.said(say.IrregularityRecorded)
    assert ([99, 99, 99], 3) == ([table.seat_chips(seat) for seat in (1, 2, 3)], table.carried())


@pytest.mark.clause("AD5-37")
def test_once_cards_have_been_changed_no_error_of_the_deal_is_put_right():
    table = DrawTable(seats=(1, 2, 3), eldest=3).deal(HOLDINGS).say("3 bet 2; 2 call; 1 fold")
    table.discard(3, 0, 1).stand_all()
    report = ask_floor.ReportFault(**table.head, fault=Fault.FACE_UP, seat=3, card=1, reported_by="croupier")
    before = table.lies()
    with pytest.raises(WrongStage):
        table.put(report)

    assert before == table.lies()


@pytest.mark.clause("AD5-33", "AD5-35")
def test_a_right_count_is_not_to_be_declared():
    with pytest.raises(NoAnswer):
        DrawTable(seats=(1, 2), eldest=2).open().say("1 declare-count unseen")


@pytest.mark.clause("AD5-06", "AD5-33")
@pytest.mark.parametrize("fault", [Fault.EXTRA_CARD, Fault.MISSING_CARD])
def test_openers_are_looked_for_in_the_five_cards_that_will_be_the_seats(fault):
    table = DrawTable(seats=(1, 2, 3), eldest=3)
    coming = Coming(fault=fault, seat=2, card=5 if fault is Fault.MISSING_CARD else 1, seen=False, reported_by="c")
    # seat 2 has a jack among its first four; what it gets last is a king, or once that is missing another jack
    table.open("7c Jh 9s  8c 9d Tc  9c 8s 8d  Th 7d 7h  Ts Kd Jd Ac", coming=(coming,))

    assert (fault is Fault.MISSING_CARD) == (2 in table.the(say.StreetOpened).openers.reveal())


@pytest.mark.clause("AD5-37")
def test_the_first_card_face_up_is_a_misdeal_and_a_later_one_stays():
    table = dealt_with(Fault.FACE_UP, 1)
    assert ("AD5-37", "misdeal") == (table.the(at_draw.MisdealDeclared).clause, table.outcome)
    table = dealt_with(Fault.FACE_UP, 1, 3)

    assert "AD5-37" == table.the(at_floor.FaultRemedied).clause
    assert {table.cards.held[1][2]} == table.cards.known_to_all
    assert 3 == table.chips.turn


@pytest.mark.clause("AD5-38", "AD5-39", "AD5-40")
def test_a_deck_taken_away_is_dealt_on_from_its_top_or_mixed_anew_less_one_card():
    table = DrawTable(seats=(1, 2, 3), eldest=3).deal(HOLDINGS).say("3 bet 2; 2 call; 1 fold")
    before = table.cards.undealt
    table.say("croupier remove-deck intact")
    assert before == table.cards.undealt
    table.discard(3, 2, 3, 4).say("croupier remove-deck mixed")

    mixed = table.the(at_pot.CardsMixed)
    assert set(before[3:]) == set(mixed.order.reveal())
    assert (3, mixed.order.reveal()[:1]) == (mixed.cut_by, table.cards.burnt)
    assert ["AD5-38", "AD5-39"] == [fact.clause for fact in table.said(at_floor.FaultRemedied)]
    assert list(range(1, 33)) == table.lying()


@pytest.mark.clause("AD5-45")
def test_while_the_floor_decides_nobody_draws():
    table = DrawTable(seats=(1, 2, 3), eldest=3).deal(HOLDINGS).say("3 bet 2; 2 call; 1 fold")
    table.say("croupier refer AD5-45")
    with pytest.raises(WrongStage):
        table.discard(3, 0)
    table.say("floor resume").discard(3, 0)

    assert 2 == table.cards.drawn.turn
