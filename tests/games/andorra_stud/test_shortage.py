"""When Andorra's stud runs short: dead cards first, then what was burnt and thrown away, else a common card."""

import pytest

from services.dealer.domain import guard
from shared.hand import facts as say
from shared.hand import floor_facts as at_floor
from shared.hand import pot_facts as at_pot
from shared.hand.holdings import Dealt
from shared.rules.game import Face
from tests.games.pot_tables import PotTable

FOLD_AFTER_THE_SIXTH = 7
"""The step of the fourth interval."""


def to_the_seventh(players, *, folds=0, **terms):
    """Play to the seventh card with nobody betting until the fourth interval, where some fold to a bet."""
    table = PotTable("andorra_stud", 500, seats=range(1, players + 1), **terms).open()
    while table.chips.turn and table.chips.step < FOLD_AFTER_THE_SIXTH:
        table.say(f"{table.chips.turn} check")
    if folds:
        table.say(f"{table.chips.turn} bet 4")
    for left in range(players - 1, 0, -1):
        if folds:
            table.say(f"{table.chips.turn} {'fold' if left <= folds else 'call'}")
    table.check_down()
    return table


def seventh(table):
    return next(fact for fact in table.said(say.StreetDealt) if fact.step == 8)


def piles(table):
    return [fact.piles for fact in table.said(at_pot.CardsMixed)]


@pytest.mark.clause("AD7-32", "AD7-33")
@pytest.mark.parametrize(
    ("players", "folds", "mixed", "own", "stub"),
    [
        (2, 0, [], 2, 34),
        (3, 0, [], 3, 27),
        (4, 0, [], 4, 20),
        (5, 0, [], 5, 13),
        (6, 0, [], 6, 6),
        (7, 0, [("dead",)], 7, 3),
        (7, 1, [], 6, 0),
        (7, 2, [], 5, 1),
        (8, 1, [("dead", "discards")], 7, 3),
        (8, 2, [("dead", "discards")], 6, 10),
        (8, 3, [("dead", "discards")], 5, 17),
        (8, 4, [("dead",)], 4, 0),
        (8, 5, [("dead",)], 3, 1),
        (8, 6, [("dead",)], 2, 2),
    ],
)
def test_the_ladder_step_by_step_and_only_as_needed(players, folds, mixed, own, stub):
    table = to_the_seventh(players, folds=folds)

    assert piles(table) == mixed
    assert (len(seventh(table).dealt), seventh(table).common, seventh(table).stub) == (own, 0, stub)


@pytest.mark.clause("AD7-33", "AD7-34")
@pytest.mark.parametrize(("folds", "reuse"), [(0, True), (0, False), (1, False), (2, False), (3, False)])
def test_a_common_card_only_where_all_of_it_would_not_do(folds, reuse):
    table = to_the_seventh(8, folds=folds, reuse_discards=reuse)

    street = seventh(table)
    assert street.dealt == ()
    assert street.common_cards == table.cards.at((street.common,))
    assert all(len(table.cards.held[seat]) == 6 for seat in street.live)


@pytest.mark.clause("AD7-34")
def test_the_common_card_is_the_seventh_of_everybody():
    table = to_the_seventh(8).end()

    (shown,) = table.said(say.HoldingsShown)
    assert shown.common == table.cards.common_cards
    assert {len(holding.cards) for holding in shown.holdings} == {6}
    own = {holding.seat: set(holding.cards) for holding in shown.holdings}
    for ranked in table.the(say.HoldingsRanked).ranked:
        assert set(ranked.best) <= own[ranked.seat] | set(shown.common)


@pytest.mark.clause("AD7-32")
def test_the_order_after_a_mix_follows_from_the_seed_of_the_hand():
    first, again = to_the_seventh(7), to_the_seventh(7)

    (mix,), (same,) = first.said(at_pot.CardsMixed), again.said(at_pot.CardsMixed)
    assert mix.order == same.order
    assert set(mix.order.reveal()) == {22, 30, 38, 46, *range(47, 53)}  # the dead cards and the stub
    assert mix.order.reveal() != tuple(sorted(mix.order.reveal()))


@pytest.mark.clause("AD7-32")
def test_how_the_cards_lie_after_a_mix_stays_hidden():
    (mix,) = to_the_seventh(7).said(at_pot.CardsMixed)

    assert str(list(mix.order.reveal()))[1:-1] not in repr(mix)


@pytest.mark.clause("AD7-28")
def test_dead_cards_never_come_into_play_otherwise():
    table = PotTable("andorra_stud").open()
    (street,) = table.said(say.StreetDealt)
    dead = table.cards.dead[0]
    forged = say.StreetDealt(
        **table.head,
        step=2,
        dealt=(Dealt(seat=1, position=dead, face=Face.UP), Dealt(seat=2, position=8, face=Face.UP)),
        showing=street.showing,
        stub=44,
        live=(1, 2),
    )

    (referred,) = guard.checked(table.cards, (forged,))

    assert isinstance(referred, at_floor.ReferredToFloor)
    assert referred.clause == "AD7-28"


@pytest.mark.clause("AD7-28")
def test_what_is_dealt_from_the_stub_is_let_through():
    table = PotTable("andorra_stud").open()
    facts = tuple(table.said(say.StreetDealt))

    assert guard.checked(table.cards, ()) == ()
    assert facts[0].aside == table.cards.dead
