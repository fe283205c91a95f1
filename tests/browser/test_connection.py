"""The connection is lost at the worst moments: nothing is lost or played twice, and no page hangs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.tables import Wire, seq_shown, table_of, take_seats, wait_for_event, wait_for_turn
from tests.kinds import one_of
from tests.service.client import PERSON, Server, Visitor, program, until

OpenPage = Callable[..., Page]
FIRST_FREE = program("ponder:seconds=0")
"""Places on the first empty square and gives the first piece."""


def give(page: Page, piece: str) -> None:
    page.get_by_test_id(f"piece-{piece}").click()


def place(page: Page, square: str, piece: str) -> None:
    page.get_by_test_id(f"square-{square}").click()
    give(page, piece)


def at_the_second_turn(page: Page, server: Server) -> Visitor:
    """A table where the person gave 1111, the program placed it on a1, and the person has 0000 in hand."""
    visitor = server.sit_down(PERSON, FIRST_FREE)
    take_seats(page, visitor)
    give(page, "1111")
    table = wait_for_turn(page, after=1)
    assert (table["view"]["board"][0], table["view"]["hand"]) == ("1111", "0000")
    return visitor


def assert_continues(page: Page, visitor: Visitor, seq: int) -> None:
    """Check that the person's move b2 at event `seq` was played once, and that the game can continue."""
    table = wait_for_turn(page, after=seq + 1)
    played = [move["move"] for move in table["moves"]]
    assert played[2] == "b2-1000"
    assert len(played) == 4, f"something was played twice: {played}"
    expect(page.get_by_test_id("unsent")).to_have_count(0)
    expect(page.get_by_test_id("offline")).to_have_count(0)
    place(page, "c3", table["view"]["left"][-1])
    wait_for_event(page, table["seq"] + 1)


def disconnections(page: Page, server: Server) -> list[tuple[Callable[[], None], Callable[[], None]]]:
    offline = page.context.set_offline
    return [(server.kill, server.start), (lambda: offline(True), lambda: offline(False))]


@pytest.mark.parametrize(
    ("way", "size", "language", "word"),
    [(0, DESK, "en", "Offline"), (1, PHONE, "fr", "Hors ligne")],
    ids=["server killed", "network gone"],
)
def test_a_move_made_offline_is_kept_and_sent(
    open_page: OpenPage, killable_server: Server, way: int, size: dict[str, int], language: str, word: str
) -> None:
    page = open_page(size, language, killable_server)
    visitor = at_the_second_turn(page, killable_server)
    seq = seq_shown(page)
    disconnect, reconnect = disconnections(page, killable_server)[way]
    disconnect()
    expect(page.get_by_test_id("offline")).to_contain_text(word)
    place(page, "b2", "1000")
    expect(page.get_by_test_id("unsent")).to_contain_text("b2")
    expect(page.get_by_test_id("square-c3")).to_have_attribute("aria-disabled", "true")
    reconnect()
    assert_continues(page, visitor, seq)


def test_an_unsent_move_can_be_discarded(open_page: OpenPage, killable_server: Server) -> None:
    page = open_page(DESK, "en", killable_server)
    at_the_second_turn(page, killable_server)
    page.context.set_offline(True)
    expect(page.get_by_test_id("offline")).to_be_visible()
    place(page, "c3", "1000")
    page.get_by_test_id("discard").click()
    expect(page.get_by_test_id("unsent")).to_have_count(0)
    place(page, "d4", "1000")
    page.context.set_offline(False)
    expect(page.get_by_test_id("log")).to_contain_text("d4")


def test_a_move_that_came_too_late_is_not_played(open_page: OpenPage, killable_server: Server) -> None:
    page = open_page(DESK, "en", killable_server)
    visitor = killable_server.sit_down(PERSON, {"kind": "open"})
    bob = killable_server.post(f"{visitor.path}/seats/1", {"name": "Bob"})
    take_seats(page, visitor)
    wait_for_turn(page)
    page.context.set_offline(True)
    expect(page.get_by_test_id("offline")).to_be_visible()
    give(page, "0000")
    expect(page.get_by_test_id("unsent")).to_be_visible()
    killable_server.post(f"{visitor.path}/resign", {"seq": bob["table"]["seq"]}, bob["secret"])
    page.context.set_offline(False)
    expect(page.get_by_test_id("notice")).to_contain_text("was not played")
    expect(page.get_by_test_id("result")).to_be_visible()
    expect(page.get_by_test_id("unsent")).to_have_count(0)


@pytest.mark.parametrize("written", one_of([True, False]), ids=["after it is stored", "before it is stored"])
def test_the_server_is_killed_during_a_move(
    open_page: OpenPage, killable_server: Server, written: bool
) -> None:
    page = open_page(DESK, "en", killable_server)
    wire = Wire(page)
    visitor = at_the_second_turn(page, killable_server)
    seq = seq_shown(page)
    wire.deaf = True
    wire.swallows = not written
    place(page, "b2", "1000")
    # Looking with the page lets what it sends pass through this test.
    until(lambda: table_of(page)["seq"] > seq if written else wire.swallowed, "the move to be under way")
    killable_server.kill()
    expect(page.get_by_test_id("offline")).to_be_visible()
    wire.deaf = wire.swallows = False
    killable_server.start()
    assert_continues(page, visitor, seq)


def test_a_move_without_an_answer_does_not_block_the_table(
    open_page: OpenPage, killable_server: Server
) -> None:
    page = open_page(DESK, "en", killable_server)
    wire = Wire(page)
    visitor = at_the_second_turn(page, killable_server)
    seq = seq_shown(page)
    wire.deaf = wire.swallows = True  # neither played nor refused, and silence, as on a dead connection
    place(page, "b2", "1000")
    expect(page.get_by_test_id("unsent")).to_contain_text("b2")
    wire.deaf = wire.swallows = False
    assert_continues(page, visitor, seq)
    assert len(wire.swallowed) == 1


def test_tests_wait_for_a_page_that_is_updated_late(open_page: OpenPage, server: Server) -> None:
    """The server may have the program's answer before the page has received the person's own move.

    A test that acts on what the server says would tap a square that the page is about to show as taken."""
    page = open_page(PHONE, "fr")
    late: list[Callable[[], None]] = []
    holding = False

    def follow(socket: WebSocketRoute) -> None:
        upstream = socket.connect_to_server()
        upstream.on_message(
            lambda message: late.append(partial(socket.send, message)) if holding else socket.send(message)
        )

    def look(route: Route) -> None:
        answer = route.fetch()
        if late and answer.json()["seq"] == 2:
            for tell in late:
                tell()
            late.clear()
        route.fulfill(response=answer)

    page.route_web_socket("**/live*", follow)
    visitor = server.sit_down(PERSON, FIRST_FREE)
    page.route(f"**{visitor.path}", look)
    take_seats(page, visitor)
    wait_for_turn(page)
    holding = True
    give(page, "1111")
    visitor.wait("the program's move", lambda table: table["seq"] == 2)
    assert seq_shown(page) == 0
    table = wait_for_turn(page)
    assert table["seq"] == seq_shown(page) == 2
    expect(page.get_by_test_id("square-a1")).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_test_id("square-b1")).to_have_attribute("aria-disabled", "false")
