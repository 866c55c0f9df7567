"""Parameters that every table has, whatever its game."""

from typing import Any, Final

from shared.rules.terms import SECONDS_MAX, Param, whole, yes_or_no

MIN_BUY_IN: Final = Param("min_buy_in", 5_000, whole(1), "operator", must_set=True)
MAX_BUY_IN: Final = Param("max_buy_in", 200_000, whole(1), "operator", must_set=True)
PAUSE_SECONDS: Final = Param("pause_seconds", 3, whole(0, SECONDS_MAX), "operator")
"""Between the close of a hand and the next."""


def seats(least: int, most: int, clause: str) -> Param[int]:
    """Return the parameter of how many seats a table has; the pack serves no more than `most`."""
    return Param("seats_max", most, whole(least, most), clause)


EVERY_TABLE: Final[tuple[Param[Any], ...]] = (MIN_BUY_IN, MAX_BUY_IN, PAUSE_SECONDS)

ALLOW_ALL_IN: Final = Param("allow_all_in", True, yes_or_no, "operator")
SHOW_SECONDS: Final = Param("show_seconds", 5, whole(0, SECONDS_MAX), "operator")
"""For showing or conceding at the showdown; without time everybody shows at once."""
DECISION_SECONDS: Final = Param("decision_seconds", 30, whole(1, SECONDS_MAX), "operator", must_set=True)

POT_TABLE: Final[tuple[Param[Any], ...]] = (ALLOW_ALL_IN, SHOW_SECONDS, DECISION_SECONDS, *EVERY_TABLE)
"""Parameters that every table has where the seats play for the pot."""
