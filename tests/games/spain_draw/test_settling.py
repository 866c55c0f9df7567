import pytest

from shared.cards import cards
from shared.hand import facts as say
from shared.rules.ranking import Ranking
from tests.games.spain_draw.tables import GAME, NINES, SpanishTable, dealt, shown_down


@pytest.mark.clause("ESD-12")
@pytest.mark.parametrize("croupier", ["Ah Jd 7c 5s 2h", "9s 9d 7c 5s 2h", "9s 9d 9h 5s 2h"])
def test_the_croupier_changes_two_cards_at_most(croupier):
    table = shown_down("Ks Kd 3c 4c 8d", croupier)

    of_the_croupier = [fact for fact in table.said(say.CardsExchanged) if fact.seat == 0]
    assert [len(fact.discards) for fact in of_the_croupier] == [2]


@pytest.mark.clause("ESD-17")
@pytest.mark.parametrize(
    ("croupier", "drawn", "plays"),
    [
        ("8s 8d Kh 4c 2d", "6c 3d", True),
        ("7s 7d Kh 4c 2d", "6c 3d", False),
        ("7s 7d Kh 4c 2d", "6c Ks", True),
        ("As Qd Jh 4c 2d", "6c 3d", False),
        ("7s 7d 2h 4c 2d", "6c", True),
        ("As 2s 3h 4c 5d", "", True),
    ],
)
def test_the_croupier_plays_with_two_eights_or_more_in_his_final_five(croupier, drawn, plays):
    table = shown_down("Th Td Ac 6s 4s", croupier, drawn)

    assert table.the(say.HoldingsRanked).qualified is plays


@pytest.mark.clause("ESD-18", "ESD-19")
@pytest.mark.parametrize("player", ["Qs Jd 9c 5h 3s", "Ts Td Tc Th 3s", "As Ks Qs Js Ts"])
def test_a_croupier_who_does_not_play_pays_the_first_bet_and_hands_back_both_whatever_the_cards(player):
    table = shown_down(player, "7s 7d Ah Kc 4d", "9h 2c")

    assert (table.result().returned, table.result().paid, table.result().lost) == (3_000, 1_000, 0)
    assert table.net() == 1_000


PAID = {
    "Th Td Ac 6s 4s": (Ranking.PAIR, 1),
    "Jh Jc 4d 4s 9h": (Ranking.TWO_PAIR, 1),
    "6h 6d 6s Kc 2c": (Ranking.THREE_OF_A_KIND, 2),
    "9h 8c 7d 6s 5d": (Ranking.STRAIGHT, 3),
    "Ac Jc 8c 6c 2c": (Ranking.FLUSH, 5),
    "Qh Qd Qs 3c 3h": (Ranking.FULL_HOUSE, 7),
    "4c 4d 4h 4s Ac": (Ranking.FOUR_OF_A_KIND, 20),
    "8h 7h 6h 5h 4h": (Ranking.STRAIGHT_FLUSH, 50),
    "As Ks Qs Js Ts": (Ranking.ROYAL_FLUSH, 100),
}


@pytest.mark.clause("ESD-20", "ESD-21", "ESD-22")
@pytest.mark.parametrize(("player", "ranking", "odds"), [(player, *paid) for player, paid in PAID.items()])
def test_a_beaten_croupier_pays_the_first_bet_once_and_the_second_by_the_one_best_ranking(player, ranking, odds):
    table = shown_down(player, NINES, "8d 3d")

    (own,) = (each for each in table.the(say.HoldingsRanked).ranked if each.seat == 1)
    assert own.ranking is ranking
    assert table.net() == 1_000 + odds * 2_000


@pytest.mark.clause("ESD-21")
def test_the_paytable_has_a_line_for_every_ranking_that_can_win():
    assert set(GAME.contest.bank.paytable) == set(Ranking) - {Ranking.HIGH_CARD}


@pytest.mark.clause("ESD-17", "ESD-20")
def test_who_is_beaten_loses_both_bets():
    table = shown_down("7s 7d Ah Qc 9c", "8s 8d Kh 4c 2d", "6c 3d")

    assert (table.result().outcome, table.result().lost, table.net()) == ("lost", 3_000, -3_000)


@pytest.mark.clause("ESD-23")
def test_equal_holdings_take_both_bets_back():
    table = shown_down("Ah Ac 8d 6s 3h", "As Ad 8c 5c 2d", "6h 3c")

    assert (table.result().outcome, table.result().returned, table.net()) == ("tie", 3_000, 0)


@pytest.mark.clause("ESD-24", "ESD-25", "ESD-26", "ESD-27")
@pytest.mark.parametrize(
    ("player", "croupier", "drawn", "won"),
    [
        ("Th Td Ac 6s 4s", "9s 9d Kh 5c 2d", "6c 3d", True),
        ("8h 8d Ac 6s 4s", "9s 9d Kh 5c 2d", "6c 3d", False),
        ("Jh Jd Jc 2s 2c", "9s 9d 9h As Ad", "", True),
        ("8h 8d 8c Ks Kc", "9s 9d 9h 2s 2d", "", False),
        ("Ac 7c 5c 4c 2c", "Kh Jh 9h 8h 2h", "", True),
        ("Qc Jc 9c 8c 2c", "Kh 7h 5h 4h 2h", "", False),
        ("Ah Ac 8d 6s 3h", "As Ad 8c 5c 4d", "6h 2c", True),
        ("Ah Ac 8d 6s 2h", "As Ad 8c 5c 4d", "6h 3c", False),
        ("8h 8c Ad 5s 2h", "8s 8d Kh 4c 2d", "6c 3d", True),
        ("5c 4d 3h 2s Ac", "6s 5d 4h 3c 2d", "", False),
    ],
)
def test_holdings_of_one_ranking_are_told_apart_by_ranks(player, croupier, drawn, won):
    table = shown_down(player, croupier, drawn)

    assert table.result().outcome == ("won" if won else "lost")


@pytest.mark.clause("ESD-01")
def test_each_seat_plays_against_the_croupier_alone():
    deck = "Th Jh 9s  Td Jd 9d  Ac Js Kh  6s 6d 5c  4s 4h 2d  8d 3d"
    table = SpanishTable(seats=(1, 2)).open(deck).stake(1).stake(2, ante=500).deal().play(1).play(2)

    assert [table.net(seat) for seat in (1, 2)] == [3_000, 2_500]


@pytest.mark.clause("ESD-01")
def test_what_others_do_changes_nothing_for_a_seat():
    alone = shown_down("Th Td Ac 6s 4s", NINES, "8d 3d")
    deck = "Th Jh 9s  Td Jd 9d  Ac Js Kh  6s 6d 5c  4s 4h 2d  8d 3d"
    beside = SpanishTable(seats=(1, 2)).open(deck).stake(1).stake(2).deal().play(1).fold(2)

    assert alone.net() == beside.net(1) == 3_000


def test_the_whole_hand_is_shown_in_order_of_play_the_croupier_last():
    deck = "Th Jh 9s  Td Jd 9d  Ac Js Kh  6s 6d 5c  4s 4h 2d  8d 3d"
    table = SpanishTable(seats=(1, 2)).open(deck).stake(1).stake(2).deal().play(1).play(2)

    shown = table.the(say.HoldingsShown).holdings
    assert [(holding.seat, holding.cards, holding.served) for holding in shown] == [
        (1, cards("Th Td Ac 6s 4s"), True),
        (2, cards("Jh Jd Js 6d 4h"), True),
        (0, cards("9s 9d Kh 8d 3d"), False),
    ]


def test_a_closed_hand_leaves_nothing_in_any_box():
    table = SpanishTable().open(dealt("Th Td Ac 6s 4s", NINES)).stake(1, side_bet=100).deal().play(1)

    assert table.purse.in_hand("t-1") == 0
    assert sum(table.purse.balances.values()) == 0
