"""Fair play at tables of several people, each in a browser of their own: hints, rematches, replays,
records."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.kinds import one_of
from tests.service.client import PERSON, Server, Visitor, program

OpenPage = Callable[..., Page]
BOB = {"kind": "person", "name": "Bob"}
RANDOM = program("random")


def sit(page: Page, server: Server, visitor: Visitor, seats: list[int]) -> None:
    """Give this browser these seats of a table, as if it had taken them."""
    secrets = {str(seat): visitor.secrets[i] for i, seat in enumerate(seats)}
    known = {
        "id": visitor.id,
        "game": visitor.table["game"],
        "secrets": secrets,
        "seedHash": visitor.table["seed_hash"],
        "touched": 0,
        "over": False,
    }
    page.evaluate(
        "known => { const key = 'partie.tables'; const all = JSON.parse(localStorage.getItem(key) ?? '[]');"
        " localStorage.setItem(key, JSON.stringify([known, ...all])) }",
        known,
    )
    page.goto(f"{server.url}/table/{visitor.id}")


def finished(server: Server, game: str, seats: int, **options: object) -> Visitor:
    company = [PERSON, *[{**RANDOM, "name": name} for name in ("Malo", "Lucie", "Zoé")[: seats - 1]]]
    ann = server.sit_down(*company, game=game, **options)
    ann.play_to_the_end()
    return ann


def test_a_rematch_waits_for_the_opponent_and_nobody_else(open_page: OpenPage, server: Server) -> None:
    ann, bob, carl = open_page(), open_page(), open_page()
    ann.goto(f"{server.url}/new/quarto")
    ann.get_by_test_id("name-0").fill("Ann")
    ann.get_by_test_id("kind-1-open").check(force=True)
    ann.get_by_test_id("start").click()
    expect(ann.get_by_test_id("share-link")).to_be_visible()
    bob.goto(ann.url)
    bob.get_by_test_id("sit-name").fill("Bob")
    bob.get_by_test_id("sit-1").click()
    ann.get_by_test_id("resign").click()
    ann.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ann.get_by_test_id("rematch").click()
    expect(ann.get_by_test_id("kept-seats")).to_contain_text("Bob")
    carl.goto(ann.url)
    expect(carl.get_by_test_id("kept-seats")).to_contain_text("You can watch")
    expect(carl.get_by_test_id("sit-0")).to_have_count(0)
    bob.get_by_test_id("rematch-join").click()
    expect(bob.get_by_test_id("status")).to_contain_text("Your turn")
    expect(ann.get_by_test_id("status")).to_contain_text("Bob")
    assert ann.url == bob.url


def test_hints_are_off_between_people_unless_they_are_for_all(open_page: OpenPage, server: Server) -> None:
    ann = open_page()
    ann.goto(f"{server.url}/new/quarto")
    hints = ann.get_by_test_id("hints").get_by_role("switch")
    expect(hints).to_be_checked()
    ann.get_by_test_id("kind-1-open").check(force=True)
    expect(hints).not_to_be_checked()
    ann.get_by_test_id("start").click()
    expect(ann.get_by_test_id("share-link")).to_be_visible()
    expect(ann.get_by_test_id("resign")).to_be_visible()
    expect(ann.get_by_test_id("hint")).to_have_count(0)

    ann.goto(f"{server.url}/new/quarto")
    ann.get_by_test_id("kind-1-open").check(force=True)
    hints.check()
    ann.get_by_test_id("start").click()
    bob = open_page(language="fr")
    expect(ann.get_by_test_id("share-link")).to_be_visible()
    bob.goto(ann.url)
    bob.get_by_test_id("sit-1").click()
    ann.get_by_test_id("hint").click()
    expect(ann.get_by_test_id("hint-who")).to_have_text("Hint for you:")
    expect(bob.get_by_test_id("hint-who")).to_contain_text("Conseil pour")
    assert bob.get_by_test_id("hint-text").inner_text()


@pytest.mark.parametrize("game", one_of(["liarsdice", "hearts", "coinche"]))
def test_on_a_shared_device_hints_are_available_after_looking(
    open_page: OpenPage, server: Server, game: str
) -> None:
    seats = [PERSON, BOB] + ([] if game == "liarsdice" else [RANDOM, RANDOM])
    made = server.post("/tables", {"game": game, "seats": seats, "hints": "all"})
    both = Visitor(server, made["id"], list(made["secrets"].values()), made["table"])
    both.wait_for_turn()
    page = open_page()
    sit(page, server, both, [0, 1])
    expect(page.get_by_test_id("look")).to_be_visible()
    expect(page.get_by_test_id("hint")).to_have_count(0)
    page.keyboard.press("h")
    page.get_by_test_id("look").click()
    expect(page.get_by_test_id("hint")).to_be_enabled()
    assert both.look()["hint"] is None, "nobody had looked when the key was pressed"
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-who")).to_be_visible()


def test_the_bid_can_be_changed_while_a_hint_is_open(open_page: OpenPage, server: Server) -> None:
    ann = server.sit_down(PERSON, {**RANDOM, "name": "Malo"}, game="liarsdice")
    page = open_page()
    sit(page, server, ann, [0])
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-text")).to_be_visible()
    bid = page.get_by_test_id("bid")
    hinted = bid.get_attribute("aria-label")
    page.keyboard.press("ArrowUp")
    expect(bid).not_to_have_attribute("aria-label", hinted or "")
    page.keyboard.press("ArrowUp")
    chosen = bid.get_attribute("aria-label") or ""
    expect(page.get_by_test_id("hint-text")).to_be_visible()
    bid.click()
    first = ann.wait("my bid", lambda table: table["moves"])["moves"][0]["move"]
    assert chosen.split("\u00a0")[0].split()[-1] == first.split("x")[0]


@pytest.mark.parametrize(
    ("game", "options", "language"),
    [
        pytest.param("hearts", {"length": "1"}, "en", marks=pytest.mark.thorough),
        ("coinche", {"deals": 1}, "fr"),
        ("liarsdice", {"dice": 2}, "en"),
        pytest.param("hearts", {"length": "1"}, "fr", marks=pytest.mark.thorough),
        pytest.param("coinche", {"deals": 1}, "en", marks=pytest.mark.thorough),
        pytest.param("liarsdice", {"dice": 2}, "fr", marks=pytest.mark.thorough),
    ],
)
def test_a_replay_is_open_and_knows_what_each_player_knew(
    open_page: OpenPage, server: Server, game: str, options: dict[str, object], language: str
) -> None:
    ann = finished(server, game, 4, **options)
    page = open_page(PHONE if language == "fr" else DESK, language)
    sit(page, server, ann, [0])
    page.goto(f"{server.url}/replay/{ann.id}")
    replay = server.get(f"{ann.path}/replay")
    dice = game == "liarsdice"

    def hand(seat: int) -> Locator:
        return page.get_by_test_id(f"cup-{seat}" if dice else f"open-hand-{seat}").locator("li")

    held = replay["steps"][0]["view"]["cups" if dice else "hands"]
    expect(page.get_by_test_id("perspective")).to_be_visible()
    for seat in (1, 2, 3):
        expect(hand(seat)).to_have_count(len(held[seat]))
    page.get_by_test_id("replay-next").click()
    mover = replay["steps"][2]["seat"]
    page.get_by_test_id("advice").click()
    expect(page.get_by_test_id("hint-who")).to_contain_text(
        {"en": "you", "fr": "vous"}[language] if mover == 0 else ann.table["seats"][mover]["name"]
    )
    expect(page.get_by_test_id("hint-text")).to_be_visible()
    page.get_by_test_id("perspective").select_option("2")
    for seat in (0, 1, 3):
        expect(hand(seat)).to_have_count(0)
    page.get_by_test_id("perspective").select_option("")
    expect(hand(1)).not_to_have_count(0)


def test_the_record_of_an_unfinished_game_leads_to_its_table(open_home: OpenPage, server: Server) -> None:
    ann = server.sit_down(PERSON, *[RANDOM] * 3, game="hearts")
    page = open_home()
    open_record(page, server.http.get(f"{ann.path}/record").text)
    expect(page.get_by_test_id("record-unfinished")).to_contain_text("not over")
    page.get_by_test_id("record-unfinished").get_by_role("link").click()
    expect(page).to_have_url(f"{server.url}/table/{ann.id}")
    both = server.sit_down(PERSON, BOB)
    both.move()
    page.goto(server.url)
    open_record(page, server.http.get(f"{both.path}/record").text)
    page.get_by_test_id("replay-last").click()
    expect(page.get_by_text("the game was not over")).to_be_visible()
    expect(page.get_by_test_id("advice")).to_be_visible()


def open_record(page: Page, text: str) -> None:
    page.get_by_role("heading", name="Open a record").click()
    page.get_by_test_id("record-text").fill(text)
    page.get_by_test_id("record-open").click()


def test_a_game_of_a_site_without_a_server_is_kept_for_its_player(
    open_home: OpenPage, server: Server
) -> None:
    both = server.sit_down({**PERSON, "name": "Dan"}, RANDOM)
    both.move()
    both.do("resign")
    lines = server.http.get(f"{both.path}/record").text.splitlines()
    seed = next(number for number, line in enumerate(lines) if line.startswith("seed:"))
    page = open_home()
    page.evaluate("localStorage.setItem('partie.name', '\"Dan\"')")
    open_record(page, "\n".join([*lines[: seed + 1], "origin: on a device", *lines[seed + 1 :], ""]))
    page.get_by_test_id("record-keep").click()
    expect(page).to_have_url(re.compile(f"{server.url}/replay/[a-z0-9]+"))
    expect(page.get_by_test_id("handed-in")).to_contain_text("device")
    expect(page.get_by_test_id("record-keep")).to_have_count(0)
    page.goto(f"{server.url}/me")
    expect(page.get_by_test_id("me-quarto").get_by_test_id("me-on-device")).to_have_text("(1 on a device)")


@pytest.mark.parametrize("game", one_of(["coinche", "hearts", "liarsdice"]))
def test_a_player_who_waits_sees_no_cards(open_page: OpenPage, server: Server, game: str) -> None:
    seats = [PERSON, {"kind": "open"}] + ([] if game == "liarsdice" else [RANDOM, RANDOM])
    made = server.post("/tables", {"game": game, "seats": seats})
    ann = Visitor(server, made["id"], list(made["secrets"].values()), made["table"])
    page = open_page()
    sit(page, server, ann, [0])
    expect(page.get_by_test_id("status")).to_contain_text("Waiting")
    own = page.get_by_test_id("own-dice") if game == "liarsdice" else page.get_by_test_id("hand")
    expect(own).to_be_visible()
    card = own.locator(".die" if game == "liarsdice" else "[data-hand]")
    expect(card).to_have_count(0)
    server.post(f"{ann.path}/seats/1", {"name": "Bob"})
    expect(card.first).to_be_visible()
