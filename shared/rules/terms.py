"""What a text leaves to the house: named parameters, and the terms of one table."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar, cast

from shared.money import CENTS_MAX, PPM

T = TypeVar("T")


class TermsRefused(ValueError):
    """A table's terms that no table may have: names the parameter, what was found and what is allowed."""


@dataclass(frozen=True, slots=True)
class Param(Generic[T]):
    """One parameter that an operator sets. `clause` is the clause or the question that leaves it open.

    `must_set` marks a default that is an example only: in a house at work the operator sets it himself.
    """

    name: str
    default: T
    check: Callable[[Any], str]
    clause: str
    must_set: bool = False


class Terms(Mapping[str, Any]):
    """The terms of one table: every parameter of its game, by name. Immutable; ask with a `Param` to keep the type."""

    __slots__ = ("_hash", "_values")

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = {name: _listed(value) for name, value in values.items()}
        self._hash = hash(_frozen(self._values))

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Terms) and self._values == other._values

    def __repr__(self) -> str:
        return f"Terms({self._values!r})"

    def of(self, param: Param[T]) -> T:
        """Return the value of a parameter."""
        return cast("T", self._values[param.name])


def settle_terms(params: tuple[Param[Any], ...], given: Mapping[str, Any]) -> Terms:
    """Return the terms made of what was given and the defaults, or refuse with `TermsRefused`."""
    known = {param.name: param for param in params}
    if unknown := sorted(set(given) - set(known)):
        raise TermsRefused(f"{unknown[0]} is no parameter of this game: expected some of {', '.join(sorted(known))}")
    for name, value in given.items():
        if wrong := known[name].check(value):
            raise TermsRefused(f"{name} is {value!r}: {wrong} ({known[name].clause})")
    return Terms({name: given.get(name, param.default) for name, param in known.items()})


def examples_left(params: tuple[Param[Any], ...], given: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the parameters whose defaults are examples only and for which the operator gave nothing."""
    return tuple(f"{param.name} ({param.clause})" for param in params if param.must_set and param.name not in given)


def whole(least: int, most: int = CENTS_MAX) -> Callable[[Any], str]:
    """Accept a whole number from `least` to `most`."""

    def check(value: Any) -> str:
        good = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        return "" if good else f"expected a whole number from {least} to {most}"

    return check


def one_of(*allowed: str) -> Callable[[Any], str]:
    """Accept one of the named choices."""
    return lambda value: "" if value in allowed else f"expected one of {', '.join(allowed)}"


def name_of(most: int) -> Callable[[Any], str]:
    """Accept a short name of small letters, digits and underscores."""

    def check(value: Any) -> str:
        good = isinstance(value, str) and 0 < len(value) <= most and set(value) <= _NAME_SIGNS
        return "" if good else f"expected a name of 1 to {most} small letters, digits and underscores"

    return check


def yes_or_no(value: Any) -> str:
    """Accept true or false."""
    return "" if isinstance(value, bool) else "expected true or false"


def rates(*names: str) -> Callable[[Any], str]:
    """Accept a table of rates in parts per million, one for each name."""

    def check(value: Any) -> str:
        if not isinstance(value, Mapping) or set(value) != set(names):
            return f"expected a rate for each of {', '.join(names)}"
        if bad := [n for n in names if whole(0, PPM)(value[n])]:
            return f"expected 0 to {PPM} parts per million, not {value[bad[0]]!r} for {bad[0]}"
        return ""

    return check


def some_of(*names: str) -> Callable[[Any], str]:
    """Accept a list of some of the names, each once."""

    def check(value: Any) -> str:
        good = isinstance(value, (list, tuple)) and len(set(value)) == len(value) and set(value) <= set(names)
        return "" if good else f"expected a list of some of {', '.join(names)}"

    return check


def order_of(*names: str) -> Callable[[Any], str]:
    """Accept a list that puts all the names in an order."""

    def check(value: Any) -> str:
        good = isinstance(value, (list, tuple)) and sorted(value) == sorted(names)
        return "" if good else f"expected all of {', '.join(names)} in an order"

    return check


def _listed(value: Any) -> Any:
    """Lists become tuples, so that terms read from JSON equal those made in code."""
    return tuple(value) if isinstance(value, list) else value


def _frozen(value: Any) -> Any:
    if isinstance(value, Mapping):
        return tuple(sorted((k, _frozen(v)) for k, v in value.items()))
    if isinstance(value, (list, tuple)):
        return tuple(_frozen(v) for v in value)
    return value


SECONDS_MAX: Final = 3_600

_NAME_SIGNS: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")
