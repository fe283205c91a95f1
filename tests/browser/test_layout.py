"""Every table can be played on a phone held sideways, on a tablet, and with large text.

What a move needs is visible, large enough to touch, and covers nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import DESK, PHONE
from tests.kinds import one_of
from tests.service.client import PERSON, Json, Server, Visitor, program

OpenPage = Callable[..., Page]
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}
SMALL: ViewportSize = {"width": 667, "height": 375}
NAMES = ("Salomé", "Ambroise", "Octave", "Irène")
TOUCH = 40.0


@dataclass(frozen=True)
class Scene:
    """A position of a game: how to reach it, what a move needs, and what must not overlap."""

    game: str
    seats: int
    needed: tuple[str, ...]
    apart: tuple[str, ...]
    options: dict[str, object] = field(default_factory=dict)
    ready: Callable[[Json], bool] = lambda view: True


CARDS = ("[data-hand]",)
AROUND = ("[data-testid^='player-']", "[data-testid=hand]", "[data-testid=scores]")
SCENES = {
    "quarto": Scene(
        "quarto",
        2,
        ("[data-square]", "[data-testid^='piece-']", "[data-testid=hand]"),
        (".grid", ".tray", "[data-testid=hand]"),
        ready=lambda view: view["phase"] == "place",
    ),
    "liarsdice": Scene(
        "liarsdice",
        5,
        (
            *(f"[data-testid={it}]" for it in ("bid", "liar", "exact", "quantity-up", "quantity-down")),
            "[data-testid^='face-']",
            "[data-testid=own-dice]",
        ),
        ("[data-testid^='cup-']", ".actions[role=group]", "[data-testid=standing]"),
        ready=lambda view: bool(view["bids"]),
    ),
    "hearts": Scene(
        "hearts",
        4,
        CARDS,
        (*AROUND, "[data-testid=last-trick]", "[data-testid^='trick-']"),
        ready=lambda view: view["trick"]["number"] == 2,
    ),
    "passing": Scene(
        "hearts",
        4,
        (*CARDS, "[data-testid=pass]"),
        (*AROUND, "[data-testid=passing] > *"),
        {"rules": "classic"},
    ),
    "bidding": Scene(
        "coinche",
        4,
        (*CARDS, "[data-testid=pass]", "[data-testid=bid]", ".denominations label"),
        (*AROUND, "[data-testid=box]"),
        ready=lambda view: view["phase"] == "bid",
    ),
    "coinche": Scene(
        "coinche",
        4,
        CARDS,
        (*AROUND, "[data-testid=contract]", "[data-testid=last-trick]", "[data-testid^='trick-']"),
        ready=lambda view: view["phase"] == "play" and view["trick"]["number"] == 2,
    ),
}

# The visible part of an element: a card in a hand is partly covered by the next one.
MEASURE = """selectors => selectors.flatMap(selector => [...document.querySelectorAll(selector)].map(element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const next = element.closest('.place')?.nextElementSibling?.firstElementChild?.getBoundingClientRect();
    const seen = next ? Math.min(width, Math.max(next.x - x, 0)) : width;
    const there = document.elementFromPoint(x + Math.min(seen, width) / 2, y + height / 2);
    return {
        name: element.dataset.testid ?? element.dataset.square ?? element.textContent.trim() ?? selector,
        selector, x, y, width, height, seen,
        shown: width > 0 && getComputedStyle(element).visibility === 'visible',
        reached: there !== null && (element.contains(there) || there.contains(element)),
    };
})).filter(({ shown }) => shown)"""
AT_REST = """() => document.getAnimations().every(
    ({ playState, effect }) => playState === 'finished' || effect.getTiming().iterations === Infinity
)"""


def sit(page: Page, visitor: Visitor) -> None:
    seats = [str(seat["seat"]) for seat in visitor.table["seats"] if seat["you"]]
    secrets = dict(zip(seats, visitor.secrets, strict=True))
    known = {
        "id": visitor.id,
        "game": visitor.table["game"],
        "secrets": secrets,
        "seedHash": "",
        "touched": 1,
    }
    page.evaluate(
        "known => localStorage.setItem('partie.tables', known)", json.dumps([{**known, "over": False}])
    )
    page.goto(f"{visitor.server.url}/table/{visitor.id}")
    expect(page.locator(".shell > footer")).to_be_visible()


def reach(server: Server, scene: Scene) -> Visitor:
    """A table where it is the person's turn in such a position."""
    for _ in range(20):
        others = [{**program("random"), "name": NAMES[seat]} for seat in range(scene.seats - 1)]
        visitor = server.sit_down(PERSON, *others, game=scene.game, **scene.options)
        for _ in range(60):
            table = visitor.wait_for_turn()
            if table["status"] == "over":
                break
            if scene.ready(table["view"]):
                return visitor
            visitor.move()
    raise AssertionError("no such position")


def shown(page: Page, visitor: Visitor) -> None:
    """Open a table, skip the playback, and wait until nothing moves."""
    sit(page, visitor)
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid=skip]")).to_have_count(0)
    page.wait_for_function(AT_REST)


def turn(page: Page, size: ViewportSize, language: str | None = None) -> None:
    """Turn or change the device, perhaps the language too, and wait until nothing moves."""
    page.set_viewport_size(size)
    if language is not None:
        page.get_by_test_id(f"lang-{language}").click()
        expect(page.locator("html")).to_have_attribute("lang", language)
    # Boards measure themselves after the page was laid out: two frames later they have drawn it.
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.wait_for_function(AT_REST)


def assert_visible(page: Page, selectors: tuple[str, ...], touch: float) -> None:
    size = page.viewport_size
    assert size is not None
    found = page.evaluate(MEASURE, list(selectors))
    assert {it["selector"] for it in found} == set(selectors), "something is missing"
    for it in found:
        assert it["x"] >= 0, it
        assert it["y"] >= 0, it
        assert it["x"] + it["width"] <= size["width"], it
        assert it["y"] + it["height"] <= size["height"], it
        assert it["reached"], it
        if it["selector"] not in ("[data-testid=hand]", "[data-testid=own-dice]"):
            assert min(it["seen"], it["height"]) >= touch - 0.5, it


def assert_apart(page: Page, selectors: tuple[str, ...]) -> None:
    found = page.evaluate(MEASURE, list(selectors))
    for number, one in enumerate(found):
        for other in found[number + 1 :]:
            if one["selector"].startswith("[data-testid^='trick-") and one["selector"] == other["selector"]:
                continue
            across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
            down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
            assert min(across, down) <= 1.5, (one["name"], other["name"], across, down)


ACTIONS = tuple(f"[data-testid={it}]" for it in ("hint", "takeback", "resign", "rules"))


@pytest.mark.parametrize("name", SCENES)
def test_everything_a_move_needs_is_visible(open_page: OpenPage, server: Server, name: str) -> None:
    scene = SCENES[name]
    page = open_page(SIDEWAYS, "fr")
    shown(page, reach(server, scene))
    for size, language in ((SIDEWAYS, "fr"), (SMALL, "en"), (DESK, "fr")):
        turn(page, size, language)
        assert_visible(page, (*scene.needed, *ACTIONS), TOUCH)
        assert_apart(page, scene.apart)
        assert page.evaluate("scrollY") == 0


def test_the_map_and_the_actions_of_a_war_are_visible(open_page: OpenPage, server: Server) -> None:
    page = open_page(SIDEWAYS, "en")
    others = [program("random")] * 4
    shown(page, server.sit_down(PERSON, *others, game="axisallies"))
    for size in (SIDEWAYS, SMALL):
        turn(page, size)
        assert_visible(page, ACTIONS, TOUCH)
        board = page.locator("main .board").first.bounding_box()
        assert board is not None
        assert board["height"] > 0.8 * size["height"]
        assert board["y"] + board["height"] <= size["height"]


def test_a_bid_is_made_with_a_phone_held_sideways(open_page: OpenPage, server: Server) -> None:
    page = open_page(SIDEWAYS, "fr")
    visitor = reach(server, SCENES["bidding"])
    shown(page, visitor)
    lowest = page.get_by_test_id("value").inner_text()
    page.get_by_test_id("value-up").click()
    expect(page.get_by_test_id("value")).not_to_have_text(lowest)
    value = page.get_by_test_id("value").inner_text()
    page.locator(".denominations label").nth(1).click()
    seq = visitor.look()["seq"]
    page.get_by_test_id("bid").click()
    table = visitor.wait("the bid", lambda table: table["seq"] > seq)
    assert table["moves"][seq]["move"] == f"{value.lower()}h"


def test_a_phone_held_sideways_shows_the_board_at_the_end(open_page: OpenPage, server: Server) -> None:
    page = open_page(SIDEWAYS, "en")
    visitor = server.sit_down(PERSON, program("random"))
    visitor.play_to_the_end()
    shown(page, visitor)
    assert_visible(page, ("[data-testid=rematch]", "[data-testid=replay]"), TOUCH)
    assert_apart(page, (".grid", "[data-testid=result]"))
    # The result is given in words: there is no score beside the names.
    assert page.locator(".chip .score").count() == 0


CUT = """() => [...document.querySelectorAll('[data-board] *, .liarsdice *, .quarto *, .shell footer *, header *')]
    .filter(({ children, textContent, closest }) => !children.length && textContent.trim())
    .filter(element => !element.closest('.visually-hidden, svg, select'))
    .filter(element => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
    .filter(element => getComputedStyle(element).overflowX !== 'visible')
    .map(element => element.textContent)"""


@pytest.mark.parametrize("name", one_of(["bidding", "liarsdice", "coinche", "hearts", "quarto"], 2))
def test_text_of_twice_the_size_is_not_cut(open_page: OpenPage, server: Server, name: str) -> None:
    page = open_page(PHONE, "fr")
    scene = SCENES[name]
    visitor = reach(server, scene)
    sit(page, visitor)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.keyboard.press("Escape")
    for size in (PHONE, DESK, SIDEWAYS):
        turn(page, size)
        assert page.evaluate(CUT) == []
        for key in ("lang-fr", "lang-en", "leave"):
            box = page.get_by_test_id(key).bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= size["width"]
        if scene.game == "coinche":
            for number, side in enumerate(("Nous", "Eux")):
                line = page.locator(".score .side:not(.head)").nth(number)
                expect(line.locator(".name")).to_have_text(side)
                assert line.locator(".name").evaluate("it => it.scrollWidth <= it.clientWidth + 1")
            assert_visible(page, ("[data-testid=scores]",), TOUCH)


@pytest.mark.parametrize(
    ("language", "game", "option", "value"),
    [
        ("en", "hearts", "rules", "classic"),
        ("fr", "hearts", "rules", "coeurs"),
        ("en", "liarsdice", "wild", "none"),
        ("fr", "liarsdice", "wild", "ones"),
    ],
)
def test_play_starts_the_usual_game_of_the_language(
    open_home: OpenPage, server: Server, language: str, game: str, option: str, value: str
) -> None:
    page = open_home(DESK, language)
    page.get_by_test_id(f"play-{game}").click()
    page.wait_for_url("**/table/*")
    table = server.get(f"/tables/{page.url.rpartition('/')[2]}")
    assert table["options"][option] == value


FITS = "it => it.scrollWidth <= it.clientWidth"


@pytest.mark.parametrize("name", ["bidding", "liarsdice"])
def test_the_chosen_bid_fits_its_button(open_page: OpenPage, server: Server, name: str) -> None:
    page = open_page(PHONE, "fr")
    scene = SCENES[name]
    if name == "liarsdice":
        scene = replace(scene, ready=lambda view: view["bids"] and view["legal"]["bids"])
    shown(page, reach(server, scene))
    if name == "bidding":
        page.locator(".denominations label").nth(1).click()
    bid = page.get_by_test_id("bid")
    for size in (PHONE, SIDEWAYS, SMALL):
        turn(page, size)
        expect(bid).to_contain_text(re.compile(r"\d"))
        assert bid.evaluate(FITS)


INSIDE = """selector => {
    const board = document.querySelector('[data-board]').getBoundingClientRect();
    return [...document.querySelectorAll(selector)].map(element => element.getBoundingClientRect()).every(
        ({ left, top, right, bottom }) =>
            left >= board.left && top >= board.top && right <= board.right && bottom <= board.bottom
    );
}"""
WIDEST = """() => {
    for (const hand of document.querySelectorAll('[data-testid^=open-hand-]'))
        [...hand.querySelectorAll('b')].forEach((rank, place) => { rank.textContent = place < 4 ? '10' : 'D' })
}"""
"""The widest hand that can be dealt."""
OPEN: dict[str, dict[str, object]] = {
    "hearts": {"rules": "classic", "length": "1"},
    "coinche": {"deals": 1},
}


@pytest.mark.parametrize("game", one_of(OPEN))
def test_open_hands_of_a_replay_have_room(open_page: OpenPage, server: Server, game: str) -> None:
    others = [{**program("random"), "name": name} for name in NAMES[:3]]
    visitor = server.sit_down(PERSON, *others, game=game, **OPEN[game])
    visitor.play_to_the_end()
    page = open_page(PHONE, "fr")
    page.emulate_media(reduced_motion="reduce")
    sit(page, visitor)
    page.goto(f"{server.url}/replay/{visitor.id}")
    expect(page.locator("[data-testid^='open-hand-']")).to_have_count(3)
    hands = "[data-testid^='open-hand-'] li"
    for size in (PHONE, SIDEWAYS, SMALL, DESK):
        turn(page, size)
        page.evaluate(WIDEST)
        assert_visible(page, ("[data-testid=hand]", ".controls button"), TOUCH)
        assert page.evaluate(INSIDE, hands)
        assert_apart(page, (hands, "[data-testid=hand]", ".corners > *", ".prompt[data-testid]"))
