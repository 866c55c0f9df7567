"""The pages can be used with a keyboard, with a screen reader and on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE_MS, House, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

NAMELESS = """() => {
  const named = (element) => {
    const label = element.getAttribute("aria-label") || element.getAttribute("title") || element.alt
      || [...(element.labels || [])].map((each) => each.textContent).join("")
      || element.textContent
      || [...element.querySelectorAll("[aria-label]")].map((each) => each.getAttribute("aria-label")).join("");
    return Boolean(label && label.trim());
  };
  const wanted = "a, button, input, select, [role=img], table, fieldset, dialog[open] h2";
  const nameless = [...document.querySelectorAll(wanted)].filter((each) => !named(each));
  return nameless.map((each) => each.outerHTML.slice(0, 120));
}"""

SMALL = """() => [...document.querySelectorAll("button, select, input")]
  .filter((each) => each.getClientRects().length)
  .map((each) => [each.outerHTML.slice(0, 90), (each.closest("label") || each).getBoundingClientRect()])
  .filter(([, box]) => box.width < 24 || box.height < 20)
  .map(([html]) => html)"""

WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
TWICE = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  return ids.filter((id, at) => ids.indexOf(id) !== at);
}"""
OUTLINED = "() => getComputedStyle(document.activeElement).outlineStyle !== 'none'"


def check(page: Page) -> None:
    assert [] == page.evaluate(NAMELESS)
    assert [] == page.evaluate(SMALL)
    assert [] == page.evaluate(TWICE)


def test_everything_in_the_room_has_a_name(visitor: Visitor) -> None:
    visitor.go("/")
    visitor.page.locator(".meter").first.wait_for()
    check(visitor.page)

    assert 1 == visitor.page.get_by_role("heading", level=1).count()
    assert "en" == visitor.page.locator("html").get_attribute("lang")


def test_everything_at_a_table_has_a_name(visitor: Visitor, house: House) -> None:
    table = house.open_table()
    visitor.go(f"/tables/{table}")
    visitor.sign_up("Núria Named")
    check(visitor.page)
    visitor.sit_down(3)
    visitor.page.get_by_role("button", name="Bet €5.00").wait_for()
    check(visitor.page)

    assert "Croupier" == visitor.page.locator("#croupier").get_attribute("aria-label")


def test_a_hand_is_played_with_the_keyboard_alone(visitor: Visitor, house: House) -> None:
    table = house.open_table()
    page = visitor.page
    visitor.go(f"/tables/{table}")
    visitor.sign_up("Núria Keys")
    visitor.sit_down(1)
    page.get_by_role("button", name="Bet €5.00").wait_for()
    page.keyboard.press("Tab")
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert "hand" == page.evaluate("() => document.activeElement.id")
    page.get_by_role("radio", name="€5", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Bet €10.00")).to_be_visible()
    assert "chip1000" == page.evaluate("() => document.activeElement.dataset.key")
    page.get_by_role("button", name="Bet €10.00").focus()
    assert page.evaluate(OUTLINED)
    page.keyboard.press("Enter")
    page.locator(".pick").first.wait_for(timeout=PATIENCE_MS)
    page.locator(".pick").nth(1).focus()
    page.keyboard.press("Space")
    expect(page.locator(".pick").nth(1)).to_have_attribute("aria-pressed", "true")
    assert "pick1" == page.evaluate("() => document.activeElement.dataset.key")
    page.get_by_role("button", name="VOY").focus()
    page.keyboard.press("Enter")

    expect(page.locator(".mine .result").first).to_be_visible(timeout=PATIENCE_MS)


def test_what_happens_is_told_to_those_who_listen(visitor: Visitor, house: House) -> None:
    visitor.go("/tables/spain-draw-1")
    log = visitor.page.get_by_role("log")

    expect(log).to_contain_text("The croupier's cards:", timeout=PATIENCE_MS)
    assert "polite" == log.get_attribute("aria-live")


def test_a_window_holds_the_focus_and_escape_closes_it(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go("/")
    opener = page.get_by_role("button", name="Sign in").first
    opener.click()
    check(page)
    expect(page.get_by_label("Name")).to_be_focused()
    page.keyboard.press("Escape")

    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()


@pytest.mark.parametrize("width", [320, 390, 768, 1280, 1920])
def test_nothing_is_wider_than_the_screen(visitor: Visitor, width: int) -> None:
    visitor.page.set_viewport_size({"width": width, "height": 800})
    for path in ("/", "/tables/spain-draw-1"):
        visitor.go(path)
        visitor.page.locator(".meter").first.wait_for()
        assert 0 >= visitor.page.evaluate(WIDER)


@pytest.mark.parametrize(("locale", "said"), [("es-ES", "La sala"), ("ca-ES", "La sala"), ("de-DE", "The room")])
def test_the_browsers_language_is_the_first_choice(visitor: Visitor, locale: str, said: str) -> None:
    browser = visitor.context.browser
    assert browser is not None
    context = browser.new_context(locale=locale)
    page = context.new_page()
    page.goto(visitor.house.address)
    expect(page.get_by_role("heading", level=1)).to_have_text(said)
    context.close()


def test_red_and_black_can_be_four_colours(visitor: Visitor) -> None:
    visitor.go("/tables/spain-draw-1")
    switch = visitor.page.get_by_role("button", name="Four colours")
    switch.click()
    visitor.page.reload()

    expect(visitor.page.get_by_role("button", name="Four colours")).to_have_attribute("aria-pressed", "true")
