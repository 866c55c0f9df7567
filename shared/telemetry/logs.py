"""One line of JSON per event, made of allowed words only: no payload, card or key gets into a log by accident."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, Final

import structlog

ALLOWED: Final = frozenset(
    {
        "event", "level", "timestamp", "service", "task", "outcome", "reason", "rule", "clause", "message_id", "cause",
        "sender", "hand", "table", "game", "seconds", "count", "loop", "queue", "error", "where", "request", "method",
        "route", "status", "timer", "attempt", "port", "host", "version", "env", "warning", "key", "logger", "person",
    }
)  # fmt: skip
TEXT_MAX: Final = 300


def configure(*, level: str, style: str) -> None:
    """Send all logging of the process, other people's libraries included, through the allow-list to standard error."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        keep_allowed,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[_foreign, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _renderer(style)],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(_LEVELS[level])
    for noisy in ("amqp", "kombu", "celery", "werkzeug", "urllib3"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def get(**context: str) -> Any:
    """Return a logger that says `context` with every event."""
    return structlog.get_logger(**context)


def keep_allowed(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Drop every word that is not on the list, and shorten what is; the formatter's own `_record` marks pass."""
    return {
        name: value if name.startswith("_") else _shown(value)
        for name, value in event.items()
        if name in ALLOWED or name in ("_record", "_from_structlog")
    }


def where(failure: BaseException) -> str:
    """Return the file and line that raised, without the text of the exception, which may quote what it choked on."""
    trace = failure.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}" if trace else ""


def _shown(value: Any) -> Any:
    return value if isinstance(value, bool | int | float) else str(value)[:TEXT_MAX]


def _foreign(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Of a library's record keep who spoke and its text without the arguments, which may quote a message."""
    record = event["_record"]
    event["event"] = str(record.msg)
    event["logger"] = record.name
    if record.exc_info and record.exc_info[1] is not None:
        event["error"] = type(record.exc_info[1]).__name__
        event["where"] = where(record.exc_info[1])
        record.exc_info = None
    return event


def _renderer(style: str) -> structlog.typing.Processor:
    if style == "console":
        return structlog.dev.ConsoleRenderer(colors=False)
    return structlog.processors.JSONRenderer(sort_keys=True)


_LEVELS: Final = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}
