"""What a PromQL expression names, and what there is to be named."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import promql_parser

ROOT = Path(__file__).parents[2]
OF_TARGETS = frozenset({"job", "instance", "process", "le", "house"})
METRICS = (
    "shared.telemetry.traffic",
    *(f"services.{service}.metrics" for service in ("dealer", "betting", "evaluator", "jackpot", "lobby")),
    "services.house.ops.watch",
)
PARTS = ("lhs", "rhs", "expr", "args", "vector_selector", "param")


def selectors(expression: str) -> list[Any]:
    """Return the vector selectors of an expression, or refuse one that does not parse."""
    return [node for node in walk(parsed(expression)) if isinstance(node, promql_parser.VectorSelector)]


def parsed(expression: str) -> Any:
    """Return an expression's tree, with Grafana's own words replaced as Grafana would."""
    return promql_parser.parse(expression.replace("$__rate_interval", "1m").replace("$__range", "1h"))


def walk(node: Any) -> Iterator[Any]:
    """Yield a node and everything under it."""
    yield node
    for part in PARTS:
        under = getattr(node, part, None)
        for each in under if isinstance(under, list) else [under]:
            if type(each).__module__ == "promql_parser" or "promql" in str(type(each)):
                yield from walk(each)


def our_series() -> dict[str, frozenset[str]]:
    """Return every series of the product with its labels, as a scrape would name it."""
    from shared.telemetry import REGISTRY  # noqa: PLC0415  # after the modules that fill it

    for name in METRICS:
        if importlib.util.find_spec(name):
            importlib.import_module(name)
    found: dict[str, frozenset[str]] = {}
    for collector in list(REGISTRY._collector_to_names):
        labels = frozenset(getattr(collector, "_labelnames", ()))
        for name in REGISTRY._collector_to_names[collector]:
            found[name] = labels
    found.update({name: frozenset({"service"}) for name in found if name.startswith("crupier_outbox_")})
    found.update(_watched())
    return found


def known_elsewhere() -> frozenset[str]:
    """Return the names of other people's series."""
    lines = (Path(__file__).parent / "exporter_names.txt").read_text().splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def _watched() -> dict[str, frozenset[str]]:
    from services.house.ops import (  # noqa: PLC0415
        books_watched,
        hands_watched,
        pools_watched,
        postgres_watched,
        surroundings,
    )

    modules: tuple[Any, ...] = (books_watched, hands_watched, pools_watched, postgres_watched, surroundings)
    return {series.name: frozenset(series.labels) for module in modules for series in module.SERIES}
