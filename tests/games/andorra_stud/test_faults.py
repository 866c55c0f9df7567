"""Errors at Andorra's stud, each with the remedy that the decree has for it."""

import pytest

from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.hand.pot_commands import Manner
from shared.rules.faults import Decision, Fault
from shared.rules.refusals import NoAnswer, NotActive, NotTheFloor, WrongStage
from tests.games.pot_tables import PotTable

LAST_INTERVAL = 9


def played_to(step, *, seats=(1, 2, 3, 4), **terms):
    """Return a table at which everybody has checked up to the interval of this step."""
    table = PotTable("andorra_stud", seats=seats, eldest=max(seats), **terms).open()
    while table.chips.turn and table.chips.step < step:
        table.say(f"{table.chips.turn} check")
    return table


def check_round(table):
    """Let everybody check in this interval."""
    step = table.chips.step
    while table.chips.turn and table.chips.step == step:
        table.say(f"{table.chips.turn} check")
    return table


def report(table, fault, seat, **more):
    table.put(ask_floor.ReportFault(**table.head, fault=fault, seat=seat, **more))
    return table


def last_card(table, seat):
    return table.cards.held[seat][-1]


@pytest.mark.clause("AD7-29", "AD7-30", "AD7-31")
@pytest.mark.parametrize("skipped", [4, 3, 2, 1])
def test_a_skipped_seat_gets_the_first_dead_card_when_the_others_have_seen_theirs(skipped):
    table = report(played_to(7), Fault.SKIP, skipped, seen=True, coming=True)
    first_dead = table.cards.dead[0]
    top = table.cards.undealt[:4]
    check_round(table)

    assert last_card(table, skipped) == first_dead
    assert [last_card(table, seat) for seat in (4, 3, 2, 1) if seat != skipped] == list(top[:3])
    assert table.said(say.StreetDealt)[-1].dealt[-1].seat == skipped
    assert table.cards.undealt[0] == top[3]
    assert len(table.cards.dead) == 3


@pytest.mark.clause("AD7-31")
def test_when_nobody_has_looked_everybody_gets_his_own():
    table = report(played_to(7), Fault.SKIP, 3, seen=False, coming=True)
    top = table.cards.undealt[:4]
    check_round(table)

    assert [last_card(table, seat) for seat in (4, 3, 2, 1)] == list(top)
    assert len(table.cards.dead) == 4


@pytest.mark.clause("AD7-29", "AD7-31")
@pytest.mark.parametrize("seen", [True, False])
def test_reported_after_the_deal_the_cards_are_put_as_they_were_dealt(seen):
    table = played_to(LAST_INTERVAL)
    before = {seat: last_card(table, seat) for seat in (4, 3, 2, 1)}
    dead, top = table.cards.dead[0], table.cards.undealt[0]

    report(table, Fault.SKIP, 3, seen=seen)

    if seen:
        assert [last_card(table, seat) for seat in (4, 2, 1)] == [before[4], before[3], before[2]]
        assert (last_card(table, 3), table.cards.undealt[:2]) == (dead, (before[1], top))
    else:
        assert before == {seat: last_card(table, seat) for seat in (4, 3, 2, 1)}
    assert table.lying() == list(range(1, 53))


@pytest.mark.clause("AD7-31")
def test_on_an_earlier_street_the_floor_decides_once_cards_have_been_seen():
    table = check_round(report(played_to(3), Fault.SKIP, 3, seen=True, coming=True))

    assert table.the(at_floor.ReferredToFloor).what == "skip"
    with pytest.raises(WrongStage):
        table.say(f"{table.chips.turn} check")


@pytest.mark.clause("AD7-35")
def test_a_seventh_card_face_up_with_two_left_ends_the_betting():
    table = check_round(report(played_to(7, seats=(1, 2)), Fault.FACE_UP, 1, coming=True))

    assert table.said(say.StreetOpened)[-1].turn == 0
    assert table.the(at_floor.FaultRemedied).clause == "AD7-35"
    assert last_card(table, 1) in table.cards.up
    table.end()
    assert table.the(say.HandSettled).outcome == "showdown"


@pytest.mark.clause("AD7-35")
def test_reported_later_it_ends_the_betting_where_it_stands():
    table = played_to(LAST_INTERVAL, seats=(1, 2))
    table.say(f"{table.chips.turn} bet 4")

    report(table, Fault.FACE_UP, 1)

    assert table.chips.turn == 0
    assert sum(net for net in table.end().nets().values()) == 0
    assert [back.amount for back in table.the(say.HandSettled).uncalled] == [4]


@pytest.mark.clause("AD7-35")
def test_with_three_left_it_is_played_open_and_counts_in_who_speaks():
    table = PotTable("andorra_stud", seats=(1, 2, 3), eldest=3)
    # Before the seventh card seat 3 shows the most; the ace makes it seat 1.
    table.open("? ? ?  ? ? ?  9c 8d 7h  ?  Kc Qd Ah  ?  2c 3d 4h  ?  5c 6d 8h  ?  Jd Jh As")
    while table.chips.step < 7:
        table.say(f"{table.chips.turn} check")
    check_round(report(table, Fault.FACE_UP, 1, coming=True))

    assert table.cards.showing(1)[-1] == "As"
    assert table.chips.turn == 1


@pytest.mark.clause("AD7-36", "AD7-37", "AD7-38")
@pytest.mark.parametrize(("early", "folds"), [(1, 0), (1, 1), (2, 0), (3, 2)])
def test_early_cards_stay_and_are_burnt_with_one_for_each_seat_left(early, folds):
    table = played_to(3)
    table.say(f"{table.chips.turn} bet 2")
    for number in range(early):
        report(table, Fault.DEAL_EARLY, 1 + number, number=number)
    top = table.cards.trouble.early_places + table.cards.undealt[: 4 - folds]
    assert table.cards.burnt == ()

    for left in (3, 2, 1):
        table.say(f"{table.chips.turn} {'fold' if left <= folds else 'call'}")

    assert table.cards.burnt == top
    assert len(table.cards.burnt) == early + 4 - folds
    assert not set(table.cards.burnt) & {*table.cards.dead, *table.cards.muck}


@pytest.mark.clause("AD7-37")
def test_should_the_hand_end_there_nothing_more_is_burnt():
    table = played_to(3, seats=(1, 2))
    table.say(f"{table.chips.turn} bet 2")
    report(table, Fault.DEAL_EARLY, 1)
    early = table.cards.trouble.early_places

    table.say(f"{table.chips.turn} fold")

    assert table.cards.burnt == early


@pytest.mark.clause("AD7-36")
def test_after_the_last_deal_no_card_can_come_early():
    with pytest.raises(WrongStage):
        report(played_to(LAST_INTERVAL), Fault.DEAL_EARLY, 1)


@pytest.mark.clause("AD7-39")
def test_exposed_hole_cards_are_covered_and_the_hand_stays_in():
    table = played_to(5).handle(2, Manner.EXPOSE)

    exposed = table.the(at_floor.HoleCardsExposed)
    assert exposed.cards == table.cards.cards(2)[:2]
    assert table.sight.public(2)[:2] == ("??", "??")
    assert 2 in table.chips.live
    assert [fact.clause for fact in table.said(say.IrregularityRecorded)] == ["AD7-39"]


@pytest.mark.clause("AD7-40")
@pytest.mark.parametrize(("next_up", "shown"), [(True, 5), (False, 4)])
def test_the_next_card_of_who_exposed_is_dealt_face_up(next_up, shown):
    table = check_round(played_to(7, exposed_next_up=next_up).handle(2, Manner.EXPOSE))

    assert len(table.cards.showing(2)) == shown
    assert len(table.cards.showing(1)) == 4
    assert table.chips.turn


@pytest.mark.clause("AD7-40")
def test_only_the_next_card_is():
    table = check_round(check_round(played_to(5).handle(2, Manner.EXPOSE)))

    assert len(table.cards.showing(2)) == 4


@pytest.mark.clause("AD7-35", "AD7-40")
def test_a_seventh_card_that_is_up_for_the_players_own_mistake_ends_no_betting():
    table = check_round(played_to(7, seats=(1, 2)).handle(2, Manner.EXPOSE))

    assert table.chips.turn


def test_an_error_of_a_seat_that_is_not_there_is_refused():
    with pytest.raises(NotActive):
        report(played_to(3), Fault.SKIP, 7, coming=True)


def test_a_seat_without_such_a_card_in_the_last_deal_is_refused():
    table = played_to(LAST_INTERVAL)

    with pytest.raises(NoAnswer):
        report(table, Fault.FACE_UP, 1, card=2)


def test_a_table_that_deals_by_itself_makes_no_errors():
    table = played_to(3)
    table.cards = type(table.cards)(hand="t-1", table="t", game="andorra_stud", stage=table.cards.stage)

    with pytest.raises(NoAnswer):
        report(table, Fault.SKIP, 1, coming=True)


def test_a_doubt_holds_the_hand_until_the_floor_lets_it_go_on():
    table = report(played_to(3), Fault.DOUBT, 0, clause="AD7-36")
    turn = table.chips.turn

    with pytest.raises(WrongStage):
        table.say(f"{turn} check")
    table.put(ask_floor.Rule(**table.head, decision=Decision.RESUME, by_floor=True, ruled_by="chief"))
    table.say(f"{turn} check")
    assert (table.the(at_floor.Ruled).clause, table.the(at_floor.Ruled).ruled_by) == ("AD7-36", "chief")


def test_only_the_floor_rules():
    table = report(played_to(3), Fault.DOUBT, 0)

    with pytest.raises(NotTheFloor):
        table.put(ask_floor.Rule(**table.head, decision=Decision.VOID, by_floor=False))


def test_a_voided_hand_gives_back_everything_and_leaves_la_ma_where_she_was():
    table = played_to(5)
    table.say(f"{table.chips.turn} bet 4")
    table.put(ask_floor.Rule(**table.head, decision=Decision.VOID, by_floor=True))

    assert {seat: table.seat_chips(seat) for seat in table.seats} == dict.fromkeys(table.seats, 100)
    assert (table.the(say.HandClosed).outcome, table.eldest) == ("void", 4)


def test_at_the_showdown_too_nobody_goes_on_before_the_floor_has_ruled():
    table = report(played_to(LAST_INTERVAL).check_down(), Fault.DOUBT, 0)

    with pytest.raises(WrongStage):
        table.handle(4, Manner.SHOW)
    table.put(ask_floor.Rule(**table.head, decision=Decision.RESUME, by_floor=True))
    table.handle(4, Manner.SHOW).end()
