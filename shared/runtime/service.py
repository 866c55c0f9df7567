"""What a service consists of, so that web process, worker, embedded run and simulator put it together the same way."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from shared.hand.commands import COMMANDS, Command
from shared.journal.ports import Timer, Tx
from shared.runtime.wiring import Wiring

if TYPE_CHECKING:
    from flask import Blueprint

    from shared.runtime.health import Health

C = TypeVar("C", bound=Command)

Handler = Callable[[Tx, Any, Wiring], None]
Answering = Callable[[Any, Wiring], tuple[Command, ...]]
OnTimer = Callable[[Tx, Timer, Wiring], None]


class Companion(Protocol):
    """A thread of the service's own, beside those that every service has."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


class MisnamedDoor(Exception):
    """Task, command class and handler of one door do not carry one name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """One command of a service: its task name, its class, and what carries it out."""

    task: str
    command: type[Command]
    handler: Handler


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweringDoor:
    """A command of a service without a database: its answers are published before the question is acknowledged."""

    task: str
    command: type[Command]
    handler: Answering


AnyDoor = Door | AnsweringDoor


def door(command: type[C], handler: Callable[[Tx, C, Wiring], None]) -> Door:
    """Return the door for a command, or refuse a handler that is not named like it."""
    _check_name(command, handler)
    return Door(task=command.task, command=command, handler=handler)


def answering_door(command: type[C], handler: Callable[[C, Wiring], tuple[Command, ...]]) -> AnsweringDoor:
    """Return the door for a question that is answered from its own content alone."""
    _check_name(command, handler)
    return AnsweringDoor(task=command.task, command=command, handler=handler)


def _check_name(command: type[Command], handler: Callable[..., Any]) -> None:
    verb_noun = command.task.partition(".")[2]
    in_class = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", command.__name__).lower()
    if COMMANDS.get(command.task) is not command or not handler.__name__ == verb_noun == in_class:
        raise MisnamedDoor(
            f"task {command.task}, class {command.__name__}, handler {handler.__name__}: expected one name for all"
        )


def no_timer(tx: Tx, timer: Timer, wiring: Wiring) -> None:
    """The rule of a service that sets no timers."""
    raise AssertionError(f"{wiring.service} set a timer {timer.kind} and does not know it")


def no_companions(wiring: Wiring, health: "Health") -> tuple[Companion, ...]:
    """The threads of a service that has none of its own."""
    return ()


def no_routes() -> "tuple[Blueprint, ...]":
    """The routes of a service that has none of its own."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceDoor:
    """A service, described. `routes` is called in web processes only, so that workers never load Flask.

    `companions` makes the threads that run in each process of the service, from its start to its stop.
    `person_timers` are the kinds of timers that a person plays against: after an outage they get its length back.
    `kept` are records of its own that lie in its journal beside the facts, as the states of long streams.
    """

    name: str
    tasks: tuple[AnyDoor, ...] = ()
    routes: "Callable[[], tuple[Blueprint, ...]]" = no_routes
    on_timer: OnTimer = no_timer
    companions: "Callable[[Wiring, Health], tuple[Companion, ...]]" = no_companions
    person_timers: tuple[str, ...] = ()
    kept: tuple[type[Any], ...] = ()
    has_database: bool = True

    def __post_init__(self) -> None:
        for each in self.tasks:
            if each.task.partition(".")[0] != self.name:
                raise MisnamedDoor(f"{each.task} is no task of {self.name}")

    @property
    def doors(self) -> Mapping[str, AnyDoor]:
        """The doors by task name."""
        return {each.task: each for each in self.tasks}


AGAIN: Final = "runtime.again"
"""The timer kind under which an early message waits for its next try."""
