"""What holds whatever people do and whatever cards come, in runs of hands of Andorra's five-card draw."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.dealer.domain.hand import Stage
from shared.hand import draw_commands as ask_draw
from shared.hand import facts as say
from shared.hand import floor_commands as ask_floor
from shared.hand.holdings import Coming
from shared.rules.faults import Decision, Fault
from tests.games.andorra_draw.tables import DrawTable
from tests.games.pot_tables import dice_of, random_option, random_stacks, show_at_random

HANDS = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
RANKS = "JQKA"
AT_THE_DEAL = (Fault.EXTRA_CARD, Fault.MISSING_CARD, Fault.FACE_UP)


class Watched(DrawTable):
    """Looks at money and cards after each single fact."""

    def _keep(self, service, fact):
        super()._keep(service, fact)
        assert sum(self.purse.balances.values()) == 0
        if self.cards.pack:
            assert list(range(1, self.cards.pack + 1)) == self.lying()


def draw_at_random(table, dice):
    seat, count = table.cards.drawn.turn, dice.choice([0, 1, 2, 3, 4, 5, 5])
    if dice.random() < 0.1:
        table.say(f"timeout {seat}")
    elif count:
        places = tuple(dice.sample(range(5), count))
        table.put(ask_draw.Discard(**table.head, seat=seat, discards=places))
    else:
        table.put(ask_draw.Stand(**table.head, seat=seat))


def play_on(table, dice, *, passing):
    while table.cards.stage is not Stage.CLOSED:
        if table.cards.trouble.referral:
            opener = table.chips.opener
            on_openers = [Decision.OPENERS_PROVED, Decision.OPENERS_NOT_PROVED] if opener else []
            decisions = [Decision.RESUME, Decision.VOID, *on_openers]
            table.put(ask_floor.Rule(**table.head, decision=dice.choice(decisions), by_floor=True, seat=opener))
        elif dice.random() < 0.02 and table.cards.stage in (Stage.PLAY, Stage.DRAW, Stage.SHOWDOWN):
            table.say("croupier refer AD5-45")
        elif dice.random() < 0.02 and table.cards.stage is Stage.DRAW:
            table.say(f"croupier remove-deck {dice.choice(['intact', 'mixed'])}")
        elif table.cards.stage is Stage.DRAW:
            draw_at_random(table, dice)
        elif table.cards.stage is Stage.SHOWDOWN:
            show_at_random(table, dice)
        elif not table.chips.interval.level and dice.random() < passing:
            table.say(f"{table.chips.turn} check")
        else:
            table.put(random_option(table, dice))


@HANDS
@given(
    seed=st.integers(0, 2**32),
    check=st.sampled_from(["strict", "declared"]),
    moves=st.booleans(),
    seconds=st.sampled_from([0, 5]),
    passing=st.sampled_from([0.0, 0.5, 0.97]),
    ante=st.sampled_from([1, 5]),
)
def test_money_cards_requirement_and_la_ma_through_a_run_of_hands(seed, check, moves, seconds, passing, ante):
    dice = dice_of(seed)
    stacks = random_stacks(dice)
    terms = {"opener_check": check, "eldest_moves_on_blank": moves, "show_seconds": seconds, "ante": ante}
    table = Watched(stacks, eldest=min(stacks), **terms)
    whole = sum(stacks.values())
    for _ in range(8):
        run, seats = table._next()
        able = [seat for seat in seats if table.seat_chips(seat) or not run.ante_due]
        if len(able) < 2 and not table.series.players:
            break
        before, carried, eldest = table.series, table.carried(), table.eldest
        faulty = dice.random() < 0.1 and len(able) > 1
        coming = Coming(fault=dice.choice(AT_THE_DEAL), seat=(able or [0])[0], card=1, seen=False, reported_by="c")
        table.open_shuffled(dice, coming=(coming,) if faulty else ())
        play_on(table, dice, passing=passing)

        assert whole == table.carried() + sum(table.seat_chips(seat) for seat in stacks)
        _the_run_is_as_the_hand_left_it(table, before, carried, eldest)


def _the_run_is_as_the_hand_left_it(table, before, carried, eldest):
    outcome, nets = table.outcome, {net.seat: net.amount for net in table.the(say.HandClosed).nets}
    after = table.series
    assert table.least == RANKS[min(after.blanks, 3)]
    match outcome:
        case "blank":
            assert (before.blanks + 1, after.blanks < 4) == (after.blanks, after.ante_due)
            assert carried - sum(nets.values()) == table.carried()
            assert {player.seat for player in after.players} == set(table.cards.held)
        case "misdeal":
            assert (before.blanks, False) == (after.blanks, after.ante_due)
            assert carried - sum(nets.values()) == table.carried()
        case "void":
            assert (before, carried) == (after, table.carried())
        case "false_openers":
            assert 0 == after.blanks
            assert carried - sum(nets.values()) == table.carried() > 0
        case "abandoned":
            assert (before.blanks, carried) == (after.blanks, table.carried())
        case _:
            assert (0, 0) == (after.blanks, table.carried())
            assert carried == sum(nets.values())
