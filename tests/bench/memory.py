"""How much memory a process holds."""

import re
from pathlib import Path


def resident_mb(pid: int) -> float:
    """Return the resident memory of a process, in megabytes, as Linux counts it."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None, f"process {pid} has ended"
    return int(found.group(1)) / 1024
