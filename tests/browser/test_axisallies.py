"""Axis & Allies played in the browser, as people would."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from partie.testing.amounts import THOROUGH
from tests.browser.conftest import DESK, PHONE
from tests.service.client import PERSON, Json, Server, Visitor, until

OpenPage = Callable[..., Page]
PROGRAM = {"kind": "program", "agent": "greedy"}
GERMANY = (PROGRAM, PERSON, PROGRAM, PROGRAM, PROGRAM)
PATIENCE = 180_000


def sit(page: Page, visitor: Visitor) -> None:
    """Open a table that was created over the API, in the seats of its person."""
    secrets = {str(seat["seat"]): secret for seat, secret in zip(mine(visitor), visitor.secrets, strict=True)}
    known = [
        {
            "id": visitor.id,
            "game": "axisallies",
            "secrets": secrets,
            "seedHash": "",
            "touched": 1,
            "over": False,
        }
    ]
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("known => localStorage.setItem('partie.tables', known)", json.dumps(known))
    page.goto(f"{visitor.server.url}/table/{visitor.id}")


def mine(visitor: Visitor) -> list[Json]:
    return [seat for seat in visitor.table["seats"] if seat["you"]]


def in_phase(page: Page, phase: str) -> None:
    expect(page.get_by_test_id(f"phase-{phase}")).to_have_attribute("aria-current", "step", timeout=PATIENCE)


def press_if_present(page: Page, *buttons: str, during: str | None = None) -> None:
    """Press those of these buttons that exist, in one step: a moment later they may be gone."""
    page.evaluate(
        """([ids, phase]) => {
            const found = id => document.querySelector(`[data-testid="${id}"]`);
            if (phase && !found(`phase-${phase}`)?.hasAttribute('aria-current')) return;
            for (const id of ids) found(id)?.click();
        }""",
        [buttons, during],
    )


def wait_for_own_turn(page: Page, power: str) -> None:
    """Wait for the turn of our power, taking the usual losses meanwhile."""
    research = page.get_by_test_id("phase-research")

    def begun() -> bool:
        press_if_present(page, "lose-usual", "go-on")
        return (
            research.get_attribute("aria-current") == "step" and page.get_by_test_id("end-phase").count() > 0
        )

    until(begun, "our turn", PATIENCE / 1000)
    expect(page.get_by_test_id("power")).to_have_text(power)


DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Resolved when everything changed so far has been drawn: until then Chromium may say where it was before."""


def on_map(page: Page, sign: str) -> tuple[float, float]:
    """Where something is on the screen. Of several copies of the map, the one nearest to the middle."""
    page.evaluate(DRAWN)
    board = page.get_by_role("application").bounding_box()
    assert board
    middle = board["x"] + board["width"] / 2
    boxes = [box for found in page.locator(sign).all() if (box := found.bounding_box())]
    places = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    return min(places, key=lambda place: abs(place[0] - middle))


def bring_into_sight(page: Page, sign: str) -> None:
    """Move the map by keys until something is well inside it, to the right of the panels."""
    board = page.get_by_role("application")
    box = board.bounding_box()
    assert box
    board.focus()
    for _ in range(30):
        x, y = on_map(page, sign)
        if x < box["x"] + 380:
            page.keyboard.press("ArrowLeft")
        elif x > box["x"] + box["width"] - 60:
            page.keyboard.press("ArrowRight")
        elif y < box["y"] + box["height"] / 6:
            page.keyboard.press("ArrowUp")
        elif y > box["y"] + box["height"] * 0.85:
            page.keyboard.press("ArrowDown")
        else:
            return
    raise AssertionError(f"{sign} cannot be brought into sight")


def army(page: Page, space: str) -> tuple[float, float]:
    return on_map(page, f"[data-space='{space}']")


def drag(page: Page, start: str, end: str) -> None:
    """Drag the army of a space to the name of another."""
    (x, y), (to_x, to_y) = army(page, start), on_map(page, f"[data-name='{end}']")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=3)
    page.mouse.move(to_x, to_y, steps=3)
    page.mouse.up()


def fight_to_the_end(page: Page) -> None:
    """Take the usual losses and attack again until the battle is over, and close its window."""
    close = page.get_by_test_id("battle-close")

    def over() -> bool:
        press_if_present(page, "lose-usual", "go-on")
        return close.count() > 0

    until(over, "the battle to end")
    expect(page.get_by_test_id("battle-result")).to_be_visible()
    close.click()
    expect(page.get_by_test_id("battle")).to_have_count(0)


def end_phase(page: Page, phase: str) -> None:
    """End a phase, even if something could still be done."""
    in_phase(page, phase)

    def ended() -> bool:
        press_if_present(page, "end-phase", during=phase)
        return not page.get_by_test_id(f"phase-{phase}").get_attribute("aria-current")

    until(ended, f"the end of {phase}")


def take(page: Page, name: str, count: int) -> None:
    for _ in range(count):
        page.get_by_test_id(f"{name}-more").click()


def test_a_round_of_all_five_powers(open_page: OpenPage, server: Server) -> None:
    visitor = server.sit_down(*GERMANY, game="axisallies", first_turn_peace=True)
    page = open_page(DESK, "en")
    sit(page, visitor)
    wait_for_own_turn(page, "Germany")
    # The turn of the first power is reported line by line, on the map.
    news = page.get_by_test_id("news-panel")
    expect(news).to_contain_text("U.S.S.R., round 1")
    expect(news).to_contain_text("Bought:")
    page.get_by_test_id("news-next").click()
    expect(news).to_contain_text("1 of")
    page.get_by_test_id("news-skip").click()
    expect(news).to_have_count(0)
    page.get_by_test_id("research-skip").click()

    in_phase(page, "buy")
    take(page, "buy-infantry", 4)
    take(page, "buy-armor", 2)
    expect(page.get_by_test_id("buy-total")).to_have_text("22 IPC")
    expect(page.get_by_test_id("buy-left")).to_have_text("10 IPC")
    expect(page.get_by_test_id("buy-fighter-more")).to_be_disabled()
    page.get_by_test_id("buy").click()
    until(lambda: visitor.look()["view"]["bought"] == {"infantry": 4, "armor": 2}, "the purchase")
    page.get_by_role("button", name="Got it").click()
    end_phase(page, "buy")

    in_phase(page, "combat_move")
    bring_into_sight(page, "[data-name='anglo-egypt-sudan']")
    drag(page, "libya", "anglo-egypt-sudan")
    # The armor could take a space on its way.
    expect(page.get_by_test_id("way-panel")).to_contain_text("blitz through French Equatorial Africa")
    page.get_by_test_id("way-0").click()
    expect(page.locator("[data-mark='anglo-egypt-sudan']").first).to_be_visible()
    page.keyboard.press("Escape")
    bring_into_sight(page, "[data-space='ukraine']")
    x, y = army(page, "ukraine")
    page.mouse.click(x, y)
    panel = page.get_by_test_id("move-panel")
    expect(panel).to_contain_text("Ukraine S.S.R.")
    expect(page.get_by_test_id("pick-infantry-count")).to_have_text("3")
    expect(page.get_by_test_id("goal-russia")).to_contain_text("%")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    assert [move["move"] for move in visitor.look()["moves"] if ">Anglo-Egypt" in move["move"]] == [
        "1 inf Libya>Anglo-Egypt Sudan",
        "1 arm Libya>Anglo-Egypt Sudan",
    ]
    # Taken back, and sent again.
    page.keyboard.press("u")
    until(lambda: moves_to_egypt(visitor) == 1, "the move to be taken back")
    bring_into_sight(page, "[data-space='libya']")
    x, y = army(page, "libya")
    page.mouse.click(x, y)
    page.get_by_test_id("goal-anglo-egypt-sudan").click()
    page.get_by_test_id("way-0").click()
    until(lambda: moves_to_egypt(visitor) == 2, "the move")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("todo")).to_contain_text("could still move")
    page.keyboard.press("Enter")

    in_phase(page, "combat")
    expect(page.get_by_test_id("combat-panel")).to_contain_text(
        re.compile(r"Anglo-Egypt Sudan attack \d+%, [a-z]")
    )
    expect(page.get_by_test_id("end-phase")).to_be_disabled()
    page.get_by_test_id("fight-anglo-egypt-sudan").click()
    battle = page.get_by_test_id("battle")
    expect(battle).to_contain_text("Battle: Anglo-Egypt Sudan")
    expect(page.get_by_test_id("dice").first).to_be_visible()
    fight_to_the_end(page)
    view = visitor.look()["view"]
    survivors = view["units"].get("anglo-egypt-sudan", {})
    assert set(survivors) != {"germany", "uk"}

    end_phase(page, "noncombat")
    in_phase(page, "place")
    page.get_by_test_id("place-at-germany").click()
    expect(page.get_by_test_id("place-infantry-count")).to_have_text("4")
    page.get_by_test_id("place").click()
    until(lambda: visitor.look()["view"]["bought"] == {}, "everything to be placed")
    assert visitor.table["view"]["units"]["germany"]["germany"]["armor"] == 4
    expect(page.get_by_test_id("end-phase")).to_have_text("End turn ↵")
    end_phase(page, "place")
    if not THOROUGH:  # whole rounds are played on the training board
        return

    wait_for_own_turn(page, "Germany")
    expect(page.get_by_test_id("round")).to_have_text("Round 2")
    table = visitor.look()
    assert {move["seat"] for move in table["moves"]} == set(range(5))
    for power in ("United Kingdom", "Japan", "United States", "U.S.S.R."):
        expect(page.get_by_test_id("news-panel")).to_contain_text(f"{power}, round")
    expect(page.get_by_test_id("income-plot")).to_be_visible()
    rows = page.get_by_test_id("income").locator("tbody tr")
    assert [int(cell) for cell in rows.locator("td:nth-child(2)").all_inner_texts()] == table["view"][
        "production"
    ]


def moves_to_egypt(visitor: Visitor) -> int:
    return sum(">Anglo-Egypt" in move["move"] for move in visitor.look()["moves"])


def test_on_a_phone_in_french(open_page: OpenPage, server: Server) -> None:
    page = open_page(PHONE, "fr")
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{server.url}/new/axisallies")
    expect(page.get_by_test_id("seating-ussr")).to_be_checked()
    page.get_by_test_id("seating-axis").check(force=True)
    for seat, kind in enumerate(("program", "person", "program", "person", "program")):
        expect(page.get_by_test_id(f"kind-{seat}-{kind}")).to_be_checked()
    # With a first turn of peace, nobody has lost anything before our turn.
    page.get_by_test_id("all-options").locator("summary").first.tap()
    groups = page.get_by_test_id("option-group")
    expect(groups).to_have_count(6)
    peace = page.get_by_label("Premier tour de paix")
    expect(peace).not_to_be_visible()
    start = groups.locator("summary", has_text="Départ")
    start.tap()
    peace.check()
    expect(start).to_contain_text("1 modifiée")
    page.get_by_test_id("start").click()
    page.wait_for_url("**/table/*")
    path = f"/tables/{page.url.rpartition('/')[2]}"
    wait_for_own_turn(page, "Allemagne")
    seats = server.get(path)["seats"]
    assert [seat["kind"] for seat in seats] == ["program", "person", "program", "person", "program"]
    assert seats[1]["name"] == seats[3]["name"]
    page.get_by_test_id("news-skip").tap()
    page.get_by_test_id("research-skip").tap()
    in_phase(page, "buy")
    for _ in range(2):
        page.get_by_test_id("buy-infantry-more").tap()
    expect(page.get_by_test_id("buy-total")).to_have_text("6 CPI")
    assert within(page, page.get_by_test_id("buy"))
    assert_not_wider_than_the_phone(page)
    page.get_by_test_id("buy").tap()
    until(lambda: server.get(path)["view"]["bought"] == {"infantry": 2}, "the purchase")
    end_phase(page, "buy")
    in_phase(page, "combat_move")
    page.get_by_role("button", name="Compris").tap()
    x, y = army(page, "libya")
    page.touchscreen.tap(x, y)
    expect(page.get_by_test_id("move-panel")).to_contain_text("Libye")
    assert_not_wider_than_the_phone(page)
    # The panel that appears below the finger is not pressed by it.
    expect(page.get_by_test_id("pick-infantry-count")).to_have_text("1")
    expect(page.get_by_test_id("pick-armor-count")).to_have_text("1")
    goal = page.get_by_test_id("goal-anglo-egypt-sudan")
    expect(goal).to_contain_text(re.compile(r"attaque \d+\s%, [a-zé]"))
    goal.tap()
    page.get_by_test_id("way-0").tap()
    sent = {"infantry": 1, "armor": 1}
    until(
        lambda: server.get(path)["view"]["units"]["anglo-egypt-sudan"].get("germany") == sent,
        "the army to be in Egypt",
    )
    assert_not_wider_than_the_phone(page)


def assert_not_wider_than_the_phone(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def within(page: Page, element: Locator) -> bool:
    box, window = element.bounding_box(), page.viewport_size
    assert box
    assert window
    return box["y"] >= 0 and box["y"] + box["height"] <= window["height"]


@pytest.mark.thorough
def test_a_turn_on_a_phone_held_sideways(open_page: OpenPage, server: Server) -> None:
    visitor = server.sit_down(*GERMANY, game="axisallies", first_turn_peace=True)
    page = open_page({"width": 844, "height": 390}, "en")
    sit(page, visitor)
    wait_for_own_turn(page, "Germany")
    page.get_by_test_id("news-skip").click()
    page.get_by_test_id("research-skip").click()
    in_phase(page, "buy")
    take(page, "buy-infantry", 2)
    assert within(page, page.get_by_test_id("buy"))
    page.get_by_test_id("buy").click()
    until(lambda: visitor.look()["view"]["bought"] == {"infantry": 2}, "the purchase")
    page.get_by_role("button", name="Got it").click()
    end_phase(page, "buy")
    in_phase(page, "combat_move")
    bring_into_sight(page, "[data-space='libya']")
    x, y = army(page, "libya")
    page.mouse.click(x, y)
    panel = page.get_by_test_id("move-panel").bounding_box()
    assert panel
    # The units being ordered stay visible beside the panel.
    assert army(page, "libya")[0] > panel["x"] + panel["width"]
    page.get_by_test_id("goal-anglo-egypt-sudan").click()
    page.get_by_test_id("way-0").click()
    until(lambda: moves_to_egypt(visitor) == 2, "the attack")
    end_phase(page, "combat_move")
    page.get_by_test_id("fight-anglo-egypt-sudan").click()
    fight_to_the_end(page)
    end_phase(page, "noncombat")
    page.get_by_test_id("place-at-germany").click()
    page.get_by_test_id("place").click()
    until(lambda: visitor.look()["view"]["bought"] == {}, "everything to be placed")
    end_phase(page, "place")
    # The bar and the result say the same.
    visitor.look()
    visitor.do("resign")
    expect(page.get_by_test_id("war-over")).to_have_text("The Allies win")
    expect(page.get_by_test_id("result")).to_contain_text(
        "The Allies win: U.S.S.R., United Kingdom, and United States"
    )
    expect(page.get_by_test_id("todo")).to_contain_text("Surrender of Germany")
