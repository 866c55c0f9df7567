"""A visitor watches the room, signs up, sits down and plays a hand to its end, in a real browser."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from shared.games import game_ids
from tests.browser.conftest import PATIENCE_MS, House, Visitor, running_house

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def cents(text: str) -> int:
    """Return the amount that a text such as `€1,234.50` names."""
    return round(float(re.sub(r"[^0-9.\-]", "", text)) * 100)


def test_the_room_lists_every_table_with_its_meter_and_counts_on(visitor: Visitor) -> None:
    visitor.go("/")
    tables = visitor.page.locator("#tables > li")
    # The lobby hears of each; other tests may have opened more.
    visitor.until(lambda: len(visitor.house.room()) == tables.count() >= len(game_ids()))
    before = visitor.house.room()["spain-draw-1"]["hands"]

    assert {table["name"] for table in visitor.house.room().values()} == set(tables.locator("h2").all_inner_texts())
    expect(visitor.page.locator('[data-table="spain-draw-1"] .meter')).to_contain_text("€10,0")
    expect(visitor.page.locator('[data-table="spain-draw-1"] .facts b').first).not_to_have_text(
        str(before), timeout=PATIENCE_MS
    )
    assert [] == visitor.heard


def test_a_table_is_watched_live_without_signing_in(visitor: Visitor) -> None:
    visitor.go("/")
    name = visitor.house.room()["spain-draw-1"]["name"]
    visitor.page.locator('[data-table="spain-draw-1"]').get_by_role("link", name=name).click()
    expect(visitor.page.get_by_role("heading", name=name)).to_be_visible()
    expect(visitor.page.locator("#link")).to_have_text("Live")
    expect(visitor.page.locator(".croupier .card").first).to_be_visible(timeout=PATIENCE_MS)
    expect(visitor.page.locator(".seat .tag").first).to_be_visible(timeout=PATIENCE_MS)

    expect(visitor.page.locator(".seat .card[aria-label='face-down card']").first).to_be_visible()
    assert [] == visitor.heard


def test_who_only_watches_is_told_the_croupiers_change_as_the_croupiers(visitor: Visitor) -> None:
    visitor.go("/tables/spain-draw-1")
    log = visitor.page.get_by_role("log")
    expect(log).to_contain_text(re.compile(r"(You|Croupier): changed"), timeout=PATIENCE_MS)

    expect(log).not_to_contain_text("You:")


@pytest.mark.clause("ESD-31")
def test_the_award_table_and_the_pay_table_are_displayed(visitor: Visitor) -> None:
    visitor.go("/tables/spain-draw-1")
    awards = visitor.page.get_by_role("table", name="Awards of the Jack Pot")
    pays = visitor.page.get_by_role("table", name="Pay table")

    expect(awards.get_by_role("row")).to_have_count(7)
    expect(awards).to_contain_text("Royal flush, served")
    expect(pays.get_by_role("row", name="Royal flush")).to_contain_text("100 : 1")


def test_a_hand_is_played_from_the_first_bet_to_the_result(visitor: Visitor, house: House) -> None:
    table = house.open_table()
    page = visitor.page
    visitor.go(f"/tables/{table}")
    visitor.sign_up("Núria Play")
    expect(page.locator("#wallet")).to_have_text("Account: €1,000.00")
    visitor.sit_down(2)
    expect(page.locator(".seat.me")).to_contain_text("Núria Play (you)")

    page.get_by_role("radio", name="€15").check(force=True)
    page.get_by_role("button", name="Bet €15.00").click()
    expect(page.locator(".seat.me .bets")).to_contain_text("Bet €15.00")
    expect(page.locator(".seat.me .bets")).to_contain_text("Jack Pot")

    play = page.get_by_role("button", name="VOY")
    play.wait_for(timeout=PATIENCE_MS)
    mine = page.locator(".pick")
    expect(mine).to_have_count(5)
    before = [card.get_attribute("aria-label") for card in page.locator(".pick .card").all()]
    mine.nth(0).click()
    mine.nth(4).click()
    mine.nth(2).click()  # a third is one too many and stays
    expect(page.locator(".pick[aria-pressed=true]")).to_have_count(2)
    expect(play).to_contain_text("€30.00 · change 2")
    play.click()

    result = page.locator(".mine .result").first
    result.wait_for(timeout=PATIENCE_MS)
    after = [card.get_attribute("aria-label") for card in page.locator(".mine .card").all()]
    assert before[1:4] == after[:3]
    assert 2 == len(set(after) - set(before))
    net = cents(page.locator(".seat.me .state strong").inner_text())
    expect(page.locator(".seat.me .stack")).to_have_text(f"€{(20_000 + net) / 100:,.2f}")

    page.get_by_role("button", name="Check here").click()
    expect(page.locator('[data-panel="fair"] [role=status]')).to_contain_text("belong to this deck")
    expect(page.locator(".past > li").first).to_contain_text("Núria Play", timeout=PATIENCE_MS)
    assert [] == visitor.heard


def test_paso_loses_the_first_bet_and_the_seat_is_given_up_afterwards(visitor: Visitor, house: House) -> None:
    table = house.open_table()
    page = visitor.page
    visitor.go(f"/tables/{table}")
    visitor.sign_up("Núria Paso")
    visitor.sit_down(1)
    page.get_by_role("checkbox", name="Jack Pot").uncheck()
    page.get_by_role("button", name="Bet €5.00").click()
    page.get_by_role("button", name="PASO").click(timeout=PATIENCE_MS)
    expect(page.locator(".mine .result").first).to_have_text("PASO -€5.00", timeout=PATIENCE_MS)
    expect(page.locator(".seat.me .stack")).to_have_text("€195.00")
    page.get_by_role("button", name="Leave the table").click()
    expect(page.locator(".seat.me")).to_have_count(0, timeout=PATIENCE_MS)
    page.reload()

    expect(page.locator("#wallet")).to_have_text("Account: €995.00")
    assert [] == visitor.heard


def test_a_refusal_is_said_in_the_readers_language(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/")
    page.get_by_label("Language").select_option("ca")
    page.get_by_role("button", name="Entra").first.click()
    page.get_by_label("Nom").fill("ningú")
    page.get_by_label("Contrasenya").fill("no és aquesta")
    page.get_by_role("dialog").get_by_role("button", name="Entra", exact=True).click()

    expect(page.get_by_role("alert").filter(has_text="No hi ha aquest nom")).to_be_visible()
    assert "ca" == page.locator("html").get_attribute("lang")


def test_a_buy_in_that_the_account_does_not_hold_is_told(visitor: Visitor, house: House) -> None:
    table = house.open_table()
    page = visitor.page
    visitor.go(f"/tables/{table}")
    visitor.sign_up("Núria Poor")
    page.get_by_role("button", name="Sit down at seat 1").click()
    page.get_by_label("Chips to bring").fill("1500")
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()

    expect(page.get_by_role("alert").filter(has_text="does not hold that much")).to_be_visible(timeout=PATIENCE_MS)


def test_what_was_refused_while_nobody_looked_is_told_until_it_is_put_away(visitor: Visitor, house: House) -> None:
    table = house.open_table()
    page = visitor.page
    told = page.get_by_role("alert").filter(has_text="does not hold that much")
    visitor.go("/")
    visitor.sign_up("Núria Away")
    visitor.post(f"/dealer/tables/{table}/seats/2", {"buy_in": 150_000})
    visitor.until(lambda: house.ask(f"/api/tables/{table}")["refused"])

    visitor.go(f"/tables/{table}")
    expect(told).to_be_visible()
    page.reload()
    expect(told).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Sit down at seat 2")).to_be_visible()
    assert told.count() == 0


def test_a_refused_act_is_still_told_when_the_next_hands_have_begun(visitor: Visitor, house: House) -> None:
    table = house.open_table(stake_seconds=4)
    page = visitor.page
    visitor.go(f"/tables/{table}")
    visitor.sign_up("Núria Late")
    visitor.sit_down(2)
    late = {"status": 409, "code": "TOO_LATE", "detail": "the time of hand 1 is over"}
    page.route("**/betting/hands/*/acts", lambda asked: asked.fulfill(status=409, json=late))
    page.get_by_role("button", name="Bet €5.00").click()
    told = page.get_by_role("alert").filter(has_text="Too late")
    expect(told).to_be_visible()
    hands = house.room()[table]["hands"]
    visitor.until(lambda: house.room()[table]["hands"] >= hands + 2)
    expect(page.get_by_role("log")).to_contain_text(f"Hand {hands + 2}")

    assert told.is_visible()


def test_who_leaves_in_mid_hand_is_told_so_until_the_seat_is_free(visitor: Visitor, house: House) -> None:
    table = house.open_table()
    page = visitor.page
    leaving = page.get_by_role("status").filter(has_text="You leave with the end of this hand")
    visitor.go(f"/tables/{table}")
    visitor.sign_up("Núria Leaves")
    visitor.sit_down(1)
    page.get_by_role("button", name="Bet €5.00").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(leaving).to_be_visible()
    page.reload()
    expect(leaving).to_be_visible()
    page.get_by_role("button", name="PASO").click(timeout=PATIENCE_MS)
    expect(page.locator(".seat.me")).to_have_count(0)

    expect(leaving).to_have_count(0)


def test_the_page_goes_on_by_itself_after_the_house_was_closed_and_opened(visitor: Visitor, tmp_path: Path) -> None:
    link, says = visitor.page.locator("#link"), visitor.page.locator("#says")
    with running_house(tmp_path) as before:
        visitor.page.goto(f"{before.address}/tables/spain-draw-1")
        expect(link).to_have_text("Live")
        expect(visitor.page.locator(".seat .name").first).to_be_visible()
        port = int(before.address.rpartition(":")[2])
        hands = before.room()["spain-draw-1"]["hands"]
    expect(link).to_contain_text("No connection")
    with running_house(tmp_path, port=port) as after:
        expect(link).to_have_text("Live", timeout=PATIENCE_MS)
        said = says.inner_text()
        expect(says).not_to_have_text(said, timeout=PATIENCE_MS)

        assert after.room()["spain-draw-1"]["hands"] >= hands
