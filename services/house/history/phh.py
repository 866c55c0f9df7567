"""A hand in the PHH standard: what its file holds, written and read. Fields of our own begin with an underscore."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

FIXED_STUD: Final = "F7S"
"""Fixed-limit seven-card stud; the one variant of the standard that a game of ours is played by."""


class UnreadableHistory(ValueError):
    """A file that is no hand history of the kind that is played here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phh:
    """One hand. Players stand in order of play; `actions` are in the standard's words; `own` are fields of ours."""

    variant: str
    antes: tuple[int, ...]
    starting_stacks: tuple[int, ...]
    actions: tuple[str, ...]
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    finishing_stacks: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    hand: str = ""
    table: str = ""
    own: Mapping[str, Any] = field(default_factory=dict)


def written(phh: Phh) -> str:
    """Return the text of a hand's file."""
    fields: dict[str, Any] = {"variant": phh.variant, "ante_trimming_status": True, "antes": phh.antes}
    if phh.small_bet:
        fields |= {"bring_in": phh.bring_in, "small_bet": phh.small_bet, "big_bet": phh.big_bet}
    fields |= {"starting_stacks": phh.starting_stacks, "actions": phh.actions}
    for name in ("finishing_stacks", "seats", "hand", "table"):
        if value := getattr(phh, name):
            fields[name] = value
    fields |= {f"_{name}": value for name, value in phh.own.items()}
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def read(text: str) -> Phh:
    """Read a hand's file, or refuse with `UnreadableHistory`."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise UnreadableHistory(f"no TOML: {wrong}") from None
    return from_fields(content)


def from_fields(content: Mapping[str, Any]) -> Phh:
    """Return the hand that the fields of a file describe, or refuse with `UnreadableHistory`."""
    stacks = _amounts(content, "starting_stacks")
    antes = _amounts(content, "antes")
    if len(stacks) < 2 or len(antes) != len(stacks):
        raise UnreadableHistory(f"{len(antes)} antes for {len(stacks)} stacks: expected one for each of two or more")
    actions = content.get("actions")
    if not isinstance(actions, Sequence) or not all(isinstance(action, str) for action in actions):
        raise UnreadableHistory("actions are missing: expected a list of texts")
    return Phh(
        variant=str(content.get("variant", "")),
        antes=antes,
        starting_stacks=stacks,
        actions=tuple(actions),
        bring_in=_amount(content, "bring_in"),
        small_bet=_amount(content, "small_bet"),
        big_bet=_amount(content, "big_bet"),
        finishing_stacks=_amounts(content, "finishing_stacks") if "finishing_stacks" in content else (),
        seats=_amounts(content, "seats") if "seats" in content else (),
        hand=str(content.get("hand", "")),
        table=str(content.get("table", "")),
        own={name.removeprefix("_"): value for name, value in content.items() if name.startswith("_")},
    )


def _amounts(content: Mapping[str, Any], name: str) -> tuple[int, ...]:
    found = content.get(name)
    if not isinstance(found, Sequence) or not all(_is_whole(each) for each in found):
        raise UnreadableHistory(f"{name} is {found!r}: expected a list of whole amounts")
    return tuple(found)


def _amount(content: Mapping[str, Any], name: str) -> int:
    found = content.get(name, 0)
    if not _is_whole(found):
        raise UnreadableHistory(f"{name} is {found!r}: expected a whole amount")
    return int(found)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _toml(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
        case Mapping():
            return "{ " + ", ".join(f"{name} = {_toml(each)}" for name, each in value.items()) + " }"
        case Sequence():
            return "[" + ", ".join(_toml(each) for each in value) + "]"
        case _:
            raise TypeError(f"no TOML for {type(value).__name__}")
