"""Puzzles of Quarto in the browser: solved by click and by keyboard, and remembered."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.pages import ROOT

OpenPage = Callable[..., Page]
PUZZLES = json.loads((ROOT / "web/src/games/quarto/puzzles.json").read_text())


def answer(page: Page, move: str) -> None:
    """Place the piece in hand and give another with the keyboard alone."""
    square, gift = move.split("-")
    page.get_by_test_id(f"square-{square}").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id(f"piece-{gift}").focus()
    page.keyboard.press("Enter")


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "fr")], ids=["desk", "phone"])
def test_a_puzzle_is_solved_and_remembered(open_home: OpenPage, size: dict[str, int], language: str) -> None:
    page = open_home(size, language)
    page.get_by_test_id("puzzles-quarto").click()
    shown, said = page.get_by_test_id("puzzles"), page.get_by_test_id("puzzle-said")
    first = PUZZLES[0]
    wrong = next(move for move in first["legal"] if "-" in move and move != first["solution"])
    answer(page, wrong)
    expect(said).to_contain_text({"en": "does not win", "fr": "ne gagne pas"}[language])
    expect(shown).to_have_attribute("data-solved", "0")
    answer(page, first["solution"])
    expect(said).to_contain_text({"en": "every defence", "fr": "toute défense"}[language])
    expect(shown).to_have_attribute("data-solved", "1")
    page.get_by_test_id("puzzle-next").click()
    page.get_by_test_id("puzzle-reveal").click()
    expect(shown).to_have_attribute("data-solved", "1")
    page.reload()
    expect(shown).to_have_attribute("data-number", "1")
