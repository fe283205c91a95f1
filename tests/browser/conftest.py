"""A real Chromium against a real server process with the built pages."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.service.client import Server

DESK: ViewportSize = {"width": 1024, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
# A machine that has other things to do is slow: what is expected may take its time.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever lies in this folder drives a browser, whose event loop other tests in the same process could not bear. Tests that share a server besides the one of all run in one process."""
    here = Path(__file__).parent
    for item in items:
        if here not in item.path.parents:
            continue
        item.add_marker(pytest.mark.browser)
        if "mortal_server" in item.fixturenames:  # type: ignore[attr-defined]
            item.add_marker(pytest.mark.xdist_group("mortal"))
        elif item.path.stem in ("test_invitation", "test_transfer"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all pages; it may be restarted."""
    folder = tmp_path_factory.mktemp("pages")
    running = Server(folder / "tables.db", folder / "server.log")
    running.wait_until_ready()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def _quarto_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("killed")
    running = Server(folder / "tables.db", folder / "server.log", "--only", "quarto")
    yield running
    running.stop()


@pytest.fixture
def mortal_server(_quarto_server: Server) -> Iterator[Server]:
    """A server that a test may kill; it runs again afterwards. Only Quarto is played there: it is soon ready again."""
    yield _quarto_server
    if _quarto_server.process.poll() is not None:
        _quarto_server.start()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert path, "no Chromium on this machine: see tools/need_chromium.sh"
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=[*flags, "--disable-sync", "--no-first-run"]
        )
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """`open_page(size, language)`: a fresh visitor on the home page, of the server of all or of another. No page may report an error in its console, or try what its policy forbids."""
    contexts, complaints = [], []

    def opened(size: ViewportSize = DESK, language: str = "en", at: Server = server) -> Page:
        context = browser.new_context(
            viewport=size, locale=language, has_touch=size is PHONE, service_workers="block"
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if _is_forbidden(said.text) else None)
        page.goto(at.url)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


def _is_forbidden(text: str) -> bool:
    return "Content Security Policy" in text
