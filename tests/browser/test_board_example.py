"""The board on the page about boards, mounted in a browser as the app would."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.pages import ROOT, blocks


def test_the_board_of_the_page_plays(browser: Browser) -> None:
    (source,) = blocks(ROOT / "docs" / "boards.md", "js")
    page = browser.new_page()
    page.evaluate(
        """async (source) => {
            const module = await import(URL.createObjectURL(new Blob([source], {type: 'text/javascript'})));
            window.played = [];
            const host = {play: (move) => window.played.push(move), announce() {}};
            window.board = module.default.mount(document.body, {legal: ['a1', 'b2']}, host);
        }""",
        source,
    )
    page.get_by_role("button", name="b2").click()
    assert page.evaluate("window.played") == ["b2"]
    page.evaluate("window.board.update({legal: ['c3']})")
    assert page.get_by_role("button").all_inner_texts() == ["c3"]
    page.evaluate("window.board.destroy()")
    page.close()
