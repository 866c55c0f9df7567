"""Backups: whole or refused, as of one moment, and back again on either database."""

import json
import sqlite3
import tarfile
from collections.abc import Mapping
from pathlib import Path

import psycopg
import pytest

from services.house import databases, roster
from services.house.ops import backups
from services.house.ops.backups import BackupRefused, NotEmpty
from shared.runtime.settings import Settings


def migrated(directory: Path, keys: Mapping[str, str]) -> Settings:
    settings = Settings.from_environment({"CRUPIER_DATA": str(directory), **keys})
    databases.bring_up(settings, roster.all_services())
    return settings


def contents(path: Path) -> object:
    """What a backup says of each table: its columns, its rows and their digest."""
    with tarfile.open(path) as tar:
        file = tar.extractfile("manifest.json")
        assert file is not None
        return json.load(file)["services"]


def test_what_is_restored_is_what_was_backed_up(on_files: Settings, tmp_path: Path, house_keys: dict[str, str]) -> None:
    made = backups.make_backup(on_files, tmp_path / "first")
    elsewhere = migrated(tmp_path / "elsewhere", house_keys)

    backups.restore_backup(elsewhere, made.path)

    again = backups.make_backup(elsewhere, tmp_path / "second")
    assert contents(made.path) == contents(again.path)
    assert 2 == made.rows["betting"]["transfer"]


def test_the_guards_of_the_tables_stand_again_after_a_restore(
    on_files: Settings, tmp_path: Path, house_keys: dict[str, str]
) -> None:
    made = backups.make_backup(on_files, tmp_path / "first")
    elsewhere = migrated(tmp_path / "elsewhere", house_keys)
    backups.restore_backup(elsewhere, made.path)

    with sqlite3.connect(tmp_path / "elsewhere" / "betting.db") as betting:
        with pytest.raises(sqlite3.IntegrityError, match="transfer_is_final"):
            betting.execute("UPDATE transfer SET amount = amount + 1")
        with pytest.raises(sqlite3.IntegrityError, match="balance_follows_transfers"):
            betting.execute("UPDATE account SET balance = balance + 1")


@pytest.mark.integration
def test_a_house_on_files_moves_to_postgresql(on_files: Settings, on_postgres: dict[str, str], tmp_path: Path) -> None:
    made = backups.make_backup(on_files, tmp_path / "first")
    settings = Settings.from_environment(on_postgres)

    backups.restore_backup(settings, made.path)

    auditors = on_postgres["CRUPIER_DATABASE_URL"].replace("_owner@", "_auditor@")
    read = Settings.from_environment({**on_postgres, "CRUPIER_DATABASE_URL": auditors})
    again = backups.make_backup(read, tmp_path / "second")
    assert made.rows == again.rows
    first, second = contents(made.path), contents(again.path)
    assert first["betting"]["tables"]["transfer"] == second["betting"]["tables"]["transfer"]  # type: ignore[index]
    assert first["dealer"]["tables"]["journal"] == second["dealer"]["tables"]["journal"]  # type: ignore[index]


@pytest.mark.integration
def test_after_a_restore_postgresql_guards_and_counts_on(
    on_files: Settings, on_postgres: dict[str, str], tmp_path: Path
) -> None:
    made = backups.make_backup(on_files, tmp_path / "first")
    settings = Settings.from_environment(on_postgres)
    backups.restore_backup(settings, made.path)

    address = settings.database_for("betting").replace("+psycopg", "").replace("betting_owner", "betting")
    with psycopg.connect(address, autocommit=True) as betting:
        with pytest.raises(psycopg.errors.IntegrityConstraintViolation, match="transfer_is_final"):
            betting.execute("UPDATE betting.transfer SET amount = amount + 1")
        with pytest.raises(psycopg.errors.IntegrityConstraintViolation, match="balance_follows_transfers"):
            betting.execute("UPDATE betting.account SET balance = balance + 1")
        (before,) = betting.execute("SELECT max(seq) FROM betting.transfer").fetchall()[0]
        (after,) = betting.execute(
            "INSERT INTO betting.transfer (id, debit, credit, amount, reason, hand, at_us) "
            "VALUES ('x', 'world', 'player/ada', 1, 'deposit', '', 1) RETURNING seq"
        ).fetchall()[0]
        assert before + 1 == after


def test_a_backup_goes_into_empty_databases_only(on_files: Settings, tmp_path: Path) -> None:
    made = backups.make_backup(on_files, tmp_path / "first")

    with pytest.raises(NotEmpty):
        backups.restore_backup(on_files, made.path)


def test_a_backup_that_was_cut_off_is_refused(on_files: Settings, tmp_path: Path, house_keys: dict[str, str]) -> None:
    made = backups.make_backup(on_files, tmp_path / "first")
    made.path.write_bytes(made.path.read_bytes()[: made.path.stat().st_size // 2])

    with pytest.raises(BackupRefused):
        backups.restore_backup(migrated(tmp_path / "elsewhere", house_keys), made.path)


def test_a_backup_with_another_row_in_it_is_refused(on_files: Settings, tmp_path: Path) -> None:
    made = backups.make_backup(on_files, tmp_path / "first")
    content = bytearray(made.path.read_bytes())
    with tarfile.open(made.path) as tar:
        place = tar.getmember("betting/account.jsonl.gz").offset_data
    content[place + 20] ^= 0xFF
    made.path.write_bytes(content)

    with pytest.raises(BackupRefused, match="betting's account"):
        backups.check_backup(made.path)


def test_a_backup_of_another_migration_is_refused(
    on_files: Settings, tmp_path: Path, house_keys: dict[str, str]
) -> None:
    made = backups.make_backup(on_files, tmp_path / "first")
    elsewhere = migrated(tmp_path / "elsewhere", house_keys)
    with sqlite3.connect(tmp_path / "elsewhere" / "jackpot.db") as jackpot:
        jackpot.execute("UPDATE alembic_version SET version_num = 'later'")

    with pytest.raises(BackupRefused, match="jackpot was at another migration"):
        backups.restore_backup(elsewhere, made.path)


def test_nothing_but_its_owner_reads_a_backup_and_no_half_one_is_left(on_files: Settings, tmp_path: Path) -> None:
    made = backups.make_backup(on_files, tmp_path / "first")

    assert 0o600 == made.path.stat().st_mode & 0o777
    assert [made.path] == list((tmp_path / "first").iterdir())


def test_the_newest_backups_are_kept(tmp_path: Path) -> None:
    for day in range(1, 6):
        (tmp_path / f"crupier-2026010{day}T000000Z.tar").touch()

    gone = backups.forget_old(tmp_path, keep=2)

    assert 3 == len(gone)
    kept = ["crupier-20260104T000000Z.tar", "crupier-20260105T000000Z.tar"]
    assert kept == sorted(path.name for path in tmp_path.iterdir())
