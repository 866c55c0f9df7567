"""Random hands of Puerto Rico's stud, played again by an independent engine; and where the two laws part.

Left out of the random hands are a big bet on an open pair, a raise over a short all-in or one that nobody could answer,
a forced bet that falls short, a fourth raise between two players, folding with nothing to call, and a common card.
"""

import warnings

import pytest
from pokerkit import HandHistory

from services.dealer.domain.hand import Stage
from services.house.history import phh
from services.house.history.exporting import history_of
from shared.hand.command import Verb
from tests.games.pot_tables import PotTable, dice_of, play_at_random, random_deck

RISES = (Verb.BET, Verb.RAISE, Verb.COMPLETE)


def as_in_both_laws(table):
    """Return the test of an option that both laws allow and carry out alike."""

    def allowed(option):
        hand, interval = table.chips, table.chips.interval
        if option.verb is Verb.FOLD:
            return bool(interval.to_call(hand.turn))
        if option.verb not in RISES:
            return True
        others = [s for s in hand.able if s != hand.turn and interval.bet_of(s) + hand.chips[s] > interval.level]
        whole_bet = interval.level == (interval.forced if option.verb is Verb.COMPLETE else interval.full)
        small = len(interval.sizes) < 2 or option.least - interval.full <= interval.sizes[0]
        return bool(others) and whole_bet and small and interval.full_raises < 3

    return allowed


def stacks_of(dice):
    """Return stacks of two to eight seats; none has less than ante and forced bet, but for who is all-in at once."""
    few = [1, 3, 4, *range(5, 16)]
    return {
        seat: dice.choice([dice.choice(few), dice.randint(10, 60), 300]) for seat in range(1, dice.randint(2, 8) + 1)
    }


def played(seed):
    dice = dice_of(seed)
    table = PotTable("puerto_rico_stud", stacks_of(dice))
    table.open_hand(deck=random_deck(dice), seed=f"{seed:064x}")
    return play_at_random(table, dice, folding=0.3, allowed=as_in_both_laws(table), conceding=False)


def by_the_other_engine(table):
    """Return the stacks to which the other engine comes."""
    text = phh.written(history_of([fact for _, fact in table.facts], everything=True))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        *_, state = HandHistory.loads(text)
    return tuple(state.stacks)


def agree(seeds):
    differ = []
    for seed in seeds:
        table = played(seed)
        if table.cards.common:
            continue
        own = tuple(table.seat_chips(seat) for seat in table.seats)
        if own != (other := by_the_other_engine(table)):
            differ.append((seed, own, other))
    return differ


@pytest.mark.clause("PR7-05", "PR7-06", "PR7-08", "PR7-14", "PR7-25", "PR7-27")
def test_some_hundred_random_hands_come_to_the_same_stacks():
    assert agree(range(200)) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_two_thousand_random_hands_come_to_the_same_stacks(part):
    assert agree(range(1_000 + part * 200, 1_200 + part * 200)) == []


def differs(table):
    """Whether the other engine refuses the hand, or comes to other stacks."""
    own = tuple(table.seat_chips(seat) for seat in table.seats)
    try:
        return own != by_the_other_engine(table)
    except (ValueError, KeyError):
        return True  # it does not get over an amount that it does not allow


THREE = "As Kd Qd  Ah Kh Qh  2c 9d Jd  3c  Ad 8s 7c"
"""Seat 1 has the lowest card; on the fourth card it shows the highest."""
TWO = "As Kd  Ah Kh  2c 9d  3c  Ad 8s"
PAIR = "As Kd  Ah Kh  2c 9d  3c  Ad 9s"
PARTINGS = {
    "the same hand without any of these": (100, TWO, "1 bring-in 2; 2 call; 1 check; 2 bet 5; 1 fold", False),
    "a big bet on an open pair": (100, PAIR, "1 bring-in 2; 2 call; 2 bet 10; 1 call", True),
    "a raise over a short all-in": (
        {1: 100, 2: 10, 3: 100},
        THREE,
        "1 bring-in 2; 2 call; 3 call; 1 bet 5; 2 all-in; 3 raise 10; 1 fold",
        True,
    ),
    "a forced bet that falls short": ({1: 2, 2: 100, 3: 100}, THREE, "1 bring-in 1; 2 call; 3 call", True),
    "a fourth raise between two": (
        200,
        TWO,
        "1 bring-in 2; 2 call; 1 bet 5; 2 raise 10; 1 raise 15; 2 raise 20; 1 raise 25; 2 fold",
        True,
    ),
}


@pytest.mark.parametrize(("chips", "deck", "lines", "parts"), PARTINGS.values(), ids=PARTINGS.keys())
def test_where_the_two_laws_part(chips, deck, lines, parts):
    seats = tuple(chips) if isinstance(chips, dict) else (1, 2)
    table = PotTable("puerto_rico_stud", chips, seats=seats).open(deck).say(lines).check_down()
    if table.cards.stage is Stage.SHOWDOWN:
        table.end()

    assert differs(table) is parts


@pytest.mark.clause("PR7-20", "PR7-21")
def test_with_seven_left_one_law_has_a_common_card_and_the_other_seven_of_their_own():
    table = PotTable("puerto_rico_stud", 1, seats=range(1, 8)).open().end()

    assert len(table.cards.common) == 1
    assert differs(table)
