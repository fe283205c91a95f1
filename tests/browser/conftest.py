"""A real Chromium against a real server process with the built pages."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.sharing import SharedServer, shared_folder, simple
from tests.chromium import chromium
from tests.service.client import Server

DESK: ViewportSize = {"width": 1024, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
ON_THE_SERVER = """if (location.protocol.startsWith('http') && !localStorage.getItem('partie.thinking'))
    localStorage.setItem('partie.thinking', '"server"')"""
"""Programs think on the server, where tests can look at their tables; test_site.py is about devices."""
_SIZES = ("desk", "phone")
# A busy machine is slow: what is expected may take a while.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of this folder: Playwright's event loop disturbs other tests in the same process.

    What is the same on a desk and on a phone is tried on one of them every day: half of the tests on each."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            test, _, size = item.nodeid.removesuffix("]").partition("[")
            if size == _SIZES[zlib.crc32(test.encode()) % 2] and not item.get_closest_marker("every_size"):
                item.add_marker(pytest.mark.thorough)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of most tests, shared by all test processes: getting every game ready takes a while."""
    with SharedServer(shared_folder(tmp_path_factory, "pages"), simple("--shared")) as shared:
        shared.wait_until_ready()
        yield shared


@pytest.fixture(scope="session")
def _quarto_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("killed")
    running = Server(folder / "tables.db", folder / "server.log", "--only", "quarto")
    yield running
    running.stop()


@pytest.fixture
def killable_server(_quarto_server: Server) -> Iterator[Server]:
    """A server that a test may kill; it is restarted afterwards. It only gets Quarto ready, which is
    quick."""
    yield _quarto_server
    if _quarto_server.process.poll() is not None:
        _quarto_server.start()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """`open_page(size, language)`: the page of a new visitor, still blank, but at the address of the server.

    No page may report an error in its console, or try what its policy forbids."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(size: ViewportSize = DESK, language: str = "en", at: Server = server) -> Page:
        context = browser.new_context(
            viewport=size, locale=language, has_touch=size is PHONE, service_workers="block"
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(ON_THE_SERVER)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if _is_forbidden(said.text) else None)
        page.goto(f"{at.url}/favicon.svg")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


@pytest.fixture
def open_home(open_page: Callable[..., Page], server: Server) -> Callable[..., Page]:
    """`open_home(size, language)`: a new visitor on the home page."""

    def opened(size: ViewportSize = DESK, language: str = "en", at: Server = server) -> Page:
        page = open_page(size, language, at)
        page.goto(at.url)
        return page

    return opened


def _is_forbidden(text: str) -> bool:
    return "Content Security Policy" in text
