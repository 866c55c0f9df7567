"""Side pots, uncalled bets and shares, on cases that others got wrong and on random ones."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.betting.domain.pot import pots
from services.betting.domain.pot.hand import Hand, Stage
from services.betting.domain.pot.settling import settle_hand
from shared.games import game
from shared.hand import commands as ask
from shared.hand.holdings import Player, RankedHolding
from shared.rules.ranking import Ranking

CASES = json.loads((Path(__file__).parents[1] / "data" / "pot_edge_cases.json").read_text(encoding="utf-8"))
GAME_ID = "andorra_stud"


def units(case, amount):
    """Return an amount of a case in its whole units."""
    return round(amount / case["unit"])


def settled(put_in, live, strength):
    """Settle what seats have put in, the strongest of the live ones winning."""
    order = sorted(put_in)
    hand = Hand(
        stage=Stage.SHOWDOWN,
        hand="h",
        table="t",
        game=GAME_ID,
        terms=game(GAME_ID).terms({}),
        players=tuple(Player(seat=seat, person=f"p{seat}") for seat in order),
        order=tuple(order),
        put_in=put_in,
        chips=dict.fromkeys(order, 0),
        folded=frozenset(order) - frozenset(live),
    )
    ranked = tuple(
        RankedHolding(seat=seat, ranking=Ranking.PAIR, strength=strength[seat], best=(), served=False) for seat in live
    )
    (fact,) = settle_hand(hand, ask.SettleHand(hand="h", table="t", game=GAME_ID, ranked=ranked, qualified=True))
    return fact


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_that_others_got_wrong(case):
    names = sorted(case["contributions"])
    seat = {name: number for number, name in enumerate(names, start=1)}
    put_in = {seat[name]: units(case, amount) for name, amount in case["contributions"].items()}
    strength = {seat[name]: 100 - rank for name, rank in case["ranking"].items()}

    fact = settled(put_in, [seat[name] for name in case["live"]], strength)

    expected = [(units(case, amount), tuple(sorted(seat[name] for name in who))) for amount, who in case["pots"]]
    assert expected == [(pot.amount, pot.seats) for pot in fact.pots]
    back = {seat[name]: units(case, amount) for name, amount in case["uncalled"].items()}
    assert back == {each.seat: each.amount for each in fact.uncalled}
    nets = {seat[name]: units(case, amount) for name, amount in case["net"].items()}
    assert nets == {net.seat: net.amount for net in fact.nets}


def chip_by_chip(put_in, live):
    """Tell the pots apart one chip of everybody at a time."""
    layers = {}
    for level in range(1, max(put_in.values()) + 1):
        count = sum(amount >= level for amount in put_in.values())
        reached = [seat for seat in sorted(live) if put_in[seat] >= level]
        if count == 1 and reached:
            continue  # nobody met this chip, so it goes back
        # A chip above what everybody still in has put in belongs to the last pot that somebody can win.
        top = min(level, max(put_in[seat] for seat in live))
        seats = tuple(seat for seat in sorted(live) if put_in[seat] >= top)
        layers[seats] = layers.get(seats, 0) + count
    return layers


AMOUNTS = st.dictionaries(st.integers(1, 8), st.integers(1, 40), min_size=2, max_size=8)


@given(put_in=AMOUNTS, data=st.data())
def test_pots_by_level_are_pots_chip_by_chip(put_in, data):
    live = data.draw(st.lists(st.sampled_from(sorted(put_in)), min_size=1, unique=True).map(sorted))

    seat, excess = pots.uncalled(put_in, live)
    met = {**put_in, seat: put_in[seat] - excess} if excess else put_in
    found = {pot.seats: pot.amount for pot in pots.split(met, live)}

    assert chip_by_chip(put_in, live) == found


@given(put_in=AMOUNTS, strengths=st.lists(st.integers(0, 3), min_size=8, max_size=8), data=st.data())
def test_nobody_wins_from_another_more_than_he_has_put_in(put_in, strengths, data):
    some = data.draw(st.sets(st.sampled_from(sorted(put_in))))
    live = sorted(some | {max(put_in, key=put_in.get)})  # whoever has put in most is still in
    strength = dict(enumerate(strengths, start=1))

    nets = {net.seat: net.amount for net in settled(put_in, live, strength).nets}

    assert sum(nets.values()) == 0
    for seat, net in nets.items():
        assert net >= -put_in[seat]
        assert net <= sum(min(put_in[seat], amount) for other, amount in put_in.items() if other != seat) + len(put_in)


def test_carried_chips_lie_in_the_main_pot():
    main, side = pots.split({1: 5, 2: 10, 3: 10}, (1, 2, 3), carried=7)

    assert (22, (1, 2, 3)) == main
    assert (10, (2, 3)) == side
