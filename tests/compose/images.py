"""The images that the stack is made of: those that are there, those that can be pulled, or stand-ins made here."""

import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
STAND_INS = Path("shared", "tools", "offline-images")
BASE = "python:3.11-slim-bookworm"
INSPECT = ("docker", "image", "inspect")
PULL = ("docker", "pull", "-q")
PULL_SECONDS = 300


class NoDocker(RuntimeError):
    """There is no engine to run containers on, and none can be started."""


def stand_ins() -> Path | None:
    """Return the folder of the programs that build stand-ins and start an engine, if this machine has one."""
    named = os.environ.get("OFFLINE_IMAGES")
    places = [Path(named)] if named else [beside / STAND_INS for beside in (ROOT.parent, _origin().parent)]
    return next((place for place in places if (place / "build").exists()), None)


def _origin() -> Path:
    asked = ["git", "-C", str(ROOT), "config", "--get", "remote.origin.url"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return Path(told) if told.startswith("/") else ROOT


def start_engine() -> None:
    """Return when an engine and Compose answer, installed by the stand-ins' programs if need be; or `NoDocker`."""
    if _quiet("docker", "info") == 0 and (
        shutil.which("docker-compose") or _quiet("docker", "compose", "version") == 0
    ):
        return
    place = stand_ins()
    if place is None:
        raise NoDocker("no container engine answers; start one with Compose, or name OFFLINE_IMAGES")
    if os.geteuid() != 0:
        raise NoDocker("no container engine answers, and only root may start one")
    started = subprocess.run([str(place / "start-docker")], capture_output=True, text=True, check=False)
    if started.returncode != 0:
        raise NoDocker(f"no container engine can be started: {started.stderr[-1000:]}")


def prepare(tag: str, *images: str) -> None:
    """Return when these images are there and the house's own is built, side by side as far as that goes."""
    bring(BASE)
    with ThreadPoolExecutor() as side_by_side:
        under_way = [side_by_side.submit(build, tag), *(side_by_side.submit(bring, image) for image in images)]
    for each in under_way:
        each.result()


def bring(image: str) -> None:
    """Return when this image is there."""
    if any(_quiet(*way, image, seconds=PULL_SECONDS) == 0 for way in (INSPECT, PULL)):
        return
    place = stand_ins()
    if place is None:
        raise NoDocker(f"cannot be pulled: {image}")
    # It enters a tree in which the directory that TMPDIR names is not there.
    environment = {name: value for name, value in os.environ.items() if name != "TMPDIR"}
    made = subprocess.run([str(place / "build"), image], env=environment, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise NoDocker(f"no stand-in for {image}:\n{made.stderr[-2000:]}")


def build(tag: str) -> None:
    """Build the house's own image."""
    command = ["docker", "build", "--quiet", "-f", str(ROOT / "deploy" / "Dockerfile"), "-t", tag, str(ROOT)]
    told = ""
    # The old builder needs no plugin; where it is gone the new one is there.
    for builder in ("0", "1"):
        environment = {**os.environ, "DOCKER_BUILDKIT": builder}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return
        told += f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}\n"
    raise RuntimeError(f"the image does not build:\n{told}")


def _quiet(*command: str, seconds: float = 120) -> int:
    try:
        return subprocess.run(command, capture_output=True, timeout=seconds, check=False).returncode
    except (OSError, subprocess.TimeoutExpired):
        return 1
