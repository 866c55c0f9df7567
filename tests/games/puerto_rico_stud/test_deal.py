"""The deal of Puerto Rico's stud: burns, later streets, and the places of who has left."""

import pytest

from services.betting.domain import hands as betting
from services.dealer.domain import decide as dealer
from services.dealer.domain import hand as cards
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand.command import Verb
from shared.rules.game import Face
from shared.rules.refusals import DealInProgress, OpenerCannotFold, WrongStage
from tests.games.pot_tables import PotTable, stud_deck

DECK = stud_deck(["? ? Tc Ad 9d 9h", "? ? Jc Kd 3d Td", "? ? 2h 6s 3h"], burns="As Ks Qs")


def table_of(players):
    return PotTable("puerto_rico_stud", seats=range(1, players + 1)).open()


def three(chips=100):
    return PotTable("puerto_rico_stud", chips, seats=(1, 2, 3)).open(DECK)


def places(street):
    return [(given.seat, given.position) for given in street.dealt]


@pytest.mark.clause("PR7-02", "PR7-03")
@pytest.mark.parametrize("players", range(2, 9))
def test_two_rounds_down_and_one_up_clockwise_from_the_croupiers_left(players):
    (street,) = table_of(players).said(say.StreetDealt)

    seats = list(range(1, players + 1))
    assert places(street) == list(zip(seats * 3, range(1, 3 * players + 1), strict=True))
    assert [given.face for given in street.dealt] == [Face.DOWN] * 2 * players + [Face.UP] * players


@pytest.mark.clause("PR7-01")
def test_nothing_is_dealt_before_the_deck_has_been_shuffled():
    with pytest.raises(WrongStage):
        dealer.decide(cards.NEW, ask.DealStreet(hand="h", table="t", game="puerto_rico_stud", step=0, live=(1, 2)))


@pytest.mark.clause("PR7-04")
def test_nobody_bets_before_all_have_three_cards():
    table = three()
    opened = next(fact for _, fact in table.facts if type(fact).__name__ == "AntesPosted")
    dealing = betting.apply(betting.NEW, opened)

    with pytest.raises(DealInProgress) as refusal:
        betting.decide(dealing, ask.Act(**table.head, seat=3, verb=Verb.BRING_IN))
    assert refusal.value.clause == "PR7-04"


@pytest.mark.clause("PR7-09", "PR7-10", "PR7-15", "PR7-16")
@pytest.mark.parametrize("players", range(2, 7))
def test_a_card_is_burned_before_each_of_four_later_deals(players):
    table = table_of(players).check_down()

    first, *later = table.said(say.StreetDealt)
    assert first.burnt == ()
    at = 3 * players
    for street, face in zip(later, [Face.UP, Face.UP, Face.UP, Face.DOWN], strict=True):
        assert street.burnt == (at + 1,)
        assert [position for _, position in places(street)] == list(range(at + 2, at + 2 + players))
        assert {given.face for given in street.dealt} == {face}
        at += players + 1


@pytest.mark.clause("PR7-17", "PR7-19")
def test_who_leaves_after_an_unraised_forced_bet_leaves_a_place_that_is_dealt_to():
    table = three().say("3 bring-in 2; 1 call; 2 call; 3 fold")
    fourth = table.said(say.StreetDealt)[1].dealt[2].position
    assert table.the(at_floor.CardsBuried).positions == (fourth,)
    assert table.cards.dead == (fourth,)

    table.say("1 check; 2 check")

    fifth = table.said(say.StreetDealt)[2].dealt
    assert [(given.seat, given.dead) for given in fifth] == [(1, False), (2, False), (3, True)]
    assert table.cards.dead == (fourth, fifth[2].position)
    assert fifth[2].position not in table.cards.held[3]


@pytest.mark.clause("PR7-17")
def test_only_he_may_and_only_before_anybody_acts_again():
    table = three().say("3 bring-in 2; 1 call; 2 call; 1 check")

    with pytest.raises(Exception, match="turn of seat 2"):
        table.say("3 fold")


@pytest.mark.clause("PR7-11", "PR7-17")
def test_whose_turn_it_is_first_checks_or_bets_all_the_same():
    table = PotTable("puerto_rico_stud", seats=(1, 2)).open("? ?  ? ?  2h Kc  ?  Ad 7s").say("1 bring-in 2; 2 call")

    with pytest.raises(OpenerCannotFold):
        table.say("1 fold")


@pytest.mark.clause("PR7-17")
def test_who_leaves_when_two_were_left_gives_the_pot_to_the_other():
    table = PotTable("puerto_rico_stud", seats=(1, 2)).open("? ?  ? ?  2h Kc  ?  3d 7s").say("1 bring-in 2; 2 call")

    table.say("1 fold")

    assert table.nets() == {1: -3, 2: 3}


@pytest.mark.clause("PR7-17")
@pytest.mark.parametrize("line", ["3 bring-in 2; 1 fold; 2 call", "3 bring-in 2; 1 complete 5; 2 call; 3 fold"])
def test_who_folds_to_a_bet_leaves_no_place(line):
    table = three().say(line)

    assert not any(given.dead for street in table.said(say.StreetDealt) for given in street.dealt)


@pytest.mark.clause("PR7-18")
def test_who_folds_in_a_round_of_checks_leaves_a_place():
    table = three().say("3 bring-in 2; 1 call; 2 call; 1 check; 2 fold; 3 check")

    assert [(given.seat, given.dead) for given in table.said(say.StreetDealt)[2].dealt] == [
        (1, False),
        (2, True),
        (3, False),
    ]


@pytest.mark.clause("PR7-19")
@pytest.mark.parametrize(
    "acts", ["3 bet 5; 1 call", "3 check; 1 bet 10; 3 call"], ids=["in the same round", "in the next"]
)
def test_a_later_bet_ends_that(acts):
    table = three().say("3 bring-in 2; 1 call; 2 call; 1 check; 2 fold").say(acts)

    assert {given.seat for given in table.said(say.StreetDealt)[-1].dealt} == {1, 3}


@pytest.mark.clause("PR7-18", "PR7-19")
def test_the_places_cards_are_dead_and_win_nothing():
    table = three().say("3 bring-in 2; 1 call; 2 call; 1 check; 2 fold; 3 check").check_down().end()

    assert len(table.cards.dead) == 3
    assert table.nets()[2] == -3
    assert len(table.cards.held[2]) == 4
