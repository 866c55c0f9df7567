from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from shared.records import changed


@dataclass(frozen=True, kw_only=True)
class Stack:
    seat: int
    chips: int = 0
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TallStack(Stack):
    height: int = 1


def test_a_changed_record_is_what_replace_makes():
    before = Stack(seat=3, chips=100, marks=("a",))

    after = changed(before, chips=50, marks=())

    assert replace(before, chips=50, marks=()) == after
    assert Stack(seat=3, chips=100, marks=("a",)) == before


def test_fields_that_a_record_inherits_change_too():
    before = TallStack(seat=3, chips=100, height=2)

    assert TallStack(seat=4, chips=100, height=9) == changed(before, seat=4, height=9)


def test_nothing_named_is_a_copy():
    before = Stack(seat=3)

    assert before == changed(before)
    assert hash(before) == hash(changed(before))


def test_a_changed_record_is_frozen():
    after = changed(Stack(seat=3), chips=50)

    with pytest.raises(FrozenInstanceError):
        after.chips = 60


def test_a_field_that_a_record_does_not_have_is_refused():
    with pytest.raises(KeyError):
        changed(Stack(seat=3), ships=50)
