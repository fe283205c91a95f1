"""A war on the training board of Axis & Allies in the browser: from the form for a new table to the
replay."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.test_axisallies import (
    PATIENCE,
    PROGRAM,
    army,
    end_phase,
    in_phase,
    press_if_present,
    sit,
    take,
)
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
    page.get_by_test_id("ask-why").first.click()
    answer = page.get_by_test_id("why-answer").first
    expect(answer).to_contain_text("Purchase:", timeout=PATIENCE)
    expect(answer).to_contain_text("least money left over")

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


def wait_for_the_news(page: Page) -> Locator:
    """Wait until the turn of the other power is told, taking the usual losses meanwhile."""
    news = page.get_by_test_id("news-panel")

    def told() -> bool:
        press_if_present(page, "lose-usual", "go-on", "battle-close")
        return news.count() > 0

    until(told, "the turn of the other power to be told", PATIENCE / 1000)
    return news


def play_a_turn(page: Page, visitor: Visitor) -> None:
    """Buy infantry, attack nobody, and place what was bought in the capital."""
    in_phase(page, "buy")
    take(page, "buy-infantry", 3)
    page.get_by_test_id("buy").click()
    until(lambda: visitor.look()["view"]["bought"] == {"infantry": 3}, "the purchase")
    for phase in ("buy", "combat_move", "noncombat"):
        end_phase(page, phase)
    in_phase(page, "place")
    page.get_by_test_id("place-at-westmark").click()
    page.get_by_test_id("place").click()
    until(lambda: visitor.look()["view"]["bought"] == {}, "everything to be placed")
    end_phase(page, "place")


def test_a_war_of_several_rounds_until_a_capital_falls(open_page: OpenPage, server: Server) -> None:
    """Whoever only buys once and then waits loses the capital; every move of the war is stepped through."""
    page = open_page(DESK)
    visitor = server.sit_down(PROGRAM, PERSON, game="axisallies", preset="training", rounds=0)
    sit(page, visitor)
    wait_for_the_news(page)
    page.get_by_test_id("news-skip").click()
    play_a_turn(page, visitor)

    # The other power's turn is news; one's own orders are folded, and can be asked why, too.
    news = wait_for_the_news(page)
    expect(news).to_contain_text("U.S.S.R., round 2")
    own = news.get_by_test_id("own-orders")
    own.locator("summary").click()
    own.get_by_role("button", name="Bought: 3 infantry").click()
    own.get_by_test_id("ask-why").click()
    expect(own.get_by_test_id("why-answer")).to_contain_text("Purchase: 3 infantry", timeout=PATIENCE)
    expect(own.get_by_test_id("why-answer")).to_contain_text("Best alternative")

    def over() -> bool:
        press_if_present(page, "news-skip", "lose-usual", "go-on", "battle-close", "end-phase")
        return page.get_by_test_id("war-over").count() > 0

    until(over, "the capital to fall", PATIENCE / 1000)
    view = visitor.look()["view"]
    assert view["victory"] == {"side": "allies", "how": "capitals"}
    assert view["owners"]["westmark"] == 0
    assert view["round"] > 1
    result = page.get_by_test_id("result")
    expect(result).to_contain_text("capital")
    expect(result.get_by_test_id("income-plot")).to_be_visible()
    expect(result.get_by_test_id("turning-points").locator("li")).to_have_count(3, timeout=PATIENCE)

    page.goto(f"{server.url}/replay/{visitor.id}")
    slider, story = page.get_by_test_id("replay-slider"), page.get_by_test_id("story")
    expect(page.locator("[data-name='westmark']").first).to_be_attached(timeout=PATIENCE)
    slider.fill("0")
    last, told = int(slider.get_attribute("max") or 0), set()
    assert last == len(visitor.table["moves"])
    for ply in range(1, last + 1):
        page.get_by_test_id("replay-next").click()
        expect(slider).to_have_value(str(ply))
        told.add(story.inner_text())
    remarks = server.get(f"{visitor.path}/commentary?since=0")["remarks"]
    assert told == {remark["text"]["en"] for remark in remarks}
    assert len(remarks) >= 4
    expect(page.get_by_test_id("status")).to_contain_text("The Allies win")


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
