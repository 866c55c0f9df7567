"""The secrets of an installation: drawn once, for its owner, and changed in steps."""

import subprocess
import sys
from pathlib import Path

from shared.messages.keyring import Keyring
from tests.deploy.series import ROOT

PROGRAM = ROOT / "deploy" / "make-secrets"


def draw(directory: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, PROGRAM, "--directory", directory, *arguments], capture_output=True, text=True, check=False
    )


def ring(directory: Path, name: str = "token_keys") -> list[str]:
    return [key_id for key_id, _ in Keyring.parse((directory / name).read_text()).keys]


def test_no_two_installations_and_no_two_secrets_are_alike(tmp_path: Path) -> None:
    draw(tmp_path / "one")
    draw(tmp_path / "two")

    drawn = [path.read_text() for place in ("one", "two") for path in (tmp_path / place).iterdir()]

    assert len(drawn) == len(set(drawn))
    assert all(len(text.strip()) >= 32 for text in drawn)


def test_what_is_there_is_left_alone(tmp_path: Path) -> None:
    draw(tmp_path)
    before = (tmp_path / "database_dealer").read_text()

    draw(tmp_path)

    assert before == (tmp_path / "database_dealer").read_text()


def test_nobody_but_the_owner_gets_at_the_files_and_nobody_writes_to_them(tmp_path: Path) -> None:
    place = tmp_path / "secrets"
    draw(place)

    assert 0o700 == place.stat().st_mode & 0o777
    assert {0o444} == {path.stat().st_mode & 0o777 for path in place.iterdir()}


def test_a_key_is_changed_in_three_steps(tmp_path: Path) -> None:
    draw(tmp_path)

    added = draw(tmp_path, "add", "token_keys").stdout.strip()
    assert ["first", added] == ring(tmp_path)

    draw(tmp_path, "promote", "token_keys", added)
    assert [added, "first"] == ring(tmp_path)

    draw(tmp_path, "retire", "token_keys", "first")
    assert [added] == ring(tmp_path)


def test_the_key_in_use_is_not_retired(tmp_path: Path) -> None:
    draw(tmp_path)

    assert 2 == draw(tmp_path, "retire", "token_keys", "first").returncode
    assert 2 == draw(tmp_path, "promote", "token_keys", "none").returncode
    assert ["first"] == ring(tmp_path)
