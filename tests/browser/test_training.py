"""A war on the training board of Axis & Allies in the browser: from the form for a new table to the
replay."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.test_axisallies import PATIENCE, PROGRAM, army, press_if_present, sit
from tests.service.client import PERSON, Server, until

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
    page = open_page(PHONE)
    visitor = server.sit_down(PROGRAM, PERSON, game="axisallies", preset="training", rounds=2)
    sit(page, visitor)
    expect(page.get_by_test_id("power")).to_be_visible(timeout=PATIENCE)
    assert army(page, "westmark")

    def over() -> bool:
        press_if_present(page, "lose-usual", "go-on", "battle-close", "end-phase")
        return page.get_by_test_id("war-over").count() > 0

    until(over, "the war to end", PATIENCE / 1000)
    expect(page.get_by_test_id("result")).to_be_visible()
    page.goto(f"{server.url}/replay/{visitor.id}")
    expect(page.locator("[data-name='eastgate']").first).to_be_attached(timeout=PATIENCE)
