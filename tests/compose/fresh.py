"""`make fresh-test`: what a newcomer does, in a bare container that has only Python, git, make and curl.

A clone of what is committed here, then the two commands of the README: `make run` answers on its port, `make test`
passes, with RabbitMQ, PostgreSQL and a browser installed and started by itself. Needs nothing of the project's own
environment.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.compose import images

IMAGE = "crupier:fresh-test"
DOCKERFILE = """
FROM {base}
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends git make curl ca-certificates >/dev/null \\
    && rm -rf /var/lib/apt/lists/*
"""
SCRIPT = r"""
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
git config --global --add safe.directory '*'
git clone -q /source/.git /newcomer
cd /newcomer
echo "== a clone of $(git log -1 --format='%h %s')"

set -m  # the house gets a process group of its own, to be ended as Ctrl-C ends it
PORT=8123 make run >/tmp/run.log 2>&1 &
house=$!
set +m
for _ in $(seq 600); do
  curl -fsS http://127.0.0.1:8123/api/room >/tmp/room.json 2>/dev/null && grep -q '"hands"' /tmp/room.json && break
  kill -0 "$house" 2>/dev/null || { cat /tmp/run.log; exit 1; }
  sleep 1
done
curl -fsS http://127.0.0.1:8123/ | grep -qi '<!doctype html'
echo "== make run answers: $(head -c 120 /tmp/room.json)"
kill -INT -- "-$house"
wait "$house" || true
tail -n 2 /tmp/run.log

CRUPIER_REQUIRE_SERVICES=1 make test TESTS="${TESTS:-tests}" | tee /tmp/test.log
for server in postgres rabbitmq; do grep -E "^$server [0-9]" /tmp/test.log; done
echo "== make test passed"
"""


def main() -> int:
    """Build the bare image and carry the script out in it; return its exit code."""
    images.start_engine()
    images.bring(images.BASE)
    build()
    with tempfile.TemporaryDirectory() as place:
        script = Path(place) / "newcomer"
        script.write_text(SCRIPT)
        command = [
            "docker", "run", "--rm", "--init", "--network", "host",
            "-v", f"{images.ROOT}:/source:ro",
            "-v", f"{script}:/newcomer.sh:ro",
            "-e", f"TESTS={os.environ.get('TESTS', 'tests')}",
            IMAGE, "bash", "/newcomer.sh",
        ]  # fmt: skip
        return subprocess.run(command, check=False).returncode


def build() -> None:
    """Build the image of a machine that has next to nothing."""
    subprocess.run(
        ["docker", "build", "--quiet", "--network", "host", "-t", IMAGE, "-"],
        input=DOCKERFILE.format(base=images.BASE),
        env={**os.environ, "DOCKER_BUILDKIT": "0"},
        text=True,
        check=True,
    )


if __name__ == "__main__":
    sys.exit(main())
