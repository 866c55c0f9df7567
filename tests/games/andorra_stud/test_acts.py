"""What may be done in an interval of Andorra's stud, and what ends it."""

import pytest

from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand.command import Verb
from shared.rules.refusals import (
    AlreadyBet,
    BettingNotReopened,
    CannotCheck,
    HandClosed,
    NoSuchAct,
    NotActive,
    NotEnoughChips,
    NothingToCall,
    NothingToRaise,
    NotYourTurn,
    OpenerCannotFold,
    StaleAct,
    WrongStage,
)
from tests.games.pot_tables import PotTable, stud_deck

DECK = stud_deck(["? ? 9c Ad 7s", "? ? Kh 3s 8d", "? ? Qh 4s 6d"], aside="?", up_to=5)


def three(chips=100, **terms):
    return PotTable("andorra_stud", chips, seats=(1, 2, 3), eldest=3, **terms).open(DECK)


def second_interval(**terms):
    """Return a table whose second interval seat 3 opens."""
    return three(**terms).say("3 check; 2 check; 1 check")


@pytest.mark.clause("AD7-18")
def test_the_opener_may_check_and_stays_in():
    table = second_interval().say("3 check")

    assert (table.chips.live, table.chips.turn) == ((3, 2, 1), 2)


@pytest.mark.clause("AD7-18")
def test_the_opener_may_bet():
    assert second_interval().say("3 bet 2").chips.interval.level == 2


@pytest.mark.clause("AD7-19")
def test_the_opener_may_not_fold():
    with pytest.raises(OpenerCannotFold) as refusal:
        second_interval().say("3 fold")

    assert refusal.value.clause == "AD7-19"


@pytest.mark.clause("AD7-14", "AD7-19")
def test_the_lowest_card_may_not_fold_either():
    with pytest.raises(OpenerCannotFold):
        three().say("3 fold")


@pytest.mark.clause("AD7-19")
def test_facing_a_bet_the_opener_may_fold_and_others_may_at_any_turn():
    table = second_interval().say("3 check; 2 fold; 1 bet 2; 3 fold")

    assert table.the(say.HandSettled).outcome == "uncontested"


@pytest.mark.clause("AD7-20")
def test_a_lone_bettor_wins_and_no_card_follows():
    table = second_interval().say("3 bet 2; 2 fold; 1 fold")

    settled = table.the(say.HandSettled)
    assert [(pot.amount, pot.winners[0].seat) for pot in settled.pots] == [(3, 3)]
    assert [(back.seat, back.amount) for back in settled.uncalled] == [(3, 2)]
    assert len(table.said(say.StreetDealt)) == 2


@pytest.mark.clause("AD7-20", "AD7-22")
@pytest.mark.parametrize("street", [1, 3, 5, 7, 9])
def test_so_it_is_in_every_interval(street):
    table = three()
    while table.chips.step < street:
        table.say(f"{table.chips.turn} check")
    bettor = table.chips.turn
    table.say(f"{bettor} bet {table.chips.interval.most}")
    while table.chips.turn:
        table.say(f"{table.chips.turn} fold")

    assert table.nets()[bettor] == 2


@pytest.mark.parametrize(
    ("before", "act", "rule"),
    [
        ("", "2 check", NotYourTurn),
        ("", "7 check", NotActive),
        ("", "3 call", NothingToCall),
        ("", "3 raise 4", NothingToRaise),
        ("", "3 complete 4", NothingToRaise),
        ("", "3 bring-in 1", WrongStage),
        ("3 bet 2", "2 check", CannotCheck),
        ("3 bet 2", "2 bet 4", AlreadyBet),
        ("3 bet 2", "2 bring-in 2", AlreadyBet),
        ("3 bet 2; 2 fold", "2 call", NotActive),
        ("3 bet 2; 2 fold; 1 fold", "3 check", HandClosed),
    ],
)
def test_what_is_refused_is_named_for_the_rule(before, act, rule):
    table = three()
    if before:
        table.say(before)
    as_it_was = table.lies()

    with pytest.raises(rule):
        table.say(act)
    assert as_it_was == table.lies()


def test_an_act_that_was_meant_for_an_earlier_turn_is_refused():
    table = three().say("3 check")

    with pytest.raises(StaleAct):
        table.put(ask.Act(**table.head, seat=2, verb=Verb.CHECK, turn=0))
    table.put(ask.Act(**table.head, seat=2, verb=Verb.CHECK, turn=1))


def test_a_verb_of_another_kind_of_game_is_refused():
    with pytest.raises(NoSuchAct):
        three().put(ask.Act(hand="t-1", table="t", game="andorra_stud", seat=3, verb=Verb.PLAY))


def test_who_has_acted_since_the_last_whole_bet_only_meets_a_short_all_in():
    table = three({3: 100, 2: 4, 1: 100}, ante=1).say("3 bet 2; 2 all-in")
    assert table.chips.interval.to_call(1) == 3
    table.say("1 call")

    with pytest.raises(BettingNotReopened):
        table.say("3 raise 6")
    table.say("3 call")


def test_a_table_without_all_in_refuses_less_than_the_whole():
    table = three({3: 100, 2: 2, 1: 100}, allow_all_in=False).say("3 bet 2")

    with pytest.raises(NotEnoughChips):
        table.say("2 call")


def test_where_nobody_may_be_all_in_who_cannot_pay_the_ante_is_left_out():
    table = PotTable("andorra_stud", {3: 100, 2: 2, 1: 100}, allow_all_in=False, ante=5, eldest=3).open()

    assert table.chips.order == (3, 1)


def test_with_one_player_left_to_post_there_is_no_hand():
    table = PotTable("andorra_stud", {1: 5, 2: 0}).open()

    assert table.the(say.HandClosed).outcome == "abandoned"
    assert table.seat_chips(1) == 5
