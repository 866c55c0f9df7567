"""The draw: order, service, shortage, counts, and every number of players changing every number of cards."""

import pytest

from shared.hand import draw_commands as ask_draw
from shared.hand import draw_facts as at_draw
from shared.hand import facts as say
from shared.hand import pot_facts as at_pot
from shared.hand.events import public
from shared.rules.refusals import (
    NoAnswer,
    NotYourCard,
    NotYourTurn,
    OpenerCannotFold,
    TooManyDiscards,
    WrongStage,
)
from tests.games.andorra_draw.tables import DrawTable
from tests.games.pot_tables import dice_of

FOUR = {4: "Jh Jd Qs Kh As", 3: "7c 7d 7h Td Js", 2: "8c 8d 8h Ts Qh", 1: "9c 9d 9h Th Qd"}


def drawing(**terms):
    """Four seats in the draw; seat 4 is eldest and has opened."""
    table = DrawTable(seats=(1, 2, 3, 4), eldest=4, **terms).deal(FOUR)
    return table.say("4 bet 2; 3 call; 2 call; 1 call")


@pytest.mark.clause("AD5-16", "AD5-17", "AD5-18", "AD5-19", "AD5-20")
def test_the_opener_draws_first_and_each_is_served_before_the_next():
    table = drawing()
    with pytest.raises(NotYourTurn) as refusal:
        table.discard(3, 0)
    assert "AD5-20" == refusal.value.clause
    top = table.cards.undealt[:2]
    table.discard(4, 3, 4)

    assert (*(1, 5, 9), *top) == table.cards.held[4]
    assert 3 == table.cards.drawn.turn
    (told,) = table.said(say.CardsExchanged)
    assert {"seat": 4, "count": 2} == public(told)[0].body


@pytest.mark.clause("AD5-18")
@pytest.mark.parametrize(
    ("places", "rule"),
    [((0, 1, 2, 3, 4, 5), TooManyDiscards), ((5,), NotYourCard), ((1, 1), NotYourCard), ((), NotYourCard)],
)
def test_a_seat_lays_down_one_to_five_of_its_own_cards(places, rule):
    with pytest.raises(rule):
        drawing().discard(4, *places)


@pytest.mark.clause("AD5-21")
def test_silence_is_asked_once_more_and_then_counts_as_served():
    table = drawing()
    table.say("timeout 4")
    assert 4 == table.the(at_draw.DrawPrompted).seat
    assert 4 == table.cards.drawn.turn
    table.say("timeout 4")

    assert table.the(at_draw.StoodPat).by_clock
    assert ["AD5-21"] == [fact.clause for fact in table.said(say.IrregularityRecorded)]
    assert 3 == table.cards.drawn.turn


@pytest.mark.clause("AD5-22", "AD5-23", "AD5-27")
def test_what_the_opener_lays_down_lies_on_the_pot_apart():
    table = drawing().discard(4, 0, 1).discard(3, 3, 4)

    assert (1, 5) == table.cards.drawn.laid
    assert (14, 18) == table.cards.muck


@pytest.mark.clause("AD5-24", "AD5-25", "AD5-26", "AD5-27")
def test_with_one_card_left_it_is_mixed_with_the_discards_but_for_the_openers_and_ones_own():
    table = drawing().discard(4, 0, 1, 2, 3, 4).discard(3, 0, 1, 2, 3, 4)
    last = table.cards.undealt[-1]
    threes = set(table.cards.muck)
    table.discard(2, 0, 1, 2, 3, 4)

    mixed = table.the(at_pot.CardsMixed)
    assert {last} | threes == set(mixed.order.reveal())
    assert 3 == mixed.cut_by
    assert {"seat": 3} == public(mixed)[1].body
    assert 5 == len(table.cards.held[2])
    assert list(range(1, 33)) == table.lying()


@pytest.mark.clause("AD5-24")
def test_where_the_last_card_serves_exactly_nothing_is_mixed():
    table = drawing().discard(4, 0, 1, 2, 3, 4).discard(3, 0, 1, 2, 3, 4).discard(2, 0, 1)
    assert [] == table.said(at_pot.CardsMixed)
    table.discard(1, 0)

    assert ("discards",) == table.the(at_pot.CardsMixed).piles


@pytest.mark.clause("AD5-27")
def test_ones_own_discards_come_in_only_where_nothing_else_is_enough():
    table = DrawTable(seats=(1, 2, 3, 4, 5), eldest=4, deck32_seats_max=5)
    table.deal({**FOUR, 5: "7s 8s 9s Tc Jc"}).say("4 bet 2; 3 call; 2 call; 1 call; 5 call")
    table.discard(4, 0, 1, 2, 3, 4).discard(3, 0, 1, 2, 3, 4)

    assert ("own",) == table.the(at_pot.CardsMixed).piles
    assert list(range(1, 33)) == table.lying()


@pytest.mark.clause("AD5-27")
@pytest.mark.parametrize("reuse", [True, False])
def test_folded_holdings_go_in_unless_the_table_says_no_and_never_the_openers(reuse):
    table = DrawTable(seats=(1, 2, 3, 4, 5, 6, 7, 8), eldest=8, reshuffle_folded=reuse)
    table.deal({8: "Jh Jd Qs Kh As"}).say("8 bet 2; 7 raise 4; 6 call; 5 call; 4 call; 3 fold; 2 fold; 1 fold; 8 fold")
    folded = {place for seat in (1, 2, 3) for place in table.cards.held[seat]}
    openers = set(table.cards.held[8])
    for seat in (7, 6, 5, 4):
        table.discard(seat, 0, 1, 2, 3, 4)

    order = set(table.said(at_pot.CardsMixed)[0].order.reveal())
    assert reuse == bool(folded & order)
    assert not openers & order


@pytest.mark.clause("AD5-28")
def test_counts_are_told_until_the_betting_begins_again():
    table = drawing()
    with pytest.raises(NoAnswer):
        table.say("3 ask-count 4")
    table.discard(4, 0, 1, 2).stand_all()
    table.say("3 ask-count 4")
    assert 3 == table.the(at_draw.CountTold).count
    table.say("4 check")

    with pytest.raises(WrongStage):
        table.say("3 ask-count 4")


@pytest.mark.clause("AD5-29", "AD5-30", "AD5-31")
def test_after_the_draw_the_opener_checks_or_bets_and_where_he_has_left_the_next_at_his_right():
    table = drawing().stand_all()
    with pytest.raises(OpenerCannotFold):
        table.say("4 fold")
    table = DrawTable(seats=(1, 2, 3, 4), eldest=4).deal(FOUR)
    table.say("4 bet 2; 3 raise 4; 2 call; 1 call; 4 fold")

    assert (3, 2, 1) == table.cards.drawn.order
    assert 3 == table.stand_all().chips.turn


@pytest.mark.clause("AD5-01", "AD5-19", "AD5-24", "AD5-26")
@pytest.mark.parametrize(
    ("seats", "terms"),
    [
        *((seats, {}) for seats in range(2, 9)),
        (8, {"deck32_seats_max": 0}),
        (2, {"deck32_seats_max": 0}),
        (5, {"deck32_seats_max": 6}),
        (6, {"deck32_seats_max": 6}),
        (6, {"deck32_seats_max": 6, "reshuffle_folded": False}),
    ],
)
def test_every_count_of_cards_can_be_drawn_by_every_number_of_players(seats, terms):
    for count in range(6):
        for opener in range(1, seats + 1):
            table = DrawTable(seats=tuple(range(1, seats + 1)), eldest=seats, opener_check="declared", **terms)
            table.open_shuffled(dice_of(seats * 100 + count * 10 + opener))
            _everybody_in(table, opener)
            received = {seat: set(places) for seat, places in table.cards.held.items()}
            while seat := table.cards.drawn.turn:
                _draw(table, seat, count)
                assert 5 == len(set(table.cards.held[seat]))
                assert list(range(1, table.cards.pack + 1)) == table.lying()
            assert count or received == {seat: set(places) for seat, places in table.cards.held.items()}
            held = [place for places in table.cards.held.values() for place in places]
            assert len(held) == len(set(held)) == 5 * seats
            table.check_down()
            assert "closed" == table.cards.stage.value


def _everybody_in(table, opener):
    while seat := table.chips.turn:
        unopened = not table.chips.interval.level
        table.say(f"{seat} bet 2" if unopened and seat == opener else f"{seat} {'check' if unopened else 'call'}")


def _draw(table, seat, count):
    stand = ask_draw.Stand(**table.head, seat=seat)
    table.put(ask_draw.Discard(**table.head, seat=seat, discards=tuple(range(count))) if count else stand)
