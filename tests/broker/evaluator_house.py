"""A house for broker tests: an evaluator that answers one question without a database, and an ear at its queues."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import kombu

from shared.cards import card
from shared.hand.commands import DrawCroupier, PlayCroupier
from shared.journal.ports import Outgoing
from shared.messages import sealing
from shared.messages.codec import JsonCodec
from shared.messages.registry import command_kinds
from shared.rules.terms import Terms
from shared.runtime import topology
from shared.runtime.broker import connection_for
from shared.runtime.celery_app import CrupierApp, make_app
from shared.runtime.consuming import consume
from shared.runtime.patience import Patience
from shared.runtime.publisher import ImmediatePublisher, sender_for
from shared.runtime.sending import outgoing
from shared.runtime.service import ServiceDoor, answering_door
from shared.runtime.settings import Settings
from shared.runtime.tokens import Tokens
from shared.runtime.wiring import Wiring, no_database, utc_now

KEYS = {
    "CRUPIER_MESSAGE_KEYS": "m1:kJx0d1B2m3Q4s5Y6u7I8o9P0aSdFgHjKlZxCvBnMqWE=",
    "CRUPIER_SEAL_KEYS": "s1:pQ8Wm2Ne4Rb6Ty1Uv3Io5Pa7Sd9Fg0HjKlZxCvBnMqW=",
    "CRUPIER_TOKEN_KEYS": "t1:zX1cV2bN3mA4sD5fG6hJ7kL8qW9eR0tYuIoPzXcVbNm=",
}


def settings_for(broker: str, data: Path, **more: str) -> Settings:
    """Return the settings of a test house on that broker."""
    return Settings.from_environment(
        {
            **KEYS,
            "CRUPIER_ENV": "test",
            "CRUPIER_BROKER_URL": broker,
            "CRUPIER_DATA": str(data),
            "CRUPIER_CONFIRM_SECONDS": "2",
            "CRUPIER_HOLD_SECONDS": "20",
            **more,
        }
    )


def wiring_of(service: str, settings: Settings) -> Wiring:
    """Return the wiring of a service without a database."""
    key_id, key = settings.seal_keys.current
    return Wiring(
        service=service,
        settings=settings,
        store=no_database(),
        codec=JsonCodec(kinds=command_kinds(), keyring=sealing.SealKeys(keys={key_id: key}, current=key_id)),
        message_keys=settings.message_keys,
        tokens=Tokens(settings.token_keys, utc_now, bytes),
    )


def play_croupier(command: PlayCroupier, _wiring: Wiring) -> tuple[DrawCroupier, ...]:
    """Answer at once, or fail where a test asks for it by the number of the step."""
    if command.step == 13:
        raise ZeroDivisionError
    return (
        DrawCroupier(hand=command.hand, table=command.table, game=command.game, step=command.step, discards=(0, 1)),
    )


EVALUATOR = ServiceDoor(name="evaluator", tasks=(answering_door(PlayCroupier, play_croupier),), has_database=False)


def question(hand: str = "h1", *, step: int = 2) -> PlayCroupier:
    """Return a question to the evaluator."""
    return PlayCroupier(
        hand=hand,
        table="t1",
        game="spain_draw",
        step=step,
        terms=Terms({}),
        cards=tuple(card(each) for each in ("As", "Kd", "9c", "7h", "2s")),
    )


@dataclass
class House:
    """One broker, one evaluator at work in a thread, and the dealer's side to ask and listen."""

    settings: Settings
    connection: kombu.Connection
    app: CrupierApp
    exit_code: list[int] = field(default_factory=list)

    def as_dealer(self) -> Wiring:
        return wiring_of("dealer", self.settings)

    def out(self, command: PlayCroupier) -> Outgoing:
        return outgoing(command, codec=self.as_dealer().codec, cause="test")

    def ask(self, *commands: PlayCroupier) -> None:
        """Send questions as the dealer would."""
        sender = sender_for(self.as_dealer())
        sender.send([self.out(command) for command in commands])
        sender.drop()

    def publish(self, body: Any, *, key: str = "evaluator.play_croupier", **properties: Any) -> None:
        """Send anything at all."""
        with self.connection.channel() as channel:
            kombu.Producer(channel).publish(
                body, exchange=topology.COMMANDS.name, routing_key=key, retry=False, **properties
            )

    def get(self, queue: str, *, seconds: float = 5.0) -> Any:
        """Take one message from a queue; `None` when none comes in time."""
        end = time.monotonic() + seconds
        with channel_of(self.connection) as channel:
            while True:
                message = channel.basic_get(queue, no_ack=True)
                if message is not None:
                    return channel.message_to_python(message) if hasattr(channel, "message_to_python") else message
                if time.monotonic() >= end:
                    return None
                time.sleep(0.02)

    def answered(self, *, seconds: float = 5.0) -> str:
        """Return the id of the next answer that the dealer gets, or an empty text."""
        message = self.get("dealer", seconds=seconds)
        return json.loads(message.body)[1]["message"]["id"] if message is not None else ""


@contextmanager
def channel_of(connection: kombu.Connection) -> Iterator[Any]:
    """A channel with all that AMQP has, which kombu's own type does not tell."""
    with connection.channel() as channel:
        yield channel


@contextmanager
def house(settings: Settings, *, on_publisher: Callable[[Any], Any] = lambda same: same) -> Iterator[House]:
    """Run the evaluator in a thread until the end of the block."""
    patience = Patience(service="evaluator", seconds=settings.hold_seconds)
    wiring = wiring_of("evaluator", settings)
    sender = sender_for(wiring)
    publisher = on_publisher(ImmediatePublisher(sender))
    app = make_app(settings, [(EVALUATOR, wiring)], patience=patience, publisher=publisher)
    with connection_for(settings, "dealer") as connection:
        topology.declare(connection)
        made = House(settings=settings, connection=connection, app=app)
        turning = threading.Event()
        app.turned = turning.set
        thread = threading.Thread(
            target=lambda: made.exit_code.append(consume(app, queues=("evaluator",))), daemon=True
        )
        thread.start()
        try:
            assert turning.wait(20), "the evaluator did not begin to work"
            yield made
        finally:
            patience.stopping.set()
            thread.join(15)
            assert not thread.is_alive(), "the evaluator did not end"
            sender.drop()
