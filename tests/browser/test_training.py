"""A war on the training board of Axis & Allies in the browser: from the form for a new table to the
replay."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.test_axisallies import PATIENCE, PROGRAM, army, press_if_present, sit
from tests.service.client import PERSON, Server, Visitor, until

OpenPage = Callable[..., Page]


def test_the_form_has_two_seats_for_the_training_board(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK)
    page.goto(f"{server.url}/new/axisallies")
    expect(page.get_by_test_id("kind-4-program")).to_be_attached()
    page.get_by_test_id("preset-training").check(force=True)
    expect(page.get_by_test_id("kind-1-person")).to_be_attached()
    expect(page.get_by_test_id("kind-2-program")).to_have_count(0)
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("table")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("[data-name='westmark']").first).to_be_attached()
    expect(page.locator("[data-name='germany']")).to_have_count(0)


def test_a_war_to_its_end_and_its_replay(open_page: OpenPage, server: Server) -> None:
    """The Axis reaches its economic goal in the first round: it holds what it began with."""
    page = open_page(PHONE)
    options = {"preset": "training", "rounds": 4, "axis_economic_goal": 5}
    visitor = server.sit_down(PROGRAM, PERSON, game="axisallies", **options)
    sit(page, visitor)
    expect(page.get_by_test_id("power")).to_be_visible(timeout=PATIENCE)
    assert army(page, "westmark")
    news = page.get_by_test_id("news-panel")

    def told() -> bool:
        press_if_present(page, "lose-usual", "go-on", "battle-close")
        return news.count() > 0

    until(told, "the first turn to be told", PATIENCE / 1000)
    expect(news.get_by_test_id("story")).to_contain_text("The U.S.S.R.", timeout=PATIENCE)
    page.get_by_test_id("news-next").click()
    page.get_by_test_id("ask-why").click()
    expect(page.get_by_test_id("why-answer")).to_contain_text("Purchase:", timeout=PATIENCE)
    expect(page.get_by_test_id("why-answer")).to_contain_text("least money left over")

    def over() -> bool:
        press_if_present(page, "news-skip", "lose-usual", "go-on", "battle-close", "end-phase")
        return page.get_by_test_id("war-over").count() > 0

    until(over, "the war to end", PATIENCE / 1000)
    result = page.get_by_test_id("result")
    expect(result).to_contain_text("The Axis powers win with a production of")
    expect(result.get_by_test_id("turning-points")).to_contain_text("Germany, round 1", timeout=PATIENCE)
    expect(result.get_by_test_id("income-plot")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.goto(f"{server.url}/replay/{visitor.id}")
    expect(page.locator("[data-name='eastgate']").first).to_be_attached(timeout=PATIENCE)
    page.get_by_test_id("course-open").click()
    expect(page.get_by_role("dialog").get_by_test_id("story")).to_contain_text("U.S.S.R.", timeout=PATIENCE)
    page.keyboard.press("Escape")
    slider = page.get_by_test_id("replay-slider")
    last = int(slider.get_attribute("max") or 0)
    slider.fill(str(last - 2))
    reason = page.get_by_role("complementary").get_by_text("The Axis powers win with a production of")
    for ply in (last - 1, last):
        expect(reason).to_have_count(0)
        page.get_by_test_id("replay-next").click()
        expect(slider).to_have_value(str(ply))
    expect(reason).to_be_visible()
    expect(page.get_by_test_id("status")).to_contain_text("The Axis powers win")


def test_a_capital_falls_and_the_war_is_told(open_page: OpenPage, server: Server) -> None:
    """Two programs play until a capital falls; the page is opened afterwards, in French."""
    weak = {"kind": "program", "agent": "random"}
    visitor = server.sit_down(PROGRAM, weak, game="axisallies", preset="training", rounds=0)
    until(lambda: visitor.look()["status"] == "over", "the war to end", PATIENCE / 1000)
    page = open_page(DESK, "fr")
    page.goto(f"{server.url}/table/{visitor.id}")
    result = page.get_by_test_id("result")
    expect(result).to_contain_text("capitales", timeout=PATIENCE)
    expect(result.get_by_test_id("turning-points").locator("li")).to_have_count(3, timeout=PATIENCE)


def test_a_side_surrenders_when_its_people_agree(open_page: OpenPage, server: Server) -> None:
    free = {"kind": "open"}
    ann = server.sit_down(PERSON, PROGRAM, free, PROGRAM, PROGRAM, game="axisallies")
    seated = server.post(f"{ann.path}/seats/2", {"name": "Bob"})
    bob = Visitor(server, ann.id, [seated["secret"]], seated["table"])
    page = open_page(DESK)
    sit(page, bob)
    expect(page.get_by_test_id("power")).to_be_visible(timeout=PATIENCE)
    ann.look()
    ann.do("resign")
    expect(page.get_by_test_id("request")).to_contain_text("wants your side to surrender")
    page.get_by_test_id("agree").click()
    expect(page.get_by_test_id("result")).to_contain_text("The Axis powers win", timeout=PATIENCE)
