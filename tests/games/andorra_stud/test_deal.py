"""The deal of Andorra's stud: who gets what in which order, what lies aside, and what the croupier says."""

import pytest

from services.betting.domain import hands as betting
from services.betting.domain.pot.hand import Stage
from services.dealer.domain import decide as dealer
from services.dealer.domain import hand as cards
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import pot_facts as at_pot
from shared.hand.command import Verb
from shared.hand.events import public
from shared.rules.game import Face
from shared.rules.refusals import DealInProgress, WrongStage
from tests.games.pot_tables import PotTable

STREETS = {4: 2, 5: 4, 6: 6, 7: 8}


def dealt(table, street=None):
    """Return seats and places of a deal, in the order in which the cards came."""
    step = 0 if street is None else STREETS[street]
    (fact,) = [fact for fact in table.said(say.StreetDealt) if fact.step == step]
    return [(given.seat, given.position) for given in fact.dealt]


def four(**terms):
    return PotTable("andorra_stud", seats=(1, 2, 3, 4), eldest=2, **terms).open()


@pytest.mark.clause("AD7-11")
def test_three_cards_go_round_one_by_one_from_la_ma_to_the_right():
    assert [seat for seat, _ in dealt(four())] == [2, 1, 4, 3] * 3
    assert [place for _, place in dealt(four())] == list(range(1, 13))


@pytest.mark.clause("AD7-12")
def test_two_lie_face_down_and_the_third_face_up():
    (street,) = four().said(say.StreetDealt)

    assert [given.face for given in street.dealt] == [Face.DOWN] * 8 + [Face.UP] * 4


@pytest.mark.clause("AD7-12")
def test_nobody_can_read_anothers_hole_cards():
    table = four()

    assert table.sight.view(1, 2)[:2] == ("??", "??")
    assert table.sight.view(2, 2) == table.cards.cards(2)
    for fact in table.said(say.StreetDealt):
        hidden = {card for seat in table.seats for card in table.cards.cards(seat)[:2]}
        assert not hidden & set(str(public(fact)).replace("'", " ").split())


@pytest.mark.clause("AD7-26", "AD7-27")
def test_a_dead_card_is_set_aside_after_each_deal_but_the_last():
    table = four().check_down().end()

    assert [len(street.aside) for street in table.said(say.StreetDealt)] == [1, 1, 1, 1, 0]
    assert table.cards.dead == (13, 18, 23, 28)


@pytest.mark.clause("AD7-27")
def test_dead_cards_and_discards_are_two_piles():
    table = four().check_down().end()

    laid = {place for places in table.cards.held.values() for place in places}
    assert not set(table.cards.dead) & (laid | set(table.cards.muck) | set(table.cards.burnt))


@pytest.mark.clause("AD7-16", "AD7-21", "AD7-22")
def test_each_later_street_is_one_card_face_up_for_who_is_still_in():
    table = four()
    opener = table.chips.turn
    table.put(ask.Act(**table.head, seat=opener, verb=Verb.BET, amount=2))
    folded = table.chips.turn
    table.put(ask.Act(**table.head, seat=folded, verb=Verb.FOLD))
    table.check_down()

    for street in (4, 5, 6):
        assert folded not in [seat for seat, _ in dealt(table, street)]
        assert len(dealt(table, street)) == 3


@pytest.mark.clause("AD7-24")
def test_the_seventh_lies_face_down():
    table = four().check_down()

    assert {given.face for given in table.said(say.StreetDealt)[-1].dealt} == {Face.DOWN}


@pytest.mark.clause("AD7-13", "AD7-23")
def test_the_croupier_speaks_once_after_the_first_deal_and_once_before_the_last():
    table = four().check_down().end()

    told = [fact for _, fact in table.facts]
    first, last = table.said(at_pot.Announced)
    assert (first.key, last.key) == ("facin_apostes", "ultima_carta")
    opened = table.said(say.StreetOpened)
    assert told.index(table.said(say.StreetDealt)[0]) < told.index(first) < told.index(opened[0])
    assert told.index(opened[3]) < told.index(last) < told.index(table.said(say.StreetDealt)[4])


@pytest.mark.clause("AD7-13", "AD7-23")
def test_the_words_are_those_of_the_decree_in_the_tables_language():
    said = [public(fact)[0].body["words"] for fact in four().check_down().said(at_pot.Announced)]

    assert said == ["facin les seves apostes", "última carta"]


@pytest.mark.clause("AD7-16")
def test_nobody_acts_while_cards_are_dealt():
    table = four()
    street = say.StreetClosed(**table.head, step=1, live=table.chips.live)
    dealing = betting.apply(table.chips, street)

    assert dealing.stage is Stage.DEAL
    with pytest.raises(DealInProgress) as refusal:
        betting.decide(dealing, ask.Act(**table.head, seat=1, verb=Verb.CHECK))
    assert refusal.value.clause == "AD7-16"


def test_nothing_is_dealt_in_a_hand_that_has_not_been_opened():
    with pytest.raises(WrongStage):
        dealer.decide(cards.NEW, ask.DealStreet(hand="h", table="t", game="andorra_stud", step=0, live=(1, 2)))
