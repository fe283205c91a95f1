"""Companion mode in the browser: a position set up by hand, orders for it, battles, and files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE

OpenPage = Callable[..., Page]
WIDE = {"width": 1280, "height": 800}
EGYPT = "anglo-egypt-sudan"


def enter(page: Page) -> None:
    """Go from the home page to the companion and wait for its position."""
    page.get_by_test_id("companion-axisallies").click()
    expect(page.get_by_test_id("companion-play")).to_be_enabled()


def tap(page: Page, space: str) -> None:
    """Tap a space on the map, where its units stand."""
    places = page.locator(f'[data-space="{space}"]')
    expect(places.first).to_be_attached()
    size = page.viewport_size
    assert size is not None
    boxes = [box for place in places.all() if (box := place.bounding_box())]
    box = next(box for box in boxes if 0 < box["x"] < size["width"] and 60 < box["y"] < size["height"])
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def one_more(page: Page, kind: str) -> None:
    page.get_by_test_id(f"count-{kind}").get_by_role("button").last.click()


def count(page: Page, kind: str) -> Locator:
    return page.get_by_test_id(f"count-{kind}").get_by_role("spinbutton")


def order(page: Page, text: str) -> Locator:
    return page.get_by_test_id("order").filter(has_text=text)


def test_orders_for_a_position_set_up_by_hand_in_french(open_home: OpenPage, tmp_path: Path) -> None:
    page = open_home(WIDE, "fr")
    enter(page)

    tap(page, EGYPT)
    expect(page.get_by_test_id("space-choice")).to_have_value(EGYPT)
    expect(count(page, "infantry")).to_have_value("1")
    one_more(page, "infantry")
    expect(page.get_by_text("(Royaume-Uni, 2 CPI). Royaume-Uni : 2 infanteries, 1 blindé")).to_be_attached()
    page.get_by_test_id("undo").click()
    expect(count(page, "infantry")).to_have_value("1")
    page.get_by_test_id("redo").click()
    expect(count(page, "infantry")).to_have_value("2")

    page.get_by_test_id("phase").select_option(label="mouvements de combat")
    page.get_by_role("button", name="Jouer : Allemagne").click()
    landing = order(page, "Débarquer 2 infanteries")
    expect(landing).to_contain_text("Méditerranée orientale → Égypte et Soudan anglo-égyptien")
    expect(landing).to_contain_text("amphibie")
    expect(order(page, "1 blindé : Libye")).to_contain_text("blitz")
    expect(page.get_by_test_id("rule").get_by_text("Débarquement en Égypte")).to_be_visible()
    landing.hover()
    expect(page.locator("svg .way").first).to_be_attached()
    page.get_by_test_id("why").click()
    expect(page.get_by_test_id("trace")).to_contain_text("Écartées")
    expect(page.get_by_test_id("trace")).to_contain_text("nulle part qui compte")
    page.keyboard.press("Escape")

    number = page.get_by_test_id("order").count()
    order(page, "1 cuirassé").get_by_test_id("apply-one").click()
    expect(page.get_by_test_id("order")).to_have_count(number - 1)
    order(page, "Afrique-Occidentale").get_by_test_id("ignore-one").click()
    expect(page.get_by_test_id("order")).to_have_count(number - 2)
    page.get_by_test_id("apply-all").click()

    expect(page.get_by_test_id(f"battle-{EGYPT}")).to_contain_text("Royaume-Uni 2 infanteries, 1 blindé")
    expect(page.get_by_test_id(f"battle-{EGYPT}")).to_contain_text("D’abord le combat en mer")
    page.get_by_test_id("battle-sz-east-med").get_by_test_id("throw").click()
    expect(page.get_by_test_id("events")).to_contain_text("Méditerranée orientale : pertes de l’attaquant")
    caucasus = page.get_by_test_id("battle-caucasus")
    expect(caucasus.get_by_test_id("odds")).to_contain_text("83 % de prendre la case")
    caucasus.get_by_test_id("enter-result").click()
    caucasus.get_by_role("spinbutton", name="Infanterie, URSS").fill("0")
    caucasus.get_by_test_id("enter").click()
    expect(page.get_by_test_id("events")).to_contain_text("Caucase : pertes de l’attaquant : aucune")
    expect(page.get_by_test_id("events")).to_contain_text("L’espace est pris.")

    page.get_by_test_id("tab-file").click()
    with page.expect_download() as caught:
        page.get_by_test_id("download").click()
    saved = tmp_path / "position.txt"
    caught.value.save_as(saved)
    text = saved.read_text("utf-8").strip()
    assert "\nCaucasus: germany; germany 3 inf, 3 arm\n" in text
    page.reload()
    expect(page.get_by_test_id("phase")).to_have_value("combat")
    page.get_by_test_id("tab-file").click()
    expect(page.get_by_test_id("position-text")).to_have_value(text)
    page.get_by_test_id("standard").click()
    expect(page.get_by_test_id("phase")).to_have_value("buy")
    page.get_by_test_id("upload").set_input_files(saved)
    expect(page.get_by_test_id("phase")).to_have_value("combat")
    expect(page.get_by_test_id("position-text")).to_have_value(text)


def test_impossible_positions_on_a_phone(open_home: OpenPage) -> None:
    page = open_home(PHONE, "en")
    enter(page)
    page.get_by_test_id("space-choice").select_option("Anglo-Egypt Sudan")
    page.get_by_test_id("units-of-germany").click()
    one_more(page, "infantry")
    expect(page.get_by_test_id("trouble")).to_contain_text("Anglo-Egypt Sudan")
    expect(page.get_by_test_id("companion-play")).to_be_disabled()
    page.get_by_test_id("owner").select_option("germany")
    expect(page.get_by_test_id("trouble")).to_contain_text("United Kingdom")
    page.get_by_test_id("undo").click()
    page.get_by_test_id("undo").click()
    expect(page.get_by_test_id("trouble")).to_have_count(0)

    page.get_by_test_id("tab-file").click()
    page.get_by_test_id("position-text").fill("round: 1\nturn: germany, lunch")
    page.get_by_test_id("use-text").click()
    expect(page.get_by_test_id("trouble")).to_contain_text("Line 2")
    expect(page.get_by_test_id("trouble")).to_be_in_viewport()

    page.get_by_test_id("companion-play").click()
    expect(order(page, "Buy 4 infantry (12 IPC)")).to_be_visible()
    page.get_by_test_id("apply-all").click()
    expect(page.get_by_test_id("phase")).to_have_value("combat_move")
    expect(page.get_by_test_id("next")).to_contain_text("Germany, combat movement")
    page.get_by_test_id("companion-play").click()
    page.get_by_test_id("apply-all").click()
    expect(page.get_by_role("heading", name="Battles")).to_be_in_viewport()
