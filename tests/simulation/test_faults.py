"""Whatever is lost, doubled, late or cut off between the services, it costs time and never a chip."""

import pytest

from shared.games import game_ids
from tests.simulation.faults import Faults
from tests.simulation.playing import Course, play


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("seed", range(2))
def test_every_hand_ends_and_every_chip_is_there_under_any_mix_of_faults(game, seed):
    outcome = play(Course(game=game, seed=seed, steps=1_000))

    assert outcome.broken == ""
    assert outcome.hands > 0


def test_the_same_seed_gives_the_same_house():
    course = Course(game="spain_draw", seed=7, steps=600)

    one, other = play(course), play(course)

    assert one.digest == other.digest


def test_without_faults_one_hand_follows_upon_the_other():
    outcome = play(Course(game="spain_draw", seed=1, steps=1_500, faults=Faults()))

    assert outcome.broken == ""
    assert outcome.hands > 5


@pytest.mark.parametrize("name", ["resend", "redrive", "outbox"])
def test_a_hand_stands_still_for_ever_in_a_house_without_a_safeguard_and_we_see_it(name):
    outcome = play(Course(game="spain_draw", seed=2, steps=600, mutant=name))

    assert outcome.broken.startswith("AssertionError: stuck")


def test_another_seed_gives_another_house():
    houses = {play(Course(game="spain_draw", seed=seed, steps=300)).digest for seed in (1, 2)}

    assert len(houses) == 2
