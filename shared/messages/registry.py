"""Every command with its schema: task name, class and schema file carry one name."""

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from marshmallow import Schema

from shared.hand.commands import COMMANDS, Command

SCHEMAS: Final[Mapping[str, type[Schema]]] = {
    task: getattr(import_module(f"shared.messages.{task}"), f"{kind.__name__}Schema") for task, kind in COMMANDS.items()
}
"""The schema of each command's payload, by task."""


def command_kinds() -> Mapping[str, type[Command]]:
    """Return the command classes by class name, as the codec wants them."""
    return {kind.__name__: kind for kind in COMMANDS.values()}
