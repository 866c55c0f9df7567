"""Asking a real Prometheus."""

import json
import tomllib
import urllib.parse
import urllib.request
from collections.abc import Iterator
from typing import Any

from tests.compose.stack import ROOT, Stack


def ask(stack: Stack, expression: str) -> list[dict[str, Any]]:
    """Return what Prometheus answers."""
    filled = expression.replace("$__rate_interval", "1m").replace("$__range", "1h")
    address = f"{stack.prometheus}/api/v1/query?{urllib.parse.urlencode({'query': filled})}"
    with urllib.request.urlopen(address, timeout=20) as answer:
        found: list[dict[str, Any]] = json.load(answer)["data"]["result"]
    return found


def panels() -> Iterator[tuple[str, str]]:
    """Yield every panel's title with each of its expressions."""
    for path in sorted((ROOT / "deploy" / "grafana" / "boards").glob("*.toml")):
        for panel in tomllib.loads(path.read_text())["panel"]:
            for query in panel["query"]:
                yield panel["title"], query["expr"]


def firing(stack: Stack) -> set[str]:
    """Return the alerts that fire now."""
    return {alert["metric"]["alertname"] for alert in ask(stack, 'ALERTS{alertstate="firing"}')}
