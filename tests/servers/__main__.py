"""`python -m tests.servers` starts both servers, prints their addresses as settings and waits for Ctrl-C."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.servers.binaries import Unavailable
from tests.servers.sharing import Run


@contextmanager
def running() -> Iterator[Run]:
    """A run of both servers outside pytest; they are gone at the end."""
    run = Run.join()
    try:
        run.postgres()
        run.rabbit()
        yield run
    finally:
        run.remove()


def main() -> int:
    """Print the addresses in the form `NAME=value`, wait for SIGINT or SIGTERM, and clean up."""
    asked_to_end = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: asked_to_end.set())
    try:
        with running() as run:
            print(f"CRUPIER_TEST_PG_URL={run.postgres().url}")
            print(f"CRUPIER_TEST_AMQP_URL={run.rabbit().url}", flush=True)
            print("\n".join(f"# {line}" for line in run.notes()), file=sys.stderr)
            asked_to_end.wait()
    except Unavailable as reason:
        print(reason, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
