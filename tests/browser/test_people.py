"""People at one table, each in a browser of their own: who is there, what they ask, and their clocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.tables import Wire, seated, table_id, take_seats, wait_for_event
from tests.browser.test_axe import violations
from tests.service.client import PERSON, Server, Visitor, program, until

OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where people count as gone after a moment."""
    folder = tmp_path_factory.mktemp("people")
    running = Server(
        folder / "tables.db", folder / "server.log", "--only", "quarto", "--grace", "1", "--delay", "3600"
    )
    until(lambda: running.get("/games/quarto")["ready"], "Quarto to be compiled", 600.0)
    yield running
    running.stop()


def friends(open_page: OpenPage, server: Server, *, phone: bool = False) -> tuple[Page, Page]:
    """Ann, who reads English, and Bob, who reads French, at a table of Quarto."""
    ann = open_page(PHONE if phone else DESK)
    bob = open_page(DESK, "fr")
    ann.goto(f"{server.url}/new/quarto")
    ann.get_by_test_id("name-0").fill("Ann")
    ann.get_by_test_id("kind-1-open").check(force=True)
    ann.get_by_test_id("start").click()
    expect(ann.get_by_test_id("share-link")).to_be_visible()
    bob.goto(ann.url)
    bob.get_by_test_id("sit-name").fill("Bob")
    bob.get_by_test_id("sit-1").click()
    expect(ann.get_by_test_id("status")).to_contain_text("Your turn")
    expect(bob.get_by_test_id("person-1")).to_contain_text("vous")  # his page knows that it has the seat
    return ann, bob


@pytest.mark.thorough  # as the three below: test_meeting.py shows it every day
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_program_plays_for_a_friend_who_left_until_they_return(
    open_page: OpenPage, server: Server, phone: bool
) -> None:
    ann, bob = friends(open_page, server, phone=phone)
    expect(ann.get_by_test_id("person-1")).to_contain_text("here")
    here = bob.url
    bob.goto("about:blank")
    expect(ann.get_by_test_id("away")).to_contain_text("Bob: away for")
    panel = ann.get_by_test_id("absence")
    expect(panel).to_contain_text("Bob has left")
    assert violations(ann) == []
    panel.get_by_test_id("wait").click()
    expect(panel).to_have_count(0)
    bob.goto(here)
    expect(ann.get_by_test_id("person-1")).to_contain_text("here")
    expect(ann.get_by_test_id("announcer")).to_contain_text("Bob is back")
    bob.goto("about:blank")
    panel.get_by_role("combobox").select_option("beginner")
    panel.get_by_test_id("stand-in").click()
    expect(ann.get_by_test_id("person-1")).to_contain_text("plays")
    player = seated(ann, server)
    player.move("-0000")
    ann.wait_for_function("() => document.querySelectorAll('[data-testid=log] li').length === 2")
    expect(ann.get_by_test_id("by-program")).to_have_count(1)
    bob.goto(here)
    expect(bob.get_by_test_id("by-program")).to_have_count(1)
    expect(ann.get_by_test_id("person-1")).to_contain_text("here")
    player.look()
    player.move()
    expect(bob.get_by_test_id("status")).to_contain_text("À vous de jouer")


@pytest.mark.thorough
def test_a_game_is_claimed(open_page: OpenPage, server: Server) -> None:
    ann, bob = friends(open_page, server)
    ann.goto("about:blank")
    bob.get_by_test_id("claim").click()
    expect(bob.get_by_test_id("result")).to_contain_text("Ann a quitté la partie.")
    expect(bob.get_by_test_id("people")).to_have_count(0)
    assert server.get(f"/tables/{table_id(bob)}")["result"]["winners"] == [1]


@pytest.mark.thorough
def test_requests_are_asked_and_answered(open_page: OpenPage, server: Server) -> None:
    ann, bob = friends(open_page, server)
    player = seated(ann, server)
    player.move("-0000")
    expect(bob.get_by_test_id("status")).to_contain_text("À vous de jouer")
    ann.get_by_test_id("takeback").click()
    expect(ann.get_by_test_id("request")).to_contain_text("Waiting for Bob")
    expect(bob.get_by_test_id("request")).to_contain_text("Ann voudrait reprendre un coup.")
    assert violations(bob) == []
    bob.get_by_test_id("agree").click()
    expect(ann.get_by_test_id("status")).to_contain_text("Your turn")
    expect(ann.get_by_test_id("request")).to_have_count(0)

    ann.get_by_test_id("more").click()
    assert violations(ann) == []
    ann.get_by_test_id("ask-pause").click()
    bob.get_by_test_id("agree").click()
    expect(ann.get_by_test_id("status")).to_have_text("Paused")
    expect(ann.get_by_test_id("paused")).to_be_visible()
    bob.get_by_test_id("resume").click()
    expect(ann.get_by_test_id("status")).to_contain_text("Your turn")

    bob.get_by_test_id("more").click()
    bob.get_by_test_id("ask-draw").click()
    ann.get_by_test_id("refuse").click()
    expect(bob.get_by_test_id("notice")).to_contain_text("Votre demande a été refusée.")
    bob.get_by_test_id("more").click()
    bob.get_by_test_id("ask-draw").click()
    ann.get_by_test_id("agree").click()
    expect(ann.get_by_test_id("result")).to_contain_text("The players agreed on a draw.")


def test_a_program_changes_its_level_in_the_middle(open_page: OpenPage, server: Server) -> None:
    page = open_page(PHONE, "fr")
    page.goto(f"{server.url}/new/quarto")
    page.get_by_test_id("start").click()
    page.get_by_test_id("more").click()
    page.get_by_test_id("level-new").select_option("beginner")
    page.get_by_test_id("ask-level").click()
    until(lambda: server.get(f"/tables/{table_id(page)}")["seats"][1]["agent"] == "beginner", "the new level")
    expect(page.get_by_text("Camille").first).to_be_visible()


def test_a_clock_is_chosen_shown_and_runs_out(open_page: OpenPage, server: Server) -> None:
    page = open_page()
    page.goto(f"{server.url}/new/quarto")
    page.get_by_test_id("clock-kind").select_option("game")
    page.get_by_test_id("clock-minutes").fill("5")
    page.get_by_test_id("clock-increment").fill("3")
    expect(page.get_by_test_id("clock")).to_contain_text("runs out of time loses")
    assert violations(page) == []
    page.get_by_test_id("start").click()
    expect(page.get_by_test_id("time-0").first).to_contain_text("4:5")
    created = server.post(
        "/tables",
        {"game": "quarto", "seats": [PERSON, program("random")], "clock": {"kind": "move", "seconds": 1}},
    )
    page.goto(f"{server.url}/table/{created['id']}")
    expect(page.get_by_test_id("result")).to_contain_text("Ann ran out of time.")


def test_spectators_know_that_they_watch(open_page: OpenPage, server: Server) -> None:
    ann, _ = friends(open_page, server)
    carla, dan = open_page(PHONE), open_page()
    carla.goto(ann.url)
    expect(carla.get_by_test_id("watching")).to_be_visible()
    expect(ann.get_by_test_id("watchers")).to_contain_text("1 person is watching")
    dan.goto(ann.url)
    expect(carla.get_by_test_id("watchers")).to_contain_text("2 people are watching")
    dan.goto("about:blank")
    expect(ann.get_by_test_id("watchers")).to_contain_text("1 person is watching")


@pytest.mark.thorough
def test_players_speak_in_their_own_language_and_can_be_muted(open_page: OpenPage, server: Server) -> None:
    ann, bob = friends(open_page, server)
    ann.get_by_test_id("say").click()
    assert violations(ann) == []
    ann.get_by_test_id("say-well_played").click()
    expect(bob.get_by_test_id("said")).to_have_text("Ann\u00a0: Bien joué\u00a0!")
    expect(ann.get_by_test_id("said")).to_have_text("Ann: Well played!")
    expect(bob.get_by_test_id("announcer")).to_contain_text("Bien joué")
    expect(ann.get_by_test_id("said")).to_have_count(0)
    bob.get_by_test_id("mute-0").click()
    expect(bob.get_by_test_id("mute-0")).to_have_attribute("aria-pressed", "true")
    ann.get_by_test_id("say").click()
    ann.get_by_test_id("say-hello").click()
    expect(ann.get_by_test_id("said")).to_have_text("Ann: Hello!")
    expect(bob.get_by_test_id("said")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "fr")], ids=["desk", "phone"])
def test_a_person_goes_on_elsewhere_and_deletes_everything(
    open_page: OpenPage, server: Server, size: ViewportSize, language: str
) -> None:
    page = open_page(size, language)
    page.goto(f"{server.url}/new/quarto")
    page.get_by_test_id("name-0").fill("Zoé")
    page.get_by_test_id("start").click()
    page.get_by_test_id("resign").click()
    page.get_by_test_id("resign-confirm").click()
    expect(page.get_by_test_id("result")).to_be_visible()
    here = table_id(page)
    page.goto(f"{server.url}/me")
    expect(page.get_by_test_id("me-quarto")).to_contain_text("Quarto")
    assert violations(page) == []
    page.get_by_test_id("carry").click()
    expect(page.get_by_test_id("carry-qr")).to_be_visible()
    link = page.get_by_test_id("carry-link").input_value()
    code = link.partition("#")[2]

    other = open_page(PHONE, "en")
    other.goto(f"{server.url}/welcome#{code}")
    assert violations(other) == []
    other.get_by_test_id("welcome").click()
    expect(other.get_by_test_id("notice")).to_contain_text("Zoé")
    expect(other.get_by_test_id(f"finished-{here}")).to_be_visible()
    other.goto(f"{server.url}/me")
    expect(other.get_by_test_id("me-quarto")).to_be_visible()
    again = open_page()
    again.goto(f"{server.url}/welcome#{code}")
    again.get_by_test_id("welcome").click()
    expect(again.get_by_test_id("welcome-used")).to_be_visible()

    with other.expect_download() as saved:
        other.get_by_test_id("me-export").click()
    assert "Zoé" in saved.value.path().read_text(encoding="utf-8")
    other.get_by_test_id("me-delete").click()
    other.get_by_test_id("me-delete-yes").click()
    expect(other.get_by_test_id("notice")).to_be_visible()
    expect(other.get_by_test_id("finished").get_by_role("listitem")).to_have_count(0)
    assert server.get(f"/tables/{here}")["seats"][0]["name"] is None


def test_many_games_can_be_searched(open_page: OpenPage, server: Server) -> None:
    page = open_page()
    tables = []
    for name in ("Élodie", "Bob", "Carla", "Dan", "Eve"):
        mine = server.sit_down(PERSON, {"kind": "person", "name": name})
        secrets = {"0": mine.secrets[0]}
        tables.append(
            {"id": mine.id, "game": "quarto", "secrets": secrets, "seedHash": "", "touched": 1, "over": False}
        )
    page.evaluate("known => localStorage.setItem('partie.tables', JSON.stringify(known))", tables)
    page.goto(server.url)
    listed = page.get_by_test_id("running").get_by_role("listitem")
    expect(listed).to_have_count(5)
    page.get_by_test_id("search").fill("quarto elodie")
    expect(listed).to_have_count(1)
    assert violations(page) == []
    page.get_by_test_id("search").fill("nobody")
    expect(listed).to_have_count(0)


def test_the_lobby_and_codes_lead_to_a_table(open_page: OpenPage, server: Server) -> None:
    ann, bob = open_page(DESK), open_page(PHONE, "fr")
    ann.goto(f"{server.url}/me")
    ann.get_by_test_id("colour-teal").check(force=True)
    ann.goto(f"{server.url}/lobby")
    expect(ann.get_by_test_id("lobby-none")).to_be_visible()
    ann.get_by_test_id("put-up-quarto").click()
    ann.get_by_test_id("name-0").fill("Ann")
    expect(ann.get_by_test_id("lobby-field").get_by_role("switch")).to_be_checked()
    ann.get_by_test_id("fill-wait").select_option("900")
    ann.get_by_test_id("fill-agent").select_option("expert")
    assert violations(ann) == []
    ann.get_by_test_id("start").click()
    expect(ann.get_by_test_id("filling")).to_contain_text("takes the free seat in 14:")
    code = ann.get_by_test_id("share-code").inner_text()
    here = table_id(ann)

    bob.goto(f"{server.url}/lobby")
    expect(bob.get_by_test_id(f"open-{here}")).to_contain_text("Ann")
    expect(bob.get_by_test_id(f"open-{here}")).to_contain_text("prend la place libre dans")
    bob.get_by_test_id("lobby-game").select_option("hearts")
    expect(bob.get_by_test_id("lobby-none")).to_be_visible()
    bob.get_by_test_id("lobby-game").select_option("quarto")
    assert violations(bob) == []
    bob.goto(server.url)
    expect(bob.get_by_test_id("with-others").get_by_test_id(f"join-{here}")).to_be_visible()
    bob.get_by_test_id("code").fill("zzzzzz")
    bob.get_by_test_id("code-go").click()
    expect(bob.get_by_test_id("code-unknown")).to_be_visible()
    assert violations(bob) == []
    bob.get_by_test_id("code").fill(code.lower())
    bob.get_by_test_id("code-go").click()
    bob.get_by_test_id("sit-name").fill("Bob")
    bob.get_by_test_id("sit-1").click()
    expect(ann.get_by_test_id("status")).to_contain_text("Your turn")
    expect(bob.get_by_test_id("person-0").locator(".dot")).to_have_attribute(
        "style", "--own: var(--person-teal);"
    )
    assert server.get("/lobby")["tables"] == []

    lonely = server.post(
        "/tables",
        {"game": "quarto", "seats": [PERSON, {"kind": "open"}], "lobby": {"seconds": 1, "agent": "beginner"}},
    )
    take_seats(ann, Visitor(server, lonely["id"], list(lonely["secrets"].values()), lonely["table"]))
    expect(ann.get_by_test_id("status")).to_contain_text("Your turn")


def test_doors_seeds_and_a_rematch(open_page: OpenPage, server: Server) -> None:
    ann, bob = friends(open_page, server)
    carla = open_page(PHONE, "fr")
    ann.get_by_test_id("more").click()
    ann.get_by_test_id("doors").click()
    expect(bob.get_by_test_id("closed")).to_be_visible()
    carla.goto(ann.url)
    expect(carla.get_by_role("heading", level=1)).to_contain_text("fermée aux spectateurs")
    assert violations(carla) == []
    ann.get_by_test_id("more").click()
    ann.get_by_test_id("doors").click()
    expect(ann.get_by_test_id("closed")).to_have_count(0)
    carla.goto(ann.url)
    expect(carla.get_by_test_id("watching")).to_have_text("Vous regardez")

    dice = server.sit_down(PERSON, {"kind": "person", "name": "Bob"}, game="liarsdice")
    dice.move("1x2")
    carla.goto(f"{server.url}/table/{dice.id}")
    expect(carla.get_by_test_id("watching")).to_contain_text("3600 secondes de retard")
    assert carla.get_by_test_id("table").get_attribute("data-seq") == "0"

    ann.get_by_test_id("resign").click()
    ann.get_by_test_id("resign-confirm").click()
    for page, words in ((ann, "yours is among them"), (bob, "la vôtre y est")):
        result = page.get_by_test_id("result")
        result.locator("summary").click()
        expect(result.get_by_test_id("seed-parts").locator("dd")).to_have_count(3)
        result.get_by_test_id("verify").click()
        expect(result.get_by_test_id("verify-result")).to_contain_text(words)
    assert violations(bob) == []

    bob.goto(server.url)
    ann.get_by_test_id("rematch").click()
    expect(ann.get_by_test_id("kept-seats")).to_contain_text("Bob")
    bob.reload()
    expect(bob.get_by_test_id("invited")).to_contain_text("Ann")
    assert violations(bob) == []
    bob.get_by_test_id("invited").get_by_role("button").click()
    expect(bob.get_by_test_id("status")).to_contain_text("À vous de jouer")


def test_settings_profile_and_a_move_kept_over_a_reload(open_page: OpenPage, server: Server) -> None:
    page = open_page(PHONE)
    page.goto(f"{server.url}/settings")
    expect(page.get_by_test_id("setting-sound").get_by_role("switch")).not_to_be_checked()
    cards = page.get_by_test_id("sample-cards")
    expect(cards).to_contain_text("K")
    page.get_by_test_id("setting-indices").get_by_role("combobox").select_option("fr")
    expect(cards).to_contain_text("R")
    assert violations(page) == []
    page.get_by_test_id("setting-theme").get_by_role("combobox").select_option("dark")
    page.get_by_test_id("setting-motion").get_by_role("combobox").select_option("none")
    page.get_by_test_id("setting-fourColours").get_by_role("switch").uncheck()
    page.get_by_test_id("setting-known").get_by_role("switch").uncheck()
    expect(page.get_by_test_id("notice")).to_contain_text("deleted")
    page.get_by_test_id("setting-language").get_by_role("combobox").select_option("fr")
    expect(page.get_by_role("heading", level=1)).to_have_text("Réglages")
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-suits", "two")
    page.emulate_media(color_scheme="light")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(22, 26, 24)"
    page.goto(f"{server.url}/me")
    expect(page.get_by_test_id("me-known")).to_contain_text("désactivé")
    page.get_by_test_id("colour-violet").check(force=True)
    assert violations(page) == []

    visitor = server.sit_down(PERSON, {"kind": "person", "name": "Bob"})
    visitor.secrets = visitor.secrets[:1]
    visitor.look()
    wire = Wire(page)
    take_seats(page, visitor)
    wire.cut = True
    page.get_by_test_id("piece-0000").click()
    expect(page.get_by_test_id("unsent")).to_be_visible()
    wire.cut = False
    page.reload()
    wait_for_event(page, 1)
    assert server.get(visitor.path)["plies"] == 1
    expect(page.get_by_test_id("unsent")).to_have_count(0)
