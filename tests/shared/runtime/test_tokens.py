"""A token says who somebody is until its end; nobody else can make one, and staff are no players."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from shared.messages.keyring import Keyring
from shared.runtime.tokens import Person, Role, RoleConflict, TokenRefused, Tokens
from shared.secret import Secret

OLD = ("old", Secret(bytes(range(32))))
NEW = ("new", Secret(bytes(range(40, 72))))


@dataclass
class Clock:
    now: datetime = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def tokens(clock: Clock, *keys: tuple[str, Secret[bytes]]) -> Tokens:
    return Tokens(Keyring(keys or (NEW,)), clock, lambda count: b"7" * count)


def test_a_token_is_read_as_it_was_made() -> None:
    made = tokens(Clock())

    read = made.read(made.issue(person="ann", roles=frozenset({Role.CROUPIER}), seconds=60, table="t1"))

    assert Person(person="ann", roles=frozenset({Role.CROUPIER}), table="t1") == read


def test_a_token_ends() -> None:
    clock = Clock()
    made = tokens(clock)
    token = made.issue(person="ann", roles=frozenset({Role.PLAYER}), seconds=60)
    clock.now += timedelta(seconds=60)

    with pytest.raises(TokenRefused):
        made.read(token)


@pytest.mark.parametrize("changed", ["", "x", "a.b", "..", "é" * 9, "A" * 5000])
def test_what_we_have_not_signed_is_refused(changed: str) -> None:
    with pytest.raises(TokenRefused):
        tokens(Clock()).read(changed)


def test_each_changed_letter_is_noticed() -> None:
    made = tokens(Clock())
    token = made.issue(person="ann", roles=frozenset({Role.PLAYER}), seconds=60)
    accepted = 0
    for place in range(len(token) - 1):
        other = token[:place] + ("A" if token[place] != "A" else "B") + token[place + 1 :]
        try:
            made.read(other)
            accepted += 1
        except TokenRefused:
            pass

    assert 0 == accepted


def test_the_token_of_another_house_is_refused() -> None:
    elsewhere = tokens(Clock(), OLD).issue(person="ann", roles=frozenset({Role.PLAYER}), seconds=60)

    with pytest.raises(TokenRefused):
        tokens(Clock()).read(elsewhere)


def test_after_a_change_of_keys_the_old_tokens_are_still_read() -> None:
    before = tokens(Clock(), OLD).issue(person="ann", roles=frozenset({Role.PLAYER}), seconds=60)
    after = tokens(Clock(), NEW, OLD)

    assert "ann" == after.read(before).person
    assert "bob" == tokens(Clock(), NEW).read(after.issue(person="bob", roles=frozenset(), seconds=60)).person


@pytest.mark.parametrize("staff", [Role.CROUPIER, Role.FLOOR, Role.OPERATOR, Role.AUDITOR])
def test_staff_are_not_players(staff: Role) -> None:
    with pytest.raises(RoleConflict):
        tokens(Clock()).issue(person="ann", roles=frozenset({Role.PLAYER, staff}), seconds=60)


@pytest.mark.parametrize("person", ["", "a b", "../x", "a" * 65, "ann\n", "-ann"])
def test_a_person_has_a_plain_id(person: str) -> None:
    with pytest.raises(TokenRefused):
        tokens(Clock()).issue(person=person, roles=frozenset(), seconds=60)
