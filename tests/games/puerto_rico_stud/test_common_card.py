"""Too few cards for the seventh street of Puerto Rico's stud: one card is burned and one is common to all."""

import pytest

from shared.hand import facts as say
from tests.games.pot_tables import PotTable


def to_the_seventh(players, *, folds=0):
    """Play to the seventh card; some fold to a bet in the fourth round."""
    table = PotTable("puerto_rico_stud", 500, seats=range(1, players + 1)).open()
    while table.chips.turn and table.chips.step < 7:
        interval = table.chips.interval
        act = "bring-in 2" if interval.owes_forced_bet else "call" if interval.level else "check"
        table.say(f"{table.chips.turn} {act}")
    if folds:
        table.say(f"{table.chips.turn} bet 10")
        for left in range(players - 1, 0, -1):
            table.say(f"{table.chips.turn} {'fold' if left <= folds else 'call'}")
    return table.check_down()


def seventh(table):
    return next(fact for fact in table.said(say.StreetDealt) if fact.step == 8)


@pytest.mark.clause("PR7-20", "PR7-21")
@pytest.mark.parametrize(
    ("players", "folds", "common", "burnt", "stub"),
    [
        (6, 0, False, 1, 6),
        (7, 0, True, 1, 5),
        (7, 1, False, 1, 0),
        (7, 2, False, 1, 1),
        (8, 0, True, 0, 0),
        (8, 1, True, 0, 0),
        (8, 6, True, 0, 0),
    ],
)
def test_one_burn_and_a_card_for_each_or_else_a_common_one(players, folds, common, burnt, stub):
    street = seventh(to_the_seventh(players, folds=folds))

    assert (bool(street.common), len(street.burnt), street.stub) == (common, burnt, stub)
    assert len(street.dealt) == (0 if common else players - folds)


@pytest.mark.clause("PR7-20")
def test_places_of_who_has_left_go_without_first():
    table = PotTable("puerto_rico_stud", 500, seats=range(1, 8)).open()
    while table.chips.step < 7:
        interval = table.chips.interval
        act = "bring-in 2" if interval.owes_forced_bet else "call" if interval.level else "check"
        table.say(f"{table.chips.turn} {act}")
    table.say(f"{table.chips.turn} check")
    table.say(f"{table.chips.turn} fold").check_down()

    # Seven cards are left: one burn and six cards for six seats, and none for the seventh place.
    assert [given.dead for given in seventh(table).dealt] == [False] * 6
    assert seventh(table).stub == 0


@pytest.mark.clause("PR7-21")
def test_the_very_last_card_is_turned_up_without_a_burn_and_that_is_on_record():
    table = to_the_seventh(8)

    assert [fact.clause for fact in table.said(say.IrregularityRecorded)] == ["PR7-21"]
    assert len(table.cards.burnt) == 3


@pytest.mark.clause("PR7-22", "PR7-23")
def test_everybody_has_six_cards_of_his_own_and_uses_the_common_one():
    table = to_the_seventh(7).end()

    shown = table.the(say.HoldingsShown)
    assert {len(holding.cards) for holding in shown.holdings} == {6}
    own = {holding.seat: set(holding.cards) for holding in shown.holdings}
    for ranked in table.the(say.HoldingsRanked).ranked:
        assert len(set(ranked.best) & own[ranked.seat]) >= 4


@pytest.mark.clause("PR7-24")
def test_the_common_card_has_no_say_in_who_starts_the_last_round():
    table = to_the_seventh(7)

    fourth, last = table.said(say.StreetOpened)[3:]
    assert last.speaker == fourth.speaker
    street = seventh(table)
    assert all(street.common_cards[0] not in showing.cards for showing in street.showing)
