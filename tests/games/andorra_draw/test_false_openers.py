"""Proof of openers: false ones at the showdown, uncontested, found while others play, and what goes on record."""

from functools import reduce

import pytest

from services.betting.domain import hands as betting
from shared.hand import draw_commands as ask_draw
from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand import floor_facts as at_floor
from shared.hand import pot_facts as at_pot
from shared.rules.refusals import NoAnswer, NotTheFloor
from tests.games.andorra_draw.tables import DrawTable

TRUE, FALSE = "Jh Jd 9c 8s 7d", "Th Td 9c 8s 7d"


def declared(first, second="7s 7h Kd Qd 9d", third="8h 8c Ad Kc Qs", *, seats=(1, 2, 3)):
    """Seat 3 is eldest and has opened on `first`; nobody else has spoken yet."""
    table = DrawTable(seats=seats, eldest=3, opener_check="declared")
    return table.deal({3: first, 2: second, 1: third}).say("3 bet 2")


def recorded(table):
    return [(fact.clause, fact.seat) for fact in table.said(say.IrregularityRecorded)]


@pytest.mark.clause("AD5-41", "AD5-42", "AD5-43")
def test_a_false_opener_wins_nothing_at_the_showdown():
    table = declared("Th Td 7c 7d 8s").say("2 call; 1 fold")
    assert {3, 2} == set(table.chips.live)
    table = declared(FALSE, second="7s 7h Kd Qd 9d").say("2 call; 1 fold").stand_all().say("3 bet 4; 2 call")

    assert {3: -7, 2: 8, 1: -1} == table.nets()
    assert [("AD5-41", 3)] == recorded(table)


@pytest.mark.clause("AD5-22", "AD5-23", "AD5-41")
@pytest.mark.parametrize(("opening", "false"), [(TRUE, False), (FALSE, True)])
def test_what_counts_is_what_he_held_when_he_opened(opening, false):
    table = declared(opening).say("2 call; 1 fold").discard(3, 0).stand_all().check_down()

    assert false == bool(recorded(table))


@pytest.mark.clause("AD5-42", "AD5-44")
def test_uncalled_and_alone_he_leaves_the_whole_pot_for_the_next_hand():
    table = declared(FALSE).say("2 call; 1 fold").stand_all().say("3 bet 4; 2 fold")

    settled = table.the(say.HandSettled)
    assert (("false_openers", 11), ()) == ((settled.outcome, settled.carried), settled.uncalled)
    assert {3: -7, 2: -3, 1: -1} == table.nets()
    assert ("J", 11, 2) == (table.least, table.carried(), table.eldest)
    table.open()
    assert {1, 2, 3} == set(table.cards.held)
    assert 14 == table.chips.pot


@pytest.mark.clause("AD5-23", "AD5-41")
@pytest.mark.parametrize("then", ["2 fold; 1 fold", "2 call; 1 call"])
def test_true_openers_are_proved_in_every_opened_pot_and_nothing_goes_on_record(then):
    table = declared(TRUE).say(then)
    if table.cards.drawn.turn:
        table.stand_all().check_down()
    shown = table.the(say.HoldingsShown)

    assert (3, "J", TRUE.split()) == (shown.opener, shown.least, list(shown.opening.reveal()))
    assert [] == recorded(table)
    assert "▮" in repr(shown)


@pytest.mark.clause("AD5-41")
def test_an_opener_who_folds_is_looked_into_for_the_record_only():
    table = declared(FALSE).say("2 raise 4; 1 call; 3 fold").stand_all().check_down()

    assert [("AD5-41", 3)] == recorded(table)
    assert 13 == sum(pot.amount for pot in table.the(say.HandSettled).pots)


@pytest.mark.clause("AD5-43", "AD5-45")
@pytest.mark.parametrize("before", ["", "2 call", "2 call; 1 call", "2 raise 4; 1 call; 3 call"])
def test_found_out_while_others_play_he_leaves_his_chips_and_they_go_on(before):
    table = declared(FALSE)
    if before:
        table.say(before)
    put_in = table.chips.put_in[3]
    table.say("croupier refer AD5-45; floor rule openers 3 not-proved")
    while table.chips.turn or table.cards.drawn.turn:
        table.check_down() if table.chips.turn else table.stand_all()

    assert "closed" == table.cards.stage.value
    assert -put_in == table.nets()[3]
    assert [("AD5-41", 3)] == recorded(table)
    assert 0 == table.carried()


@pytest.mark.clause("AD5-45")
def test_the_floor_alone_decides_and_its_word_stands_against_the_cards():
    table = declared(FALSE).say("2 call; 1 fold; croupier refer AD5-45")
    with pytest.raises(NotTheFloor):
        table.say("2 rule openers 3 proved")
    with pytest.raises(NoAnswer):
        table.say("floor rule openers 2 proved")
    table.say("floor rule openers 3 proved").stand_all().check_down()

    assert {3: 4, 2: -3, 1: -1} == table.nets()
    assert ("AD5-45", 3) == (table.the(at_floor.Ruled).clause, table.the(at_draw.OpenersRuled).seat)


@pytest.mark.clause("AD5-44")
def test_a_caller_who_is_left_takes_it_all():
    table = declared(FALSE).say("2 call; 1 fold").stand_all().say("3 check; 2 bet 4; 3 fold")

    assert {3: -3, 2: 4, 1: -1} == table.nets()
    assert [("AD5-41", 3)] == recorded(table)


@pytest.mark.clause("AD5-44", "AD5-45")
def test_put_out_by_the_floor_when_nobody_else_is_left_he_leaves_the_whole_pot():
    """The doubt comes to betting behind the last fold: the dealer has not looked into anything yet."""
    table = declared(FALSE).say("2 call; 1 fold").stand_all().say("3 bet 4; 2 fold")
    told = [fact for service, fact in table.facts if service == "betting"]
    alone = reduce(betting.apply, told[: told.index(table.said(say.StreetClosed)[-1]) + 1], betting.NEW)
    assert (3,) == alone.live

    (held,) = betting.decide(alone, ask_floor.HoldHand(**table.head, referral=1))
    ruling = ask_draw.RuleOpeners(**table.head, seat=3, proved=False, referral=1, number=0)
    facts = betting.decide(betting.apply(alone, held), ruling)

    assert ("false_openers", 11) == (facts[-1].outcome, facts[-1].carried)
    assert ["AD5-41"] == [fact.clause for fact in facts if isinstance(fact, say.IrregularityRecorded)]
    assert {3: -7, 2: -3, 1: -1} == {net.seat: net.amount for net in facts[-1].nets}


@pytest.mark.clause("AD5-32", "AD5-43")
def test_where_the_last_to_bet_is_put_out_the_next_at_his_right_shows_first():
    """La ma is seat 2, and play goes 2, 1, 3: seat 1 opens, bets after the draw and is found out."""
    table = DrawTable(seats=(1, 2, 3), eldest=2, opener_check="declared", show_seconds=5)
    table.deal({1: FALSE}).say("2 check; 1 bet 2; 3 call; 2 call").stand_all().say("1 bet 4; 3 call")
    table.say("croupier refer AD5-45; floor rule openers 1 not-proved; 2 call")

    assert (3, 2) == table.the(at_pot.ShowdownOpened).order
