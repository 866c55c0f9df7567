"""`crupier serve SERVICE` under gunicorn, and the plain threaded server of an embedded run."""

import socket
import threading
from collections.abc import Callable
from typing import Any, Final

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]  # gunicorn has no types
from werkzeug.serving import WSGIRequestHandler, make_server

from shared.runtime.flask_app import make_http
from shared.runtime.running import Running
from shared.runtime.service import ServiceDoor
from shared.runtime.settings import Settings
from shared.runtime.wiring import Wiring

THREADS: Final = 32


class WebProcess(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    """One gunicorn worker with threads; the service's own threads begin in it, after the fork."""

    def __init__(self, service: ServiceDoor, settings: Settings, wire: Callable[[], Wiring]) -> None:
        self._service = service
        self._settings = settings
        self._wire = wire
        self._running: Running | None = None
        super().__init__()

    def load_config(self) -> None:
        """Say everything that gunicorn would otherwise choose."""
        chosen = {
            "bind": f"{self._settings.host}:{self._settings.port}",
            "workers": 1,
            "worker_class": "gthread",
            "threads": THREADS,
            "timeout": 60,
            "graceful_timeout": 10,
            "keepalive": 15,
            "limit_request_line": 4094,
            "limit_request_fields": 50,
            "accesslog": None,
            "worker_exit": self._ended,
        }
        for name, value in chosen.items():
            self.cfg.set(name, value)
        if "control_socket_disable" in self.cfg.settings:
            # Nobody steers a web process but who started it; later releases of gunicorn would open a door for that.
            self.cfg.set("control_socket_disable", True)

    def load(self) -> Flask:
        """Open the database and start the threads in the process that answers."""
        wiring = self._wire()
        self._running = Running(service=self._service, wiring=wiring)
        app = make_http(self._service, wiring, self._running.health)
        self._running.start()
        return app

    def _ended(self, _server: Any, _worker: Any) -> None:
        if self._running is not None:
            self._running.stop()


class ThreadedServer:
    """Answers HTTP in threads of this process; `port` 0 takes any free one."""

    def __init__(self, app: Any, *, host: str, port: int) -> None:
        # Bound here: werkzeug would end the process where the port is taken.
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.create_server((host, port), family=family, backlog=128) as bound:
            self._server = make_server(host, port, app, threaded=True, request_handler=_Quiet, fd=bound.fileno())
        self._thread = threading.Thread(target=self._server.serve_forever, name="http", daemon=True)

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Quiet(WSGIRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing: requests are counted, not listed."""
