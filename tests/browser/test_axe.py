"""Every page passes axe, a checker of accessibility rules, in light and in dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from partie.testing.amounts import THOROUGH
from tests.browser.conftest import DESK, PHONE
from tests.browser.tables import take_seats, wait_for_turn
from tests.service.client import PERSON, Server, Visitor, program

OpenPage = Callable[..., Page]
STILL = "() => document.getAnimations().every(({ playState }) => playState !== 'running')"
"""Whether nothing on a page is moving or changing its colour."""
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""The rules that depend on the colour scheme."""
CHECK = """async ({ runOnly, preload }) => {
    const rules = Array.isArray(runOnly) ? { 'label-content-name-mismatch': { enabled: true } } : {};
    const { violations } = await axe.run(document, { runOnly, rules, preload, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(
        ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`,
    ));
}"""
SEATS = {"quarto": 2, "liarsdice": 3, "hearts": 4, "coinche": 4, "axisallies": 5}
GAMES = list(SEATS)
SAME_PAGE = [
    game if game in ("coinche", "axisallies") else pytest.param(game, marks=pytest.mark.thorough)
    for game in GAMES
]
"""For pages that are the same for every game, with other texts: every day, two games with many options."""


@pytest.fixture(scope="module")
def finished(server: Server) -> Visitor:
    visitor = server.sit_down(PERSON, program("ponder:seconds=0"))
    visitor.play_to_the_end()
    return visitor


def violations(page: Page, preload: bool = True, dark: bool = True) -> list[str]:
    """What axe finds on the page: with all rules in light, with those about colours in `dark`.

    `preload`: axe copies style sheets, which the policy of our pages does not allow inside a shadow tree."""
    found = []
    page.emulate_media(reduced_motion="reduce")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())
    for scheme in ("light", "dark") if dark else ("light",):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(STILL)
        rules = RULES if scheme == "light" else COLOURS
        answer = page.evaluate(CHECK, {"runOnly": rules, "preload": preload})
        found += [f"{scheme} {text}" for text in answer]
    return found


def shown(page: Page, url: str, test_id: str) -> Page:
    page.goto(url)
    expect(page.get_by_test_id(test_id).first).to_be_visible()
    return page


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "fr")], ids=["desk", "phone"])
def test_home_with_games_in_progress_and_finished(
    open_page: OpenPage, server: Server, finished: Visitor, size: dict[str, int], language: str
) -> None:
    page = open_page(size, language)
    take_seats(page, server.sit_down(PERSON, program("ponder:seconds=0")))
    shown(page, server.url, "play-quarto")
    assert violations(page) == []


@pytest.mark.parametrize("game", SAME_PAGE)
def test_a_new_table(open_page: OpenPage, server: Server, game: str) -> None:
    page = shown(open_page(DESK, "fr"), f"{server.url}/new/{game}", "start")
    for details in page.locator("details").all():
        details.evaluate("details => { details.open = true }")
    assert violations(page) == []
    page.get_by_test_id("level-1").or_(page.get_by_test_id("level-0")).first.select_option("custom")
    assert violations(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_table(open_page: OpenPage, server: Server, game: str) -> None:
    page = open_page(PHONE, "en")
    others = [program("random")] * (SEATS[game] - 1)
    take_seats(page, server.sit_down(PERSON, *others, game=game))
    wait_for_turn(page)
    assert violations(page) == []
    if THOROUGH or game == "coinche":
        page.set_viewport_size(DESK)
        assert violations(page) == []


@pytest.mark.parametrize("game", SAME_PAGE)
def test_rules(open_page: OpenPage, server: Server, game: str) -> None:
    page = open_page(DESK, "en")
    page.goto(f"{server.url}/rules/{game}")
    opening = page.locator("article p").first
    english = opening.inner_text()
    assert violations(page) == []
    page.get_by_test_id("lang-fr").click()
    expect(opening).not_to_have_text(english)
    assert violations(page) == []


def test_a_finished_table_and_its_replay(open_page: OpenPage, server: Server, finished: Visitor) -> None:
    page = open_page(PHONE, "fr")
    take_seats(page, finished)
    expect(page.get_by_test_id("result")).to_be_visible()
    assert violations(page) == []
    page.set_viewport_size(DESK)
    assert not THOROUGH or violations(page) == []
    page.goto(f"{server.url}/replay/{finished.id}")
    expect(page.get_by_role("grid").first).to_be_visible()
    assert violations(page) == []
    page.set_viewport_size(PHONE)
    assert not THOROUGH or violations(page) == []


def test_the_companion(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "en")
    page.goto(f"{server.url}/companion")
    expect(page.get_by_role("heading").first).to_be_visible()
    assert violations(page) == []


def test_a_page_that_does_not_exist(open_page: OpenPage, server: Server) -> None:
    page = shown(open_page(PHONE, "fr"), f"{server.url}/nowhere", "lost")
    assert violations(page) == []
