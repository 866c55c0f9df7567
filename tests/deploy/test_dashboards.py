"""The dashboards: fresh, whole, and asking only for series that there are."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import promql_parser
import pytest

from tests.deploy import series

GRAFANA = series.ROOT / "deploy" / "grafana"
BOARDS = sorted((GRAFANA / "boards").glob("*.toml"))
PRINTED = sorted((GRAFANA / "dashboards").glob("*.json"))


def panels(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text())["panels"]
    return found


def expressions() -> list[str]:
    return [target["expr"] for path in PRINTED for panel in panels(path) for target in panel["targets"]]


def recorded() -> dict[str, str]:
    yaml = pytest.importorskip("yaml")
    files = (series.ROOT / "deploy" / "prometheus" / "rules").glob("*.yml")
    groups = [group for path in files for group in yaml.safe_load(path.read_text())["groups"]]
    return {rule["record"]: rule["expr"] for group in groups for rule in group["rules"] if "record" in rule}


def test_the_printed_dashboards_and_their_page_are_fresh() -> None:
    done = subprocess.run([sys.executable, GRAFANA / "build", "--check"], capture_output=True, text=True, check=False)

    assert 0 == done.returncode, done.stderr


def test_there_is_a_printed_dashboard_for_each_board() -> None:
    assert [path.stem for path in BOARDS] == [path.stem for path in PRINTED]
    assert 4 == len(PRINTED)


@pytest.mark.parametrize("path", PRINTED, ids=lambda path: path.stem)
def test_a_dashboard_can_be_provisioned(path: Path) -> None:
    written = json.loads(path.read_text())

    assert written["id"] is None
    assert written["uid"] == f"crupier-{path.stem}"
    assert "${DS_" not in path.read_text()
    assert {"prometheus"} == {panel["datasource"]["uid"] for panel in written["panels"]}
    assert {"prometheus"} == {target["datasource"]["uid"] for panel in written["panels"] for target in panel["targets"]}


@pytest.mark.parametrize("path", PRINTED, ids=lambda path: path.stem)
def test_panels_are_apart_in_number_and_place(path: Path) -> None:
    taken: set[tuple[int, int]] = set()
    for panel in panels(path):
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert not cells & taken, panel["title"]
        assert at["x"] + at["w"] <= 24, panel["title"]
        taken |= cells
    numbers = [panel["id"] for panel in panels(path)]
    assert sorted(set(numbers)) == numbers


@pytest.mark.parametrize("board", BOARDS, ids=lambda path: path.stem)
def test_every_panel_says_what_it_means_and_what_to_do(board: Path) -> None:
    for panel in tomllib.loads(board.read_text())["panel"]:
        assert panel["means"].endswith((".", ")")), panel["title"]
        assert panel["look"].endswith((".", ")")), panel["title"]


@pytest.mark.parametrize("expression", expressions())
def test_an_expression_parses_and_names_only_series_that_there_are(expression: str) -> None:
    ours, rules, elsewhere = series.our_series(), recorded(), series.known_elsewhere()

    for selector in series.selectors(expression):
        assert selector.name in ours or selector.name in rules or selector.name in elsewhere, selector.name


@pytest.mark.parametrize("expression", expressions())
def test_an_expression_adds_up_only_by_labels_that_its_series_have(expression: str) -> None:
    ours = series.our_series()

    for node in series.walk(series.parsed(expression)):
        if isinstance(node, promql_parser.AggregateExpr) and node.modifier is not None:
            inside = [found.name for found in series.walk(node) if isinstance(found, promql_parser.VectorSelector)]
            known = {label for name in inside for label in ours.get(name, frozenset())}
            if all(name in ours for name in inside):
                assert set(node.modifier.labels) <= known | series.OF_TARGETS, node.prettify()


def test_the_data_source_is_provisioned_under_the_name_that_panels_use() -> None:
    text = (GRAFANA / "provisioning" / "datasources" / "prometheus.yml").read_text()

    assert "uid: prometheus" in text
