"""What holds whatever people do and whatever cards come: random play, legal and not, at tables of one to six seats."""

from functools import reduce
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.betting.domain import hands as betting
from services.betting.domain.banked.hand import Stage
from services.dealer.domain import hand as cards
from services.jackpot.domain import pool as pools
from shared.cards import PACK_52
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand.commands import Verb
from shared.hand.holdings import RankedHolding, SeatAmount
from shared.rules.ranking import Ranking
from shared.rules.refusals import RuleBroken
from tests.games.spain_draw.tables import GAME, SpanishTable

AMOUNTS = st.sampled_from([0, 0, -500, 1, 100, 499, 500, 500, 1_000, 1_000, 1_500, 2_000, 3_000, 12_000])
ACTS = st.builds(
    dict,
    seat=st.integers(0, 8),
    verb=st.sampled_from([Verb.STAKE, Verb.SIT_OUT, Verb.PLAY, Verb.FOLD, Verb.TIMEOUT]),
    amount=AMOUNTS,
    side_bet=st.sampled_from([0, 0, 100, 100, 50, -100]),
    discards=st.lists(st.integers(-1, 6), max_size=4).map(tuple),
    box=st.sampled_from([0, 0, 0, 1, 2, 7]),
    turn=st.sampled_from([-1, -1, -1, 0, 3]),
)
TERMS = st.fixed_dictionaries(
    {
        "jackpot_contribution_ppm": st.sampled_from([0, 15_000, 333_333, 1_000_000]),
        "jackpot_seed": st.sampled_from([0, 1, 999_983]),
        "jackpot_reset": st.sampled_from([0, 777, 1_000_000]),
        "house_way": st.sampled_from(["caribbean_draw", "only_if_not_qualified"]),
    }
)
STACKS = st.dictionaries(st.integers(1, 6), st.integers(0, 9_000), min_size=1)
SIDE_BET = GAME.contest.side_bet
HANDS = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


class WatchedTable(SpanishTable):
    """Looks at money, cards and turn after each single fact."""

    def __init__(self, stacks, **terms):
        self.before = {}
        self.every_fact = []
        super().__init__(stacks, **terms)

    def _keep(self, service, fact):
        self.every_fact.append((service, fact))
        super()._keep(service, fact)
        assert sum(self.purse.balances.values()) == 0
        if self.cards.pack:
            held = [place for places in self.cards.held.values() for place in places]
            lying = sorted((*held, *self.cards.undealt, *self.cards.muck, *self.cards.burnt, *self.cards.dead))
            assert lying == list(range(1, 53))
        if self.chips.stage is Stage.DECIDE:
            assert bool(self.chips.turn) + bool(self.chips.serving) <= 1
            assert not self.chips.turn or self.chips.turn in self.chips.live
        if isinstance(fact, say.AwardsDecided):
            assert sum(award.amount for award in fact.awards) <= self.meter_before + sum(fact.resets)
        self.meter_before = self.pool.meter

    def lies(self):
        facts = [fact for _, fact in self.facts if not isinstance(fact, say.IrregularityRecorded)]
        return facts, self.cards, self.chips, self.pool, dict(self.purse.balances)


def tried(table, command):
    """Put a command; if it is refused, nothing may have changed."""
    before = table.lies()
    try:
        table.put(command)
    except RuleBroken as refusal:
        assert table.lies() == before
        return refusal.code
    return "done"


def finished(table):
    """Let the clocks run out until the hand is over."""
    if table.chips.stage is Stage.STAKES:
        table.deal()
    for _ in range(7):
        if table.chips.turn:
            table.act(table.chips.turn, Verb.TIMEOUT)
    return table


def played(stacks, terms, seed, wild):
    """Open a hand, try what is asked for and, in between, what is lawful, and let it end."""
    dice = Random(seed)
    table = WatchedTable(stacks, **terms)
    table.open_hand(deck=tuple(dice.sample(PACK_52, 52)))
    for act in wild:
        if dice.random() < 0.3 and table.chips.stage is Stage.STAKES:
            tried(table, ask.CloseBoxes(**table.head))
        often = lawful(table, dice) | {"turn": act["turn"]} if dice.random() < 0.6 else act
        tried(table, ask.Act(**table.head, **often))
    return finished(table)


def lawful(table, dice):
    """Return an act that is often allowed now."""
    if table.chips.stage is Stage.DECIDE:
        verb = dice.choice([Verb.PLAY, Verb.PLAY, Verb.FOLD])
        discards = tuple(dice.sample(range(5), dice.randint(0, 2))) if verb is Verb.PLAY else ()
        return {"seat": table.chips.turn, "verb": verb, "discards": discards}
    seat = dice.choice(table.seats)
    return {"seat": seat, "verb": Verb.STAKE, "amount": dice.choice([500, 1_000]), "side_bet": dice.choice([0, 100])}


@pytest.mark.clause("ESD-01", "ESD-02", "ESD-07", "ESD-13", "ESD-16")
@HANDS
@given(stacks=STACKS, terms=TERMS, seed=st.integers(0, 2**32), wild=st.lists(ACTS, max_size=25))
def test_money_cards_and_turn_hold_at_every_fact_and_every_hand_ends(stacks, terms, seed, wild):
    table = played(stacks, terms, seed, wild)

    assert table.chips.stage is Stage.CLOSED
    assert isinstance(table.facts[-1][1], say.HandClosed)
    assert table.purse.in_hand("t-1") == 0
    nets = {net.seat: net.amount for net in table.the(say.HandClosed).nets}
    assert {seat: table.seat_chips(seat) for seat in stacks} == {
        seat: chips + nets.get(seat, 0) for seat, chips in stacks.items()
    }


@HANDS
@given(stacks=STACKS, terms=TERMS, seed=st.integers(0, 2**32), wild=st.lists(ACTS, max_size=25))
def test_the_facts_alone_rebuild_the_state(stacks, terms, seed, wild):
    table = played(stacks, terms, seed, wild)

    def folded(service, apply, new):
        return reduce(apply, (fact for by, fact in table.every_fact if by == service), new)

    assert folded("dealer", cards.apply, cards.NEW) == table.cards
    assert folded("betting", betting.apply, betting.NEW) == table.chips
    assert folded("jackpot", pools.apply, pools.NEW) == table.pool


@pytest.mark.clause("ESD-29", "ESD-32")
@HANDS
@given(terms=TERMS, seeds=st.lists(st.integers(0, 2**32), min_size=1, max_size=4), wild=st.lists(ACTS, max_size=12))
def test_the_meter_is_seed_contributions_and_resets_less_awards_hand_after_hand(terms, seeds, wild):
    table = WatchedTable(dict.fromkeys(range(1, 7), 50_000), **terms)
    for seed in seeds:
        dice = Random(seed)
        table.open_hand(deck=tuple(dice.sample(PACK_52, 52)))
        for act in wild:
            tried(table, ask.Act(**table.head, **lawful(table, dice)))
            tried(table, ask.Act(**table.head, **act))
        finished(table)

    shown = table.meter()
    said = [fact for _, fact in table.every_fact]
    came = sum(fact.seed for fact in said if isinstance(fact, say.PoolOpened))
    came += sum(fact.to_meter for fact in said if isinstance(fact, say.ContributionsTaken))
    came += sum(sum(fact.resets) for fact in said if isinstance(fact, say.AwardsDecided))
    went = sum(award.amount for fact in said if isinstance(fact, say.AwardsDecided) for award in fact.awards)
    assert came - went == shown == table.pool.meter


WINNERS = st.lists(
    st.tuples(
        st.sampled_from([Ranking.FOUR_OF_A_KIND, Ranking.STRAIGHT_FLUSH, Ranking.ROYAL_FLUSH, Ranking.PAIR]),
        st.booleans(),
        st.integers(0, 9),
    ),
    min_size=1,
    max_size=6,
)
HEAD = {"hand": "t-1", "table": "t", "game": "spain_draw"}


@pytest.mark.clause("ESD-38", "ESD-39", "ESD-40")
@settings(max_examples=300, deadline=None)
@given(
    meter=st.integers(0, 10**7),
    reset=st.integers(0, 10**6),
    winners=WINNERS,
    shared=st.lists(st.sampled_from([award.name for award in SIDE_BET.awards]), unique=True),
)
def test_awards_come_in_order_and_take_no_more_than_the_meter_holds(meter, reset, winners, shared):
    terms = GAME.terms({"jackpot_reset": reset, "shared_awards": shared})
    kept = pools.apply(
        pools.NEW, say.PoolOpened(hand="", table="", game="spain_draw", pool="p", terms=terms, seed=meter)
    )
    stakes = tuple(SeatAmount(seat=seat, amount=100) for seat in range(1, 7))
    paid_in = {"stakes": stakes, "live": (1, 2, 3, 4, 5, 6), "to_meter": 0, "to_house": 0, "carried_ppm": 0}
    kept = pools.apply(kept, say.ContributionsTaken(**HEAD, pool="p", meter=meter, **paid_in))
    ranked = tuple(
        RankedHolding(seat=seat, ranking=ranking, strength=strength, best=(), served=served)
        for seat, (ranking, served, strength) in enumerate(winners, start=1)
    )

    (decided,) = pools.pay_awards(kept, ask.PayAwards(**HEAD, pool="p", ranked=ranked, qualified=False))

    assert decided.meter == meter + sum(decided.resets) - sum(award.amount for award in decided.awards)
    assert decided.meter >= 0
    assert all(award.amount >= 0 for award in decided.awards)
    order = [award.name for award in SIDE_BET.awards]
    assert [award.award for award in decided.awards] == sorted((a.award for a in decided.awards), key=order.index)
    assert len(decided.awards) == sum(ranking is not Ranking.PAIR for ranking, _, _ in winners)
    assert all(amount == reset for amount in decided.resets)


@pytest.mark.clause("ESD-17", "ESD-18", "ESD-20", "ESD-22", "ESD-23")
@HANDS
@given(seed=st.integers(0, 2**32), seats=st.integers(1, 6))
def test_a_seat_wins_loses_or_keeps_by_its_own_cards_and_the_croupiers(seed, seats):
    dice = Random(seed)
    table = WatchedTable(dict.fromkeys(range(1, seats + 1), 9_000))
    table.open_hand(deck=tuple(dice.sample(PACK_52, 52)))
    for seat in table.seats:
        table.stake(seat, ante=500)
    table.deal()
    for seat in table.seats:
        table.play(seat, *dice.sample(range(5), dice.randint(0, 2)))

    ranked = {each.seat: each for each in table.the(say.HoldingsRanked).ranked}
    for seat in table.seats:
        own, croupier = ranked[seat].strength, ranked[0].strength
        if not table.the(say.HoldingsRanked).qualified:
            assert table.net(seat) == 500
        else:
            assert (table.net(seat) > 0, table.net(seat) < 0) == (own > croupier, own < croupier)
            assert table.net(seat) >= 1_500 or own <= croupier
