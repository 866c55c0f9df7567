"""One person gets so many turns a second, and nobody else pays for it."""

from shared.runtime.limits import Limit


def test_turns_come_back_with_time() -> None:
    now = [100.0]
    limit = Limit(per_second=10, clock=lambda: now[0])

    at_once = [limit.wait_for("ann") for _ in range(21)]
    now[0] += 0.5
    later = [limit.wait_for("ann") for _ in range(6)]

    assert [0.0] * 20 == at_once[:20]
    assert at_once[20] > 0
    assert [0.0] * 5 == later[:5]
    assert later[5] > 0


def test_one_person_does_not_use_up_the_turns_of_another() -> None:
    limit = Limit(per_second=1, clock=lambda: 0.0)
    while not limit.wait_for("ann"):
        pass

    assert 0.0 == limit.wait_for("bob")
