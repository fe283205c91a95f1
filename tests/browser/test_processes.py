"""Two people in two browsers, each connected to another server process; one of the processes is killed."""

from __future__ import annotations

import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import DESK, ON_THE_SERVER, PATIENCE, PHONE
from tests.browser.tables import take_seats
from tests.browser.test_coinche import call, wait_for_step
from tests.browser.test_hearts import playable, press
from tests.postgres import postgres
from tests.service.client import Json, Server, Visitor, program, until

POINTS = 120


class Proxy:
    """Passes connections on to the first of several servers that accepts them, as a reverse proxy does."""

    def __init__(self, *ports: int) -> None:
        self._ports = ports
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._pass_on, args=[client], daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        with client, suppress(OSError), self._connect() as server, selectors.DefaultSelector() as either:
            for one, other in ((client, server), (server, client)):
                either.register(one, selectors.EVENT_READ, other)
            while True:
                for key, _ in either.select():
                    data = key.fileobj.recv(65536)  # type: ignore[union-attr]
                    if not data:
                        return
                    key.data.sendall(data)

    def _connect(self) -> socket.socket:
        for port in self._ports[:-1]:
            with suppress(OSError):
                return socket.create_connection(("127.0.0.1", port))
        return socket.create_connection(("127.0.0.1", self._ports[-1]))


@pytest.fixture
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two server processes on one PostgreSQL, which get only Coinche ready."""
    folder = tmp_path_factory.mktemp("houses")
    with ExitStack() as running:
        database = running.enter_context(postgres())
        found = []
        for name in ("one", "two"):
            server = Server(database, folder / f"{name}.log", "--only", "coinche")
            running.callback(server.end)
            found.append(server)
        for server in found:
            until(partial(is_ready, server), "Coinche to be ready", 600.0)
        yield found[0], found[1]


def is_ready(server: Server) -> bool:
    return bool(server.get("/games/coinche")["ready"])


def is_past(server: Server, path: str, secrets: list[str], seq: int) -> bool:
    return bool(server.get(path, *secrets)["seq"] > seq)


def port_of(server: Server) -> int:
    return int(server.url.rpartition(":")[2])


def act(page: Page) -> bool:
    """Do what is next, if it is this person's turn; return whether the game is over for them."""
    thing = wait_for_step(page)
    if thing == "result":
        return True
    if thing == "next-deal":
        page.get_by_test_id("next-deal").click()
        return False
    before = page.get_by_test_id("table").get_attribute("data-seq")
    if thing == "pass":
        call(page)
    else:
        press(page, str(playable(page).first.get_attribute("data-hand")))
    expect(page.get_by_test_id("table")).not_to_have_attribute("data-seq", str(before))
    return False


def open_page(browser: Browser, size: ViewportSize, language: str) -> Page:
    """The page of a new visitor, whose programs think on the server."""
    context = browser.new_context(
        viewport=size, locale=language, has_touch=size is PHONE, service_workers="block"
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(ON_THE_SERVER)
    page = context.new_page()
    page.emulate_media(reduced_motion="reduce")
    return page


@pytest.mark.thorough
def test_a_game_survives_the_death_of_a_process(browser: Browser, houses: tuple[Server, Server]) -> None:
    """Coinche with two people and two programs, each person at another process. One is killed in the middle
    of the game: its player goes on at the other, nobody loses a move, and the game ends for both."""
    one, two = houses
    proxies = [Proxy(port_of(one), port_of(two)), Proxy(port_of(two), port_of(one))]
    seats = [{"kind": "person", "name": "Ann"}, program("beginner"), {"kind": "person", "name": "Bob"}]
    made = one.post(
        "/tables",
        {"game": "coinche", "options": {"target": POINTS}, "seats": [*seats, program("beginner")]},
    )
    pages: list[Page] = []
    for seat, server, proxy, size in (("0", one, proxies[0], DESK), ("2", two, proxies[1], PHONE)):
        secret = made["secrets"][seat]
        page = open_page(browser, size, "en" if size is DESK else "fr")
        page.goto(f"{proxy.url}/favicon.svg")
        visitor = Visitor(server, made["id"], [secret], server.get(f"/tables/{made['id']}", secret))
        visitor.server.url, direct = proxy.url, visitor.server.url
        take_seats(page, visitor)
        visitor.server.url = direct
        pages.append(page)
    path, secrets = f"/tables/{made['id']}", list(made["secrets"].values())
    confirmed: list[Json] = []
    over: set[int] = set()
    for step in range(400):
        table = two.get(path, *secrets)
        assert table["moves"][: len(confirmed)] == confirmed, "a move was lost"
        confirmed = table["moves"]
        if step == 6:
            one.kill()
        if table["status"] == "over":
            break
        mover = {0: 0, 2: 1}.get(table["to_move"])
        if mover is not None:
            act(pages[mover])
        else:
            until(partial(is_past, two, path, secrets, table["seq"]), "the program's move")
    assert table["status"] == "over"
    for number, page in enumerate(pages):
        while number not in over:
            if act(page):
                over.add(number)
        expect(page.get_by_test_id("ranking").locator("li")).to_have_count(2)
    assert two.post(f"{path}/verify")["ok"] is True
    for page, proxy in zip(pages, proxies, strict=True):
        page.context.close()
        proxy.close()
