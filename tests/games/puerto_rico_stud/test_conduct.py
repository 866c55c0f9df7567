"""Conduct at Puerto Rico's stud: what is on record, and changes neither cards nor chips."""

import pytest

from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.hand.events import public
from shared.hand.pot_commands import Manner
from shared.rules.faults import Decision, Fault
from shared.rules.refusals import CardsNotReorderable, NotActive, WrongStage
from tests.games.pot_tables import PotTable


def three():
    return PotTable("puerto_rico_stud", seats=(1, 2, 3)).open("? ? ?  ? ? ?  2h Tc Jc").say("1 bring-in 2")


def recorded(table):
    return [(fact.clause, fact.seat) for fact in table.said(say.IrregularityRecorded)]


@pytest.mark.clause("PR7-35")
def test_up_cards_keep_the_order_in_which_they_came():
    table = three()
    before = table.lies()

    with pytest.raises(CardsNotReorderable) as refusal:
        table.handle(2, Manner.REORDER)

    assert refusal.value.clause == "PR7-35"
    assert (table.lies(), recorded(table)) == (before, [("PR7-35", 2)])


@pytest.mark.clause("PR7-38")
def test_a_card_shown_to_one_is_shown_to_all():
    table = three().handle(3, Manner.REVEAL, 1)

    (event,) = public(table.the(at_floor.HoleCardsExposed))
    assert event.body["cards"] == list(table.cards.cards(3)[:2])
    assert table.sight.view(2, 3) == table.cards.cards(3)
    assert recorded(table) == [("PR7-38", 3)]
    assert table.chips.turn == 2


@pytest.mark.clause("PR7-38")
def test_what_was_shown_has_no_say_in_who_speaks():
    table = PotTable("puerto_rico_stud", seats=(1, 2)).open("Ad ?  As ?  2h 9c  ?  3d Kc")
    table.say("1 bring-in 2").handle(1, Manner.REVEAL, 2).say("2 call")

    assert table.chips.turn == 2


@pytest.mark.clause("PR7-36")
def test_cards_exposed_by_mistake_are_on_record_and_stay_in_play():
    table = three().handle(2, Manner.EXPOSE)

    assert recorded(table) == [("PR7-36", 2)]
    assert table.sight.public(2)[:2] == ("??", "??")
    assert 2 in table.chips.live


@pytest.mark.clause("PR7-33", "PR7-34", "PR7-37")
@pytest.mark.parametrize("clause", ["PR7-33", "PR7-34", "PR7-36", "PR7-37"])
def test_conduct_that_is_reported_goes_on_record_and_changes_nothing(clause):
    table = three()
    before = table.lies()

    table.put(
        ask_floor.ReportFault(**table.head, fault=Fault.CONDUCT, seat=2, clause=clause, what="seen", reported_by="c1")
    )

    (record,) = table.said(say.IrregularityRecorded)
    assert (record.clause, record.seat, record.what, record.reported_by) == (clause, 2, "seen", "c1")
    assert before == table.lies()


def test_who_holds_no_cards_handles_none():
    with pytest.raises(NotActive):
        three().handle(7, Manner.EXPOSE)


@pytest.mark.parametrize("fault", [Fault.SKIP, Fault.FACE_UP])
def test_for_a_misdeal_there_is_only_the_floor(fault):
    table = PotTable("puerto_rico_stud", seats=(1, 2, 3)).open()
    table.put(ask_floor.ReportFault(**table.head, fault=fault, seat=2))

    assert table.the(at_floor.ReferredToFloor).what == fault.value
    with pytest.raises(WrongStage):
        table.say(f"{table.chips.turn} bring-in 2")


def test_a_card_that_comes_early_is_the_floors_to_decide_too():
    table = three()
    table.put(ask_floor.ReportFault(**table.head, fault=Fault.DEAL_EARLY, seat=2))
    assert table.cards.trouble.early == ()

    table.put(ask_floor.Rule(**table.head, decision=Decision.RESUME, by_floor=True))
    table.say("2 call")


def test_a_voided_hand_gives_everybody_back_what_he_put_in():
    table = three().say("2 complete 5; 3 raise 10")
    table.put(ask_floor.Rule(**table.head, decision=Decision.VOID, by_floor=True, reason="misdeal"))

    voided = table.the(at_floor.HandVoided)
    assert {back.seat: back.amount for back in voided.returned} == {1: 3, 2: 6, 3: 11}
    assert {seat: table.seat_chips(seat) for seat in table.seats} == dict.fromkeys(table.seats, 100)
