"""Parameters that every table has, whatever its game."""

from typing import Any, Final

from shared.rules.terms import SECONDS_MAX, Param, whole

MIN_BUY_IN: Final = Param("min_buy_in", 5_000, whole(1), "operator", must_set=True)
MAX_BUY_IN: Final = Param("max_buy_in", 200_000, whole(1), "operator", must_set=True)
PAUSE_SECONDS: Final = Param("pause_seconds", 3, whole(0, SECONDS_MAX), "operator")
"""Between the close of a hand and the next."""

EVERY_TABLE: Final[tuple[Param[Any], ...]] = (MIN_BUY_IN, MAX_BUY_IN, PAUSE_SECONDS)
