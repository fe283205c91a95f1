"""The pages of the arena: ratings, programs, tournaments that are started and watched, and training runs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.tables import table_of
from tests.browser.test_axe import violations
from tests.service.client import PERSON, Server, program, until

OpenPage = Callable[..., Page]
BOTH = pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "fr")], ids=["desk", "phone"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with finished tables and a training run. It only gets Quarto ready, which is quick."""
    folder = tmp_path_factory.mktemp("arena")
    _write_run(folder / "runs" / "dice-genetic-0")
    running = Server(folder / "tables.db", folder / "server.log", "--only", "quarto")
    until(lambda: next(one for one in running.get("/games") if one["name"] == "quarto")["ready"], "Quarto")
    for level in ("beginner", "expert"):
        known = {**PERSON, "level": level, "device": f"a device of an {level}"}
        for _ in range(2):
            running.sit_down(known, program("beginner")).play_to_the_end()
    yield running
    running.stop()


def _write_run(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text('{"task": "quarto.random", "method": "genetic"}')
    lines = [
        {"number": n, "games": 100 * n, "best": 0.4 + n / 50, "mean": 0.3 + n / 90, "judged": 0.3 + n / 60}
        for n in range(1, 13)
    ]
    (folder / "generations.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "saved.json").write_text('{"agent": "random"}')


def fits(page: Page, size: ViewportSize) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth") <= size["width"])


@BOTH
def test_the_arena(open_page: OpenPage, server: Server, size: ViewportSize, language: str) -> None:
    page = open_page(size, language, server)
    page.goto(server.url)
    page.get_by_test_id("arena").click()
    expect(page.get_by_test_id("run")).to_have_count(1)
    assert fits(page, size)
    assert violations(page) == []


@BOTH
def test_the_ratings_of_a_game(
    open_page: OpenPage, server: Server, size: ViewportSize, language: str
) -> None:
    page = open_page(size, language, server)
    page.goto(f"{server.url}/arena/quarto")
    expect(page.get_by_test_id("rated")).to_have_count(3)
    expect(page.get_by_test_id("people")).to_have_count(2)
    assert fits(page, size)
    assert violations(page) == []


@BOTH
def test_a_program_and_a_game_against_it(
    open_page: OpenPage, server: Server, size: ViewportSize, language: str
) -> None:
    page = open_page(size, language, server)
    page.goto(f"{server.url}/arena/quarto")
    page.get_by_test_id("program-beginner").click()
    expect(page.get_by_test_id("record")).to_be_visible()
    assert fits(page, size)
    assert violations(page) == []
    page.get_by_test_id("play-against").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    assert [seat["agent"] for seat in table_of(page)["seats"]] == [None, "beginner"]


@BOTH
def test_a_tournament_is_started_and_watched(
    open_page: OpenPage, server: Server, size: ViewportSize, language: str
) -> None:
    page = open_page(size, language, server)
    page.goto(f"{server.url}/arena/quarto")
    page.get_by_test_id("agent-random").check()
    page.get_by_test_id("agent-intermediate").uncheck()
    page.get_by_test_id("tournament-games").fill("4")
    page.get_by_test_id("tournament-start").click()
    expect(page.get_by_test_id("tournament-page")).to_be_visible()
    expect(page.get_by_test_id("tournament-status")).to_contain_text(
        "finished" if language == "en" else "terminé"
    )
    expect(page.get_by_test_id("standing")).to_have_count(2)
    assert fits(page, size)
    assert violations(page) == []
    page.goto(f"{server.url}/arena")
    expect(page.get_by_test_id("tournament").first).to_be_visible()


def test_a_tournament_is_cancelled(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "en", server)
    page.goto(f"{server.url}/arena/quarto")
    page.get_by_test_id("agent-ponder").check()
    page.get_by_test_id("tournament-games").fill("100")
    page.get_by_test_id("tournament-start").click()
    page.get_by_test_id("tournament-cancel").click()
    expect(page.get_by_test_id("tournament-status")).to_contain_text("cancelled")
    expect(page.get_by_test_id("tournament-cancel")).to_have_count(0)


def test_a_tournament_that_is_too_large_cannot_be_started(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "en", server)
    page.goto(f"{server.url}/arena/quarto")
    for agent in ("expert", "master"):
        page.get_by_test_id(f"agent-{agent}").check()
    page.get_by_test_id("tournament-games").fill("100")
    expect(page.get_by_test_id("tournament-start")).to_be_disabled()
    page.get_by_test_id("tournament-games").fill("2")
    expect(page.get_by_test_id("tournament-start")).to_be_enabled()


def test_a_level_is_declared_once_and_sent_with_every_seat(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "en", server)
    page.goto(f"{server.url}/new/quarto")
    page.get_by_test_id("own-level").select_option("intermediate")
    page.goto(f"{server.url}/arena")
    expect(page.get_by_test_id("own-level")).to_have_value("intermediate")
    page.goto(server.url)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    page.get_by_test_id("play-quarto").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    (asked,) = [json.loads(text) for text in sent if re.search(r'"seats"', text)]
    mine = next(seat for seat in asked["seats"] if seat["kind"] == "person")
    assert mine["level"] == "intermediate"
    assert len(mine["device"]) >= 16
