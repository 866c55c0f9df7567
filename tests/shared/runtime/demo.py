"""A service small enough to test the runtime with: a count that anybody may raise, up to ten."""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from flask import Blueprint, Response
from marshmallow import Schema, fields, validate

from shared.hand.commands import CloseBoxes, CloseHand, Command, OpenHand
from shared.journal.migrate import migrate
from shared.journal.ports import Codec, Folding, Outgoing, Timer, Tx
from shared.rules.refusals import HandClosed, NotYet, NotYourTurn, RaiseCap
from shared.runtime.auth import ANYONE, needs
from shared.runtime.composing import wire
from shared.runtime.problems import NoSuchThing
from shared.runtime.routes import Ask, Routes
from shared.runtime.sending import EVENTS, outgoing
from shared.runtime.service import ServiceDoor, door
from shared.runtime.settings import Settings
from shared.runtime.tokens import Role
from shared.runtime.wiring import Wiring
from shared.secret import Secret
from tests.broker.evaluator_house import KEYS

COUNT = Folding("count", lambda: 0, lambda state, fact: state + 1)
handled: list[str] = []


def send_commands(tx: Tx, codec: Codec, commands: Iterable[Command], *, stream: str, cause: str) -> None:
    """Send commands as the consequence of the question that is open on `stream`, without a fact that leads to them."""
    answers = tx.question(stream)
    tx.send([outgoing(command, codec=codec, cause=cause, answers=answers) for command in commands])


def public_event(name: str, **payload: Any) -> Outgoing:
    """Return the outbox row of a public event of hand h1 at table t1."""
    return Outgoing(
        message_id=f"demo:h1:{name}", queue=EVENTS, kind=name, table="t1", hand="h1", payload=payload, cause="test"
    )


def count_of(tx: Tx, stream: str) -> int:
    """How many facts the stream has."""
    return tx.fold(stream=stream, folding=COUNT).seq


def raise_count(tx: Tx, command: CloseHand, _wiring: Wiring) -> int:
    """Add the command itself to its hand's stream, as the one kind of fact that this service knows."""
    seq = count_of(tx, command.hand)
    if seq >= 10:
        raise RaiseCap("ten is all", clause="ESD-21", expected=10, found=seq + 1)
    tx.append(stream=command.hand, expected_seq=seq, facts=(command,), cause=command.command_id)
    return seq + 1


def close_hand(tx: Tx, command: CloseHand, wiring: Wiring) -> None:
    """Raise the count and send one answer, or do what the outcome asks a test's handler to do."""
    handled.append(command.command_id)
    match command.outcome:
        case "refuse":
            raise NotYourTurn("another seat is to act")
        case "early" if count_of(tx, command.table) == 0:
            raise NotYet("nothing has begun")
        case "fail":
            raise ZeroDivisionError
        case "slow":
            (wiring.settings.data / "slow").touch()
            time.sleep(1.5)
    raise_count(tx, command, wiring)
    answer = CloseBoxes(hand=command.hand, table=command.table, game=command.game)
    send_commands(tx, wiring.codec, [answer], stream=command.hand, cause=command.command_id)


def open_hand(tx: Tx, command: OpenHand, wiring: Wiring) -> None:
    """Begin something at the table, so that what was early is early no more."""
    handled.append(command.command_id)
    fact = CloseHand(hand=command.hand, table=command.table, game=command.game, outcome="begun")
    tx.append(stream=command.table, expected_seq=count_of(tx, command.table), facts=(fact,), cause=command.command_id)


def on_timer(tx: Tx, timer: Timer, _wiring: Wiring) -> None:
    """Note that it fired, or fail where a test asks for it."""
    handled.append(timer.timer_id)
    if timer.kind == "fail":
        raise ZeroDivisionError
    if timer.kind == "refuse":
        raise HandClosed("it is over")


class RaiseBody(Schema):
    amount = fields.Integer(required=True, strict=True, validate=validate.Range(1, 10**12))
    name = fields.String(validate=validate.Length(1, 40))


class CountAnswer(Schema):
    count = fields.Integer(required=True)


class PageQuery(Schema):
    page = fields.Integer(load_default=1, validate=validate.Range(1, 1_000))
    rows = fields.Integer(load_default=20, validate=validate.Range(1, 100))


def routes() -> tuple[Blueprint, ...]:
    made = Routes("demo", "A count")
    plain = Blueprint("plain", __name__)

    @made.mutation("POST", "/counts/<hand>", needs=(Role.PLAYER,), body=RaiseBody, answer=CountAnswer, status=201)
    def raise_by_one(ask: Ask, hand: str) -> Mapping[str, Any]:
        """Raise a count."""
        if ask.body["amount"] == 13:
            raise ZeroDivisionError("secret: AsKd")
        if ask.body["amount"] == 14:
            raise NotYet("a moment")
        command = CloseHand(hand=hand, table="t1", game="spain_draw", outcome="raised")
        return {"count": raise_count(ask.tx, command, ask.wiring), "hidden": "As"}

    @made.mutation("DELETE", "/counts/<hand>", needs=(Role.FLOOR,), answer=CountAnswer)
    def drop(ask: Ask, hand: str) -> Mapping[str, Any]:
        """Say what would be dropped."""
        return {"count": count_of(ask.tx, hand)}

    @made.query("/counts/<hand>", needs=(Role.PLAYER, Role.AUDITOR), answer=CountAnswer, query=PageQuery)
    def show(ask: Ask, hand: str) -> Mapping[str, Any]:
        """Show a count."""
        if hand == "hidden":
            raise NoSuchThing("hand")
        return {"count": count_of(ask.tx, hand)}

    @made.query("/tables/<table>", needs=(Role.CROUPIER,), answer=CountAnswer)
    def show_table(ask: Ask, table: str) -> Mapping[str, Any]:
        """Show a table's count."""
        return {"count": count_of(ask.tx, table)}

    @made.query("/open", needs=ANYONE, answer=CountAnswer)
    def show_open(ask: Ask) -> Mapping[str, Any]:
        """Show to everybody."""
        return {"count": 0}

    @plain.get("/plain")
    @needs(Role.PLAYER)
    def page() -> Response:
        return Response("plain", content_type="text/plain")

    return (made, plain)


DEMO = ServiceDoor(
    name="dealer",
    tasks=(door(CloseHand, close_hand), door(OpenHand, open_hand)),
    routes=routes,
    on_timer=on_timer,
    person_timers=("turn",),
    kept=(CloseHand,),
)


def settings_for(store_url: str, data: Path, *, broker: str = "memory://", **more: str) -> Settings:
    """Return settings with the service's database at `store_url`."""
    settings = Settings.from_environment(
        {**KEYS, "CRUPIER_ENV": "test", "CRUPIER_DATA": str(data), "CRUPIER_BROKER_URL": broker, **more}
    )
    return replace(settings, database_url=Secret(store_url))


@contextmanager
def demo(store_url: str, data: Path, *, broker: str = "memory://", **more: str) -> Iterator[Wiring]:
    """Run with an empty database for the demo service."""
    prepare(store_url)
    wiring = wire(DEMO, settings_for(store_url, data, broker=broker, **more))
    handled.clear()
    yield wiring
    wiring.store.close()


def prepare(store_url: str) -> None:
    """Make the tables of a service's database."""
    migrate(url=store_url, schema="" if store_url.startswith("sqlite") else DEMO.name, service=DEMO.name)
