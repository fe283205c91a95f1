"""Tables as a page shows them. The server may be ahead of it: tests wait for what the page has received."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.service.client import Server, Visitor

Json = dict[str, Any]
# After a restart, games are compiled again before programs move.
PATIENCE = 180_000


def take_seats(page: Page, visitor: Visitor) -> None:
    """Open a table that was created over the API, in the seats of its persons."""
    seats = [str(seat["seat"]) for seat in visitor.table["seats"] if seat["you"]]
    known = {
        "id": visitor.id,
        "game": visitor.table["game"],
        "secrets": dict(zip(seats, visitor.secrets, strict=True)),
        "seedHash": "",
        "touched": 1,
        "over": False,
    }
    page.evaluate("known => localStorage.setItem('partie.tables', known)", json.dumps([known]))
    page.goto(f"{visitor.server.url}/table/{visitor.id}")
    expect(page.get_by_test_id("table")).to_be_visible()


class Wire:
    """The live connection of a page, on which a test sits. Create it before the page opens a table.

    `cut`: every connection ends at once. `deaf`: the page hears nothing. `swallows`: moves do not arrive;
    `swallowed` are those."""

    def __init__(self, page: Page) -> None:
        self.cut = self.deaf = self.swallows = False
        self.swallowed: list[str] = []
        page.route_web_socket("**/live*", self._follow)

    def _follow(self, socket: WebSocketRoute) -> None:
        if self.cut:
            socket.close()
            return
        server = socket.connect_to_server()
        socket.on_message(lambda text: self._send(socket, server, str(text)))
        server.on_message(lambda text: None if self.deaf else socket.send(text))

    def _send(self, socket: WebSocketRoute, server: WebSocketRoute, text: str) -> None:
        if self.cut:
            socket.close()
        elif self.swallows and "move" in json.loads(text):
            self.swallowed.append(text)
        else:
            server.send(text)


def seated(page: Page, server: Server) -> Visitor:
    """The player of this page, to play at its table without the page too."""
    kept = json.loads(page.evaluate("localStorage.getItem('partie.tables')"))
    known = next(known for known in kept if known["id"] == table_id(page))
    visitor = Visitor(server, known["id"], list(known["secrets"].values()), {})
    visitor.look()
    return visitor


def table_id(page: Page) -> str:
    found = re.search(r"/table/([^/?#]+)", page.url)
    assert found is not None, page.url
    return found[1]


def table_of(page: Page) -> Json:
    """The public view of the table of this page."""
    table: Json = page.evaluate("async id => await (await fetch(`/api/tables/${id}`)).json()", table_id(page))
    return table


def seq_shown(page: Page) -> int:
    """The last event that the page has received."""
    return int(page.get_by_test_id("table").get_attribute("data-seq") or 0)


def wait_for_event(page: Page, seq: int) -> None:
    """Wait until the page has received an event."""
    page.wait_for_function(
        "seq => Number(document.querySelector('[data-testid=table]')?.dataset.seq) >= seq",
        arg=seq,
        timeout=PATIENCE,
    )


def wait_for_turn(page: Page, after: int = -1) -> Json:
    """Wait for the person's turn, or the end, after event `after`; return the public view of the table."""
    wait_for_event(page, after + 1)
    decides = page.locator("[data-testid=table][data-turn=true], [data-testid=result]")
    while True:
        decides.first.wait_for(timeout=PATIENCE)
        table = table_of(page)
        # While a person decides nothing else happens: if the server is ahead, the page is about to be
        # updated.
        if table["seq"] == seq_shown(page):
            return table
        wait_for_event(page, table["seq"])
