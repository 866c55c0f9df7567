"""A value that must not be seen by accident: hidden cards, deck order, seeds."""

from typing import Generic, NoReturn, TypeVar

T = TypeVar("T")


class Secret(Generic[T]):
    """Holds a hidden value. Printing, formatting and pickling never show it; the message codec writes it sealed."""

    __slots__ = ("_value",)

    def __init__(self, value: T) -> None:
        self._value = value

    def reveal(self) -> T:
        """Return the value; whoever calls this answers for where it goes."""
        return self._value

    def __repr__(self) -> str:
        return "▮"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return "▮"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._value == other._value

    def __hash__(self) -> int:
        return hash((Secret, self._value))

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is never pickled")
