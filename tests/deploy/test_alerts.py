"""The alerts: valid, tried quiet and firing, about series that there are, and explained."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from shared.telemetry import traffic
from tests.deploy import series

PROMETHEUS = series.ROOT / "deploy" / "prometheus"
RULES = sorted((PROMETHEUS / "rules").glob("*.yml"))
TESTS = sorted((PROMETHEUS / "tests").glob("*.yml"))
RUNBOOK = series.ROOT / "docs" / "operating.md"


def rules() -> list[dict[str, Any]]:
    return [rule for path in RULES for group in yaml.safe_load(path.read_text())["groups"] for rule in group["rules"]]


ALERTS = [rule for rule in rules() if "alert" in rule]


def of(rule: dict[str, Any]) -> str:
    return str(rule.get("alert") or rule.get("record"))


def test_prometheus_takes_the_rules(promtool: str) -> None:
    subprocess.run([promtool, "check", "rules", *RULES], check=True, capture_output=True)


def test_prometheus_takes_the_configuration(promtool: str, tmp_path: Path) -> None:
    text = (PROMETHEUS / "prometheus.yml").read_text().replace("/etc/prometheus", str(PROMETHEUS))
    (tmp_path / "prometheus.yml").write_text(text)

    subprocess.run([promtool, "check", "config", tmp_path / "prometheus.yml"], check=True, capture_output=True)


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_every_alert_stays_quiet_and_then_fires(promtool: str, path: Path) -> None:
    done = subprocess.run([promtool, "test", "rules", path], capture_output=True, text=True, check=False)

    assert 0 == done.returncode, done.stdout + done.stderr


def test_every_alert_is_tried() -> None:
    tried = {test["name"].partition(",")[0] for path in TESTS for test in yaml.safe_load(path.read_text())["tests"]}

    assert {alert["alert"] for alert in ALERTS} == tried


@pytest.mark.parametrize("rule", rules(), ids=of)
def test_a_rule_names_only_series_that_there_are(rule: dict[str, Any]) -> None:
    ours, elsewhere = series.our_series(), series.known_elsewhere()
    recorded = {other["record"] for other in rules() if "record" in other}

    for selector in series.selectors(rule["expr"]):
        assert selector.name in ours or selector.name in recorded or selector.name in elsewhere, selector.name


@pytest.mark.parametrize("alert", ALERTS, ids=of)
def test_an_alert_says_how_urgent_it_is_and_where_it_is_explained(alert: dict[str, Any]) -> None:
    assert alert["labels"]["severity"] in ("page", "ticket")
    assert alert["annotations"]["runbook"] == f"docs/operating.md#{alert['alert'].lower()}"
    assert re.search(rf"^#+ {alert['alert']}$", RUNBOOK.read_text(), re.MULTILINE), "no section in docs/operating.md"


def test_what_alarms_at_its_first_message_is_what_services_show_from_the_start() -> None:
    (alert,) = [each for each in ALERTS if each["alert"] == "ForgedMessages"]

    assert f'reason=~"{"|".join(traffic.AT_ONCE)}"' in alert["expr"]


def test_alertmanager_knows_only_receivers_that_it_has() -> None:
    written = yaml.safe_load((series.ROOT / "deploy" / "alertmanager" / "alertmanager.yml").read_text())
    receivers = {each["name"] for each in written["receivers"]}
    routes = [written["route"], *written["route"]["routes"]]

    assert {route["receiver"] for route in routes} <= receivers
    named = " ".join(matcher for rule in written["inhibit_rules"] for part in rule.values() for matcher in part)
    known = {alert["alert"] for alert in ALERTS}
    assert set(re.findall(r"\b[A-Z]\w+", named)) <= known


def test_every_banked_game_has_what_it_should_return() -> None:
    from shared.games import game, game_ids  # noqa: PLC0415
    from shared.rules.game import AgainstTheBank  # noqa: PLC0415

    banked = {each for each in game_ids() if isinstance(game(each).contest, AgainstTheBank)}
    written = yaml.safe_load((PROMETHEUS / "rules" / "returns.yml").read_text())["groups"][0]["rules"]
    for record in ("expected", "deviation", "allowance"):
        assert banked == {rule["labels"]["game"] for rule in written if record in rule["record"]}
