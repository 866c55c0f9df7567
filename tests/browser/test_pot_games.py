"""Hands for the pot are played in a real browser against somebody else: draw, showdown, and what one may ask."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import House, Visitor
from tests.browser.opponents import Opponent

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def labels(cards: Locator) -> list[str | None]:
    return [card.get_attribute("aria-label") for card in cards.all()]


@pytest.mark.clause("AD5-18", "AD5-19")
def test_cards_tapped_in_a_draw_go_and_as_many_others_come(visitor: Visitor, house: House) -> None:
    table = house.open_table("andorra_draw")
    page = visitor.page
    visitor.go(f"/tables/{table}")
    visitor.sign_up("Núria Draws")
    visitor.sit_down(2)
    # Three who open when they can: one alone might be dealt no openers for long.
    rivals = [Opponent(house.address, table, seat=seat, draws=(0,), showdown="show") for seat in (5, 6, 7)]
    with rivals[0], rivals[1], rivals[2]:
        pick, draw = page.locator(".pick"), page.locator('[data-key="act-draw"]')
        visitor.stay_in_until(pick)
        expect(pick).to_have_count(5)
        expect(draw).to_be_disabled()
        before = labels(page.locator(".pick .card"))
        for place in (1, 3, 4):
            pick.nth(place).click()
        pick.nth(3).click()  # this one stays after all
        expect(page.locator(".pick[aria-pressed=true]")).to_have_count(2)
        draw.click()

        expect(pick).to_have_count(0)
        mine = page.locator(".mine .card")
        expect(mine).to_have_count(5)
        visitor.until(lambda: {before[1], before[4]}.isdisjoint(labels(mine)))
        after = labels(mine)
        assert {before[0], before[2], before[3]} <= set(after)
        assert 2 == len(set(after) - set(before))
        expect(page.locator(".seat.me")).to_contain_text("changed 2")
        visitor.stay_in_until(page.get_by_role("button", name="Show my cards"))
        hands = house.room()[table]["hands"]
        page.get_by_role("button", name="Show my cards").click()
        # A slow page may see the result together with the next hand, which puts it away.
        visitor.until(lambda: page.locator(".mine .result").count() > 0 or house.room()[table]["hands"] > hands)
        expect(page.locator(".past > li").first).to_contain_text("Núria Draws")
    assert [] == [said for said in visitor.heard if "409" not in said]  # a turn that its clock had taken


@pytest.mark.clause("AD5-28")
def test_who_asks_how_many_cards_were_drawn_hears_it_and_the_table_with_him(visitor: Visitor, house: House) -> None:
    table = house.open_table("andorra_draw")
    page = visitor.page
    visitor.go(f"/tables/{table}")
    visitor.sign_up("Núria Asks")
    visitor.sit_down(2)
    ask = page.locator('[data-seat="5"]').get_by_role("button", name="Ask how many cards")
    # An opponent who leaves the first act after the draw to others: then there is time to ask.
    with Opponent(house.address, table, seat=5, draws=(0, 1, 2), wishes=("check", "call")):
        visitor.stay_in_until(page.locator(".pick"), also=("bet",))
        page.get_by_role("button", name="Stand pat").click()
        ask.click()
        expect(page.locator('[data-seat="5"]')).to_contain_text("changed 3")
        expect(ask).to_have_count(0)
        expect(page.get_by_role("log")).to_contain_text("You asked: Rival")
        page.locator('.acts [data-key="act-bet"]').click()

        expect(page.locator('[data-seat="5"]')).not_to_contain_text("changed 3")


@pytest.mark.clause("PR7-29", "PR7-32")
def test_a_conceded_hand_is_shown_to_who_asks_to_see_it(visitor: Visitor, house: House) -> None:
    table = house.open_table("puerto_rico_stud")
    page = visitor.page
    visitor.go(f"/tables/{table}")
    visitor.sign_up("Núria Sees")
    visitor.sit_down(2)
    with Opponent(house.address, table, seat=5, showdown="concede") as rival:
        demand = page.get_by_role("button", name=f"Ask to see {rival.name}'s cards")
        visitor.stay_in_until(demand)
        expect(page.get_by_role("button", name="Concede unshown")).to_have_count(0)  # the pot is hers
        demand.click()
        expect(demand).to_have_count(0)

        expect(page.locator('[data-seat="5"] .card[aria-label="face-down card"]')).to_have_count(0)
        expect(page.get_by_role("log")).to_contain_text(f"You asked to see the cards of {rival.name}")


@pytest.mark.clause("PR7-32")
def test_who_concedes_keeps_his_cards_to_himself_and_the_other_has_the_pot(visitor: Visitor, house: House) -> None:
    table = house.open_table("andorra_stud", show_seconds=20)
    page = visitor.page
    visitor.go(f"/tables/{table}")
    visitor.sign_up("Núria Yields")
    visitor.sit_down(2)
    with Opponent(house.address, table, seat=5) as rival:
        concede = page.get_by_role("button", name="Concede unshown")
        visitor.stay_in_until(concede)
        concede.click()
        expect(page.locator(".seat.me")).to_contain_text("concedes")
        expect(page.get_by_role("button", name="Show my cards")).to_have_count(0)
        expect(page.locator(".past > li").first).to_contain_text(f"{rival.name} wins")

        conceded = next(part for part in house.ask(f"/api/tables/{table}")["recent"][0]["players"] if part["seat"] == 2)
        assert 3 == conceded["cards"].count("??")


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("andorra_draw", ["Ante €1.00", "Round 1: bet and raise €2.00", "Round 2: bet and raise €4.00"]),
        ("andorra_stud", ["Rounds 1–2: bet and raise €2.00", "Rounds 3–5: bet and raise €4.00"]),
        (
            "puerto_rico_stud",
            ["Forced bet €2.00", "Rounds 1–2: bet and raise €5.00", "Raises in a round 3 in all"],
        ),
    ],
)
def test_the_limits_of_a_table_for_the_pot_are_displayed(
    visitor: Visitor, house: House, game: str, lines: list[str]
) -> None:
    visitor.go(f"/tables/{house.open_table(game)}")
    limits = visitor.page.get_by_role("table", name="Limits")
    expect(limits).to_be_visible()
    rows = [" ".join(row.split()) for row in limits.get_by_role("row").all_inner_texts()]

    assert [] == [line for line in lines if line not in rows]
