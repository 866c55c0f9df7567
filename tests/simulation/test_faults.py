"""Whatever is lost, doubled, late or cut off between the services, it costs time and never a chip."""

import random

import pytest

from services.jackpot.stream import POOL, stream_of
from shared.ledger import accounts, invariants
from tests.simulation.world import KEPT, Faults, World

LIVENESS_STEPS = 30_000


def run(world: World, *, steps: int) -> World:
    for _ in range(steps):
        world.step()
    world.quiet()
    for _ in range(LIVENESS_STEPS):
        if not world.open_hands and not world.bus and not world.unsent:
            return world
        world.step()
    raise AssertionError(
        f"seed {world.seed}: stuck after {world.steps} steps with hands {world.open_hands},"
        f" {len(world.bus)} messages under way and {world.unsent} unsent\n" + "\n".join(world.trace[-40:])
    )


@pytest.fixture
def house():
    opened = []

    def opening(**how):
        opened.append(World(**how))
        return opened[-1]

    yield opening
    for world in opened:
        world.close()


def check(world: World) -> None:
    for name in KEPT:
        with world.wired[name].store.inspecting() as connection:
            assert invariants.breaches(connection) == (), f"seed {world.seed}, {name}"
    with world.wired["betting"].store.reading() as tx:
        money = tx.balances("")
        in_hands = {path: left for path, left in money.items() if path.startswith("hand/") and left}
        assert in_hands == {}, f"seed {world.seed}: closed hands hold {in_hands}"
        owed = tx.balance(accounts.control("jackpot"))
    with world.wired["jackpot"].store.reading() as tx:
        pool = tx.fold(stream=stream_of("spain_draw"), folding=POOL).state
        assert pool.meter == tx.balance(accounts.meter("spain_draw")), (
            f"seed {world.seed}: the meter is not the ledger's"
        )
        assert owed == -tx.balance(accounts.control("betting")), f"seed {world.seed}: the controls do not mirror"


@pytest.mark.parametrize("seed", range(6))
def test_every_hand_ends_and_every_chip_is_there_under_any_mix_of_faults(house, seed):
    faults = Faults.swarm(random.Random(seed))
    world = run(house(seed=seed, faults=faults), steps=1_500)

    check(world)
    assert world.hands_begun > 0


def test_the_same_seed_gives_the_same_house(house):
    faults = Faults(lose=0.1, double=0.2, reorder=0.5, bad_act=0.2)

    one, other = (run(house(seed=7, faults=faults), steps=600) for _ in range(2))

    assert (one.hands_begun, one.digest()) == (other.hands_begun, other.digest())


def test_without_faults_no_hand_needs_to_be_asked_for_again(house):
    world = run(house(seed=1, faults=Faults()), steps=1_500)

    check(world)
    assert world.hands_begun > 5


@pytest.mark.parametrize("seed", range(3))
def test_a_lost_reply_is_answered_again_or_the_hand_would_stand_still(house, seed, monkeypatch):
    """The safeguard taken away: a repeated question that is merely dropped leaves hands stuck, and we see it."""
    monkeypatch.setattr("shared.journal.transaction.SqlTx.resend", lambda self, command_id: 0)
    world = house(seed=seed, faults=Faults(lose=0.3, double=0.1))

    with pytest.raises(AssertionError, match="stuck"):
        run(world, steps=1_500)
