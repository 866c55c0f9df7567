"""A process lives while its loops turn, and is ready while what it cannot do without answers."""

import json

from shared.runtime.health import Check, Health


def page(health: Health, path: str) -> tuple[int, dict[str, object]]:
    found = health.page(path)
    assert found is not None
    return found.status, json.loads(found.body)


def away() -> None:
    raise OSError("gone")


def there() -> None:
    pass


def test_a_loop_that_hangs_is_named() -> None:
    now = [0.0]
    health = Health(service="dealer", clock=lambda: now[0])
    health.turned("relay")
    health.turned("sweeper")
    now[0] = 61.0
    health.turned("sweeper")

    assert (503, {"alive": False, "hanging": ["relay"]}) == page(health, "/livez")


def test_a_loop_that_has_ended_is_not_waited_for() -> None:
    now = [0.0]
    health = Health(service="dealer", clock=lambda: now[0])
    health.turned("consumer")
    health.ended("consumer")
    now[0] = 1000.0

    assert (200, {"alive": True, "hanging": []}) == page(health, "/livez")


def test_only_what_is_vital_makes_a_process_unready() -> None:
    without_broker = Health(
        service="betting",
        checks=(Check(name="database", ask=there), Check(name="broker", ask=away, vital=False)),
    )
    without_database = Health(service="betting", checks=(Check(name="database", ask=away),))

    assert (200, {"ready": True, "checks": {"database": "ok", "broker": "away"}}) == page(without_broker, "/readyz")
    assert (503, {"ready": False, "checks": {"database": "away"}}) == page(without_database, "/readyz")


def test_other_pages_are_not_ours() -> None:
    assert Health(service="betting").page("/") is None
