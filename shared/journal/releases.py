"""Which tables belong to this release, without the machinery that builds them: every process asks that once.

The steps lie in `migrations/`; a service with tables of its own keeps theirs in `services/<service>/migrations/`, as a
branch beside the journal's that does not depend on it. A step's file is named `<branch>_<number>.py`, as its revision.
"""

import importlib.util
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from shared.journal.engine import open_engine

MIGRATIONS: Final = Path(__file__).parent / "migrations"
NOTED: Final = "alembic_version"
"""The table in which a database notes the last step of each branch that it has taken."""


def step_places(service: str) -> tuple[Path, ...]:
    """Return the directories of the steps that make a service's database."""
    return (MIGRATIONS / "versions", *_of_service(service))


def last_steps(service: str) -> frozenset[str]:
    """Return the last step of each branch of a service's database."""
    return frozenset(max(step.stem for step in place.glob("*_[0-9]*.py")) for place in step_places(service))


def steps_taken(connection: Connection) -> frozenset[str]:
    """Return the last step of each branch that a database has taken."""
    if not inspect(connection).has_table(NOTED):
        return frozenset()
    return frozenset(connection.execute(text(f"SELECT version_num FROM {NOTED}")).scalars())  # noqa: S608  # our word


def is_of_this_release(*, url: str, schema: str = "", service: str = "") -> bool:
    """Whether the database has the tables of this very release."""
    engine = open_engine(url, schema=schema)
    try:
        with engine.connect() as connection:
            return steps_taken(connection) == last_steps(service)
    finally:
        engine.dispose()


def _of_service(service: str) -> tuple[Path, ...]:
    # By name and not by import: shared code knows no service.
    package = importlib.util.find_spec("services")
    places = package.submodule_search_locations if package and service else ()
    found = (Path(place) / service / "migrations" for place in places or ())
    return tuple(place for place in found if place.is_dir())
