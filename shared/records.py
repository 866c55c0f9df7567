"""Frozen records with some fields changed, several times in every act: faster than `dataclasses.replace`."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

Record = TypeVar("Record")

_Put = Callable[[Any, Any], None]


def changed(record: Record, **new: Any) -> Record:
    """Return a frozen, slotted record with these fields changed; nothing is computed anew from its fields."""
    of: Any = type(record)
    read, put, put_all = _plan(of)
    made: Record = object.__new__(of)
    for put_one, value in zip(put_all, read(record), strict=True):
        put_one(made, value)
    for name, value in new.items():
        put[name](made, value)
    return made


@cache
def _plan(of: Any) -> tuple[Callable[[Any], tuple[Any, ...]], Mapping[str, _Put], tuple[_Put, ...]]:
    """Return how a record's fields are read and put: what frozen closes, the slots themselves leave open."""
    names = tuple(field.name for field in fields(of))
    put = {name: getattr(of, name).__set__ for name in names}
    return attrgetter(*names), put, tuple(put.values())
