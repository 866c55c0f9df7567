"""Every scenario again, through the real services: it must hold there too, with the same facts as on the pure rules."""

import io
from pathlib import Path

import pytest

from services.house.play import play_files, reading
from services.house.play.felts import FELTS
from services.house.play.playing import play

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(HERE).with_suffix("").as_posix())
def test_the_file_holds_through_the_services(path):
    out = io.StringIO()

    code = play_files([path], through="services", out=out)

    assert (code, out.getvalue()[:3]) == (0, "ok "), out.getvalue()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(HERE).with_suffix("").as_posix())
def test_the_services_say_the_same_facts_as_the_rules(path):
    assert facts_by_service(path, "domain") == facts_by_service(path, "services")


def facts_by_service(path, through):
    """The facts of every hand of a scenario, in order, by the service that said them."""
    scenario = reading.read(path)
    felt = FELTS[through](scenario.seating)
    told = []
    keep = felt.open_hand

    def open_hand(**how):
        told.append(felt.facts())
        keep(**how)

    felt.open_hand = open_hand
    try:
        verdict = play(scenario, felt)
        told.append(felt.facts())
    finally:
        felt.leave()
    assert verdict.failure is None
    services = ("dealer", "evaluator", "betting", "jackpot")
    return [{name: [fact for who, fact in hand if who == name] for name in services} for hand in told[1:]]
