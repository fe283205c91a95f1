"""Quarto played in the browser, as a person would."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.tables import wait_for_event, wait_for_turn
from tests.service.client import Json, Server

OpenPage = Callable[..., Page]


def make_move(page: Page, view: Json) -> None:
    """Place the piece in hand on the first empty square, then give the first piece left, by click or tap."""
    if view["phase"] == "place":
        names = [column + row for row in "1234" for column in "abcd"]
        square = next(name for name, piece in zip(names, view["board"], strict=True) if piece is None)
        page.get_by_test_id(f"square-{square}").click()
        if not view["left"]:
            return
    give = page.get_by_test_id(f"piece-{view['left'][0]}")
    over = page.get_by_test_id("result")
    give.or_(over).first.wait_for()
    try:
        give.click(timeout=10_000)
    except TimeoutError:
        expect(over).to_be_visible()  # the piece placed has won, and nothing is given any more


def play_to_the_end(page: Page, disturb: Mapping[int, Callable[[], object]]) -> int:
    """Play to the end, calling what `disturb` has for a turn before it; return the number of turns."""
    seq = -1
    for turn in range(1, 20):
        table = wait_for_turn(page, after=seq)
        if table["status"] == "over":
            return turn
        if turn in disturb:
            disturb[turn]()
            table = wait_for_turn(page)
        seq = table["seq"]
        make_move(page, table["view"])
    raise AssertionError("the game does not end")


def visible(page: Page, test_id: str) -> bool:
    """Whether an element is inside the window without scrolling."""
    box = page.get_by_test_id(test_id).bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    return (
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"]
        and box["y"] + box["height"] <= size["height"]
    )


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "fr")], ids=["desk", "phone"])
def test_a_game_to_its_end_with_a_reload_and_a_restart(
    open_home: OpenPage, killable_server: Server, size: dict[str, int], language: str
) -> None:
    page = open_home(size, language, killable_server)
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.get_by_test_id("play-quarto").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_test_id("square-a1")).to_be_visible()
    for corner in ("square-a1", "square-a4", "square-d1", "square-d4"):
        assert visible(page, corner), f"{corner} is not in the window"

    def restart() -> None:
        killable_server.kill()
        killable_server.start()

    turns = play_to_the_end(page, {2: page.reload, 3: restart})
    assert turns > 2, "the game was over before anything was disturbed"
    word = {"en": r"won|win|draw|lost|lose|victory", "fr": r"victoire|gagn|null|perd"}[language]
    expect(page.get_by_test_id("result")).to_contain_text(re.compile(word, re.IGNORECASE))
    for corner in ("square-a1", "square-d4"):
        assert visible(page, corner), f"{corner} is not in the window at the end"
    page.get_by_test_id("result").get_by_role("link").first.wait_for()


def test_the_language_can_be_switched(open_home: OpenPage) -> None:
    page = open_home(DESK, "en")
    page.get_by_test_id("lang-fr").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_hint_takeback_and_resignation(open_home: OpenPage, server: Server) -> None:
    page = open_home(DESK, "en")
    page.get_by_test_id("play-quarto").click()
    wait_for_turn(page)
    page.get_by_test_id("piece-0000").click()
    expect(page.get_by_test_id("log")).to_contain_text("short red round hollow")
    wait_for_turn(page)
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-text")).not_to_be_empty()
    page.get_by_test_id("takeback").click()
    expect(page.get_by_test_id("log")).not_to_contain_text("short red round hollow")
    page.get_by_test_id("piece-1111").click()
    wait_for_turn(page)
    page.get_by_test_id("resign").click()
    page.get_by_test_id("resign-confirm").click()
    expect(page.get_by_test_id("result")).to_be_visible()
    page.get_by_test_id("verify").scroll_into_view_if_needed()


def test_playing_by_keyboard_only(open_home: OpenPage, server: Server) -> None:
    page = open_home(DESK, "en")
    page.get_by_test_id("play-quarto").click()
    wait_for_turn(page)
    page.keyboard.press("m")
    page.get_by_test_id("move-input").fill("-0101")
    page.keyboard.press("Enter")
    table = wait_for_turn(page, after=1)
    assert len(table["moves"]) >= 2
    square = next(s for s in ("b2", "c3") if f"{s}-" in " ".join(map(str, _legal_squares(table["view"]))))
    page.get_by_test_id(f"square-{square}").focus()
    page.keyboard.press("Enter")
    gift = page.get_by_test_id(f"piece-{table['view']['left'][0]}")
    gift.focus()
    page.keyboard.press("Enter")
    wait_for_event(page, table["seq"] + 1)


def _legal_squares(view: Json) -> list[str]:
    names = [column + row for row in "1234" for column in "abcd"]
    return [f"{name}-" for name, piece in zip(names, view["board"], strict=True) if piece is None]


def test_an_impossible_typed_move_is_explained(open_home: OpenPage, server: Server) -> None:
    page = open_home(DESK, "fr")
    page.get_by_test_id("play-quarto").click()
    wait_for_turn(page)
    page.keyboard.press("m")
    page.get_by_test_id("move-input").fill("z9-0101")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("notice").first).to_be_visible()


def test_links_that_lead_nowhere(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "en")
    for path in ("/table/nosuchtable", "/nowhere/at/all"):
        page.goto(server.url + path)
        expect(page.get_by_test_id("lost")).to_be_visible()


def test_rules_are_there_in_both_languages(open_page: OpenPage, server: Server) -> None:
    for language, word in (("en", "hollow"), ("fr", "creuse")):
        page = open_page(PHONE, language)
        page.goto(f"{server.url}/rules/quarto")
        expect(page.get_by_text(word).first).to_be_visible()


def test_two_people_play_by_link(open_page: OpenPage, server: Server) -> None:
    ann = open_page(DESK, "en")
    ann.goto(f"{server.url}/new/quarto")
    ann.get_by_test_id("kind-1-open").click()
    ann.get_by_test_id("start").click()
    ann.wait_for_url("**/table/*")
    link = ann.url
    bob = open_page(PHONE, "fr")
    bob.goto(link)
    bob.get_by_test_id("sit-1").click()
    wait_for_turn(ann)
    ann.get_by_test_id("piece-0110").click()
    expect(bob.get_by_test_id("hand")).to_contain_text(re.compile("."))
    wait_for_turn(bob)
    bob.get_by_test_id("square-b2").click()
    bob.get_by_test_id("piece-1001").click()
    expect(ann.get_by_test_id("log")).to_contain_text("short blue square hollow")
