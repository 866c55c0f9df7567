"""The chart of accounts."""

import pytest

from shared.ledger import accounts
from shared.ledger.accounts import Kind, NoSuchAccount


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (accounts.player("anna"), Kind.PLAYER),
        (accounts.seat("t1", 3), Kind.SEAT),
        (accounts.pot("h9"), Kind.HAND),
        (accounts.box("h9", 3), Kind.HAND),
        (accounts.side_box("h9", 3), Kind.HAND),
        (accounts.bank("t1"), Kind.HOUSE),
        (accounts.carried("t1"), Kind.CARRIED),
        (accounts.control("jackpot"), Kind.CONTROL),
        (accounts.meter("spain"), Kind.PROGRESSIVE),
        (accounts.pool_bank("spain"), Kind.HOUSE),
        (accounts.WORLD, Kind.WORLD),
    ],
)
def test_a_path_says_what_kind_of_account_it_is(path: str, kind: Kind) -> None:
    assert kind is accounts.kind_of(path)


@pytest.mark.parametrize("path", ["", "anna", "players/anna", "player", "player/", "Seat/t1/3", "world/1", "worlds"])
def test_a_path_that_the_chart_does_not_have_is_refused(path: str) -> None:
    with pytest.raises(NoSuchAccount):
        accounts.kind_of(path)


def test_only_the_house_the_controls_and_the_world_may_owe() -> None:
    assert {Kind.HOUSE, Kind.CONTROL, Kind.WORLD} == accounts.MAY_OWE
