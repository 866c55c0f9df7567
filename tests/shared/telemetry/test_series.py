"""Series have bounded labels, buckets that fit what they measure, and one registry."""

import pytest
from prometheus_client import generate_latest

from shared.telemetry import FORBIDDEN_LABELS, REGISTRY, UnboundedLabel, counter, gauge, seconds_histogram, traffic


@pytest.mark.parametrize("label", sorted(FORBIDDEN_LABELS))
@pytest.mark.parametrize("make", [counter, gauge, seconds_histogram])
def test_a_label_without_a_bound_is_refused(make: object, label: str) -> None:
    with pytest.raises(UnboundedLabel):
        make("crupier_nothing_total", "nothing", (label,))  # type: ignore[operator]  # three functions of one form


def test_a_short_piece_of_work_has_a_bucket_of_its_own() -> None:
    traffic.record_command(task="test.short_work", outcome="taken", seconds=20e-6)
    printed = generate_latest(REGISTRY).decode()

    assert 'crupier_command_seconds_bucket{le="1e-05",task="test.short_work"} 0.0' in printed
    assert 'crupier_command_seconds_bucket{le="2.5e-05",task="test.short_work"} 1.0' in printed


def test_the_outbox_is_asked_at_the_scrape_and_a_dead_database_spoils_nothing() -> None:
    def away() -> tuple[int, float]:
        raise OSError("gone")

    traffic.OUTBOX.watch("test_one", lambda: (3, 1.5))
    traffic.OUTBOX.watch("test_two", away)
    try:
        printed = generate_latest(REGISTRY).decode()
    finally:
        traffic.OUTBOX.forget("test_one")
        traffic.OUTBOX.forget("test_two")

    assert 'crupier_outbox_unsent{service="test_one"} 3.0' in printed
    assert 'crupier_outbox_oldest_unsent_seconds{service="test_one"} 1.5' in printed
    assert "test_two" not in printed


def test_an_unheard_of_method_is_no_label_of_its_own() -> None:
    traffic.record_request(service="test_web", method="BREW", status=405, seconds=0.001)

    assert (
        'crupier_requests_total{method="other",service="test_web",status="405"} 1.0'
        in generate_latest(REGISTRY).decode()
    )


def test_what_alarms_at_its_first_step_is_there_at_zero_from_the_start() -> None:
    traffic.show_from_the_start(service="test_alarmed")
    printed = generate_latest(REGISTRY).decode()

    assert 'crupier_clock_extensions_total{service="test_alarmed"} 0.0' in printed
    for reason in traffic.AT_ONCE:
        assert f'crupier_dead_letters_total{{reason="{reason}",service="test_alarmed"}} 0.0' in printed
