"""A game of another package, played on its own board in our pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.sharing import SharedServer, shared_folder
from tests.browser.tables import wait_for_turn
from tests.browser.test_axe import violations
from tests.examples.install import install
from tests.kinds import one_of
from tests.service.client import Server, until

OpenPage = Callable[..., Page]


def _start(folder: Path) -> Server:
    environment = install("kalah", folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", environment["PYTHONPATH"])
        return Server(folder / "tables.db", folder / "server.log", "--only", "kalah")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the example installed; nothing of ours is changed for it."""
    with SharedServer(shared_folder(tmp_path_factory, "kalah"), _start) as shared:
        until(lambda: shared.get("/games/kalah")["ready"], "Kalah to be compiled", 600.0)
        yield shared


def house(page: Page, letter: str) -> Locator:
    return page.get_by_test_id("outside-board").locator(f'[data-house="{letter}"]')


def begin(page: Page, server: Server) -> None:
    """A small board against the beginner."""
    page.goto(f"{server.url}/new/kalah")
    page.get_by_test_id("preset-small").click()
    page.get_by_test_id("level-1").select_option("beginner")
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("outside-board")).to_be_visible()


CONTRASTS = """host => {
    const rgb = colour => {
        const canvas = new OffscreenCanvas(1, 1).getContext('2d');
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = colour => rgb(colour).reduce((sum, part, i) => {
        const share = part / 255;
        const linear = share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        return sum + [0.2126, 0.7152, 0.0722][i] * linear;
    }, 0);
    const contrast = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const wood = [...host.shadowRoot.querySelectorAll('#wood stop')].map(stop => getComputedStyle(stop).stopColor);
    return [...host.shadowRoot.querySelectorAll('text, tspan')].filter(text => text.textContent.trim()).flatMap(
        text => wood.map(colour => [text.textContent, contrast(getComputedStyle(text).fill, colour)])
    );
}"""
"""The contrast of every text on the board with every colour of its wood: axe does not look at drawings."""


def assert_legible(page: Page) -> None:
    """The board has its own colours, which must be as legible in dark as in light."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        contrasts = page.get_by_test_id("outside-board").evaluate(CONTRASTS)
        assert contrasts
        assert [text for text, contrast in contrasts if contrast < 4.5] == [], scheme


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "fr")], ids=["desk", "phone"])
def test_a_whole_game_on_its_own_board(
    open_home: OpenPage, server: Server, size: dict[str, int], language: str
) -> None:
    page = open_home(size, language, server)
    expect(page.locator('img[src="/api/games/kalah/board/emblem.svg"]')).to_be_visible()
    begin(page, server)
    wait_for_turn(page)
    assert violations(page, preload=False) == []
    assert_legible(page)
    standing = page.locator("svg.standing" if size is PHONE else "svg.lying")
    expect(standing).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    first = house(page, "b")
    again = {"en": "you play again", "fr": "vous rejouez"}[language]
    expect(first).to_have_attribute("aria-label", re.compile(again))
    seq = -1
    for turn in range(60):
        table = wait_for_turn(page, after=seq)
        if table["status"] == "over":
            break
        seq = table["seq"]
        # The board shows what the table says.
        for letter, count in zip("abcd", table["view"]["houses"][0], strict=True):
            expect(house(page, letter).locator(".count")).to_have_text(str(count))
        legal = [letter for letter, count in zip("abcd", table["view"]["houses"][0], strict=True) if count]
        if turn == 0:
            page.keyboard.press(str("abcd".index(legal[0]) + 1))
        else:
            house(page, legal[-1]).click()
    else:
        raise AssertionError("the game does not end")
    expect(page.get_by_test_id("result")).to_be_visible()
    word = {"en": "stones", "fr": "graines"}[language]
    expect(page.get_by_test_id("result")).to_contain_text(word)
    sown = {"en": "sows house a", "fr": "sème la case a"}[language]
    expect(page.locator(f'[data-testid="log"] li[title*="{sown}"]').first).to_be_attached()
    page.get_by_test_id("replay").click()
    expect(page.get_by_test_id("outside-board")).to_be_visible()
    assert violations(page, preload=False) == []
    expect(house(page, "a").locator(".count")).to_have_text("3")
    page.get_by_test_id("replay-next").click()
    expect(house(page, "a").locator(".count")).to_have_text("0")
    expect(page.get_by_test_id("replay-text")).to_contain_text(sown)


@pytest.mark.thorough
def test_hints_keys_and_languages(open_page: OpenPage, server: Server) -> None:
    page = open_page(at=server)
    begin(page, server)
    wait_for_turn(page)
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint-text")).to_have_text("Solved: with best play this wins by 6 stones.")
    expect(house(page, "b")).to_have_class(re.compile("hinted"))
    expect(house(page, "a")).to_have_attribute("role", "button")
    expect(house(page, "A")).to_have_attribute("role", "img")
    house(page, "a").focus()
    page.keyboard.press("ArrowRight")
    expect(house(page, "b")).to_be_focused()
    page.keyboard.press("Tab")
    expect(house(page, "A")).not_to_be_focused()
    house(page, "b").focus()
    page.get_by_test_id("lang-fr").click()
    expect(house(page, "b")).to_have_attribute("aria-label", re.compile("Case b : 3 graines. La dernière"))
    house(page, "b").focus()
    page.keyboard.press("Enter")
    expect(house(page, "b").locator(".count")).to_have_text("0")
    page.keyboard.press("2")
    expect(page.get_by_test_id("announcer")).to_contain_text("La case b est vide.")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("semer cette case")


@pytest.mark.parametrize(
    "script",
    one_of(
        [
            "export default { mount() { throw new Error('no'); } }",
            "throw new Error('broken')",
            "export default {}",
        ]
    ),
    ids=["failing", "broken", "empty"],
)
def test_without_its_board_the_game_is_played_as_text(
    open_page: OpenPage, server: Server, script: str
) -> None:
    def answer(route: Route) -> None:
        route.fulfill(content_type="text/javascript", body=script)

    page = open_page(at=server)
    page.route("**/board/board.js", answer)
    page.goto(f"{server.url}/new/kalah")
    page.get_by_test_id("preset-small").click()
    page.get_by_test_id("start").click()
    expect(page.get_by_text("The board of this game could not be loaded.")).to_be_visible()
    wait_for_turn(page)
    page.locator(".moves button", has_text=re.compile("^b$")).click()
    expect(page.locator("pre")).to_contain_text("3,0,4,4")
