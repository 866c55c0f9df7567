"""What the law leaves to the house, a house at work sets itself; one to try takes the examples."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from services.dealer.wiring import SERVICE
from shared.games import game, game_ids
from shared.runtime.flask_app import make_http
from shared.runtime.health import Health
from tests.services.doors import Doors, check_refused


@pytest.fixture(scope="module")
def doors() -> Iterator[Doors]:
    found = Doors("andorra_stud")
    trying = found.felt._wired["dealer"]
    at_work = replace(trying, settings=replace(trying.settings, env="production"))
    found.doors["dealer at work"] = make_http(SERVICE, at_work, Health(service="dealer")).test_client()
    yield found
    found.leave()


def open_table(doors: Doors, house: str, game_id: str, terms: dict[str, object]):  # type: ignore[no-untyped-def]  # werkzeug's answer
    body = {"id": game_id.replace("_", "-"), "game": game_id, "name": "Mesa", "terms": terms}
    return doors.call(house, "POST", "/tables", body, who="operator")


@pytest.mark.parametrize("game_id", game_ids())
def test_a_house_at_work_is_told_what_it_has_to_set(doors: Doors, game_id: str) -> None:
    found = game(game_id)
    wanted = {param.name: param.default for param in found.params if param.must_set}
    first, *others = wanted

    nothing = open_table(doors, "dealer at work", game_id, {})
    without_one = open_table(doors, "dealer at work", game_id, {name: wanted[name] for name in others})

    for refused in (nothing, without_one):
        check_refused(refused, 422, "terms_missing")
    assert all(f"{name} (" in nothing.get_json()["detail"] for name in wanted)
    assert without_one.get_json()["detail"].endswith(f"examples only: {first} ({clause_of(game_id, first)})")
    assert 201 == open_table(doors, "dealer at work", game_id, wanted).status_code


def test_a_house_to_try_takes_the_examples(doors: Doors) -> None:
    body = {"id": "to-try", "game": "spain_draw", "name": "Mesa"}

    assert 201 == doors.call("dealer", "POST", "/tables", body, who="operator").status_code


def clause_of(game_id: str, name: str) -> str:
    return next(param.clause for param in game(game_id).params if param.name == name)
