"""Liar's Dice played in the browser, as people would."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.service.client import PERSON, Json, Server, Visitor, program

OpenPage = Callable[..., Page]
PATIENCE = 60_000


def sit(page: Page, visitor: Visitor) -> None:
    """Open a table that was created over the API, in the seats of its persons."""
    secrets = {str(seat): secret for seat, secret in enumerate(visitor.secrets)}
    known = {
        "id": visitor.id,
        "game": "liarsdice",
        "secrets": secrets,
        "seedHash": "",
        "touched": 1,
        "over": False,
    }
    page.evaluate("known => localStorage.setItem('partie.tables', known)", json.dumps([known]))
    page.goto(f"{visitor.server.url}/table/{visitor.id}")
    expect(page.get_by_test_id("own-dice")).to_be_visible()


def five_people(server: Server, **options: object) -> Visitor:
    names = ("Ann", "Bob", "Cleo", "Dan", "Eve")
    return server.sit_down(*({"kind": "person", "name": name} for name in names), game="liarsdice", **options)


def bid(page: Page, quantity: int, face: int) -> None:
    """Choose face and quantity by pointer, then bid."""
    page.get_by_test_id(f"face-{face}").click()
    for _ in range(60):
        if page.get_by_test_id("quantity").inner_text() == str(quantity):
            break
        page.get_by_test_id("quantity-up").click()
    page.get_by_test_id("bid").click()


def moves_played(page: Page, count: int) -> None:
    expect(page.get_by_test_id("log").locator("li")).to_have_count(count)


def faces_on_the_table(visitor: Visitor) -> Counter[int]:
    """The dice under all cups, seen with the secrets of all seats."""
    views = [visitor.server.get(visitor.path, secret)["view"] for secret in visitor.secrets]
    return Counter(die for view in views for die in view["own"])


def skip(page: Page) -> None:
    """Skip the showdown that is being shown, if any."""
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("showdown")).to_have_count(0)


def in_window(page: Page, test_id: str) -> bool:
    box, size = page.get_by_test_id(test_id).bounding_box(), page.viewport_size
    assert box is not None, test_id
    assert size is not None
    across = box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    return across and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def apart(page: Page, one: str, other: str) -> bool:
    """Whether two elements do not overlap."""
    a, b = page.get_by_test_id(one).bounding_box(), page.get_by_test_id(other).bounding_box()
    assert a is not None
    assert b is not None
    beside = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
    return beside or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1


def test_five_people_with_confirms_that_hit_and_players_who_are_out(
    open_page: OpenPage, server: Server
) -> None:
    page = open_page(PHONE, "fr")
    visitor = five_people(server, dice=2)
    sit(page, visitor)

    def true_bid() -> None:
        face, quantity = faces_on_the_table(visitor).most_common(1)[0]
        bid(page, quantity, face)

    # Ann bids the exact number; Bob calls exact: everybody else loses a die.
    true_bid()
    moves_played(page, 1)
    expect(page.get_by_test_id("takeback")).to_be_enabled()
    expect(page.get_by_test_id("bubble-0")).to_be_visible()
    page.get_by_test_id("exact").click()
    moves_played(page, 2)
    expect(page.get_by_test_id("showdown")).to_contain_text("sauf Bob")
    assert visitor.look()["view"]["dice"] == [1, 2, 1, 1, 1]
    skip(page)
    # Dice were shown: nothing can be taken back.
    expect(page.get_by_test_id("takeback")).to_be_disabled()
    expect(page.get_by_test_id("story")).to_contain_text("Tout le monde perd un dé, sauf Bob.")

    # Ann lies, Bob does not believe her: she is out.
    count = faces_on_the_table(visitor)
    bid(page, 6, next(face for face in range(1, 7) if count[face] < 6))
    moves_played(page, 3)
    page.get_by_test_id("liar").click()
    moves_played(page, 4)
    skip(page)
    expect(page.get_by_test_id("story")).to_contain_text("Ann est hors jeu.")
    expect(page.get_by_test_id("cup-0")).to_contain_text("5ᵉ")

    # Bob bids the exact number; Cleo calls exact: Dan and Eve are out together.
    true_bid()
    moves_played(page, 5)
    page.get_by_test_id("exact").click()
    moves_played(page, 6)
    assert visitor.look()["view"]["places"] == [5, None, None, 3, 3]

    # Once more, without waiting for the end of the showdown.
    expect(page.get_by_test_id("showdown")).to_be_visible()
    true_bid()
    expect(page.get_by_test_id("showdown")).to_have_count(0)
    page.get_by_test_id("exact").click()
    moves_played(page, 8)
    skip(page)
    expect(page.get_by_test_id("result")).to_contain_text("Victoire de Cleo")
    expect(page.get_by_test_id("announcer")).to_contain_text("Il ne reste de dés qu’à Cleo")
    expect(page.get_by_test_id("finishing-order").locator("li")).to_have_count(5)
    expect(page.get_by_test_id("finishing-order").locator("li").first).to_contain_text("Cleo")
    expect(page.get_by_test_id("dice-plot")).to_be_visible()
    assert in_window(page, "dice-plot")


def test_a_game_of_five_against_programs_to_its_end(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "en")
    page.goto(f"{server.url}/new/liarsdice")
    seats = page.locator("fieldset")
    expect(seats.first).to_be_visible()
    while seats.count() < 5:
        page.get_by_test_id("more-seats").click()
    for seat in range(1, 5):
        page.get_by_test_id(f"level-{seat}").select_option("custom")
        page.get_by_test_id(f"agent-{seat}").select_option("random")
    page.get_by_test_id("name-0").fill("Ann")
    page.get_by_test_id("alias-2").fill("Rosalind")
    page.get_by_test_id("all-options").locator("summary").click()
    page.get_by_label("Dice", exact=True).fill("2")
    page.get_by_test_id("start").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_test_id("cup-2")).to_contain_text("Rosalind")
    something = page.locator("[data-testid=result], [data-testid=skip], [data-testid=bid]")
    for _ in range(200):
        something.first.wait_for(timeout=PATIENCE)
        if page.get_by_test_id("result").count():
            break
        # An element may be gone by the time we press it: keys go to what is there then.
        page.keyboard.press("Escape")
        page.keyboard.press("l")
        page.keyboard.press("Enter")
    expect(page.get_by_test_id("result")).to_contain_text(re.compile(r"You win|\w+ wins"))
    expect(page.get_by_test_id("finishing-order").locator("li")).to_have_count(5)
    expect(page.get_by_test_id("dice-plot")).to_be_visible()
    assert in_window(page, "dice-plot")
    assert page.get_by_text("2nd").count() + page.get_by_text("3rd").count() > 0
    page.get_by_role("button", name=re.compile("Enlarge")).click()
    page.get_by_text("The numbers as a table").click()
    rows = page.get_by_test_id("dice-table").locator("tbody tr")
    expect(rows.first).to_contain_text("22222")
    assert rows.last.inner_text().split().count("0") >= 4


@pytest.mark.every_size
@pytest.mark.parametrize(("size", "language"), [(DESK, "fr"), (PHONE, "en")], ids=["desk", "phone"])
def test_eight_fit(open_page: OpenPage, server: Server, size: dict[str, int], language: str) -> None:
    page = open_page(size, language)
    sit(page, server.sit_down(PERSON, *([program("random")] * 7), game="liarsdice", dice=6))
    page.get_by_test_id("bid").wait_for()
    things = [f"cup-{seat}" for seat in range(8)] + [
        "bid",
        "liar",
        "exact",
        "own-dice",
        "quantity-up",
        "face-6",
    ]
    for thing in things:
        assert in_window(page, thing), f"{thing} is not in the window"
    for seat in range(1, 8):
        for other in ("bid", "liar", "face-1", "face-6", "standing", f"cup-{seat % 7 + 1}"):
            assert apart(page, f"cup-{seat}", other), f"cup-{seat} covers {other}"


def test_keys_choose_bid_and_call(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "fr")
    visitor = five_people(server)
    sit(page, visitor)
    page.keyboard.press("l")
    expect(page.get_by_test_id("refusal")).to_contain_text("Rien à contester")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_test_id("refusal")).to_contain_text("moins")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("refusal")).to_be_empty()
    page.keyboard.press("Enter")
    moves_played(page, 1)
    assert visitor.look()["moves"][0]["move"] == "2x3"
    expect(page.get_by_test_id("standing")).to_contain_text("2 trois")
    # A lower face needs a higher quantity; a higher one does not.
    page.keyboard.press("1")
    expect(page.get_by_test_id("quantity")).to_have_text("3")
    page.keyboard.press("4")
    expect(page.get_by_test_id("quantity")).to_have_text("2")
    page.keyboard.press("m")
    page.get_by_test_id("move-input").fill("4x5")
    page.keyboard.press("Enter")
    moves_played(page, 2)
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    moves_played(page, 3)
    expect(page.get_by_test_id("announcer")).to_contain_text(
        "Cleo a dit « exact »".replace("« ", "«\u00a0").replace(" »", "\u00a0»")
    )
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("showdown")).to_have_count(0)
    page.get_by_test_id("reopen").click()
    expect(page.get_by_test_id("showdown")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("standing")).to_be_visible()


def test_without_exact_calls_there_is_no_button(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "en")
    page.emulate_media(reduced_motion="reduce")
    sit(page, five_people(server, spot_on=False, dice=1))
    bid(page, 1, 1)
    moves_played(page, 1)
    expect(page.get_by_test_id("exact")).to_have_count(0)
    page.keyboard.press("e")
    expect(page.get_by_test_id("refusal")).to_contain_text("nobody can call a bid exact")
    # Without animations, the showdown is shown at once.
    page.get_by_test_id("liar").click()
    expect(page.get_by_test_id("showdown")).to_contain_text("loses a die")


def test_people_on_one_device_do_not_see_each_others_dice(open_page: OpenPage, server: Server) -> None:
    page = open_page(PHONE, "en")
    sit(page, five_people(server))
    own = page.get_by_test_id("own-dice")
    expect(own).to_contain_text("5 dice")
    page.get_by_test_id("look").click()
    expect(own).to_contain_text(re.compile("one|two|three|four|five|six"))
    bid(page, 1, 1)
    moves_played(page, 1)
    expect(own).to_contain_text("5 dice")


def test_from_the_home_page_to_a_table_of_five(open_home: OpenPage, server: Server) -> None:
    page = open_home(PHONE, "en")
    page.get_by_test_id("play-liarsdice").click()
    page.wait_for_url("**/table/*")
    names = {page.get_by_test_id(f"cup-{seat}").locator(".name").inner_text() for seat in range(5)}
    assert len(names) == 5, names


WATCH = """() => {
    window.told = [];
    new MutationObserver(() => {
        const call = document.querySelector('[data-testid=showdown]')?.dataset.call;
        if (call && call !== window.told.at(-1)) window.told.push(call);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Notes which showdowns the page shows, by the number of the call."""


def calls_of(table: Json) -> list[str]:
    moves = [move["move"] for move in table["moves"]]
    return [str(number) for number, move in enumerate(moves, 1) if move in ("liar", "exact")]


def lie(page: Page, server: Server) -> Visitor:
    """Make an impossible bid: the next program has to call, and the others continue without us."""
    visitor = server.sit_down(PERSON, *([program("random")] * 7), game="liarsdice", dice=1, spot_on=False)
    sit(page, visitor)
    page.get_by_test_id("bid").wait_for()
    page.evaluate(WATCH)
    bid(page, 8, 6)
    visitor.wait("the end", lambda table: table["status"] == "over")
    return visitor


def test_showdowns_are_shown_one_after_the_other(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "en")
    visitor = lie(page, server)
    calls = calls_of(visitor.look())
    assert len(calls) > 1, "programs without us play on"
    for _ in calls:
        # Skip the showdown that is being shown. It may have ended by itself meanwhile.
        if (
            page.locator("[data-testid=result], [data-testid=skip]").first.get_attribute("data-testid")
            == "skip"
        ):
            page.keyboard.press("Enter")
    expect(page.get_by_test_id("result")).to_be_visible(timeout=PATIENCE)
    assert page.evaluate("window.told") == calls
    moves_played(page, len(visitor.table["moves"]))
    # The end is announced to screen readers as well.
    winner = visitor.table["seats"][visitor.table["result"]["winners"][0]]["name"]
    expect(page.get_by_test_id("announcer")).to_contain_text(f"{winner} is the last player with dice")


def test_all_waiting_showdowns_can_be_skipped(open_page: OpenPage, server: Server) -> None:
    page = open_page(PHONE, "fr")
    lie(page, server)
    # The page has received the end, too: nothing more will come.
    expect(page.get_by_test_id("announcer")).to_contain_text("Il ne reste de dés")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("result")).to_be_visible()
    expect(page.get_by_test_id("showdown")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), [(DESK, "fr"), (PHONE, "en")], ids=["desk", "phone"])
def test_a_replay_shows_everybodys_dice(
    open_page: OpenPage, server: Server, size: dict[str, int], language: str
) -> None:
    page = open_page(size, language)
    visitor = server.sit_down(PERSON, *([program("random")] * 4), game="liarsdice", dice=2)
    visitor.play_to_the_end()
    page.goto(f"{server.url}/replay/{visitor.id}")
    if size is PHONE:
        page.get_by_test_id("course-open").click()
    plot = page.get_by_test_id("dice-plot").last
    expect(plot).to_be_visible()
    expect(plot.locator("polyline")).to_have_count(10)
    expect(plot.get_by_test_id("plot-now")).to_have_count(1)
    if size is PHONE:
        page.keyboard.press("Escape")
    assert in_window(page, "replay-slider")
    page.keyboard.press("End")
    # A call comes with its whole showdown, at any step.
    expect(page.get_by_test_id("replay-text")).to_contain_text({"fr": "perd un dé", "en": "lose"}[language])
    if size is DESK:
        expect(plot.locator("polyline")).to_have_count(5)
        expect(page.get_by_test_id("finishing-order").locator("li")).to_have_count(5)
        assert in_window(page, "dice-plot")


def test_parameters_of_programs_are_named_in_french(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "fr")
    page.goto(f"{server.url}/new/liarsdice")
    page.get_by_test_id("level-1").select_option("custom")
    page.get_by_test_id("agent-1").select_option("ismcts")
    for title in ("Simulations", "Constante d’exploration", "Profondeur de l’arbre", "Style des simulations"):
        expect(page.get_by_label(title, exact=True)).to_be_visible()
