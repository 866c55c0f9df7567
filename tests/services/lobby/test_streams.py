"""A table's event stream: it resumes where its reader was, beats while nothing happens, and ends by itself."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from services.lobby import keeping, tailing
from services.lobby.domain.view import Event
from services.lobby.streams import HEARTBEAT, Stream
from services.lobby.tailing import Subscription, Tail, TooManyStreams, tail_of
from shared.runtime.wiring import Wiring
from tests.services.lobby.conftest import Door, eventually
from tests.services.lobby.hands import AT, TABLE, events, heard, opening


def hear(wiring: Wiring, *said: Event, prefix: str) -> None:
    batch = heard(said, prefix=prefix)
    wiring.store.decide(lambda tx: keeping.keep(tx, batch, cached={}))


def turn(seat: int) -> Event:
    return Event(name="turn", table=TABLE, hand="t1-1", at=AT, body={"seat": seat, "seconds": 30})


@pytest.fixture
def tail(wiring: Wiring) -> Iterator[Tail]:
    hear(wiring, *opening(), prefix="opening")
    made = Tail(wiring=wiring, streams_max=3)
    yield made
    made.stop()


def stream(tail: Tail, *, after: int = -1, seconds: float = 60.0, heartbeat: float = 0.05) -> Iterator[dict[str, Any]]:
    """Read a stream as a browser does."""
    reader = Stream(
        wiring=tail.wiring,
        tail=tail,
        subscription=tail.subscribe(TABLE),
        after=after,
        heartbeat_seconds=heartbeat,
        stream_seconds=seconds,
    )
    for text in reader.texts():
        if text == HEARTBEAT:
            yield {"event": "heartbeat"}
            continue
        fields = dict(line.split(": ", 1) for line in text.strip().splitlines())
        if "data" in fields:
            yield {**fields, "data": json.loads(fields["data"])}


def until(reader: Iterator[dict[str, Any]], name: str) -> dict[str, Any]:
    return next(message for message in reader if message["event"] == name)


def test_a_new_reader_gets_the_view_and_then_what_happens(tail: Tail) -> None:
    reader = stream(tail)
    first = next(reader)
    hear(tail.wiring, turn(2), prefix="new")
    happened = until(reader, "turn")

    assert ("view", "t1", False) == (first["event"], first["data"]["table"]["id"], "id" in first)
    assert ("6", {"seat": 2, "seconds": 30, "table": "t1", "hand": "t1-1", "at": AT}) == (
        happened["id"],
        happened["data"],
    )


def test_after_an_event_the_view_that_follows_from_it_comes(tail: Tail) -> None:
    reader = stream(tail)
    until(reader, "view")
    hear(tail.wiring, turn(2), prefix="new")
    until(reader, "turn")

    assert 2 == until(reader, "view")["data"]["table"]["hand"]["turn"]["seat"]


def test_a_reader_who_comes_back_gets_what_was_missed_and_nothing_twice(tail: Tail) -> None:
    hear(tail.wiring, *events(), prefix="hand")
    reader = stream(tail, after=7)
    missed = []
    for message in reader:
        if message["event"] == "view":
            break
        missed.append(int(message["id"]))
    hear(tail.wiring, turn(1), prefix="new")

    assert list(range(8, 6 + len(events()))) == missed
    assert str(6 + len(events())) == until(reader, "turn")["id"]


def test_what_is_both_missed_and_new_is_told_once(tail: Tail) -> None:
    subscription = tail.subscribe(TABLE)
    hear(tail.wiring, turn(1), turn(2), prefix="both")
    eventually(lambda: subscription.items.qsize() == 3)  # two events and a view
    reader = Stream(wiring=tail.wiring, tail=tail, subscription=subscription, after=5, stream_seconds=0.5)
    told = [line for text in reader.texts() for line in text.splitlines() if line.startswith("id: ")]

    assert ["id: 6", "id: 7"] == told


def test_a_reader_of_one_table_hears_nothing_of_another(tail: Tail) -> None:
    reader = stream(tail, after=0)
    until(reader, "view")
    hear(tail.wiring, replace(turn(1), table="t2", hand="t2-1"), prefix="other")
    hear(tail.wiring, turn(3), prefix="own")

    assert 3 == until(reader, "turn")["data"]["seat"]


def test_a_reader_who_was_away_too_long_is_told_of_the_gap(tail: Tail, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "EVENTS_KEPT", 5)
    monkeypatch.setattr(keeping, "PRUNE_EVERY", 1)
    hear(tail.wiring, *events(), prefix="hand")
    first = next(stream(tail, after=1))

    assert ("gap", 1) == (first["event"], first["data"]["after"])


def test_a_number_from_the_future_is_as_good_as_none(tail: Tail) -> None:
    assert "view" == next(stream(tail, after=10**9))["event"]


def test_a_long_absence_is_told_page_by_page(tail: Tail, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.lobby.streams.RESUMED_MAX", 4)
    hear(tail.wiring, *events(), prefix="hand")
    missed = [message["id"] for message in stream(tail, after=0, seconds=0.0) if "id" in message]

    assert [str(number) for number in range(1, 6 + len(events()))] == missed


def test_while_nothing_happens_the_stream_beats_and_then_ends(tail: Tail) -> None:
    told = [message["event"] for message in stream(tail, seconds=0.3, heartbeat=0.05)]

    assert ("view", {"heartbeat"}) == (told[0], set(told[1:]))
    assert 2 <= len(told[1:]) <= 8


def test_there_are_no_more_streams_than_the_process_can_serve(tail: Tail) -> None:
    open_streams = [tail.subscribe(TABLE) for _ in range(3)]
    with pytest.raises(TooManyStreams):
        tail.subscribe(TABLE)
    tail.unsubscribe(open_streams[0])

    assert isinstance(tail.subscribe(TABLE), Subscription)


def test_a_stream_that_ends_makes_room_for_another(tail: Tail) -> None:
    for _ in range(5):
        list(stream(tail, seconds=0.0))

    assert isinstance(tail.subscribe(TABLE), Subscription)


def test_a_reader_who_does_not_keep_up_is_cut_off_and_nobody_waits(tail: Tail, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tailing, "WAITING_MAX", 2)
    slow = tail.subscribe(TABLE)
    monkeypatch.setattr(tailing, "WAITING_MAX", 1_000)
    quick = stream(tail)
    until(quick, "view")
    hear(tail.wiring, *(turn(seat) for seat in (1, 2, 3, 4)), prefix="many")
    seats = [until(quick, "turn")["data"]["seat"] for _ in range(4)]

    assert [1, 2, 3, 4] == seats
    assert slow.cut_off


def test_when_the_process_ends_so_do_its_streams(tail: Tail) -> None:
    reader = stream(tail, heartbeat=5.0)
    until(reader, "view")
    tail.stop()

    assert [] == list(reader)


def test_the_stream_is_served_as_one(door: Door) -> None:
    hear(door.wiring, *opening(), prefix="opening")
    answer = door.client.get(f"/api/tables/{TABLE}/events", headers={"Last-Event-ID": "2"})
    texts = [next(answer.response).decode() for _ in range(4)]  # type: ignore[call-overload]  # an iterator of bytes
    answer.close()
    tail_of(door.wiring).stop()

    assert ("text/event-stream; charset=utf-8", "no", "no-cache, no-store") == (
        answer.content_type,
        answer.headers["X-Accel-Buffering"],
        answer.headers["Cache-Control"],
    )
    assert ["retry: 2000", "id: 3", "id: 4", "id: 5"] == [text.splitlines()[0] for text in texts]


@pytest.mark.parametrize("given", ["-1", "1.5", "x", "1" * 19, "٣"])
def test_an_event_id_that_is_no_number_is_refused(door: Door, given: str) -> None:
    hear(door.wiring, *opening(), prefix="opening")
    answer = door.client.get(f"/api/tables/{TABLE}/events?after={given}")

    assert (422, "event_id") == (answer.status_code, answer.json["code"])


def test_a_full_process_says_when_to_come_back(door: Door) -> None:
    hear(door.wiring, *opening(), prefix="opening")
    tail = tail_of(door.wiring)
    taken = [tail.subscribe(TABLE) for _ in range(tail.streams_max)]
    answer = door.get(f"/api/tables/{TABLE}/events")
    for subscription in taken:
        tail.unsubscribe(subscription)
    tail.stop()

    assert (503, "too_many_streams", "5") == (answer.status_code, answer.json["code"], answer.headers["Retry-After"])
