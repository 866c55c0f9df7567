"""A house in a process of its own, and a real browser before it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.servers import Unavailable, binaries

ROOT = Path(__file__).resolve().parents[2]
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",  # a container has 64 MB of it
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
POT_TERMS = {"decision_seconds": 120, "show_seconds": 60, "pause_seconds": 2, "ante": 100}
TERMS = {
    "spain_draw": {"stake_seconds": 20, "decision_seconds": 120, "pause_seconds": 3},
    "andorra_draw": {**POT_TERMS, "bet_before_draw": 200, "bet_after_draw": 400},
    "andorra_stud": {**POT_TERMS, "low": 200, "high": 400},
    "puerto_rico_stud": {**POT_TERMS, "bring_in": 200, "small": 500, "big": 1_000},
}
START_SECONDS = 120
PATIENCE_MS = 90_000
"""A machine that builds and tests at the same time is slow."""

STAYING = ("check", "call", "bring_in")
KEYS = count(1)
ASK_AS_PERSON = """async ([path, body, key]) => {
  const { token } = JSON.parse(localStorage.getItem("crupier.session"));
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Idempotency-Key": key };
  return (await fetch(path, { method: "POST", headers, body })).status;
}"""


@dataclass
class House:
    """A running house with a room of bots, and the operator's hand in it."""

    address: str
    operator: str
    _numbers: Any = field(default_factory=count)

    def open_table(self, game: str = "spain_draw", **terms: int) -> str:
        """Open a table where nobody sits; return its id."""
        table = f"browser-{next(self._numbers)}"
        body = {"id": table, "game": game, "name": f"Taula {table}", "terms": {**TERMS[game], **terms}}
        self.ask("/dealer/tables", body)
        end = time.monotonic() + START_SECONDS
        while table not in self.room():
            assert time.monotonic() < end, "the lobby did not hear of the table"
            time.sleep(0.05)
        return table

    def ask(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Ask the house for something, as its operator."""
        headers = {"Authorization": f"Bearer {self.operator}", "Content-Type": "application/json"}
        headers["Idempotency-Key"] = f"browser-key-{next(self._numbers):06}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}{path}", data=data, headers=headers)  # our own
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def room(self) -> dict[str, Any]:
        return {table["id"]: table for table in self.ask("/api/room")["tables"]}


@contextmanager
def running_house(data: Path, *, port: int = 0, bots: int = 4) -> Iterator[House]:
    """Run a house on this data until the end of the block."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CRUPIER_")}
    command = [sys.executable, "-m", "services.house"]
    asked = ["--tables", "1", "--bots", str(bots), "--seed", "7", "--port", str(port), "--data", str(data / "var")]
    with (data / "log").open("a") as log:
        running = subprocess.Popen(
            [*command, "run", *asked], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=log, text=True
        )
        try:
            address = _address(running, data / "log")
            token = subprocess.run(
                [*command, "token", "operator", "--data", str(data / "var")],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            )
            yield House(address, token.stdout.split()[-1])
        finally:
            running.send_signal(signal.SIGINT)
            try:
                running.wait(20)
            except subprocess.TimeoutExpired:
                running.kill()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running_house(tmp_path_factory.mktemp("house")) as opened:
        yield opened


def _address(running: "subprocess.Popen[str]", log: Path) -> str:
    assert running.stdout is not None
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        line = running.stdout.readline()
        if found := re.search(r"http://[\w.]+:\d+", line):
            return found[0]
        assert line or running.poll() is None, f"the house ended before it opened: {log.read_text()[-2000:]}"
    raise AssertionError("the house did not open in time")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    try:
        program = binaries.chromium()
    except Unavailable as why:
        if os.environ.get("CRUPIER_REQUIRE_SERVICES") == "1":
            pytest.fail(f"CRUPIER_REQUIRE_SERVICES=1, and {why}", pytrace=False)
        pytest.skip(f"NOT TESTED in a browser: {why}")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


@dataclass
class Visitor:
    """Somebody before a browser. `heard` collects what a careful visitor would complain about."""

    house: House
    context: BrowserContext
    page: Page
    heard: list[str] = field(default_factory=list)

    def go(self, path: str) -> None:
        self.page.goto(f"{self.house.address}{path}")

    def sign_up(self, name: str) -> None:
        """Create a player by the page's own window."""
        page = self.page
        page.get_by_role("button", name="Sign in").first.click()
        page.get_by_role("button", name="No name here yet?").click()
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill("a good long one")
        page.get_by_role("dialog").get_by_role("button", name="Create a player").click()
        page.get_by_role("button", name="Sign out").wait_for()

    def sit_down(self, seat: int, chips: int = 200) -> None:
        """Take a seat with that many euros."""
        page = self.page
        page.get_by_role("button", name=f"Sit down at seat {seat}").click()
        page.get_by_label("Chips to bring").fill(str(chips))
        page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
        page.locator(".seat.me").wait_for(timeout=PATIENCE_MS)

    def stay_in_until(self, goal: Locator, *, also: tuple[str, ...] = ()) -> None:
        """Check or call, hand after hand, until the page shows what is waited for; `also` is tried before."""
        refused = self.page.locator("#notices [role=alert]")

        def reached() -> bool:
            if goal.first.is_visible():
                return True
            verbs = STAYING if refused.count() else (*also, *STAYING)
            acts = [self.page.locator(f'.acts [data-key="act-{verb}"]') for verb in verbs]
            if ready := next((act for act in acts if act.is_visible() and act.is_enabled()), None):
                with suppress(PlaywrightTimeout):  # the table has moved on
                    ready.click(timeout=1_000)
            return False

        self.until(reached)

    def post(self, path: str, body: Mapping[str, Any]) -> None:
        """Ask the house for something as the person who is signed in, past the page."""
        answer = self.page.evaluate(ASK_AS_PERSON, [path, json.dumps(body), f"visitor-{next(KEYS):08}"])
        assert answer < 400, f"{path}: {answer}"

    def until(self, so: Callable[[], object]) -> None:
        """Wait until something is so; the page goes on meanwhile."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while not so():
            assert time.monotonic() < end, "it was not so in time"
            self.page.wait_for_timeout(100)


@pytest.fixture
def visitor(house: House, chromium: Browser) -> Iterator[Visitor]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    made = Visitor(house, context, page)
    page.on("pageerror", lambda error: made.heard.append(str(error)))
    page.on("console", lambda said: made.heard.append(said.text) if said.type == "error" else None)
    page.on("request", lambda asked: None if asked.url.startswith(house.address) else made.heard.append(asked.url))
    yield made
    context.close()
