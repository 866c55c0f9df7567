"""The image: made from what the locks name, and nothing else."""

import re
import subprocess

import pytest

from tests.deploy.series import ROOT

DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text()
LOCKS = [ROOT / "requirements" / "run.lock", ROOT / "deploy" / "image" / "build.lock"]


def test_it_is_built_on_one_base_and_runs_as_its_own_user() -> None:
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)

    assert {"${PYTHON}"} == set(bases)
    assert "python:3.11-slim-bookworm" in DOCKERFILE
    assert ["10001:10001"] == re.findall(r"^USER (\S+)", DOCKERFILE, re.MULTILINE)


def test_whatever_is_installed_is_named_with_its_hash_or_made_here() -> None:
    for installed in re.findall(r"pip --python \S+ install (.*?)(?: \\)?$", DOCKERFILE, re.MULTILINE):
        assert "--require-hashes" in installed or "--no-index" in installed, installed


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_a_lock_pins_everything_and_names_no_place_to_get_it_from(lock: object) -> None:
    text = lock.read_text()  # type: ignore[attr-defined]
    names = re.findall(r"^([a-z0-9][a-z0-9._\[\]-]*)(.*)$", text, re.MULTILINE)

    assert names
    assert all(rest.startswith("==") for _, rest in names)
    assert len(re.findall(r"--hash=sha256:", text)) >= len(names)
    assert "://" not in text
    assert "--index" not in text


def test_no_address_of_a_registry_stands_in_what_is_deployed() -> None:
    files = subprocess.run(
        ["git", "ls-files", "deploy", "docker-compose.yml"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()

    for name in files:
        text = (ROOT / name).read_text(errors="ignore")
        assert not re.search(r"pypi|docker\.io|ghcr\.io|quay\.io|files\.pythonhosted", text), name


def test_only_what_the_image_is_made_of_goes_to_the_builder() -> None:
    rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]

    assert "*" == rules[0]
    assert not any("secrets" in rule for rule in rules)
