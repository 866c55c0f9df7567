"""Prints `docs/hand-path.md`: after which fact comes which command, who records the one and who obeys the other."""

import ast
import inspect
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any, Final

from shared.hand.commands import COMMANDS, Command
from shared.hand.draw_facts import DRAW_FACTS
from shared.hand.facts import FACTS, Fact
from shared.hand.floor_facts import FLOOR_FACTS
from shared.hand.path import PATH as STEPS
from shared.hand.pot_facts import POT_FACTS
from shared.hand.table_facts import TABLE_FACTS

PATH: Final = "docs/hand-path.md"


def printed(root: Path) -> str:
    """Return the page as the path of a hand and the services under `root` have it now."""
    recorded = recorders(root)
    lines = [PREFACE]
    for heading, facts in CHAPTERS.items():
        lines += [f"## {heading}", "", "| after the fact | recorded by | comes the command |", "|---|---|---|"]
        lines += [_row(fact, STEPS[fact], recorded) for fact in STEPS if fact.__name__ in facts]
        lines += ["", "Nothing is sent after these:", ""]
        lines += [_alone(fact, recorded) for fact in facts.values() if fact not in STEPS]
        lines += [""]
    lines += ["## Commands that no fact leads to", "", "A person, a due timer or the floor asks for these.", ""]
    led_to = {each for follow in STEPS.values() for each in commands_named_in(follow)}
    lines += [f"- {_command(each)}" for each in COMMANDS.values() if each not in led_to]
    return "\n".join(lines) + "\n"


def commands_named_in(follow: Any) -> tuple[type[Command], ...]:
    """Return the commands that a step of the path can make, in the order in which its source names them."""
    tree = ast.parse(dedent(inspect.getsource(follow)))
    named = (_COMMAND_CLASSES.get(name) for name in _called(tree))
    return tuple(dict.fromkeys(each for each in named if each))


def recorders(root: Path) -> Mapping[str, tuple[str, ...]]:
    """Return the services whose source makes each fact, by the fact's name."""
    made: dict[str, set[str]] = {name: set() for facts in CHAPTERS.values() for name in facts}
    for service in SERVICES:
        for file in (root / "services" / service).rglob("*.py"):
            for name in _facts_made_in(ast.parse(file.read_text(encoding="utf-8"))):
                made[name].add(service)
    return {name: tuple(sorted(services)) for name, services in made.items()}


def _facts_made_in(tree: ast.AST) -> Iterator[str]:
    """Yield the facts that a module makes, told from refusals of the same name by the module they come from."""
    known: dict[str, str] = {}
    modules: dict[str, Mapping[str, type[Fact]]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if module in FACT_MODULES:
                known |= {each.asname or each.name: each.name for each in names if each.name in FACT_MODULES[module]}
            case ast.ImportFrom(module=str(package), names=names):
                paths = {each.asname or each.name: f"{package}.{each.name}" for each in names}
                modules |= {name: FACT_MODULES[path] for name, path in paths.items() if path in FACT_MODULES}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in known:
                yield known[name]
            case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=name)) if name in modules.get(module, ()):
                yield name


def _called(tree: ast.AST) -> Iterator[str]:
    """Yield the last name of everything that is called."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                yield name


def _row(fact: type[Fact], follow: Any, recorded: Mapping[str, Iterable[str]]) -> str:
    commands = "<br>or ".join(_command(each) for each in commands_named_in(follow))
    return f"| `{fact.__name__}` {_said(fact)} | {', '.join(recorded[fact.__name__])} | {commands} |"


def _alone(fact: type[Fact], recorded: Mapping[str, Iterable[str]]) -> str:
    by = ", ".join(recorded[fact.__name__])
    return f"- `{fact.__name__}`{f' ({by})' if by else ''} {_said(fact)}"


def _command(command: type[Command]) -> str:
    return f"`{command.task}` {_said(command)}"


def _said(record: type[Fact] | type[Command]) -> str:
    """Return the first line of a class's docstring."""
    return (record.__doc__ or "").strip().partition("\n")[0]


FACT_MODULES: Final[Mapping[str, Mapping[str, type[Fact]]]] = {
    "shared.hand.facts": FACTS,
    "shared.hand.floor_facts": FLOOR_FACTS,
    "shared.hand.pot_facts": POT_FACTS,
    "shared.hand.draw_facts": DRAW_FACTS,
    "shared.hand.table_facts": TABLE_FACTS,
}
CHAPTERS: Final = {"A hand": FACTS, "A table between its hands": TABLE_FACTS}
SERVICES: Final = ("dealer", "betting", "evaluator", "jackpot")
_COMMAND_CLASSES: Final = {each.__name__: each for each in COMMANDS.values()}

PREFACE: Final = """\
# The path of a hand

Every hand goes this way. A service records a fact, and in the same transaction it writes the command that follows from
it; the command's first half names the service that obeys it, and that service records the next fact. This page is
printed from `shared/hand/path.py` by `python -m services.house.printed --write`.

Where a command stands after "or", the course of the game decides which of them is sent. Some facts of a kind need no
command at all: after a fold, for instance, there are no cards to serve.
"""
