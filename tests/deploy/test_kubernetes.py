"""The manifests for Kubernetes: they render, the API takes them, and they ask for no more than Compose does."""

import shutil
import subprocess
from typing import Any

import kubernetes_validate
import pytest
import yaml

from tests.deploy.series import ROOT

HERE = ROOT / "deploy" / "kubernetes"
VERSIONS = ("1.30.0", "1.37.0")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]

pytestmark = pytest.mark.skipif(shutil.which("kubectl") is None, reason="kubectl is not installed")


@pytest.fixture(scope="module")
def rendered() -> list[dict[str, Any]]:
    done = subprocess.run(["kubectl", "kustomize", HERE], capture_output=True, text=True, check=True)
    return list(yaml.safe_load_all(done.stdout))


def of_kind(rendered: list[dict[str, Any]], kind: str) -> dict[str, dict[str, Any]]:
    return {each["metadata"]["name"]: each for each in rendered if each["kind"] == kind}


def pods(rendered: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    found = {name: each["spec"]["template"]["spec"] for name, each in of_kind(rendered, "Deployment").items()}
    found |= {name: each["spec"]["template"]["spec"] for name, each in of_kind(rendered, "Job").items()}
    jobs = of_kind(rendered, "CronJob")
    return found | {name: each["spec"]["jobTemplate"]["spec"]["template"]["spec"] for name, each in jobs.items()}


@pytest.mark.parametrize("version", VERSIONS)
def test_the_api_takes_every_manifest(rendered: list[dict[str, Any]], version: str) -> None:
    for manifest in rendered:
        kubernetes_validate.validate(manifest, version, strict=True)


def test_every_process_of_compose_is_there(rendered: list[dict[str, Any]]) -> None:
    wanted = {name for name in COMPOSE if name.endswith(("-web", "-worker"))} | {"watch", "gateway"}

    assert wanted == set(of_kind(rendered, "Deployment"))
    for name in wanted - {"gateway"}:
        (container,) = pods(rendered)[name]["containers"]
        assert COMPOSE[name]["command"] == container["args"]


def test_a_pod_has_no_more_rights_than_it_needs(rendered: list[dict[str, Any]]) -> None:
    for name, pod in pods(rendered).items():
        assert pod["securityContext"]["runAsNonRoot"], name
        assert pod["securityContext"]["runAsUser"] == 10001, name
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, name
        assert pod["automountServiceAccountToken"] is False, name
        for container in pod["containers"]:
            rights = container["securityContext"]
            assert rights["readOnlyRootFilesystem"], name
            assert not rights["allowPrivilegeEscalation"], name
            assert rights["capabilities"] == {"drop": ["ALL"]}, name
            assert "memory" in container["resources"]["limits"], name


def test_a_process_is_given_the_secrets_that_compose_gives_it(rendered: list[dict[str, Any]]) -> None:
    for name, pod in pods(rendered).items():
        if name in COMPOSE and "secrets" in COMPOSE[name]:
            (volume,) = [each for each in pod["volumes"] if each["name"] == "secrets"]
            assert set(COMPOSE[name]["secrets"]) == {item["key"] for item in volume["secret"]["items"]}, name


def test_what_may_be_scaled_is_scaled_and_never_all_away_at_once(rendered: list[dict[str, Any]]) -> None:
    scaled = {each["spec"]["scaleTargetRef"]["name"] for each in of_kind(rendered, "HorizontalPodAutoscaler").values()}

    assert scaled == set(of_kind(rendered, "Deployment")) - {"watch", "gateway"}
    assert scaled | {"gateway"} == set(of_kind(rendered, "PodDisruptionBudget"))


def test_a_worker_is_not_ended_because_its_database_is_away(rendered: list[dict[str, Any]]) -> None:
    for name, pod in pods(rendered).items():
        if name.endswith(("-web", "-worker")):
            (container,) = pod["containers"]
            assert container["livenessProbe"]["httpGet"]["path"] == "/livez", name


def test_nothing_reaches_a_pod_unless_it_is_named(rendered: list[dict[str, Any]]) -> None:
    policies = of_kind(rendered, "NetworkPolicy")

    assert policies["nothing-else"]["spec"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
