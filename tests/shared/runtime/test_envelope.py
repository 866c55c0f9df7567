"""A message is taken for what it says only when its form, its signature, its version and its sender are right."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from services.house import path_page
from shared.hand.commands import COMMANDS
from shared.hand.path import PATH
from shared.messages.envelope import (
    Envelope,
    EnvelopeRefused,
    ForgedEnvelope,
    MalformedEnvelope,
    SenderNotAllowed,
    UnknownVersion,
    canonical_json,
    check_sender,
    open_envelope,
    seal_envelope,
)
from shared.messages.keyring import Keyring
from shared.messages.senders import SENDERS
from shared.runtime.topology import SERVICES
from shared.secret import Secret

ROOT = Path(__file__).parents[3]

OLD = ("old", Secret(bytes(range(32))))
NEW = ("new", Secret(bytes(range(40, 72))))
KEYS = Keyring((NEW, OLD))

ENVELOPE = Envelope(
    id="h1:betting.settle_hand:0",
    kind="betting.settle_hand",
    table="t1",
    hand="h1",
    cause="h1:jackpot.pay_awards:0",
    sender="jackpot",
    sent_at=datetime(2026, 3, 1, 20, 15, 30, 250_000, UTC),
    payload={"hand": "h1", "amount": 5},
)


def wire(**changes: Any) -> dict[str, Any]:
    """A rightly signed message, then changed."""
    return {**seal_envelope(ENVELOPE, keys=KEYS), **changes}


def test_what_was_sealed_comes_out_as_it_was() -> None:
    assert ENVELOPE == open_envelope(wire(), keys=KEYS)


@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"id": "h2:betting.settle_hand:0"}, ForgedEnvelope),
        ({"kind": "betting.act"}, ForgedEnvelope),
        ({"sender": "betting"}, ForgedEnvelope),
        ({"payload": {"hand": "h1", "amount": 500}}, ForgedEnvelope),
        ({"version": 2}, ForgedEnvelope),
        ({"signature": "new." + "0" * 64}, ForgedEnvelope),
        ({"signature": "other." + "0" * 64}, ForgedEnvelope),
        ({"signature": ""}, MalformedEnvelope),
        ({"signature": None}, MalformedEnvelope),
        ({"extra": 1}, MalformedEnvelope),
        ({"id": ""}, MalformedEnvelope),
        ({"id": "a b"}, MalformedEnvelope),
        ({"id": "h1\n"}, MalformedEnvelope),
        ({"kind": "Betting.Act"}, MalformedEnvelope),
        ({"sent_at": "yesterday"}, MalformedEnvelope),
        ({"payload": []}, MalformedEnvelope),
        ({"version": True}, MalformedEnvelope),
        ({"version": "1"}, MalformedEnvelope),
        ({"payload": {"x": float("nan")}}, MalformedEnvelope),
    ],
)
def test_a_changed_message_is_refused(changed: dict[str, Any], refusal: type[EnvelopeRefused]) -> None:
    with pytest.raises(refusal):
        open_envelope(wire(**changed), keys=KEYS)


@pytest.mark.parametrize("field", sorted(wire()))
def test_a_message_without_one_of_its_fields_is_refused(field: str) -> None:
    message = wire()
    del message[field]

    with pytest.raises(MalformedEnvelope):
        open_envelope(message, keys=KEYS)


@pytest.mark.parametrize("nothing", [None, 5, "text", [], {}])
def test_what_is_no_envelope_is_refused(nothing: Any) -> None:
    with pytest.raises(MalformedEnvelope):
        open_envelope(nothing, keys=KEYS)


def test_the_old_key_is_understood_after_a_change_and_not_after_it_was_taken_away() -> None:
    sealed_before = seal_envelope(ENVELOPE, keys=Keyring((OLD,)))

    assert ENVELOPE == open_envelope(sealed_before, keys=KEYS)
    with pytest.raises(ForgedEnvelope):
        open_envelope(sealed_before, keys=Keyring((NEW,)))


def test_a_later_version_is_not_guessed_at() -> None:
    later = Envelope(**{**{name: getattr(ENVELOPE, name) for name in ENVELOPE.__slots__}, "version": 2})

    with pytest.raises(UnknownVersion):
        open_envelope(seal_envelope(later, keys=KEYS), keys=KEYS)


def test_a_right_signature_does_not_let_a_service_send_what_is_not_its_own() -> None:
    from_dealer = Envelope(**{**{name: getattr(ENVELOPE, name) for name in ENVELOPE.__slots__}, "sender": "dealer"})

    check_sender(ENVELOPE)
    with pytest.raises(SenderNotAllowed):
        check_sender(from_dealer)


def test_each_command_names_its_senders() -> None:
    assert set(COMMANDS) == set(SENDERS)
    assert set(SERVICES) >= {sender for senders in SENDERS.values() for sender in senders}


def test_who_records_a_fact_may_send_what_follows_from_it() -> None:
    recorded = path_page.recorders(ROOT)
    missing = {
        f"{sender} sends {command.task}"
        for fact, follow in PATH.items()
        for command in path_page.commands_named_in(follow)
        for sender in recorded[fact.__name__]
        if sender not in SENDERS[command.task]
    }

    assert set() == missing


def test_there_is_one_way_to_write_a_value() -> None:
    assert b'{"a":[1,true,null],"\\u00e9":"\\u2660"}' == canonical_json({"é": "♠", "a": [1, True, None]})
