"""The view of a table follows from its events, whatever order the services' messages come in."""

from collections import defaultdict
from dataclasses import replace
from functools import reduce
from random import Random
from typing import Any

import pytest

from services.lobby.domain import shown
from services.lobby.domain.fold import apply, meter_of
from services.lobby.domain.view import REFUSALS_KEPT, Event, Table, from_plain, to_plain
from tests.services.lobby.hands import AT, TABLE, events, opening, told


def folded(*said: Event) -> Table:
    return reduce(apply, said, Table(table=TABLE))


def seen(table: Table) -> dict[str, Any]:
    return shown.at_table(table, meter=0, names={}, recent=())


def said(name: str, hand: str = "", **body: Any) -> Event:
    return Event(name=name, table=TABLE, hand=hand, at=AT, body=body)


def test_a_whole_hand_is_seen_from_its_events() -> None:
    hand = seen(folded(*opening(), *events()))["hand"]
    first, second = hand["players"]

    assert ("t1-1", "closed", "croupier_plays", "yes") == (
        hand["hand"],
        hand["stage"],
        hand["outcome"],
        hand["qualified"],
    )
    assert ["8s", "8d", "Kc", "9h", "2c"] == hand["croupier"]["cards"]
    assert (1_000, 100, 2_000, "play", 2) == (
        first["ante"],
        first["side_bet"],
        first["put_in"],
        first["verb"],
        first["changes"],
    )
    assert ("won", 2_900, ["Ts", "Td", "Ac", "Qh", "Jh"]) == (first["outcome"], first["net"], first["cards"])
    assert ("folded", -500, True) == (second["outcome"], second["net"], second["folded"])


def test_cards_that_nobody_showed_are_not_in_the_view() -> None:
    hand = seen(folded(*opening(), *events()))["hand"]

    assert ["??"] * 5 == hand["players"][1]["cards"]


@pytest.mark.clause("ESD-08")
def test_the_croupiers_fifth_card_is_seen_from_the_deal_on() -> None:
    dealt = next(place for place, event in enumerate(events()) if event.name == "street_dealt")
    hand = seen(folded(*opening(), *events()[: dealt + 1]))["hand"]

    assert ["??", "??", "??", "??", "3d"] == hand["croupier"]["cards"]


def test_chips_before_a_seat_follow_bets_and_results() -> None:
    def chips(*more: Event) -> list[int]:
        return [seat["chips"] for seat in seen(folded(*opening(), *more))["seats"]]

    placed = [place for place, event in enumerate(events()) if event.name == "stake_placed"]

    assert [20_000, 20_000] == chips()
    assert [18_900, 19_500] == chips(*events()[: placed[1] + 1])
    assert [22_900, 19_500] == chips(*events())


@pytest.mark.parametrize("seed", range(40))
def test_the_messages_of_several_services_may_overtake_each_other(seed: int) -> None:
    rng = Random(seed)
    lanes: dict[str, list[Event]] = defaultdict(list)
    for service, event in told():
        lanes[service].append(event)
    mixed = []
    while any(lanes.values()):
        mixed.append(lanes[rng.choice([service for service, lane in lanes.items() if lane])].pop(0))

    assert seen(folded(*opening(), *events())) == seen(folded(*opening(), *mixed))


def test_each_stage_is_told_by_what_is_known() -> None:
    table, stages = folded(*opening()), []
    for event in events():
        table = apply(table, event)
        if not stages or stages[-1] != table.present.stage:
            stages.append(table.present.stage)

    assert ["opening", "stakes", "deal", "decide", "croupier", "showdown", "settled", "closed"] == stages


def test_hands_are_counted_by_the_number_of_the_present_one_so_that_a_lost_event_is_no_loss() -> None:
    lost = [event for event in events(7) if event.name != "hand_closed"]

    assert 6 == folded(*opening(), *lost).hands_closed
    assert 7 == folded(*opening(), *events(7)).hands_closed


def test_who_played_the_last_hand_and_not_this_one_has_left_even_if_nobody_said_so() -> None:
    players = [{"seat": 1, "person": "p1"}]
    next_hand = said(
        "hand_opened", "t1-2", game="spain_draw", number=2, players=players, eldest=1, pack=52, commitment="x"
    )

    assert [1] == [seat["seat"] for seat in seen(folded(*opening(), *events(), next_hand))["seats"]]


def test_a_late_event_finds_its_hand_and_one_from_long_ago_changes_nothing() -> None:
    table = folded(*opening(), *(event for number in (1, 2, 3, 4) for event in events(number)))
    late = said("irregularity", "t1-3", clause="ESD-15", seat=2)
    too_late = said("irregularity", "t1-1", clause="ESD-15", seat=2)

    assert ("ESD-15:2",) == apply(table, late).hands[1].irregularities
    assert table == apply(table, too_late)


def test_seats_are_freed_and_chips_are_added() -> None:
    table = folded(*opening(), said("seat_freed", seat=1, reason="left"), said("chips_came", seat=2, amount=500))

    assert [(2, 20_500)] == [(seat["seat"], seat["chips"]) for seat in seen(table)["seats"]]


EMPTY_ACCOUNT = said("seat_freed", seat=3, reason="not_enough_in_account")


@pytest.mark.parametrize(
    ("then", "told"),
    [
        ([EMPTY_ACCOUNT], [("rosa", 3, "not_enough_in_account", AT)]),
        ([EMPTY_ACCOUNT, said("seat_taken", seat=3, person="pau")], [("rosa", 3, "not_enough_in_account", AT)]),
        ([EMPTY_ACCOUNT, said("seat_taken", seat=4, person="rosa")], []),
        ([said("seat_freed", seat=3, reason="left")], []),
    ],
    ids=["refused", "another takes the seat", "tries again", "left by himself"],
)
def test_who_lost_his_seat_again_is_told_why_until_he_sits_down_anew(
    then: list[Event], told: list[tuple[str, int, str, str]]
) -> None:
    table = folded(*opening(), said("seat_taken", seat=3, person="rosa"), *then)

    assert told == [(each["person"], each["seat"], each["reason"], each["at"]) for each in seen(table)["refused"]]
    assert table == from_plain(to_plain(table))


def test_a_view_keeps_the_newest_refusals_only() -> None:
    tried = [
        event
        for number in range(REFUSALS_KEPT + 5)
        for event in (said("seat_taken", seat=3, person=f"p{number}"), EMPTY_ACCOUNT)
    ]

    assert [f"p{number}" for number in range(5, REFUSALS_KEPT + 5)] == list(folded(*opening(), *tried).refused)


def test_chips_that_are_told_before_their_seat_are_there_when_it_is() -> None:
    table = folded(opening()[0], said("chips_came", seat=3, amount=900), said("seat_taken", seat=3, person="rosa"))

    assert [(3, "rosa", 900)] == [(seat["seat"], seat["person"], seat["chips"]) for seat in seen(table)["seats"]]


def test_a_table_opens_closes_and_opens_again() -> None:
    table = folded(*opening(), said("table_closed"))

    assert [False, True] == [table.open, apply(table, said("table_reopened")).open]


def test_an_unknown_event_of_a_later_release_leaves_the_view_as_it_is() -> None:
    table = folded(*opening())

    assert table == apply(table, said("fireworks", "t1-1", colour="red"))


@pytest.mark.clause("ESD-31")
def test_the_meter_is_told_by_contributions_and_awards() -> None:
    told_of = [meter_of(event) for event in events()]

    assert {("spain_draw", 1_000_070)} == {each for each in told_of if each}


@pytest.mark.clause("ESD-31")
def test_the_page_displays_the_award_table_and_a_meter_that_begins_with_the_seed() -> None:
    table = folded(*opening())
    rules = seen(table)["rules"]

    assert 1_000_000 == shown.meter_shown(table, {})
    assert 1_234_567 == shown.meter_shown(table, {"spain_draw": 1_234_567})  # another table feeds it as well
    assert ("served_royal_flush", 1_000_000) == (rules["awards"][0]["award"], rules["awards"][0]["ppm"])
    assert [100, 50, 20, 7, 5, 3, 2, 1, 1] == [line["odds"] for line in rules["paytable"]]


def test_a_view_is_the_same_after_it_was_written_and_read() -> None:
    table = folded(*opening(), *events())

    assert table == from_plain(to_plain(table))


def test_a_view_written_by_another_release_is_read_as_far_as_it_is_known() -> None:
    written = to_plain(folded(*opening(), *events()))
    written["colour"] = "green"
    del written["hands"][0]["show"], written["hands"][0]["parts"]["1"]["before"]
    written["hands"][0]["parts"]["1"]["mood"] = "good"

    assert folded(*opening(), *events()) == from_plain(written)


def test_names_stand_beside_the_ids_of_people() -> None:
    line = shown.in_room(folded(*opening()), meter=5, names={"anna": "Anna Boix"})

    assert ["Anna Boix", "pau"] == [seat["name"] for seat in line["seats"]]
    assert (5, "idle", 6, 0) == (line["meter"], line["stage"], line["seats_max"], line["hands"])


def test_a_game_that_this_release_does_not_know_is_still_listed() -> None:
    table = replace(folded(*opening()), game="whist")

    assert {} == seen(table)["rules"]


def pot_hand() -> tuple[Event, ...]:
    """Two seats post an ante; the first bets on the first street and gives up on the second."""
    players = [{"seat": 1, "person": "anna"}, {"seat": 2, "person": "pau"}]
    down_and_up = [{"seat": seat, "face": face, "dead": False} for seat in (1, 2) for face in ("down", "up")]
    up = [{"seat": 1, "face": "up", "dead": False}, {"seat": 2, "face": "up", "dead": False}]
    bet = {"changes": 0, "by_clock": False}

    def first(name: str, **body: Any) -> Event:
        return said(name, "t1-1", **body)

    def dealt(step: int, cards: list[dict[str, Any]], one: list[str], other: list[str]) -> Event:
        showing = [{"seat": 1, "cards": one}, {"seat": 2, "cards": other}]
        return first("street_dealt", step=step, dealt=cards, showing=showing, common=[])

    return (
        first("hand_opened", game="x", number=1, players=players, eldest=1, pack=52, commitment="c0ffee"),
        first("antes_posted", antes=[{"seat": 1, "amount": 100}, {"seat": 2, "amount": 100}], carried=50),
        dealt(0, down_and_up, ["Ah"], ["9c"]),
        first("interval_opened", step=1, speaker=1),
        first("turn", seat=1, seconds=20),
        first("acted", seat=1, verb="bet", put_in=500, **bet),
        first("acted", seat=2, verb="call", put_in=500, **bet),
        dealt(2, up, ["Ah", "Kd"], ["9c", "9d"]),
        first("interval_opened", step=3, speaker=2),
        first("acted", seat=2, verb="bet", put_in=1_000, **bet),
        first("acted", seat=1, verb="fold", put_in=0, **bet),
        first(
            "hand_settled",
            outcome="uncontested",
            results=[],
            nets=[{"seat": 1, "amount": -600}, {"seat": 2, "amount": 650}],
        ),
    )


def test_a_hand_for_the_pot_shows_up_cards_the_pot_and_what_was_bet_in_this_interval() -> None:
    hand = seen(folded(*opening(), *pot_hand()[:10]))["hand"]
    first, second = hand["players"]

    assert (["??", "Ah", "Kd"], ["??", "9c", "9d"]) == (first["cards"], second["cards"])
    assert (2_250, 0, 1_000) == (hand["pot"], first["bet"], second["bet"])
    assert ("", "bet") == (first["verb"], second["verb"])


def test_a_hand_for_the_pot_is_paid_by_its_nets() -> None:
    table = seen(folded(*opening(), *pot_hand()))

    assert [19_400, 20_650] == [seat["chips"] for seat in table["seats"]]
    assert ["folded", "won"] == [part["outcome"] for part in table["hand"]["players"]]


def test_a_hand_that_the_floor_voids_gives_everything_back() -> None:
    returned = [{"seat": 1, "amount": 600}, {"seat": 2, "amount": 1_600}]
    doubt = said("referred_to_floor", "t1-1", clause="AD7-40", seat=1, what="a doubt")
    waiting = folded(*opening(), *pot_hand()[:10], doubt)
    table = seen(apply(waiting, said("hand_voided", "t1-1", reason="a fouled deck", returned=returned)))

    assert "floor" == waiting.present.stage
    assert ("voided", [20_000, 20_000]) == (table["hand"]["outcome"], [seat["chips"] for seat in table["seats"]])


def test_cards_for_a_place_that_nobody_plays_are_not_shown_at_it() -> None:
    ghost = [{"seat": 1, "face": "up", "dead": True}, {"seat": 2, "face": "up", "dead": False}]
    showing = [{"seat": 2, "cards": ["9c", "9d", "9h"]}]
    more = said("street_dealt", "t1-1", step=4, dealt=ghost, showing=showing, common=["2c"])
    hand = seen(folded(*opening(), *pot_hand()[:10], more))["hand"]

    assert ([3, 4], ["2c"]) == ([len(part["cards"]) for part in hand["players"]], hand["common"])


def test_a_showdown_shows_what_is_tabled_and_hides_what_is_conceded() -> None:
    shown_down = (
        said("showdown_opened", "t1-1", order=[2, 1], seconds=8),
        said("holding_tabled", "t1-1", seat=2, cards=["9c", "9d", "As"]),
        said("holding_conceded", "t1-1", seat=1),
    )
    hand = seen(folded(*opening(), *pot_hand()[:10], *shown_down))["hand"]
    first, second = hand["players"]

    assert ("showdown", 8) == (hand["stage"], hand["show"]["seconds"])
    assert ("concede", ["??", "Ah", "Kd"], ["9c", "9d", "As"]) == (first["verb"], first["cards"], second["cards"])


def test_a_draw_shows_who_stood_pat_and_a_misdeal_takes_the_cards_back() -> None:
    drawing = folded(
        *opening(),
        *pot_hand()[:5],
        said("draw_opened", "t1-1", step=2, order=[1, 2], opener=1),
        said("stood_pat", "t1-1", seat=1, by_clock=False),
    )
    again = apply(drawing, said("misdeal", "t1-1", clause="AD5-32", seat=0, what="mixed"))
    closed = apply(drawing, said("draw_closed", "t1-1", live=[1, 2]))

    assert ("draw", "stand_pat", 0) == (
        drawing.present.stage,
        drawing.present.part(1).verb,
        drawing.present.part(1).changes,
    )
    assert (("deal", 250, ()), "decide") == (
        (again.present.stage, again.present.pot, again.present.part(1).cards),
        closed.present.stage,
    )


def test_a_smaller_pack_has_a_commitment_of_its_own() -> None:
    table = folded(*opening(), *pot_hand()[:2], said("pack_changed", "t1-1", pack=32, commitment="beef"))

    assert (32, "beef") == (table.present.pack, table.present.commitment)


def test_an_older_telling_of_the_up_cards_does_not_take_newer_ones_away() -> None:
    first_street = pot_hand()[2]
    hand = seen(folded(*opening(), *pot_hand()[:10], first_street))["hand"]

    assert ["??", "Ah", "Kd"] == hand["players"][0]["cards"]


def test_the_croupiers_final_cards_stay_when_his_first_ones_are_told_late() -> None:
    late = next(event for event in events() if event.name == "croupier_turned")
    others = [event for event in events() if event is not late]

    assert ["8s", "8d", "Kc", "9h", "2c"] == seen(folded(*opening(), *others, late))["hand"]["croupier"]["cards"]


def interval(step: int) -> Event:
    sizes: dict[str, Any] = {"sizes": [2], "least": 0, "most": 2, "forced": 0}
    return said("interval_opened", "t1-1", step=step, speaker=1, **sizes)


CALLS = said("acted", "t1-1", seat=1, verb="call", put_in=2, changes=0, by_clock=False)
DRAW = said("draw_opened", "t1-1", step=2, order=[1, 2], opener=1)


@pytest.mark.clause("AD5-28")
@pytest.mark.parametrize(
    ("told", "may_ask"),
    [
        ([interval(1), CALLS], False),
        ([interval(1), CALLS, DRAW], True),
        ([interval(1), DRAW, CALLS], True),
        ([interval(1), CALLS, DRAW, interval(3)], True),
        ([interval(1), CALLS, DRAW, interval(3), CALLS], False),
        ([interval(1), CALLS, interval(3), CALLS, DRAW], False),
        ([interval(1), CALLS, DRAW, said("misdeal", "t1-1", clause="AD5-34", seat=1, what="six cards")], False),
    ],
    ids=[
        "before",
        "in the draw",
        "the act is told late",
        "after it",
        "betting again",
        "the draw is told late",
        "misdeal",
    ],
)
def test_counts_may_be_asked_for_from_the_draw_until_betting_begins_again(told: list[Event], may_ask: bool) -> None:
    assert may_ask is seen(folded(*opening(), *told))["hand"]["counts_told"]


def test_a_bet_after_the_draw_leaves_the_count_of_cards_as_it_is() -> None:
    drew = said("cards_changed", "t1-1", seat=1, count=3)
    hand = seen(folded(*opening(), DRAW, drew, interval(3), CALLS))["hand"]

    assert [3] == [part["changes"] for part in hand["players"] if part["seat"] == 1]


def test_how_many_cards_a_seat_drew_is_marked_once_somebody_has_asked() -> None:
    table = folded(*opening(), DRAW, said("count_told", "t1-1", seat=1, of=2, count=3))

    assert [2] == [part["seat"] for part in seen(table)["hand"]["players"] if part["asked"]]
