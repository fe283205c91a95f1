"""What is transferred: compressed files, and no board before somebody plays."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from partie.service.pages import STATIC
from tests.browser.conftest import DESK
from tests.browser.sharing import SharedServer, shared_folder, simple
from tests.service.client import Server

MOST = 120 * 1024
GAMES = ("quarto", "liarsdice", "hearts", "coinche", "axisallies")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that compiles nothing: nobody plays here."""
    with SharedServer(shared_folder(tmp_path_factory, "transfer"), simple("--cold")) as shared:
        yield shared


class Wire:
    """Everything a page and its service worker transfer: names of files, and bytes with their headers."""

    def __init__(self, page: Page) -> None:
        self.files: dict[str, str] = {}
        self.bytes = 0
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._sent)
        session.on("Network.loadingFinished", self._finished)

    def _sent(self, event: dict[str, Any]) -> None:
        self.files[event["requestId"]] = event["request"]["url"]

    def _finished(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])

    def loaded(self, game: str) -> bool:
        return any(re.search(rf"/assets/{game}-", address) for address in self.files.values())


def test_home_is_light_and_loads_no_board(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport=DESK, locale="en", service_workers="block")
    page = context.new_page()
    wire = Wire(page)
    page.goto(server.url)
    expect(page.get_by_test_id("play-axisallies")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert any("/assets/index-" in address for address in wire.files.values())
    assert 10_000 < wire.bytes < MOST, wire.files
    assert not [game for game in GAMES if wire.loaded(game)]
    page.goto(f"{server.url}/new/quarto")
    expect(page.get_by_test_id("start")).to_be_visible()
    assert [game for game in GAMES if wire.loaded(game)] == ["quarto"]
    context.close()


def test_the_service_worker_fetches_little(server: Server) -> None:
    """The shell that the service worker fetches, with what the home page needs, is below the limit."""
    worker = server.http.get(f"{server.url}/sw.js").text
    files = set(re.findall(r'url:"([^"]+)"', worker))
    assert "index.html" in files
    assert not [file for file in files if re.match(rf"assets/({'|'.join(GAMES)})-", file)]
    total = sum(_transferred(server, file) for file in files)
    assert total + _transferred(server, "api/games") < MOST, total


def _transferred(server: Server, path: str) -> int:
    headers = {"Accept-Encoding": "gzip, br"}
    with server.http.stream("GET", f"{server.url}/{path}", headers=headers) as answer:
        assert answer.status_code == 200, path
        return sum(len(chunk) for chunk in answer.iter_raw())


def test_every_text_file_is_compressed_and_served_so(server: Server) -> None:
    texts = [
        file
        for file in STATIC.rglob("*")
        if re.search(r"\.(js|css|svg|html|webmanifest)$", file.name) and file.stat().st_size >= 1024
    ]
    assert len(texts) > 10
    for file in texts:
        _check_served(server, file)


def _check_served(server: Server, file: Path) -> None:
    address, plain = f"{server.url}/{file.relative_to(STATIC).as_posix()}", file.read_bytes()
    kinds = set()
    for accepted, encoding in (
        ("br, gzip", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("identity", None),
    ):
        with server.http.stream("GET", address, headers={"Accept-Encoding": accepted}) as answer:
            raw = b"".join(answer.iter_raw())
        assert answer.headers.get("content-encoding") == encoding, address
        assert answer.headers["vary"] == "Accept-Encoding"
        kinds.add(answer.headers["content-type"])
        if encoding is None:
            assert raw == plain
        else:
            assert len(raw) < len(plain)
            assert encoding == "br" or gzip.decompress(raw) == plain
        again = server.http.get(
            address, headers={"Accept-Encoding": accepted, "If-None-Match": answer.headers["etag"]}
        )
        assert again.status_code == 304
    assert len(kinds) == 1


def test_a_file_of_an_older_build_is_not_found(server: Server) -> None:
    answer = server.http.get(f"{server.url}/assets/quarto-00000000.js")
    assert answer.status_code == 404
    assert "html" not in answer.headers["content-type"]
