"""Removes the servers of a test run whose first process was killed before it could do so itself."""

import sys
import time
from pathlib import Path

from tests.servers import processes
from tests.servers.sharing import Run


def keep(run: Run) -> None:
    """Wait for the end of the run; remove what is left when its owner is gone."""
    owner = run.owner
    while run.directory.exists():
        if not processes.alive(owner):
            run.remove()
            return
        time.sleep(1)


if __name__ == "__main__":
    keep(Run(Path(sys.argv[1])))
