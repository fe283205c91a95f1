"""The home page: games in progress first, then the games, then the results of finished ones."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.service.client import PERSON, Server, Visitor, program

OpenPage = Callable[..., Page]
OTHER = {**program("ponder:seconds=0"), "name": "Basile"}
SLOW = {**program("ponder:seconds=60"), "name": "Irène"}


def remember(page: Page, *visitors: Visitor) -> None:
    """Give this browser these seats, the last one used last."""
    known = [
        {
            "id": visitor.id,
            "game": visitor.table["game"],
            "secrets": {str(seat): secret for seat, secret in enumerate(visitor.secrets)},
            "seedHash": "",
            "touched": number,
            "over": False,
        }
        for number, visitor in enumerate(visitors)
    ]
    page.evaluate("known => localStorage.setItem('partie.tables', known)", json.dumps(known))
    page.reload()


def resigned(server: Server) -> Visitor:
    visitor = server.sit_down(PERSON, OTHER)
    visitor.do("resign")
    return visitor


def won(server: Server) -> Visitor:
    """The other resigns."""
    visitor = server.sit_down(PERSON, {"kind": "open"})
    bob = server.post(f"{visitor.path}/seats/1", {"name": "Bob"})
    server.post(f"{visitor.path}/resign", {"seq": bob["table"]["seq"]}, bob["secret"])
    return visitor


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "fr")], ids=["desk", "phone"])
def test_games_in_progress_come_first_and_finished_ones_stay(
    open_home: OpenPage, server: Server, size: dict[str, int], language: str
) -> None:
    page = open_home(size, language)
    mine, waits = server.sit_down(PERSON, OTHER), server.sit_down(SLOW, PERSON)
    remember(page, mine, resigned(server), won(server), waits)
    running = page.get_by_test_id("running").get_by_role("listitem")
    expect(running).to_have_count(2)
    your_turn = {"en": "Your turn", "fr": "À vous de jouer"}[language]
    expect(running.nth(0)).to_contain_text(your_turn)  # though the other was touched later
    expect(running.nth(1)).not_to_contain_text(your_turn)
    for item in running.all():
        box = item.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size["height"], "games in progress are below the fold"
    finished = page.get_by_test_id("finished").get_by_role("listitem")
    expect(finished).to_have_count(2)
    expect(finished.nth(0)).to_contain_text({"en": "You won", "fr": "Gagnée"}[language])
    expect(finished.nth(1)).to_contain_text({"en": "You lost", "fr": "Perdue"}[language])
    page.reload()
    expect(finished).to_have_count(2)
    finished.nth(1).get_by_role("link").click()
    page.wait_for_url("**/replay/*")


def test_a_table_can_be_removed_from_the_list(open_home: OpenPage, server: Server) -> None:
    page = open_home(DESK, "en")
    expect(page.get_by_test_id("finished")).to_contain_text("You have not played yet")
    gone, stays = resigned(server), server.sit_down(PERSON, OTHER)
    remember(page, gone, stays)
    page.get_by_test_id(f"forget-{gone.id}").click()
    expect(page.get_by_test_id(f"finished-{gone.id}")).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id(f"continue-{stays.id}")).to_be_visible()
    expect(page.get_by_test_id(f"finished-{gone.id}")).to_have_count(0)


def test_a_finished_game_is_listed_with_its_result(open_home: OpenPage, server: Server) -> None:
    page = open_home(DESK, "en")
    page.get_by_test_id("play-quarto").click()
    page.get_by_test_id("resign").click()
    page.get_by_test_id("resign-confirm").click()
    expect(page.get_by_test_id("result")).to_be_visible()
    # Quarto has no points: no score of 1 or −1 is shown.
    expect(page.locator("main")).not_to_contain_text(re.compile(r"[-−]1\b"))
    page.get_by_test_id("leave").click()
    expect(page.get_by_test_id("finished")).to_contain_text("You lost")


@pytest.mark.parametrize(("language", "word"), [("en", "Limited vision"), ("fr", "Vision limitée")])
def test_programs_are_called_by_their_titles(
    open_page: OpenPage, server: Server, language: str, word: str
) -> None:
    page = open_page(DESK, language)
    page.goto(f"{server.url}/new/quarto")
    page.get_by_test_id("level-1").select_option("custom")
    page.get_by_test_id("agent-1").select_option(label=word)
    names = page.get_by_test_id("agent-1").locator("option").all_inner_texts()
    assert not {"sight", "exact", "random", "mcts"} & set(names)
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("table")).to_contain_text(word)
