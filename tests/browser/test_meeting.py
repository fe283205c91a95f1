"""People meet at a table, from the lobby to the end, in both languages and on both sizes of screen.

`PARTIE_SCREENSHOTS=FOLDER` keeps a picture of every state, in light and dark."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from partie.testing.amounts import THOROUGH
from tests.browser.conftest import DESK, PHONE
from tests.browser.tables import seated, table_id
from tests.browser.test_axe import STILL, violations
from tests.service.client import Server, until

OpenPage = Callable[..., Page]

WORDS = {
    "en": {
        "turn": "Your turn",
        "takeback": "Ann would like to take back a move.",
        "paused": "Paused",
        "said": "Well played!",
        "back": "is back",
        "watching": "1 person is watching",
        "left": "Bob left the game.",
    },
    "fr": {
        "turn": "À vous de jouer",
        "takeback": "Ann voudrait reprendre un coup.",
        "paused": "En pause",
        "said": "Bien joué\u00a0!",
        "back": "est de retour",
        "watching": "1 personne regarde",
        "left": "Bob a quitté la partie.",
    },
}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where people count as gone after a moment."""
    folder = tmp_path_factory.mktemp("meeting")
    running = Server(folder / "tables.db", folder / "server.log", "--only", "quarto", "--grace", "1")
    until(lambda: running.get("/games/quarto")["ready"], "Quarto to be compiled", 600.0)
    yield running
    running.stop()


def look(page: Page, name: str) -> None:
    """Check that everybody can use the page as it is now: nothing sticks out, and axe has no complaint.

    Every day in light; test_axe.py looks at a table in dark, too."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), f"{name} is too wide"
    assert violations(page, dark=THOROUGH) == [], name
    if folder := os.environ.get("PARTIE_SCREENSHOTS"):
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_function(STILL)
            page.screenshot(path=f"{folder}/{name}-{scheme}.png")


def name_of(size: ViewportSize, language: str) -> str:
    """Return what pictures of a page of this kind are called."""
    return f"{'phone' if size is PHONE else 'desk'}-{language}"


@pytest.mark.parametrize(
    ("size", "language", "other_size", "other_language"),
    [
        (PHONE, "fr", DESK, "en"),
        pytest.param(PHONE, "en", PHONE, "fr", marks=pytest.mark.thorough),
        pytest.param(DESK, "fr", PHONE, "fr", marks=pytest.mark.thorough),
        pytest.param(DESK, "en", DESK, "fr", marks=pytest.mark.thorough),
    ],
    ids=["phone-fr", "phone-en", "desk-fr", "desk-en"],
)
def test_people_meet_play_and_part(
    open_page: OpenPage,
    server: Server,
    size: ViewportSize,
    language: str,
    other_size: ViewportSize,
    other_language: str,
) -> None:
    ann, bob, carla = open_page(size, language), open_page(other_size, other_language), open_page(DESK, "fr")
    words, others = WORDS[language], WORDS[other_language]
    kind, other_kind = name_of(size, language), name_of(other_size, other_language)

    # The lobby, a clock, an invitation.
    ann.goto(f"{server.url}/lobby")
    look(ann, f"{kind}-lobby-empty")
    ann.get_by_test_id("put-up-quarto").click()
    ann.get_by_test_id("name-0").fill("Ann")
    ann.get_by_test_id("clock-kind").select_option("game")
    ann.get_by_test_id("clock-minutes").fill("5")
    ann.get_by_test_id("fill-wait").select_option("900")
    look(ann, f"{kind}-new")
    ann.get_by_test_id("start").click()
    expect(ann.get_by_test_id("share-code")).to_be_visible()
    expect(ann.get_by_test_id("share-link")).to_be_visible()
    look(ann, f"{kind}-invitation")
    here = table_id(ann)
    bob.goto(f"{server.url}/lobby")
    expect(bob.get_by_test_id(f"open-{here}")).to_contain_text("Ann")
    look(bob, f"{other_kind}-lobby")
    bob.get_by_test_id(f"join-{here}").click()
    bob.get_by_test_id("sit-name").fill("Bob")
    look(bob, f"{other_kind}-sit")
    bob.get_by_test_id("sit-1").click()
    expect(ann.get_by_test_id("status")).to_contain_text(words["turn"])
    expect(ann.get_by_test_id("time-0").first).to_contain_text("4:5")  # it runs from this moment
    assert ann.title() != bob.title(), "the title says whose turn it is"

    # A spectator.
    carla.goto(ann.url)
    expect(carla.get_by_test_id("watching")).to_be_visible()
    expect(ann.get_by_test_id("watchers")).to_contain_text(words["watching"])
    look(carla, "desk-fr-spectator")

    # A move over the live connection, and a request.
    ann.get_by_test_id("piece-0000").click()
    expect(bob.get_by_test_id("status")).to_contain_text(others["turn"])
    ann.get_by_test_id("takeback").click()
    expect(bob.get_by_test_id("request")).to_contain_text(others["takeback"])
    look(ann, f"{kind}-asked")
    look(bob, f"{other_kind}-request")
    bob.get_by_test_id("agree").click()
    expect(ann.get_by_test_id("status")).to_contain_text(words["turn"])
    ann.get_by_test_id("more").click()
    look(ann, f"{kind}-more")
    ann.get_by_test_id("ask-pause").click()
    bob.get_by_test_id("agree").click()
    expect(ann.get_by_test_id("status")).to_have_text(words["paused"])
    look(ann, f"{kind}-paused")
    bob.get_by_test_id("resume").click()
    expect(ann.get_by_test_id("status")).to_contain_text(words["turn"])

    # Words.
    bob.get_by_test_id("say").click()
    look(bob, f"{other_kind}-say")
    bob.get_by_test_id("say-well_played").click()
    expect(ann.get_by_test_id("said")).to_contain_text(words["said"])
    look(ann, f"{kind}-said")
    ann.get_by_test_id("mute-1").click()
    expect(ann.get_by_test_id("mute-1")).to_have_attribute("aria-pressed", "true")

    # Who leaves and returns, and who leaves for good.
    there = bob.url
    bob.goto("about:blank")
    expect(ann.get_by_test_id("absence")).to_contain_text("Bob")
    look(ann, f"{kind}-absence")
    with ann.expect_response("**/stand-in"):
        ann.get_by_test_id("stand-in").click()
    seated(ann, server).move("-0000")
    expect(ann.get_by_test_id("by-program")).to_have_count(1)
    look(ann, f"{kind}-stand-in")
    bob.goto(there)
    expect(ann.get_by_test_id("announcer")).to_contain_text(words["back"])
    expect(bob.get_by_test_id("by-program")).to_have_count(1)
    bob.goto("about:blank")
    ann.get_by_test_id("claim").click()
    expect(ann.get_by_test_id("result")).to_contain_text(words["left"])
    look(ann, f"{kind}-result")
    ann.goto(server.url)
    expect(ann.get_by_test_id(f"finished-{here}")).to_be_visible()
    look(ann, f"{kind}-home")
