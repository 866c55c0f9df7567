"""What holds whatever people do and whatever cards come, in every game for the pot: random play, legal and not."""

from functools import reduce

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.betting.domain import hands as betting
from services.betting.domain.pot.hand import Stage
from services.betting.domain.pot.may import may
from services.dealer.domain import hand as cards
from shared.games import game, game_ids
from shared.hand import commands as ask
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand.command import Verb
from shared.hand.pot_commands import Manner
from shared.rules.faults import Decision, Fault
from shared.rules.refusals import RuleBroken
from shared.rules.wager import ForThePot
from tests.games.pot_tables import PotTable, dice_of, play_at_random, random_deck, random_option, random_stacks

STUDS = [each for each in game_ids() if isinstance(game(each).contest, ForThePot) and each.endswith("_stud")]
TERMS = {
    "andorra_stud": st.fixed_dictionaries(
        {
            "structure": st.sampled_from(["split_limit", "pot_limited"]),
            "ante": st.integers(0, 3),
            "min_bet": st.integers(0, 2),
            "bring_in": st.integers(0, 1),
            "open_pair": st.sampled_from(["mandatory", "optional"]),
            "reuse_discards": st.booleans(),
            "exposed_next_up": st.booleans(),
            "allow_all_in": st.booleans(),
        }
    ),
    "puerto_rico_stud": st.fixed_dictionaries({"ante": st.integers(0, 3), "raises_per_round": st.integers(1, 4)}),
}
HANDS = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 2**32)


class WatchedTable(PotTable):
    """Looks at money, cards and turn after each single fact."""

    def __init__(self, *args, **more):
        self.every_fact = []
        super().__init__(*args, **more)

    def open_hand(self, **how):
        self.every_fact = []
        super().open_hand(**how)

    def _keep(self, service, fact):
        self.every_fact.append((service, fact))
        super()._keep(service, fact)
        assert sum(self.purse.balances.values()) == 0
        if self.cards.pack:
            assert self.lying() == list(range(1, 53))
            assert not self.cards.known_to_all.intersection(self.cards.undealt)
        hand = self.chips
        if hand.stage is Stage.WAGER:
            assert not hand.turn or hand.turn in hand.able
            assert self.purse.in_hand(hand.hand) == hand.pot
        if isinstance(fact, say.StreetDealt):
            assert len({given.position for given in fact.dealt}) == len(fact.dealt)


def tried(table, command):
    """Put a command; if it is refused, nothing may have changed."""
    before = table.lies()
    try:
        table.put(command)
    except RuleBroken:
        assert table.lies() == before


def wild_act(table, dice):
    verb = dice.choice(list(Verb))
    return ask.Act(**table.head, seat=dice.randint(0, 9), verb=verb, amount=dice.choice([0, 1, 2, 3, 5, 8, 10, 50, -4]))


def wild_fault(table, dice):
    seat = dice.randint(1, 8)
    if dice.random() < 0.3:
        manner = dice.choice([Manner.EXPOSE, Manner.REVEAL, Manner.REORDER, Manner.DEMAND, Manner.SHOW])
        return ("handle", seat, manner, dice.randint(1, 8))
    fault = dice.choice([Fault.SKIP, Fault.FACE_UP, Fault.DEAL_EARLY])
    return ask_floor.ReportFault(
        **table.head, fault=fault, seat=seat, seen=dice.random() < 0.5, coming=dice.random() < 0.6
    )


def played(game_id, terms, seed, *, faults):
    """Play a hand with lawful acts, and try unlawful ones and errors in between."""
    dice = dice_of(seed)
    table = WatchedTable(game_id, random_stacks(dice), **terms)
    table.open_hand(deck=random_deck(dice), seed=f"{seed:064x}")
    while table.chips.stage is Stage.WAGER:
        tried(table, wild_act(table, dice))
        if faults and dice.random() < 0.2:
            wild = wild_fault(table, dice)
            tried_fault(table, wild)
        if table.cards.trouble.referral:
            tried(table, wild_act(table, dice))
            decision = dice.choice([Decision.RESUME, Decision.RESUME, Decision.VOID])
            table.put(ask_floor.Rule(**table.head, decision=decision, by_floor=True))
        if table.chips.turn:
            table.put(random_option(table, dice))
    return play_at_random(table, dice)


def tried_fault(table, wild):
    if isinstance(wild, ask_floor.ReportFault):
        tried(table, wild)
        return
    _, seat, manner, other = wild
    before = table.lies()
    try:
        table.handle(seat, manner, other)
    except RuleBroken:
        assert table.lies() == before


@pytest.mark.parametrize("game_id", STUDS)
@pytest.mark.clause("AD7-26", "AD7-27", "PR7-01", "PR7-08")
@HANDS
@given(data=st.data(), seed=SEEDS, faults=st.booleans())
def test_chips_cards_and_turn_hold_at_every_fact_and_every_hand_ends(game_id, data, seed, faults):
    terms = data.draw(TERMS[game_id])

    table = played(game_id, terms, seed, faults=faults)

    assert table.chips.stage in (Stage.CLOSED, Stage.UNOPENED)
    assert isinstance(table.facts[-1][1], say.HandClosed)
    assert table.purse.in_hand("t-1") == 0
    brought = random_stacks(dice_of(seed))
    assert sum(brought.values()) == sum(table.seat_chips(seat) for seat in brought)


@pytest.mark.parametrize("game_id", STUDS)
@HANDS
@given(data=st.data(), seed=SEEDS)
def test_the_facts_alone_rebuild_the_state(game_id, data, seed):
    table = played(game_id, data.draw(TERMS[game_id]), seed, faults=True)

    def folded(service, apply, new):
        return reduce(apply, (fact for by, fact in table.every_fact if by == service), new)

    assert folded("dealer", cards.apply, cards.NEW) == table.cards
    assert folded("betting", betting.apply, betting.NEW) == table.chips


@pytest.mark.parametrize("game_id", STUDS)
@HANDS
@given(data=st.data(), seed=SEEDS)
def test_what_a_seat_may_do_is_exactly_what_is_not_refused(game_id, data, seed):
    dice = dice_of(seed)
    table = PotTable(game_id, random_stacks(dice), **data.draw(TERMS[game_id]))
    table.open_hand(deck=random_deck(dice), seed=f"{seed:064x}")
    while table.chips.stage is Stage.WAGER:
        assert allowed_by_trying(table) == allowed_by_list(table)
        table.put(random_option(table, dice))


def allowed_by_trying(table):
    """Return every act with every amount up to a little above the stacks that is not refused."""
    seat, found = table.chips.turn, set()
    for verb in (Verb.CHECK, Verb.CALL, Verb.FOLD):
        if not refused(table, ask.Act(**table.head, seat=seat, verb=verb)):
            found.add((verb, 0))
    for verb in (Verb.BET, Verb.RAISE, Verb.COMPLETE, Verb.BRING_IN):
        for amount in range(1, 40):
            if not refused(table, ask.Act(**table.head, seat=seat, verb=verb, amount=amount)):
                found.add((plainest(table, verb), amount))
    return found


def allowed_by_list(table):
    """Return the same from the list of options."""
    found = set()
    for option in may(table.chips, table.chips.turn):
        if option.verb in (Verb.CHECK, Verb.CALL, Verb.FOLD):
            found.add((option.verb, 0))
        else:
            found |= {(option.verb, amount) for amount in range(option.least, min(option.most, 39) + 1)}
    return found


def plainest(table, verb):
    """Return the verb by which the list calls it: a bet that makes the forced bet, a raise that completes it."""
    interval = table.chips.interval
    if interval.owes_forced_bet:
        return Verb.BRING_IN
    return Verb.COMPLETE if interval.to_complete and verb is Verb.RAISE else verb


def refused(table, command):
    try:
        betting.decide(table.chips, command)
    except RuleBroken:
        return True
    return False


@pytest.mark.parametrize("game_id", STUDS)
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_hands_in_a_row_keep_every_chip_and_always_have_an_eldest_with_chips(game_id, seed):
    dice = dice_of(seed)
    stacks = random_stacks(dice, least=3)
    table = WatchedTable(game_id, stacks, eldest=min(stacks))
    for _ in range(4):
        if sum(table.seat_chips(seat) > 0 for seat in stacks) < 2:
            break
        eldest = table.eldest
        table.open_hand(deck=random_deck(dice), seed=f"{seed:064x}")
        assert eldest == table.chips.order[0]
        play_at_random(table, dice, folding=0.3)

    assert sum(stacks.values()) == sum(table.seat_chips(seat) for seat in stacks)
