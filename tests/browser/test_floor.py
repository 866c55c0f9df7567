"""The floor's page: tables that wait are ruled on, tables close and open again, the operator keeps the house."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PATIENCE_MS, House, Visitor
from tests.browser.opponents import Opponent
from tests.browser.test_accessible import WIDER, check

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

PASSWORD = "a good long one"
NUMBERS = count(1)


@dataclass
class Croupier:
    """Somebody of the house who reports what he sees, by the house's doors."""

    house: House
    token: str = ""
    keys: Any = field(default_factory=count)

    def report(self, table: str, **fault: Any) -> str:
        """Report something about the hand in play, as soon as one is; return the hand."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while True:
            hand = self.house.ask(f"/dealer/tables/{table}")["hand"]
            try:
                if hand:
                    self._post(f"/dealer/hands/{hand}/faults", fault)
                    return str(hand)
            except urllib.error.HTTPError:  # between two stages: again
                assert time.monotonic() < end, "no hand was in play in time"
            time.sleep(0.1)

    def _post(self, path: str, body: Mapping[str, Any]) -> None:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        headers["Idempotency-Key"] = f"croupier-key-{id(self)}-{next(self.keys):06}"
        asked = urllib.request.Request(f"{self.house.address}{path}", data=json.dumps(body).encode(), headers=headers)
        with urllib.request.urlopen(asked, timeout=20):
            pass


def enrol(house: House, *roles: str) -> str:
    """Take somebody in with these roles; return the name."""
    name = f"{roles[0].title()} {next(NUMBERS)}"
    house.ask("/api/enrolments", {"name": name, "password": PASSWORD, "roles": list(roles)})
    return name


@pytest.fixture
def croupier(house: House) -> Croupier:
    signed = house.ask("/api/sessions", {"name": enrol(house, "croupier"), "password": PASSWORD})
    return Croupier(house, token=signed["token"])


def come_as(visitor: Visitor, name: str, *, to: str = "/floor") -> None:
    """Go to a page and sign in there by its own window."""
    page = visitor.page
    visitor.go(to)
    page.get_by_role("banner").get_by_role("button", name="Sign in").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("dialog").get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("button", name="Sign out").wait_for()


def form(visitor: Visitor, name: str) -> Locator:
    return visitor.page.get_by_role("form", name=name)


def told(visitor: Visitor, text: str) -> Locator:
    return visitor.page.locator("#notices").get_by_role("status").filter(has_text=text)


def refused(visitor: Visitor, text: str) -> Locator:
    return visitor.page.locator("#notices").get_by_role("alert").filter(has_text=text)


@pytest.mark.clause("AD5-45")
def test_a_doubt_is_seen_ruled_on_and_the_hand_goes_on(visitor: Visitor, house: House, croupier: Croupier) -> None:
    page = visitor.page
    table = house.open_table("andorra_draw")
    come_as(visitor, enrol(house, "floor"))
    expect(page.locator("#calls")).to_have_text("No table waits for a ruling.")
    with (
        Opponent(house.address, table, seat=2, showdown="show"),
        Opponent(house.address, table, seat=5, showdown="show") as rival,
    ):
        hand = croupier.report(table, fault="doubt", clause="AD5-45", seat=5)
        name = house.room()[table]["name"]

        expect(page.locator("#calls")).to_have_text(f"Waiting for a ruling: {name}")
        first = page.locator("#tables > li").first
        expect(first).to_have_class("waits")
        expect(first).to_contain_text("with the floor")
        first.get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", name=name, level=2)).to_be_focused()
        waiting = page.locator("#table").get_by_role("status").filter(has_text="This hand waits for a ruling")
        for said in ("AD5-45", "A doubt for the floor", rival.name):
            expect(waiting).to_contain_text(said)
        check(page)

        ruling = form(visitor, "Ruling")
        expect(ruling).to_contain_text(f"About hand {hand.rpartition('-')[2]}")
        ruling.get_by_role("button", name="Rule").click()
        expect(refused(visitor, "Decision: Choose one of the answers.")).to_be_visible()
        ruling.get_by_label("The hand goes on").check()
        ruling.get_by_role("button", name="Rule").click()
        expect(refused(visitor, "Reason: Too short or too long.")).to_be_visible()
        expect(ruling.get_by_label("Reason")).to_be_focused()
        ruling.get_by_label("Reason").fill("looked at the camera")
        ruling.get_by_role("button", name="Rule").click()

        expect(told(visitor, "the hand goes on")).to_be_visible()
        expect(page.locator("#calls")).to_have_text("No table waits for a ruling.")
        expect(page.get_by_role("log")).to_contain_text("The floor rules: the hand goes on.")
        visitor.until(lambda: hand in {each["hand"] for each in house.ask(f"/api/tables/{table}")["recent"]})
    over = next(each for each in house.ask(f"/api/tables/{table}")["recent"] if each["hand"] == hand)
    assert over["outcome"] in ("showdown", "uncontested", "blank")
    assert [] == [said for said in visitor.heard if "422" not in said]


@pytest.mark.clause("AD5-45")
def test_the_floor_reports_a_doubt_and_conduct_and_voids_the_hand(visitor: Visitor, house: House) -> None:
    table = house.open_table("andorra_draw")
    page = visitor.page
    come_as(visitor, enrol(house, "floor", "operator"), to=f"/floor?table={table}")
    with Opponent(house.address, table, seat=2, wishes=()), Opponent(house.address, table, seat=5, wishes=()) as rival:
        conduct = form(visitor, "Put conduct on record")
        conduct.get_by_label("Clause").fill("esd-01")
        conduct.get_by_label("What was done").fill("spoke of the hand")
        conduct.get_by_role("button", name="Put on record").click()
        expect(refused(visitor, "Clause: This table's law has no such clause.")).to_be_visible()
        conduct.get_by_label("Clause").fill("ad5-39")
        conduct.get_by_label("Seat").select_option("5")
        conduct.get_by_role("button", name="Put on record").click()
        expect(told(visitor, "It is on record.")).to_be_visible()
        expect(page.get_by_role("log")).to_contain_text(f"On record under AD5-39: {rival.name}.")

        fault = form(visitor, "Report an error")
        expect(fault.get_by_label("Clause")).to_be_visible()
        fault.get_by_label("What went wrong").select_option("skip")
        expect(fault.get_by_label("The others have seen their cards")).to_be_visible()
        expect(fault.get_by_label("Clause")).to_be_hidden()
        fault.get_by_label("What went wrong").select_option("doubt")
        fault.get_by_label("Seat", exact=True).select_option("5")
        fault.get_by_role("button", name="Report").click()
        expect(told(visitor, "The hand waits for your ruling.")).to_be_visible()
        expect(page.locator("#table")).to_contain_text("A doubt for the floor")
        expect(page.locator(".doubt")).to_contain_text(rival.name)
        fault.get_by_role("button", name="Report").click()
        expect(refused(visitor, "waits for a ruling already")).to_be_visible()

        ruling = form(visitor, "Ruling")
        expect(ruling.get_by_label("Seat")).to_be_hidden()
        ruling.get_by_label("There were no openers").check()
        expect(ruling.get_by_label("Seat")).to_have_value("5")
        ruling.get_by_label("The hand is void").check()
        expect(ruling.get_by_label("Seat")).to_be_hidden()
        ruling.get_by_label("Reason").fill("the cards were mixed up")
        ruling.get_by_role("button", name="Rule").click()
        expect(page.get_by_role("log")).to_contain_text("The floor rules: the hand is void.")
        expect(page.locator(".doubt")).to_have_text("Nothing waits for a ruling here.")
    assert [] == [said for said in visitor.heard if not {"422", "409"} & set(said.split())]


def test_a_table_is_closed_with_a_reason_and_opened_again(visitor: Visitor, house: House) -> None:
    table = house.open_table()
    page = visitor.page
    come_as(visitor, enrol(house, "floor"), to=f"/floor?table={table}")
    closing = form(visitor, "Close the table")
    closing.get_by_label("Reason").fill("the light is out")
    closing.get_by_label("Reason").press("Enter")
    expect(told(visitor, "is closed")).to_be_visible()
    again = form(visitor, "Open the table again").get_by_role("button")
    expect(again).to_be_focused()
    expect(closing).to_be_hidden()
    expect(page.locator(f'[data-table="{table}"]')).to_contain_text("closed")
    assert not house.ask(f"/dealer/tables/{table}")["open"]
    page.keyboard.press("Enter")

    expect(told(visitor, "is open again")).to_be_visible()
    expect(closing).to_be_visible()
    assert house.ask(f"/dealer/tables/{table}")["open"]
    expect(page.locator("#house")).to_be_hidden()
    page.locator('#tables [data-key="go-spain-draw-1"]').click()
    expect(told(visitor, "is open again")).to_have_count(0)  # it was about the other table
    page.go_back()
    expect(page.get_by_role("heading", name=f"Taula {table}", level=2)).to_be_visible()
    assert [] == visitor.heard


def test_the_operator_opens_a_table_and_enrols_pays_in_and_blocks(visitor: Visitor, house: House) -> None:
    page = visitor.page
    come_as(visitor, enrol(house, "operator"))
    table = f"floor-{next(NUMBERS)}"
    opening = form(visitor, "Open a table")
    opening.get_by_label("Game").fill("whist")
    opening.get_by_label("Id of the table").fill(table)
    opening.get_by_label("Name of the table").fill("Taula Nova")
    opening.get_by_role("button", name="Open a table").click()
    expect(refused(visitor, "Game: The house has no such game.")).to_contain_text("andorra_stud")
    opening.get_by_label("Game").fill("andorra_stud")
    opening.get_by_label("Terms of the table").fill("low = 300\nhigh: 600")
    opening.get_by_role("button", name="Open a table").click()
    expect(refused(visitor, "This line does not read as name = value")).to_contain_text("high: 600")
    opening.get_by_label("Terms of the table").fill('low = 300\n\nhigh = 600\nstructure = "split_limit"')
    opening.get_by_role("button", name="Open a table").click()
    expect(told(visitor, "Taula Nova is open.")).to_be_visible()
    opened = next(each for each in house.ask("/dealer/tables")["tables"] if each["id"] == table)
    assert [300, 600] == [opened["terms"][name] for name in ("low", "high")]
    page.locator("#tables").get_by_role("link", name="Taula Nova").click()
    expect(page.get_by_role("heading", name="Taula Nova", level=2)).to_be_visible()
    expect(form(visitor, "Close the table")).to_be_visible()
    expect(form(visitor, "Ruling")).to_have_count(0)

    enrolling = form(visitor, "Take a person in")
    enrolling.get_by_label("Name").fill("Àgata Entra")
    enrolling.get_by_label("Password").fill(PASSWORD)
    enrolling.get_by_label("player").check()
    enrolling.get_by_label("floor", exact=True).check()
    enrolling.get_by_role("button", name="Take a person in").click()
    expect(refused(visitor, "These roles do not go together")).to_be_visible()
    enrolling.get_by_label("floor", exact=True).uncheck()
    enrolling.get_by_role("button", name="Take a person in").click()
    expect(told(visitor, "Àgata Entra is taken in as player.")).to_be_visible()

    page.get_by_label("How the name begins").fill("agata e")
    page.get_by_role("button", name="Find").click()
    person = page.locator('[data-person="agata-entra"]')
    person.get_by_role("button", name="Take money in for Àgata Entra").click()
    page.get_by_role("dialog").get_by_label("Amount").fill("12.34")
    page.get_by_role("dialog").get_by_role("button", name="Take money in").click()
    expect(told(visitor, "€12.34 taken in; the account of Àgata Entra holds €")).to_be_visible()
    check(page)
    person.get_by_role("button", name="Block Àgata Entra").click()
    expect(person).to_contain_text("blocked")
    with pytest.raises(urllib.error.HTTPError, match="401"):
        house.ask("/api/sessions", {"name": "Àgata Entra", "password": PASSWORD})
    again = person.get_by_role("button", name="Let Àgata Entra in again")
    expect(again).to_be_focused()
    page.keyboard.press("Enter")

    expect(told(visitor, "Àgata Entra is let in again.")).to_be_visible()
    assert "agata-entra" == house.ask("/api/sessions", {"name": "Àgata Entra", "password": PASSWORD})["person"]
    assert [] == [said for said in visitor.heard if "422" not in said]


def test_a_player_finds_a_plain_sentence_there_and_no_link_to_it(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/floor")
    expect(page.get_by_text("This page is for the floor and the operator")).to_be_visible()
    visitor.sign_up("Núria Curious")

    expect(page.get_by_text("This page is for the floor and the operator")).to_be_visible()
    expect(page.locator("#main").get_by_role("button", name="Sign in")).to_be_visible()
    expect(page.locator("#desk")).to_be_hidden()
    assert 0 == page.locator("form").count()
    visitor.go("/")
    page.locator("#tables > li").first.wait_for()
    expect(page.get_by_role("link", name="To the floor page")).to_be_hidden()
    assert [] == visitor.heard


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_page_fits_the_screen_and_is_reached_from_the_room(visitor: Visitor, house: House, width: int) -> None:
    page = visitor.page
    page.set_viewport_size({"width": width, "height": 800})
    come_as(visitor, enrol(house, "floor", "operator"), to="/")
    page.get_by_role("link", name="To the floor page").click()
    page.locator('#tables [data-key="go-spain-draw-1"]').click()
    expect(form(visitor, "Ruling")).to_be_visible()

    assert 400 > page.evaluate("() => document.getElementById('table-name').getBoundingClientRect().top")
    assert 0 >= page.evaluate(WIDER)
    assert 1 == page.get_by_role("heading", level=1).count()
    check(page)


def test_a_refusal_at_the_floor_is_said_in_the_readers_language(visitor: Visitor, house: House) -> None:
    page = visitor.page
    come_as(visitor, enrol(house, "floor"), to="/floor?table=spain-draw-1")
    page.get_by_label("Language").select_option("ca")
    closing = form(visitor, "Tanca la taula")
    closing.get_by_role("button").click()

    expect(refused(visitor, "Motiu: Massa curt o massa llarg.")).to_be_visible()
