"""`python -m tests.broker.dealer_process` works as the demo dealer until it is told to end, or web-serves it."""

import sys

from shared.runtime.composing import wire
from shared.runtime.serving import WebProcess
from shared.runtime.settings import Settings
from shared.runtime.worker import run_worker
from shared.telemetry import logs
from tests.shared.runtime.demo import DEMO

if __name__ == "__main__":
    settings = Settings.from_environment()
    logs.configure(level=settings.log_level, style=settings.log_format)
    if sys.argv[1:] == ["serve"]:
        WebProcess(DEMO, settings, lambda: wire(DEMO, settings)).run()
    sys.exit(run_worker(DEMO, wire(DEMO, settings)))
