"""The view of a table follows from its events, whatever order the services' messages come in."""

from collections import defaultdict
from dataclasses import replace
from functools import reduce
from random import Random
from typing import Any

import pytest

from services.lobby.domain import shown
from services.lobby.domain.fold import apply, meter_of
from services.lobby.domain.view import Event, Table, from_plain, to_plain
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
    assert ("served_royal_flush", 1_000_000) == (rules["awards"][0]["award"], rules["awards"][0]["ppm"])
    assert [100, 50, 20, 7, 5, 3, 2, 1, 1] == [line["odds"] for line in rules["paytable"]]


def test_a_view_is_the_same_after_it_was_written_and_read() -> None:
    table = folded(*opening(), *events())

    assert table == from_plain(to_plain(table))


def test_names_stand_beside_the_ids_of_people() -> None:
    line = shown.in_room(folded(*opening()), meter=5, names={"anna": "Anna Boix"})

    assert ["Anna Boix", "pau"] == [seat["name"] for seat in line["seats"]]
    assert (5, "idle", 6, 0) == (line["meter"], line["stage"], line["seats_max"], line["hands"])


def test_a_game_that_this_release_does_not_know_is_still_listed() -> None:
    table = replace(folded(*opening()), game="whist")

    assert {} == seen(table)["rules"]
