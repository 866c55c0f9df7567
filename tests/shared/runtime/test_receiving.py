"""A command is decided once, however often it comes; what is refused, early or forged leaves nothing behind."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from shared.hand.commands import CloseHand, Command, OpenHand
from shared.journal.ports import Outgoing
from shared.messages.envelope import ForgedEnvelope, MalformedEnvelope, SenderNotAllowed
from shared.messages.keyring import Keyring
from shared.runtime import receiving
from shared.runtime.health import Health
from shared.runtime.receiving import OtherBody, Outcome, receive
from shared.runtime.sending import compose, outgoing
from shared.runtime.sweeper import Sweeper
from shared.runtime.wiring import Wiring
from shared.secret import Secret
from tests.shared.runtime.demo import DEMO, count_of, demo, handled


@pytest.fixture
def wiring(store_url: str, tmp_path: Path) -> Iterator[Wiring]:
    with demo(store_url, tmp_path) as made:
        yield made


def close_hand(hand: str = "h1", *, outcome: str = "closed") -> CloseHand:
    return CloseHand(hand=hand, table="t1", game="spain_draw", outcome=outcome)


def message(wiring: Wiring, command: Command, *, sender: str = "betting", keys: Keyring | None = None) -> Any:
    out = outgoing(command, codec=wiring.codec, cause="test")
    return compose(out, sender=sender, keys=keys or wiring.message_keys, now=wiring.clock())


def take(wiring: Wiring, command: Command, *, sender: str = "betting") -> Outcome:
    return receive(message(wiring, command, sender=sender), door=DEMO.doors[command.task], wiring=wiring)


def unsent(wiring: Wiring) -> tuple[Outgoing, ...]:
    with wiring.store.relay() as outbox:
        return outbox.claim_unsent(50)


def sent(wiring: Wiring) -> tuple[str, ...]:
    with wiring.store.relay() as outbox:
        found = tuple(each.message_id for each in outbox.claim_unsent(50))
        outbox.mark_sent(found)
    return found


def count(wiring: Wiring, stream: str = "h1") -> int:
    with wiring.store.reading() as tx:
        return count_of(tx, stream)


def test_a_command_is_carried_out_and_answered(wiring: Wiring) -> None:
    outcome = take(wiring, close_hand())

    assert Outcome.TAKEN == outcome
    assert 1 == count(wiring)
    assert [("h1:betting.close_boxes:0", "h1:dealer.close_hand:0")] == [
        (each.message_id, each.answers) for each in unsent(wiring)
    ]


def test_a_repeat_is_not_decided_again_and_its_answer_is_sent_again(wiring: Wiring) -> None:
    take(wiring, close_hand())
    assert ("h1:betting.close_boxes:0",) == sent(wiring)

    outcomes = {take(wiring, close_hand()) for _ in range(3)}

    assert {Outcome.REPEATED} == outcomes
    assert 1 == count(wiring)
    assert ("h1:betting.close_boxes:0",) == sent(wiring)


def test_the_same_id_with_other_content_is_put_aside(wiring: Wiring) -> None:
    take(wiring, close_hand())

    with pytest.raises(OtherBody):
        take(wiring, close_hand(outcome="another"))
    assert 1 == count(wiring)


def test_a_refusal_leaves_nothing_and_may_be_decided_again(wiring: Wiring) -> None:
    outcomes = [take(wiring, close_hand(outcome="refuse")) for _ in range(2)]

    assert [Outcome.REFUSED] * 2 == outcomes
    assert (0, ()) == (count(wiring), unsent(wiring))


def test_our_own_fault_leaves_nothing(wiring: Wiring) -> None:
    with pytest.raises(ZeroDivisionError):
        take(wiring, close_hand(outcome="fail"))

    assert (0, ()) == (count(wiring), unsent(wiring))


def test_an_early_message_is_tried_again_until_its_time_has_come(wiring: Wiring) -> None:
    sweeper = Sweeper(service=DEMO, wiring=wiring, health=Health(service="dealer"))
    assert Outcome.EARLY == take(wiring, close_hand(outcome="early"))
    assert 0 == count(wiring)

    swept_too_soon = sweeper.sweep()
    take(wiring, OpenHand(hand="h0", table="t1", game="spain_draw", number=1), sender="dealer")
    wait_for_timer(wiring, sweeper)

    assert 0 == swept_too_soon
    assert 1 == count(wiring)
    assert ["h1:betting.close_boxes:0"] == [each.message_id for each in unsent(wiring)]


def test_an_early_message_is_left_to_its_sender_in_the_end(wiring: Wiring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receiving, "TRIES_SECONDS", (0.01, 0.01, 0.01))
    sweeper = Sweeper(service=DEMO, wiring=wiring, health=Health(service="dealer"))
    take(wiring, close_hand(outcome="early"))

    for _ in range(3):
        wait_for_timer(wiring, sweeper)

    with wiring.store.reading() as tx:
        assert float("inf") == tx.seconds_to_next_timer()
    assert ["h1:dealer.close_hand:0"] * 4 == handled
    assert Outcome.EARLY == take(wiring, close_hand(outcome="early"))


def test_a_forged_message_has_no_effect(wiring: Wiring) -> None:
    elsewhere = Keyring((("m1", Secret(bytes(range(32)))),))

    with pytest.raises(ForgedEnvelope):
        receive(message(wiring, close_hand(), keys=elsewhere), door=DEMO.doors["dealer.close_hand"], wiring=wiring)
    with pytest.raises(SenderNotAllowed):
        take(wiring, close_hand(), sender="evaluator")
    assert [] == handled


def test_a_message_at_the_wrong_door_has_no_effect(wiring: Wiring) -> None:
    with pytest.raises(MalformedEnvelope):
        receive(message(wiring, close_hand()), door=DEMO.doors["dealer.open_hand"], wiring=wiring)
    assert [] == handled


@pytest.mark.parametrize(
    "change",
    [{"message_id": "h2:dealer.close_hand:0"}, {"hand": "h2"}, {"table": "t2"}, {"payload": {}},
     {"payload": {"hand": "h1", "table": "t1", "game": "spain_draw", "outcome": 5}}],
)  # fmt: skip
def test_an_envelope_and_its_content_say_the_same(wiring: Wiring, change: dict[str, Any]) -> None:
    out = replace(outgoing(close_hand(), codec=wiring.codec, cause="test"), **change)
    wrong = compose(out, sender="betting", keys=wiring.message_keys, now=wiring.clock())

    with pytest.raises(MalformedEnvelope):
        receive(wrong, door=DEMO.doors["dealer.close_hand"], wiring=wiring)
    assert [] == handled


def wait_for_timer(wiring: Wiring, sweeper: Sweeper) -> None:
    """Wait until one timer fires; on a slow machine one sweep may fire several."""
    end = time.monotonic() + 5
    while not sweeper.fire_one():
        assert time.monotonic() < end, "no timer fell due"
        time.sleep(0.02)
