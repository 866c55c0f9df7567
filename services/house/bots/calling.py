"""The bots' way to the house: plain HTTP, one connection kept open to each service."""

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

SECONDS_MAX: Final = 30.0


class HouseAway(Exception):
    """Nobody answers, or what answers cannot serve now; whether a request had its effect is not known."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the house answered."""

    status: int
    body: Mapping[str, Any]
    replayed: bool = False

    @property
    def good(self) -> bool:
        """Whether the house did what it was asked."""
        return self.status < 400

    @property
    def code(self) -> str:
        """The broken rule, or an empty text."""
        return str(self.body.get("code", ""))


@dataclass(frozen=True, slots=True)
class Origins:
    """Where each service answers: one address for all, as behind a gateway, or one for each."""

    gateway: str = ""
    by_service: Mapping[str, str] = field(default_factory=dict)

    def find(self, path: str) -> tuple[str, str]:
        """Return the host with its port, and the path there, of a path that begins with a service's name."""
        service, _, rest = path[1:].partition("/")
        if own := self.by_service.get(service):
            return urlsplit(own).netloc, f"/{rest}"
        return urlsplit(self.gateway or self.by_service["lobby"]).netloc, path


class Caller:
    """Calls the house for one thread, whoever it speaks for."""

    def __init__(self, origins: Origins) -> None:
        self._origins: Final = origins
        self._open: Final[dict[str, http.client.HTTPConnection]] = {}

    def get(self, path: str, *, token: str = "") -> Reply:
        """Ask for something, or refuse with `HouseAway`."""
        return self._call("GET", path, token=token, body=None, key="")

    def post(self, path: str, body: Mapping[str, Any], *, token: str = "", key: str) -> Reply:
        """Ask for something to be done, or refuse with `HouseAway`; the same key again has no second effect."""
        return self._call("POST", path, token=token, body=body, key=key)

    def delete(self, path: str, *, token: str, key: str) -> Reply:
        """Ask for something to be given up, or refuse with `HouseAway`."""
        return self._call("DELETE", path, token=token, body=None, key=key)

    def close(self) -> None:
        """Let go of the connections."""
        for connection in self._open.values():
            connection.close()
        self._open.clear()

    def _call(self, method: str, path: str, *, token: str, body: Mapping[str, Any] | None, key: str) -> Reply:
        host, place = self._origins.find(path)
        headers = {"Accept": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = key
        if body is not None:
            headers["Content-Type"] = "application/json"
        sent = json.dumps(body).encode() if body is not None else None
        kept = host in self._open
        try:
            return self._once(host, method, place, sent, headers)
        except (OSError, http.client.HTTPException) as failure:
            self._drop(host)
            if not kept:
                raise HouseAway(f"{host}: {type(failure).__name__}") from failure
        # A connection that was kept open may have been closed meanwhile; every request may safely be made again.
        try:
            return self._once(host, method, place, sent, headers)
        except (OSError, http.client.HTTPException) as failure:
            self._drop(host)
            raise HouseAway(f"{host}: {type(failure).__name__}") from failure

    def _once(self, host: str, method: str, place: str, sent: bytes | None, headers: Mapping[str, str]) -> Reply:
        if host not in self._open:
            self._open[host] = http.client.HTTPConnection(host, timeout=SECONDS_MAX)
        self._open[host].request(method, place, body=sent, headers=dict(headers))
        with self._open[host].getresponse() as answer:
            text = answer.read()
            replayed = answer.getheader("Idempotent-Replay") == "true"
            status = answer.status
        if status == http.HTTPStatus.SERVICE_UNAVAILABLE:
            raise HouseAway(f"{host}: 503")
        try:
            said = json.loads(text or b"{}")
        except ValueError:
            said = {}
        return Reply(status, said if isinstance(said, dict) else {"list": said}, replayed)

    def _drop(self, host: str) -> None:
        connection = self._open.pop(host, None)
        if connection is not None:
            connection.close()
