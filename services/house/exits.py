"""How a command ends: its exit code, and one line on standard error that says why."""

import errno
import os
import sys
from collections.abc import Callable
from typing import Final

OK: Final = 0
FOUND_WRONG: Final = 1
USAGE: Final = 2
NO_INPUT: Final = 66
UNAVAILABLE: Final = 69
FAULT: Final = 70
CANNOT_WRITE: Final = 73
TRY_LATER: Final = 75
MISCONFIGURED: Final = 78
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


class Refused(Exception):
    """A command that cannot be carried out as it was given; the text says what is wrong and what would do."""

    def __init__(self, why: str, *, code: int = USAGE) -> None:
        super().__init__(why)
        self.code = code


def ending(work: Callable[[], int]) -> int:
    """Carry out a command and return its exit code; whatever goes wrong is said in one line and without a trace."""
    try:
        code = work()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more. Python would complain once again when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except Exception as failure:  # the process's edge: a person gets a sentence, never a trace
        code, why = explained(failure)
        print(f"crupier: {why}", file=sys.stderr)
    return code


def explained(failure: Exception) -> tuple[int, str]:
    """Return the exit code and the sentence for what went wrong."""
    name = type(failure).__name__
    text = " ".join(str(failure).split()) or name
    if isinstance(failure, Refused):
        return failure.code, text
    if name in _BY_NAME:
        return _BY_NAME[name], text
    if isinstance(failure, OSError):
        return _of_system(failure)
    trace = failure.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" at {os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else ""  # noqa: PTH119 (a name, not a path)
    return FAULT, f"this is a fault of ours: {name}{where}: {text}"


def _of_system(failure: OSError) -> tuple[int, str]:
    what = f"{failure.filename}: " if failure.filename else ""
    why = (failure.strerror or type(failure).__name__).lower()
    match failure.errno:
        case errno.ENOENT | errno.EISDIR | errno.ENOTDIR:
            return NO_INPUT, f"{what}{why}"
        case errno.EADDRINUSE:
            return UNAVAILABLE, "the port is taken; choose another with --port"
        case errno.EACCES | errno.EPERM | errno.ENOSPC | errno.EROFS:
            return CANNOT_WRITE, f"{what}{why}"
        case _:
            return UNAVAILABLE, f"{what}{why}"


# By name, so that nothing has to be loaded for a command that does not need it.
_BY_NAME: Final = {
    "Misconfigured": MISCONFIGURED,
    "SchemaIsNewer": MISCONFIGURED,
    "StoreUnavailable": UNAVAILABLE,
    "BrokerAway": UNAVAILABLE,
    "AlreadyOpen": TRY_LATER,
    "Contended": TRY_LATER,
    "NoSuchService": USAGE,
    "UnknownGame": USAGE,
    "BackupRefused": NO_INPUT,
    "NotEmpty": CANNOT_WRITE,
    "QueuesNotEmpty": TRY_LATER,
    "SeparateDatabases": MISCONFIGURED,
    "NotTaken": UNAVAILABLE,
}
