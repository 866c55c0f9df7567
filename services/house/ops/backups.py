"""`crupier backup` and `crupier restore`: everything that the services keep, as of one moment, in one file.

A backup is a tar file of one compressed list of rows for each table, and last a manifest; a file without its manifest
is not whole. It holds no key: the hidden cards in it stay sealed. It is written alike from SQLite and from PostgreSQL,
so it is also the way from the one to the other.
"""

import gzip
import hashlib
import io
import json
import os
import tarfile
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from services.house.ops.snapshots import Row, Snapshot, snapshots
from services.house.ops.targets import Target, targets
from shared.journal.tables import METADATA
from shared.runtime.health import release
from shared.runtime.settings import Settings

FORM: Final = 1
MANIFEST: Final = "manifest.json"
REVISIONS: Final = "alembic_version"
OF_EVERY_SERVICE: Final = frozenset(METADATA.tables)
"""What a migration leaves empty; a service's own tables may begin with a row."""


class BackupRefused(ValueError):
    """A file that is no whole backup, or does not fit the databases that it should go into."""


class NotEmpty(BackupRefused):
    """The databases hold something already; a backup is restored into empty ones only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a backup holds: rows by service and table."""

    path: Path
    made_at: str
    rows: Mapping[str, Mapping[str, int]]


def make_backup(settings: Settings, directory: Path) -> Summary:
    """Write a backup into the directory under a name that holds its time; until it is whole it has another name."""
    made_at = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    path = directory / f"crupier-{made_at}.tar"
    part = directory / f".{path.name}.part"
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    manifest: dict[str, Any] = {"form": FORM, "release": release(), "made_at": made_at, "services": {}}
    try:
        with (
            os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file,
            tarfile.open(fileobj=file, mode="w") as tar,
        ):
            with snapshots(settings) as taken:
                for service, snapshot in taken.items():
                    manifest["services"][service] = _write_service(tar, service, snapshot)
            _add(tar, MANIFEST, json.dumps(manifest, indent=1).encode())
        _sync(part)
        part.replace(path)
        _sync(directory)
    finally:
        with suppress(FileNotFoundError):
            part.unlink()
    return _summary(path, manifest)


def check_backup(path: Path) -> Summary:
    """Read a backup through; refuse with `BackupRefused` one that is not as it was written."""
    with _opened(path) as tar:
        manifest = _manifest(tar, path)
        for service, kept in manifest["services"].items():
            for table, told in kept["tables"].items():
                for _ in _rows(tar, service, table, told):
                    pass
    return _summary(path, manifest)


def restore_backup(settings: Settings, path: Path) -> Summary:
    """Bring a backup into migrated, empty databases; each service's is filled whole or not at all."""
    check_backup(path)
    with _opened(path) as tar, targets(settings) as opened:
        manifest = _manifest(tar, path)
        if set(manifest["services"]) != set(opened):
            raise BackupRefused(f"it holds {', '.join(manifest['services'])}; here are {', '.join(opened)}")
        for service, kept in manifest["services"].items():
            _check_fits(service, kept, opened[service])
        for service, kept in manifest["services"].items():
            with opened[service].filling() as fill:
                for table, told in kept["tables"].items():
                    if table != REVISIONS:
                        fill(table, tuple(told["columns"]), _rows(tar, service, table, told))
    return _summary(path, manifest)


def forget_old(directory: Path, *, keep: int) -> tuple[Path, ...]:
    """Delete all but the newest backups of a directory; return what went."""
    gone = tuple(sorted(directory.glob("crupier-*.tar"))[:-keep])
    for path in gone:
        path.unlink()
    return gone


def _write_service(tar: tarfile.TarFile, service: str, snapshot: Snapshot) -> dict[str, Any]:
    tables: dict[str, Any] = {}
    for table in snapshot.tables():
        columns = snapshot.columns(table)
        with tempfile.TemporaryFile() as packed:
            rows, digest = _pack(packed, snapshot.rows(table, columns))
            entry = tarfile.TarInfo(_member(service, table))
            entry.size = packed.tell()
            packed.seek(0)
            tar.addfile(entry, packed)
        tables[table] = {"columns": columns, "rows": rows, "sha256": digest}
    revisions = sorted(row[0] for row in snapshot.rows(REVISIONS, ("version_num",)))
    return {"revisions": revisions, "tables": tables}


def _pack(file: Any, rows: Iterable[Row]) -> tuple[int, str]:
    digest, count = hashlib.sha256(), 0
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=3, mtime=0) as out:
        for count, row in enumerate(rows, start=1):  # noqa: B007  # the last number is the number of rows
            line = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            digest.update(line)
            out.write(line)
    return count, digest.hexdigest()


def _rows(tar: tarfile.TarFile, service: str, table: str, told: Mapping[str, Any]) -> Iterator[Row]:
    """Yield a table's rows, and refuse at the end when they are not those that were written."""
    digest, count = hashlib.sha256(), 0
    try:
        packed = tar.extractfile(_member(service, table))
        assert packed is not None, "a plain file"
        with gzip.GzipFile(fileobj=packed) as lines:
            for count, line in enumerate(lines, start=1):  # noqa: B007  # the last number is the number of rows
                digest.update(line)
                yield tuple(json.loads(line))
    except (KeyError, OSError, EOFError, ValueError, tarfile.TarError) as broken:
        raise BackupRefused(f"{service}'s {table} cannot be read: {type(broken).__name__}") from None
    if (count, digest.hexdigest()) != (told["rows"], told["sha256"]):
        raise BackupRefused(f"{service}'s {table} is not as it was written")


def _check_fits(service: str, kept: Mapping[str, Any], target: Target) -> None:
    revisions = sorted(target.revisions())
    if kept["revisions"] != revisions:
        pairs = zip_longest(kept["revisions"], revisions, fillvalue="none")
        told = ", ".join(f"{there} there and {here} here" for there, here in pairs if there != here)
        raise BackupRefused(f"{service} was at another migration: {told}; restore with that release, then migrate")
    for table, told in kept["tables"].items():
        if table in OF_EVERY_SERVICE and target.holds_rows(table):
            raise NotEmpty(f"{service}'s {table} is not empty; a backup goes into freshly migrated databases only")
        if set(told["columns"]) != set(target.columns(table)):
            raise BackupRefused(f"{service}'s {table} has other columns here")


def _opened(path: Path) -> tarfile.TarFile:
    try:
        return tarfile.open(path, mode="r")
    except tarfile.TarError:
        raise BackupRefused(f"{path.name} is no backup") from None


def _manifest(tar: tarfile.TarFile, path: Path) -> dict[str, Any]:
    try:
        file = tar.extractfile(MANIFEST)
        assert file is not None, "a plain file"
        manifest: dict[str, Any] = json.load(file)
    except (KeyError, ValueError, tarfile.TarError):
        raise BackupRefused(f"{path.name} has no manifest: it is not whole") from None
    if manifest.get("form") != FORM:
        raise BackupRefused(f"{path.name} has form {manifest.get('form')}; this release reads {FORM}")
    return manifest


def _member(service: str, table: str) -> str:
    return f"{service}/{table}.jsonl.gz"


def _add(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    tar.addfile(entry, io.BytesIO(content))


def _summary(path: Path, manifest: Mapping[str, Any]) -> Summary:
    rows = {
        service: {table: told["rows"] for table, told in kept["tables"].items()}
        for service, kept in manifest["services"].items()
    }
    return Summary(path=path, made_at=manifest["made_at"], rows=rows)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
