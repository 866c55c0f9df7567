"""The pages of a process that serves no people: health, metrics and release, on a port of their own."""

import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from shared.runtime.health import Health


class OpsPages:
    """A small server in a thread; `port` 0 takes any free one."""

    def __init__(self, *, health: Health, host: str, port: int) -> None:
        class Handler(_Handler):
            asked = health

        self._server = ThreadingHTTPServer((host, port), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, name="ops-pages", daemon=True)

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    asked: Health
    timeout = 5

    def do_GET(self) -> None:
        page = self.asked.page(self.path.partition("?")[0])
        body = page.body if page else b"{}"
        with suppress(ConnectionError):  # whoever asked has gone meanwhile
            self.send_response(page.status if page else 404)
            self.send_header("Content-Type", page.content_type if page else "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # the parent's name
        """Say nothing: a scrape each few seconds is no news."""
