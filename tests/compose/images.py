"""The images that the stack is made of: those that are there, those that can be pulled, or stand-ins made here."""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
STAND_INS = ROOT.parent / "shared" / "tools" / "offline-images"
BASE = "python:3.11-slim-bookworm"
PULL_SECONDS = 900


class NoDocker(RuntimeError):
    """There is no engine to run containers on, and none can be started."""


def stand_ins() -> Path | None:
    """Return the folder of the programs that build stand-ins and start an engine, if this machine has one."""
    place = Path(os.environ.get("OFFLINE_IMAGES", STAND_INS))
    return place if (place / "build").exists() else None


def start_engine() -> None:
    """Return when an engine answers, or refuse with `NoDocker`."""
    if shutil.which("docker") and _quiet("docker", "info") == 0:
        return
    place = stand_ins()
    if place is None or _quiet(str(place / "start-docker")) != 0:
        raise NoDocker("no container engine answers; start one, or name OFFLINE_IMAGES")


def bring(*images: str) -> None:
    """Return when all these images are there."""
    missing = [image for image in images if _quiet("docker", "image", "inspect", image) != 0]
    still = [image for image in missing if _quiet("docker", "pull", "-q", image, seconds=PULL_SECONDS) != 0]
    if not still:
        return
    place = stand_ins()
    if place is None:
        raise NoDocker(f"cannot be pulled: {', '.join(still)}")
    subprocess.run([str(place / "build"), *still], check=True)


def build(tag: str) -> None:
    """Build the house's own image."""
    command = ["docker", "build", "--quiet", "-f", str(ROOT / "deploy" / "Dockerfile"), "-t", tag, str(ROOT)]
    # The old builder needs no plugin; where it is gone the new one is there.
    for builder in ("0", "1"):
        environment = {**os.environ, "DOCKER_BUILDKIT": builder}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return
    raise RuntimeError(f"the image does not build:\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")


def _quiet(*command: str, seconds: float = 120) -> int:
    try:
        return subprocess.run(command, capture_output=True, timeout=seconds, check=False).returncode
    except (OSError, subprocess.TimeoutExpired):
        return 1
