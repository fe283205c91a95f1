"""What a device does for its owner: settings, telling whose turn it is, a hot seat, a lost connection.

In both languages, on both sizes of screen, in light and dark: one combination every day."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.tables import take_seats, wait_for_event
from tests.browser.test_hearts import apart
from tests.browser.test_meeting import look, name_of
from tests.service.client import PERSON, Server, Visitor, program

OpenPage = Callable[..., Page]
BOB = {"kind": "person", "name": "Bob"}
KINDS = [
    (PHONE, "fr"),
    *(
        pytest.param(*kind, marks=pytest.mark.thorough)
        for kind in ((PHONE, "en"), (DESK, "fr"), (DESK, "en"))
    ),
]
IDS = ["phone-fr", "phone-en", "desk-fr", "desk-en"]
WORDS = {
    "en": {
        "settings": "Settings",
        "king": "K",
        "turn": "Your turn",
        "offline": "Offline",
        "look": "Bob: look at your cards",
    },
    "fr": {
        "settings": "Réglages",
        "king": "R",
        "turn": "À vous de jouer",
        "offline": "Hors ligne",
        "look": "Bob\u00a0: voir vos cartes",
    },
}
HEARS = """
window.told = { vibrations: 0, tones: 0 };
Object.defineProperty(navigator, 'vibrate', { value: () => (window.told.vibrations += 1) });
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.told.tones += 1; start.apply(this, when); };
"""
"""Counts what a device does to tell that it is its owner's turn."""


def told(page: Page) -> dict[str, int]:
    counted: dict[str, int] = page.evaluate("window.told")
    return counted


def against_bob(page: Page, server: Server) -> tuple[Visitor, Visitor]:
    """A table of Quarto where the owner of this page begins; Bob plays elsewhere."""
    both = server.sit_down({**PERSON, "name": "Ann"}, BOB)
    ann = Visitor(server, both.id, both.secrets[:1], both.table)
    ann.look()
    take_seats(page, ann)
    bob = Visitor(server, both.id, both.secrets[1:], both.table)
    bob.look()
    return ann, bob


@pytest.mark.parametrize(("size", "language"), KINDS, ids=IDS)
def test_settings(open_page: OpenPage, server: Server, size: ViewportSize, language: str) -> None:
    page, words, kind = open_page(size, language), WORDS[language], name_of(size, language)
    page.goto(f"{server.url}/settings")
    expect(page.get_by_role("heading", level=1)).to_have_text(words["settings"])
    sound = page.get_by_test_id("setting-sound").get_by_role("switch")
    expect(sound).to_be_checked(checked=size is DESK)  # phones are often among other people
    expect(page.get_by_test_id("setting-vibrate").get_by_role("switch")).to_be_checked()
    expect(page.get_by_test_id("sample-cards")).to_contain_text(words["king"])
    look(page, f"{kind}-settings")
    other = "en" if language == "fr" else "fr"
    page.get_by_test_id("setting-indices").get_by_role("combobox").select_option(other)
    expect(page.get_by_test_id("sample-cards")).to_contain_text(WORDS[other]["king"])
    page.get_by_test_id("setting-fourColours").get_by_role("switch").uncheck()
    page.get_by_test_id("setting-forced").get_by_role("switch").check()
    page.get_by_test_id("setting-motion").get_by_role("combobox").select_option("none")
    page.get_by_test_id("setting-theme").get_by_role("combobox").select_option("dark")
    sound.set_checked(size is PHONE)
    page.get_by_test_id("setting-language").get_by_role("combobox").select_option(other)
    expect(page.get_by_role("heading", level=1)).to_have_text(WORDS[other]["settings"])
    page.reload()
    root = page.locator("html")
    for name, value in (("theme", "dark"), ("suits", "two"), ("motion", "none")):
        expect(root).to_have_attribute(f"data-{name}", value)
    expect(root).to_have_attribute("lang", other)
    expect(sound).to_be_checked(checked=size is PHONE)
    expect(page.get_by_test_id("setting-forced").get_by_role("switch")).to_be_checked()
    expect(page.get_by_test_id("sample-cards")).to_contain_text(WORDS[other]["king"])
    look(page, f"{kind}-settings-changed")


@pytest.mark.parametrize(("size", "language"), KINDS, ids=IDS)
def test_a_player_is_told_that_it_is_their_turn(
    open_page: OpenPage, server: Server, size: ViewportSize, language: str
) -> None:
    page, words = open_page(size, language), WORDS[language]
    page.add_init_script(HEARS)
    _, bob = against_bob(page, server)
    expect(page).to_have_title(f"{words['turn']} · Quarto")
    page.get_by_test_id("piece-0000").click()
    wait_for_event(page, 1)
    expect(page).not_to_have_title(f"{words['turn']} · Quarto")
    assert told(page) == {"vibrations": 0, "tones": 0}
    bob.look()
    bob.move("a1-0001")
    expect(page).to_have_title(f"{words['turn']} · Quarto")
    # Nothing sounds on a phone unless its owner has asked for it.
    assert told(page) == {"vibrations": 1, "tones": 1 if size is DESK else 0}
    page.evaluate("localStorage.setItem('partie.settings', JSON.stringify({ vibrate: false, sound: true }))")
    page.reload()
    page.get_by_test_id("square-a2").click()
    page.get_by_test_id("piece-0010").click()
    wait_for_event(page, 3)
    bob.look()
    bob.move("a3-0011")
    expect(page).to_have_title(f"{words['turn']} · Quarto")
    assert told(page) == {"vibrations": 0, "tones": 1}


@pytest.mark.parametrize(("size", "language"), KINDS, ids=IDS)
def test_a_hot_seat_hides_hands_and_hints(
    open_page: OpenPage, server: Server, size: ViewportSize, language: str
) -> None:
    page, kind = open_page(size, language), name_of(size, language)
    page.emulate_media(reduced_motion="reduce")
    made = server.post(
        "/tables",
        {
            "game": "coinche",
            "seats": [{**PERSON, "name": "Ann"}, BOB, program("random"), program("random")],
            "hints": "all",
        },
    )
    both = Visitor(server, made["id"], list(made["secrets"].values()), made["table"])
    both.look()
    take_seats(page, both)
    hand, uncover = page.locator("[data-hand]"), page.get_by_test_id("look")
    expect(uncover).to_contain_text("Ann")
    expect(hand).to_have_count(0)
    expect(page.get_by_test_id("hint")).to_have_count(0)
    look(page, f"{kind}-hot-seat-covered")
    uncover.click()
    expect(hand).to_have_count(8)
    expect(page.get_by_test_id("hint")).to_be_visible()
    look(page, f"{kind}-hot-seat")
    page.get_by_test_id("pass").click()
    expect(uncover).to_have_text(WORDS[language]["look"])
    expect(hand).to_have_count(0)
    expect(page.get_by_test_id("hint")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), KINDS, ids=IDS)
def test_without_a_network_a_move_is_kept_and_the_rules_can_be_read(
    open_page: OpenPage, server: Server, size: ViewportSize, language: str
) -> None:
    """Also where no service worker keeps files: over plain HTTP, in the network of a house."""
    page, words, kind = open_page(size, language), WORDS[language], name_of(size, language)
    with page.expect_response(lambda answer: "/rules" in answer.url):
        _, bob = against_bob(page, server)
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    note = page.get_by_test_id("offline")
    expect(note).to_contain_text(words["offline"])
    for other in (page.get_by_test_id("leave"), page.locator("header > a")):
        assert apart(note, other)
    page.get_by_test_id("piece-0000").click()
    expect(page.get_by_test_id("unsent")).to_be_visible()
    look(page, f"{kind}-offline")
    page.get_by_test_id("rules").click()
    expect(page.get_by_role("dialog").get_by_role("heading", name="Quarto").first).to_be_visible()
    look(page, f"{kind}-offline-rules")
    page.keyboard.press("Escape")
    page.context.set_offline(False)
    wait_for_event(page, 1)
    expect(page.get_by_test_id("unsent")).to_have_count(0)
    assert bob.look()["plies"] == 1


def test_a_spectator_with_a_phone_sees_that_they_watch(open_page: OpenPage, server: Server) -> None:
    """The list of people is below the board there."""
    ann, carla = open_page(DESK, "en"), open_page(PHONE, "fr")
    against_bob(ann, server)
    carla.goto(ann.url)
    mark = carla.get_by_test_id("watch-mark")
    expect(mark).to_have_text("Vous regardez")
    expect(mark).to_be_in_viewport()
    expect(carla.get_by_test_id("watching")).not_to_be_in_viewport()
    look(carla, "phone-fr-spectator")
    expect(ann.get_by_test_id("watch-mark")).to_have_count(0)
