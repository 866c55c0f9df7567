"""What is heard is kept once, in one order, with the views that follow from it."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from services.lobby import keeping, showing
from services.lobby.domain.view import Event
from services.lobby.keeping import Heard, Kept
from shared.runtime.wiring import Wiring
from tests.services.lobby.hands import AT, TABLE, events, heard, opening


def keep(wiring: Wiring, batch: Sequence[Heard]) -> Kept:
    return wiring.store.decide(lambda tx: keeping.keep(tx, batch, cached={}))


def all_events(wiring: Wiring, table: str = "") -> tuple[keeping.Numbered, ...]:
    with wiring.store.reading() as tx:
        return keeping.after(tx, 0, most=10_000, table=table)


def other_table(said: Sequence[Event], table: str) -> list[Event]:
    return [replace(event, table=table, hand=event.hand.replace(TABLE, table)) for event in said]


def test_events_are_numbered_from_one_without_gaps_in_the_order_in_which_they_came(wiring: Wiring) -> None:
    said = (*opening(), *events())
    keep(wiring, heard(said[:7]))
    keep(wiring, heard(said[7:], prefix="n"))

    assert list(range(1, len(said) + 1)) == [numbered.seq for numbered in all_events(wiring)]
    assert [event.name for event in said] == [numbered.event.name for numbered in all_events(wiring)]


def test_an_event_that_comes_again_is_kept_once(wiring: Wiring) -> None:
    batch = heard((*opening(), *events()))
    first = keep(wiring, batch)
    with wiring.store.reading() as tx:
        before = showing.table(tx, TABLE)
    again = keep(wiring, [*batch, *batch])
    with wiring.store.reading() as tx:
        after = showing.table(tx, TABLE)

    assert (len(batch), 0) == (first.new, first.repeated)
    assert (0, 2 * len(batch)) == (again.new, again.repeated)
    assert before == after


def test_a_repeat_within_one_batch_is_kept_once(wiring: Wiring) -> None:
    kept = keep(wiring, [heard(opening())[0]] * 3)

    assert (1, 2) == (kept.new, kept.repeated)


def test_an_event_that_no_view_can_take_is_refused_alone(wiring: Wiring) -> None:
    good = heard((*opening(), *events()))
    bad = Heard(message_id="bad", event=Event(name="turn", table=TABLE, hand="t1-1", at=AT, body={"who": 1}))
    kept = keep(wiring, [*good, bad])

    assert ({"bad"}, len(good)) == (kept.refused, kept.new)


def test_the_view_survives_a_restart(wiring: Wiring) -> None:
    batch = heard((*opening(), *events()))
    half = len(batch) // 2
    keep(wiring, batch[:half])
    keep(wiring, batch[half:])
    with wiring.store.reading() as tx:
        shown = showing.table(tx, TABLE)

    assert shown is not None
    assert ("closed", 1, len(batch), 1_000_070) == (shown["stage"], shown["hands"], shown["last_event"], shown["meter"])


def test_hands_that_are_over_are_listed_newest_first_without_the_present_one(wiring: Wiring) -> None:
    for number in (1, 2, 3, 4, 5):
        keep(wiring, heard(events(number), prefix=f"h{number}"))
    with wiring.store.reading() as tx:
        shown = showing.table(tx, TABLE)

    assert shown is not None
    assert (5, [4, 3, 2, 1]) == (shown["hand"]["number"], [hand["number"] for hand in shown["recent"]])


def test_a_result_that_is_told_after_the_close_is_still_in_the_list(wiring: Wiring) -> None:
    said = events()
    late = [event for event in said if event.name == "hand_settled"]
    keep(wiring, heard([event for event in said if event.name != "hand_settled"]))
    keep(wiring, heard(events(2), prefix="two"))
    keep(wiring, heard(late, prefix="late"))
    with wiring.store.reading() as tx:
        (hand,) = (hand for hand in keeping.recent_hands(tx, TABLE) if hand.number == 1)

    assert 2_900 == hand.part(1).net


def test_tables_that_feed_one_pool_show_one_meter(wiring: Wiring) -> None:
    keep(wiring, heard((*opening(), *events())))
    keep(wiring, heard(other_table(opening(), "t2"), prefix="two"))
    with wiring.store.reading() as tx:
        room = showing.room(tx)

    assert [("t1", 1_000_070), ("t2", 1_000_070)] == [(table["id"], table["meter"]) for table in room["tables"]]


def test_several_processes_keep_at_the_same_time_and_lose_nothing(wiring: Wiring) -> None:
    batches = [
        heard([*other_table(opening(), f"t{table}"), *other_table(events(), f"t{table}")], prefix=f"b{table}")
        for table in range(6)
    ]
    with ThreadPoolExecutor(6) as several:
        kept = list(several.map(lambda batch: keep(wiring, batch), batches))
    numbers = [numbered.seq for numbered in all_events(wiring)]

    assert sum(len(batch) for batch in batches) == sum(each.new for each in kept)
    assert list(range(1, len(numbers) + 1)) == numbers


def test_what_is_long_past_is_forgotten(wiring: Wiring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "EVENTS_KEPT", 30)
    monkeypatch.setattr(keeping, "PRUNE_EVERY", 10)
    monkeypatch.setattr(keeping, "HANDS_KEPT", 3)
    for number in range(1, 8):
        keep(wiring, heard(events(number), prefix=f"h{number}"))
    with wiring.store.reading() as tx:
        oldest, last, hands = keeping.oldest_seq(tx), keeping.last_seq(tx), keeping.recent_hands(tx, TABLE)

    assert last - 30 <= oldest - 1 <= last
    assert [7, 6, 5] == [hand.number for hand in hands]
