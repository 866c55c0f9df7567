import pytest

from services.jackpot.domain import pool as pools
from shared.hand import commands as ask
from shared.hand import events
from shared.hand import facts as say
from shared.hand.holdings import AwardTo, RankedHolding, SeatAmount
from shared.rules.ranking import Ranking
from tests.games.spain_draw.tables import GAME, NINES, SpanishTable, dealt

METER = 1_000_000
FOUR, STRAIGHT_FLUSH, ROYAL = Ranking.FOUR_OF_A_KIND, Ranking.STRAIGHT_FLUSH, Ranking.ROYAL_FLUSH
HEAD = {"hand": "t-1", "table": "t", "game": "spain_draw"}


def won(seat, ranking, *, served, strength=0):
    return RankedHolding(seat=seat, ranking=ranking, strength=strength, best=(), served=served)


def pool(meter=METER, seats=range(1, 7), **terms):
    """Return a pool with this meter, in a hand in which these seats have made the side bet."""
    kept = pools.apply(
        pools.NEW, say.PoolOpened(hand="", table="", game="spain_draw", pool="p", terms=GAME.terms(terms), seed=meter)
    )
    stakes = tuple(SeatAmount(seat=seat, amount=100) for seat in seats)
    taken = say.ContributionsTaken(
        **HEAD, pool="p", stakes=stakes, live=tuple(seats), to_meter=0, to_house=0, carried_ppm=0, meter=meter
    )
    return pools.apply(kept, taken)


def awards(kept, *ranked):
    (decided,) = pools.pay_awards(kept, ask.PayAwards(**HEAD, pool="p", ranked=ranked, qualified=True))
    return decided


def paid(decided):
    return [(each.seat, each.award, each.amount) for each in decided.awards]


@pytest.mark.clause("ESD-32")
@pytest.mark.parametrize(
    ("ranking", "served", "award", "amount"),
    [
        (ROYAL, True, "served_royal_flush", 1_000_000),
        (STRAIGHT_FLUSH, True, "served_straight_flush", 100_000),
        (FOUR, True, "served_four_of_a_kind", 50_000),
        (ROYAL, False, "drawn_royal_flush", 500_000),
        (STRAIGHT_FLUSH, False, "drawn_straight_flush", 50_000),
        (FOUR, False, "drawn_four_of_a_kind", 10_000),
    ],
)
def test_six_lines_are_paid_from_the_meter(ranking, served, award, amount):
    decided = awards(pool(), won(1, ranking, served=served))

    assert paid(decided) == [(1, award, amount)]


@pytest.mark.clause("ESD-31", "ESD-32")
@pytest.mark.parametrize("ranking", [each for each in Ranking if each < FOUR])
def test_nothing_below_four_of_a_kind_is_on_the_list(ranking):
    decided = awards(pool(), won(1, ranking, served=True))

    assert (decided.awards, decided.meter) == ((), METER)


@pytest.mark.clause("ESD-31")
def test_the_list_of_awards_is_known_before_the_first_bet():
    table = SpanishTable().open()

    (opened,) = events.public(table.the(say.HandOpened))
    assert opened.name == "hand_opened"
    assert table.the(say.BoxesOpened).terms["awards_ppm"]["served_royal_flush"] == 1_000_000
    assert [award.name for award in GAME.contest.side_bet.awards] == list(table.terms["awards_ppm"])


@pytest.mark.clause("ESD-28", "ESD-29")
@pytest.mark.parametrize(
    ("croupier", "drawn", "net"), [("7s 7d Ah Kc 3d", "9h 2c", 50_900), ("9h 8h 7h 6h 5h", "", 46_900)]
)
def test_the_croupiers_cards_have_no_bearing_on_an_award(croupier, drawn, net):
    table = SpanishTable().open(dealt("4c 4d 4h 4s Ac", croupier, drawn))
    table.set_meter(METER)
    table.stake(1, side_bet=100).deal().play(1)

    assert table.net() == net
    assert table.meter() == 950_000


@pytest.mark.clause("ESD-03", "ESD-28")
def test_who_made_no_side_bet_wins_no_award():
    decided = awards(pool(seats=(2,)), won(1, ROYAL, served=True), won(2, FOUR, served=True))

    assert paid(decided) == [(2, "served_four_of_a_kind", 50_000)]


@pytest.mark.clause("ESD-29")
def test_the_croupier_wins_no_award():
    decided = awards(pool(), won(0, ROYAL, served=True))

    assert decided.awards == ()


@pytest.mark.clause("ESD-13", "ESD-31")
def test_who_says_paso_wins_no_award():
    table = SpanishTable().open(dealt("4c 4d 4h 4s Ac", NINES)).stake(1, side_bet=100).deal().fold(1)

    assert table.said(say.AwardsDecided) == []
    assert table.net() == -1_100


@pytest.mark.clause("ESD-32")
def test_a_changed_card_makes_a_served_hand_a_drawn_one():
    table = SpanishTable().open(dealt("4c 4d 4h 4s Ac", NINES)).stake(1, side_bet=100).deal().play(1, 4)

    assert [award.award for award in table.the(say.AwardsDecided).awards] == ["drawn_four_of_a_kind"]


@pytest.mark.clause("ESD-38", "ESD-39")
def test_awards_without_a_draw_come_first_and_the_greater_before_the_smaller():
    decided = awards(
        pool(),
        won(1, FOUR, served=False),
        won(2, STRAIGHT_FLUSH, served=False),
        won(3, ROYAL, served=False),
        won(4, FOUR, served=True),
        won(5, STRAIGHT_FLUSH, served=True),
    )

    assert paid(decided) == [
        (5, "served_straight_flush", 100_000),
        (4, "served_four_of_a_kind", 45_000),
        (3, "drawn_royal_flush", 427_500),
        (2, "drawn_straight_flush", 21_375),
        (1, "drawn_four_of_a_kind", 4_061),
    ]
    assert decided.meter == METER - sum(amount for _, _, amount in paid(decided))


@pytest.mark.clause("ESD-40")
@pytest.mark.parametrize(
    ("meter", "seats", "shares"),
    [
        (METER, (2, 5), [(2, 50_000), (5, 50_000)]),
        (1_000_010, (2, 5), [(2, 50_000), (5, 50_001)]),
        (1_000_010, (1, 3, 6), [(1, 33_333), (3, 33_334), (6, 33_334)]),
    ],
)
def test_winners_on_a_line_with_a_star_share_it_odd_units_from_the_croupiers_right(meter, seats, shares):
    decided = awards(pool(meter), *(won(seat, STRAIGHT_FLUSH, served=True, strength=seat) for seat in seats))

    assert paid(decided) == [(seat, "served_straight_flush", amount) for seat, amount in shares]
    assert decided.exceptional


@pytest.mark.clause("ESD-40")
def test_fours_are_paid_one_after_the_other_the_higher_first():
    decided = awards(
        pool(), won(1, FOUR, served=True, strength=7), won(2, FOUR, served=True, strength=9), won(3, FOUR, served=True)
    )

    assert paid(decided) == [
        (2, "served_four_of_a_kind", 50_000),
        (1, "served_four_of_a_kind", 47_500),
        (3, "served_four_of_a_kind", 45_125),
    ]


@pytest.mark.clause("ESD-40")
def test_the_operator_says_which_lines_are_shared():
    fours = (won(1, FOUR, served=True), won(2, FOUR, served=True))

    decided = awards(pool(shared_awards=["served_four_of_a_kind"]), *fours)

    assert paid(decided) == [(1, "served_four_of_a_kind", 25_000), (2, "served_four_of_a_kind", 25_000)]


@pytest.mark.clause("ESD-40")
def test_an_emptied_meter_is_reset_at_once_and_payment_goes_on():
    kept = pool(jackpot_reset=300_000)

    decided = awards(kept, won(1, ROYAL, served=True), won(2, FOUR, served=False))

    assert paid(decided) == [(1, "served_royal_flush", METER), (2, "drawn_four_of_a_kind", 3_000)]
    assert (decided.resets, decided.meter, decided.exceptional) == ((300_000,), 297_000, True)


@pytest.mark.clause("ESD-40")
def test_a_single_award_that_leaves_the_meter_standing_is_no_exceptional_case():
    assert not awards(pool(), won(1, STRAIGHT_FLUSH, served=True)).exceptional
    assert awards(pool(), won(1, ROYAL, served=True)).exceptional


def test_an_award_is_rounded_down_and_the_rest_stays_in_the_meter():
    decided = awards(pool(1_000_099), won(1, FOUR, served=False))

    assert (paid(decided)[0][2], decided.meter) == (10_000, 990_099)


def test_an_empty_meter_pays_nothing_and_is_not_reset_again():
    decided = awards(pool(0), won(1, STRAIGHT_FLUSH, served=True))

    assert decided.awards == (AwardTo(seat=1, award="served_straight_flush", amount=0),)
    assert (decided.resets, decided.meter) == ((), 0)


@pytest.mark.clause("ESD-28")
def test_side_bets_go_to_the_meter_by_rate_and_the_part_of_a_unit_is_carried():
    table = SpanishTable(jackpot_contribution_ppm=15_000)
    meters = []
    for _ in range(4):
        table.open().stake(1, side_bet=100).deal().fold(1)
        meters.append(table.meter() - METER)

    assert meters == [1, 3, 4, 6]


@pytest.mark.clause("ESD-13", "ESD-28")
def test_side_bets_of_who_withdraws_reach_the_meter_too():
    table = SpanishTable(jackpot_contribution_ppm=700_000).open().stake(1, side_bet=100).deal()

    assert table.meter() == METER + 70
    assert table.fold(1).meter() == METER + 70
