"""The report of a tournament in a browser: readable on any screen, in both languages, and its replays
open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from partie.arena.report import write_report
from partie.arena.tournament import Tournament
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_axe import violations
from tests.service.client import Server

OpenPage = Callable[..., Page]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Path:
    folder = tmp_path_factory.mktemp("tournament")
    write_report(folder, Tournament("quarto", ("random", "beginner"), games=4).run(folder), server.url)
    return folder


@pytest.mark.parametrize(
    ("size", "language", "title", "other", "button"),
    [
        (DESK, "en", "Who beats whom", "Qui bat qui", "Français"),
        (PHONE, "fr", "Qui bat qui", "Who beats whom", "English"),
    ],
    ids=["desk", "phone"],
)
def test_the_report(
    open_page: OpenPage, folder: Path, size: ViewportSize, language: str, title: str, other: str, button: str
) -> None:
    page = open_page(size, language)
    page.goto(f"file://{folder}/report.html")
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert violations(page) == []
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("heading", name=other)).to_be_visible()
    expect(page.get_by_role("heading", name=title)).to_be_hidden()


def test_a_lopsided_deal_is_replayed(open_page: OpenPage, folder: Path) -> None:
    page = open_page()
    page.goto(f"file://{folder}/report.html")
    page.get_by_role("link", name="replay", exact=True).first.click()
    expect(page.get_by_test_id("replay-slider")).to_be_visible()
    assert page.url.endswith("/replay"), "the address is short again"
    page.reload()
    expect(page.get_by_test_id("replay-slider")).to_be_visible()


def test_a_link_that_holds_no_record(open_page: OpenPage, server: Server) -> None:
    page = open_page()
    page.goto(f"{server.url}/replay#record=rubbish%")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
