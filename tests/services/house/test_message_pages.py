"""The printed JSON Schemas take every message that we send, and refuse what the marshmallow schemas refuse."""

import base64
import json
from dataclasses import fields as members
from dataclasses import is_dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any, NewType, get_args, get_origin, get_type_hints

import jsonschema_rs
import pytest
from marshmallow import Schema, fields

from services.house import message_pages
from shared.cards import Card
from shared.hand.commands import COMMANDS
from shared.messages import keyring, sealing
from shared.messages.codec import JsonCodec
from shared.messages.envelope import Envelope, seal_envelope
from shared.messages.registry import SCHEMAS, command_kinds
from shared.messages.senders import SENDERS
from shared.rules.terms import Terms
from shared.runtime.topology import SERVICES
from shared.secret import Secret

KEY = bytes(range(32))
SIGNING = keyring.Keyring.parse(f"test:{base64.b64encode(KEY).decode()}")
SEALING = sealing.SealKeys(keys={"test": KEY}, current="test")


def sample(hint: Any) -> Any:
    """Return some value of a type that messages use."""
    if hint is Card:
        return Card("As")
    if isinstance(hint, NewType):
        return sample(hint.__supertype__)
    if get_origin(hint) is Secret:
        return Secret(sample(get_args(hint)[0]))
    if get_origin(hint) is tuple:
        return (sample(get_args(hint)[0]),)
    if is_dataclass(hint) and isinstance(hint, type):
        hints = get_type_hints(hint)
        return hint(**{each.name: sample(hints[each.name]) for each in members(hint)})
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    return {int: 7, str: "x", bool: True, Terms: Terms({"min_bet": 500})}[hint]


def message(task: str) -> dict[str, Any]:
    """Return a signed message of that command, as it goes on the wire."""
    codec = JsonCodec(kinds=command_kinds(), keyring=SEALING)
    envelope = Envelope(
        id=f"h1:{task}:0",
        kind=task,
        table="t1",
        hand="h1",
        cause="",
        sender=min(SENDERS[task]),
        sent_at=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        payload=codec.fields(sample(COMMANDS[task])),
    )
    wire = seal_envelope(envelope, keys=SIGNING)
    return dict(json.loads(json.dumps(wire)))


def takes(task: str, wire: dict[str, Any]) -> bool:
    return bool(jsonschema_rs.validator_for(message_pages.message_form(task), validate_formats=True).is_valid(wire))


@pytest.mark.parametrize("task", COMMANDS)
def test_a_message_that_we_send_fits_its_schema(task: str) -> None:
    assert takes(task, message(task))


@pytest.mark.parametrize("task", COMMANDS)
def test_a_message_that_is_wrong_in_one_place_does_not_fit(task: str) -> None:
    right = message(task)
    payload = right["payload"]
    wrong = [
        {**right, "kind": "dealer.other"},
        {**right, "sender": next(each for each in SERVICES if each not in SENDERS[task])},
        {**right, "sent_at": "yesterday"},
        {**right, "signature": "none"},
        {**right, "version": 2},
        {**right, "extra": 1},
        {**right, "payload": {**payload, "extra": 1}},
        {**right, "payload": {**payload, "hand": 1}},
        *({name: value for name, value in right.items() if name != left_out} for left_out in right),
        *(
            {**right, "payload": {name: value for name, value in payload.items() if name != left_out}}
            for left_out, field in SCHEMAS[task]().fields.items()
            if field.required
        ),
    ]

    assert [each for each in wrong if takes(task, each)] == []


def test_a_card_a_flag_an_amount_and_a_verb_are_held_to_their_form() -> None:
    showdown = message("evaluator.rank_showdown")
    holding = showdown["payload"]["holdings"][0]
    for bad in ({**holding, "cards": ["1s"]}, {**holding, "served": 1}, {**holding, "seat": "1"}):
        assert not takes("evaluator.rank_showdown", {**showdown, "payload": {**showdown["payload"], "holdings": [bad]}})

    act = message("betting.act")
    for name, odd in (("amount", 1.5), ("amount", True), ("verb", "bluff")):
        assert not takes("betting.act", {**act, "payload": {**act["payload"], name: odd}})


def test_there_is_one_page_for_each_command() -> None:
    pages = dict(message_pages.printed())

    assert set(pages) == {f"docs/messages/{task}.json" for task in COMMANDS}
    assert all(json.loads(text)["title"] in path for path, text in pages.items())


def test_a_kind_of_field_that_has_no_form_yet_is_refused() -> None:
    class Odd(Schema):
        share = fields.Float()

    with pytest.raises(TypeError, match="no JSON Schema for a Float"):
        message_pages.schema_form(Odd())
