"""`crupier run`: the whole house in one process, furnished to be tried, until somebody asks for its end."""

import signal
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from types import FrameType
from typing import Final

from services.house import furnishing
from services.house.bots.bot import HASTE, LEISURE
from services.house.bots.calling import Origins
from services.house.bots.company import Company
from services.house.running import House
from services.lobby.http import WELCOME
from shared.games import game
from shared.runtime.misconfigured import Misconfigured
from shared.runtime.settings import Settings
from shared.runtime.settings_checks import words_of_warning
from shared.telemetry import logs


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What was asked of the run; `None` leaves it to the house. `hasty` is for bots and tables that wait for nobody."""

    tables: int | None
    bots: int | None
    seed: int
    games: tuple[str, ...] = ()
    hasty: bool = False


TABLES: Final = 2
BOTS: Final = 24
"""What a house is furnished with when nobody says anything; a house at work is furnished by its operator."""


def run_house(asked: Asked, environment: Mapping[str, str]) -> int:
    """Run until SIGINT or SIGTERM; return 0, or the code with which the work ended by itself."""
    settings = Settings.from_environment(environment)
    if not settings.embedded:
        raise Misconfigured("CRUPIER_BROKER_URL", "`crupier run` has its broker in memory; leave this unset")
    if settings.production and asked.bots:
        raise Misconfigured("CRUPIER_ENV", "players that are programs are for trying the house, not for production")
    for game_id in asked.games:
        game(game_id)  # refuses one that there is not
    logs.configure(level=settings.log_level, style=settings.log_format)
    asked_to_end = threading.Event()
    _end_on_signals(asked_to_end)
    house = House(settings)
    house.open()
    company: Company | None = None
    try:
        company = _furnished(house, asked)
        _say(house, settings)
        if company is not None:
            company.start()
        house.wait(asked_to_end)
    finally:
        if company is not None:
            company.stop()
        code = house.close()
    print("The house is closed. Balances and unfinished hands are kept.", flush=True)
    return code


def _furnished(house: House, asked: Asked) -> Company | None:
    inside = house.inside
    house.apps["lobby"].extensions[WELCOME] = furnishing.welcome(inside)
    recruiting = partial(furnishing.recruit_signed_up, house.wiring("lobby"))
    usual_tables, usual_bots = (0, 0) if house.settings.production else (TABLES, BOTS)
    tables = furnishing.open_tables(
        inside,
        each=usual_tables if asked.tables is None else asked.tables,
        hasty=asked.hasty,
        games=asked.games,
    )
    playing = furnishing.seat_bots(recruiting, tables, bots=usual_bots if asked.bots is None else asked.bots)
    if not playing:
        return None
    return Company(
        playing,
        origins=Origins(gateway=house.address),
        cashier=furnishing.cash_desk(lambda _caller: inside),
        seed=asked.seed,
        pace=HASTE if asked.hasty else LEISURE,
    )


def _say(house: House, settings: Settings) -> None:
    for word in words_of_warning(settings):
        print(f"note: {word}", file=sys.stderr)
    print(f"Crupier is open at {house.address}  (data in {settings.data}, Ctrl-C ends it)", flush=True)


def _end_on_signals(asked_to_end: threading.Event) -> None:
    def end(_number: int, _frame: FrameType | None) -> None:
        asked_to_end.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
