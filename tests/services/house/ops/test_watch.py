"""What the watch sees: hands, books, clocks, certificates, disks and backups; and what it does not see."""

import datetime as dt
import os
import sqlite3
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID
from prometheus_client import CollectorRegistry

from services.dealer.handlers import redrive
from services.house import databases, roster
from services.house.ops import surroundings
from services.house.ops.asked import Asked, Sample, Series
from services.house.ops.books_watched import BookKeeper, books_collector
from services.house.ops.hands_watched import hands_collector, open_hands
from services.house.ops.stores import Stores, open_stores
from shared.hand.table_facts import HandAtTable, HandStarted
from shared.journal.store import SqlStore
from shared.runtime.composing import codec_for
from shared.runtime.health import Health
from shared.runtime.settings import Settings
from shared.telemetry import REGISTRY

HOUR_US = 3_600_000_000


def value(registry: CollectorRegistry, name: str, **labels: str) -> float | None:
    return registry.get_sample_value(name, labels)


def registered(asked: Asked) -> CollectorRegistry:
    registry = CollectorRegistry(auto_describe=True)
    registry.register(asked)
    return registry


def keeper(stores: Stores) -> BookKeeper:
    return BookKeeper(stores=stores, health=Health(service="watch"))


def at(settings: Settings, service: str, us: int) -> SqlStore:
    return SqlStore(
        url=settings.database_for(service), codec=codec_for(roster.service(service), settings), clock=lambda: us
    )


def started(hand: str) -> HandStarted:
    return HandStarted(hand=hand, table="t1", game="spain_draw", number=1, eldest=1)


def test_a_hand_is_in_play_as_long_as_the_dealer_drives_it_on(tmp_path: Path, house_keys: dict[str, str]) -> None:
    settings = Settings.from_environment({"CRUPIER_DATA": str(tmp_path), **house_keys})
    databases.bring_up(settings, roster.all_services())
    dealer, betting = at(settings, "dealer", HOUR_US), at(settings, "betting", 2 * HOUR_US)
    for hand in ("t1-1", "t1-2"):
        dealer.decide(lambda tx, hand=hand: tx.append(stream=hand, expected_seq=0, facts=(started(hand),), cause="x"))
    dealer.decide(lambda tx: tx.set_timers([redrive("t1-2", "t1", 10)]))
    seen = HandAtTable(hand="t1-2", table="t1", game="spain_draw")
    betting.decide(lambda tx: tx.append(stream="t1-2", expected_seq=0, facts=(seen,), cause="x"))
    stores = open_stores(settings)

    with stores.reading("dealer") as of_dealer, stores.reading("betting") as of_betting:
        (found,) = open_hands(of_dealer, of_betting)

    assert ("t1-2", "t1", "spain_draw") == (found.hand, found.table, found.game)
    assert (HOUR_US, 2 * HOUR_US) == (found.opened_us, found.moved_us)
    registry = registered(hands_collector(stores))
    assert 1 == value(registry, "crupier_open_hands", game="spain_draw")
    silence = value(registry, "crupier_hand_silence_seconds", game="spain_draw")
    oldest = value(registry, "crupier_oldest_open_hand_seconds", game="spain_draw")
    assert silence is not None
    assert oldest is not None
    assert 3600 == round(oldest - silence)


def test_books_in_order_show_no_breach(on_files: Settings) -> None:
    stores = open_stores(on_files)

    assert () == keeper(stores).check(full=True)
    assert 0 == value(REGISTRY, "crupier_invariant_breaches_standing", service="betting", invariant="nobody_owes")


def test_the_ledger_is_told_by_kind_of_account(on_files: Settings) -> None:
    registry = registered(books_collector(open_stores(on_files)))

    assert 173_456 == value(registry, "crupier_ledger_cents", service="betting", kind="player")
    assert -173_456 == value(registry, "crupier_ledger_cents", service="betting", kind="world")
    assert 0 == value(registry, "crupier_control_gap_cents", service="betting", other="jackpot")


def test_money_out_of_thin_air_is_a_breach_that_counts_once_and_stands_until_it_is_gone(on_files: Settings) -> None:
    keeping = keeper(open_stores(on_files))
    keeping.check(full=True)
    counted = "crupier_invariant_breaches_total"
    labels = {"service": "betting", "invariant": "balances_add_up_to_zero"}
    before = value(REGISTRY, counted, **labels) or 0
    with sqlite3.connect(on_files.data / "betting.db") as betting:
        for (name,) in betting.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            betting.execute(f'DROP TRIGGER "{name}"')
        betting.execute("UPDATE account SET balance = balance + 1 WHERE path = 'player/ada'")

    found = [{breach.rule for breach in keeping.check(full=full)} for full in (False, True, True)]

    assert [{"balances_add_up_to_zero"}, {"balances_add_up_to_zero", "balances_are_sums_of_transfers"}] == found[:2]
    assert before + 1 == value(REGISTRY, counted, **labels)
    assert 1 == value(REGISTRY, "crupier_invariant_breaches_standing", **labels)
    with sqlite3.connect(on_files.data / "betting.db") as betting:
        betting.execute("UPDATE account SET balance = balance - 1 WHERE path = 'player/ada'")
    assert () == keeping.check(full=True)
    assert 0 == value(REGISTRY, "crupier_invariant_breaches_standing", **labels)


def test_a_clock_that_goes_as_time_does_has_not_jumped_and_one_that_does_not_has() -> None:
    walls = iter([100.0, 101.0, 3701.0, 3702.0, 102.0])
    steady = iter([0.0, 1.0, 2.0, 3.0, 4.0])
    watch = surroundings.ClockWatch(
        health=Health(service="watch"), wall=lambda: next(walls), steady=lambda: next(steady)
    )

    assert [0.0, 0.0, 3599.0, 0.0, -3601.0] == [watch.look() for _ in range(5)]


def test_a_certificate_says_when_it_ends_and_of_a_chain_the_first_end_counts(tmp_path: Path) -> None:
    later, sooner = (
        dt.datetime(2040, 1, 1, tzinfo=dt.UTC),
        dt.datetime(2035, 6, 1, tzinfo=dt.UTC),
    )
    (tmp_path / "chain.pem").write_bytes(certificate(later) + certificate(sooner))

    registry = registered(surroundings.certificates_collector({"gateway": tmp_path / "chain.pem"}))

    expiry = value(registry, "crupier_certificate_expiry_timestamp_seconds", certificate="gateway")
    assert sooner.timestamp() == expiry


def test_the_newest_backup_counts_and_none_is_no_series(tmp_path: Path) -> None:
    registry = registered(surroundings.backups_collector(tmp_path))
    assert value(registry, "crupier_backup_timestamp_seconds") is None

    for place, at_second in enumerate((1_000, 2_000)):
        path = tmp_path / f"crupier-2026010{place}T000000Z.tar"
        path.write_bytes(b"x" * (place + 1))
        os.utime(path, (at_second, at_second))

    assert 2_000 == value(registry, "crupier_backup_timestamp_seconds")
    assert 2 == value(registry, "crupier_backup_size_bytes")


def test_the_room_on_a_volume_is_told(tmp_path: Path) -> None:
    registry = registered(surroundings.disks_collector({"backups": tmp_path}))

    free = value(registry, "crupier_disk_free_bytes", volume="backups")
    size = value(registry, "crupier_disk_size_bytes", volume="backups")
    assert free is not None
    assert size is not None
    assert 0 < free <= size


def test_a_source_that_does_not_answer_is_told_and_hides_nothing_else() -> None:
    series = (Series(name="crupier_trial", what="A trial"),)

    def refuse() -> list[Sample]:
        raise OSError("away")

    registry = CollectorRegistry(auto_describe=True)
    registry.register(Asked(source="refusing", series=series, ask=refuse))
    other = Series(name="crupier_other", what="Another")
    registry.register(Asked(source="answering", series=(other,), ask=lambda: [Sample(name=other.name, value=7)]))

    assert value(registry, "crupier_trial") is None
    assert 7 == value(registry, "crupier_other")
    assert 0 == value(REGISTRY, "crupier_watch_answered", source="refusing")
    assert 1 == value(REGISTRY, "crupier_watch_answered", source="answering")


def certificate(ends: dt.datetime) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tables.example.org")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
        .not_valid_after(ends)
        .sign(key, hashes.SHA256())
    )
    return made.public_bytes(Encoding.PEM)
