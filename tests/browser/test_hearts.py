"""Hearts played in the browser, as people would."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.tables import seated, wait_for_event
from tests.service.client import PERSON, Json, Server, Visitor, program, until

OpenPage = Callable[..., Page]
PATIENCE = 60_000
NAMES = ("Basile", "Irène", "Ambroise")


def with_programs(server: Server, **options: object) -> Visitor:
    """One person and three fast programs."""
    others = [{**program("random"), "name": name} for name in NAMES]
    return server.sit_down(PERSON, *others, game="hearts", **options)


def sit(page: Page, visitor: Visitor) -> None:
    """Open a table that was created over the API, in the seats of its persons."""
    seats = [str(seat["seat"]) for seat in visitor.table["seats"] if seat["you"]]
    secrets = dict(zip(seats, visitor.secrets, strict=True))
    known = {
        "id": visitor.id,
        "game": "hearts",
        "secrets": secrets,
        "seedHash": "",
        "touched": 1,
        "over": False,
    }
    page.evaluate("known => localStorage.setItem('partie.tables', known)", json.dumps([known]))
    page.goto(f"{visitor.server.url}/table/{visitor.id}")
    expect(page.get_by_test_id("hand")).to_be_visible()


AT_REST = """() => document.querySelector('[data-board]').getAnimations({ subtree: true }).every(
    ({ playState, effect }) => playState === 'finished' || effect.getTiming().iterations === Infinity
)"""


def press(page: Page, card: str) -> None:
    """Press the corner of a card, which is visible even below other cards, once it has stopped moving."""
    page.wait_for_function(AT_REST)
    box = page.get_by_test_id(f"card-{card}").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 8, box["y"] + 30)


def playable(page: Page) -> Locator:
    return page.locator("[data-hand][aria-disabled=false]")


def next_step(page: Page) -> Locator:
    """What the person can do next: play, go to the next deal, or see the result."""
    return page.locator(
        "[data-hand][aria-disabled=false], [data-testid=next-deal], [data-testid=result]"
    ).first


def wait_for_step(page: Page) -> str:
    """Skip the playback, wait until there is something to do, and say what it is."""
    page.keyboard.press("Escape")
    next_step(page).wait_for(timeout=PATIENCE)
    for thing in ("result", "next-deal"):
        if page.get_by_test_id(thing).count():
            return thing
    return "card"


def play(page: Page, card: str | None = None) -> str:
    """Play a card, by default the first playable one; return it."""
    card = card or playable(page).first.get_attribute("data-hand")
    press(page, str(card))
    expect(page.locator(f"[data-hand='{card}'][aria-disabled=false]")).to_have_count(0)
    return str(card)


def skip_until(page: Page, element: Locator) -> None:
    """Skip the playback until an element appears."""

    def there() -> bool:
        page.keyboard.press("Escape")
        return element.count() > 0

    until(there, "the element to appear")


def play_the_deal(visitor: Visitor, deal: int) -> None:
    """Play without a page until this deal is over and there is something to decide."""

    def over(table: Json) -> bool:
        return bool(
            table["status"] == "over" or table["view"]["deal"] > deal or table["view"]["phase"] == "between"
        )

    while not over(visitor.wait_for_turn()):
        visitor.move()


def next_deal(page: Page) -> None:
    """Go from the summary of a deal to the next deal."""
    page.wait_for_function(AT_REST)
    page.get_by_test_id("next-deal").click()


def in_window(page: Page, element: Locator) -> bool:
    box, size = element.bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    across = box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    return across and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def apart(one: Locator, other: Locator) -> bool:
    """Whether two elements do not overlap."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    beside = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
    return beside or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1


def test_four_deals_on_a_phone_to_the_final_ranking(open_page: OpenPage, server: Server) -> None:
    page = open_page(PHONE, "fr")
    page.goto(f"{server.url}/new/hearts")
    expect(page.get_by_test_id("preset-coeurs")).to_be_checked()
    for seat in range(1, 4):
        page.get_by_test_id(f"level-{seat}").select_option("custom")
        page.get_by_test_id(f"agent-{seat}").select_option(label="Au hasard")
        page.get_by_test_id(f"alias-{seat}").fill(NAMES[seat - 1])
    page.get_by_test_id("start").click()
    page.wait_for_url("**/table/*")
    while wait_for_step(page) == "card":  # only the first deal is played on the page
        play(page)
    visitor = seated(page, server)
    for deal in range(1, 4):
        summary = page.get_by_test_id("summary")
        expect(summary).to_contain_text(f"Donne {deal} sur 4")
        expect(summary.locator("tbody tr")).to_have_count(4)
        assert in_window(page, summary)
        if deal > 1:
            # A program has dealt, and may even have played: the summary stays until it has been read.
            assert visitor.table["view"]["deal"] > deal
            expect(page.get_by_test_id("next-deal")).to_have_text("Continuer")
        else:
            expect(page.get_by_test_id("next-deal")).to_have_text("Donne suivante")
        next_deal(page)
        expect(page.get_by_test_id("deal")).to_have_text(f"Donne {deal + 1} sur 4")
        assert wait_for_step(page) == "card"
        play(page)
        play_the_deal(visitor, deal + 1)
        wait_for_event(page, visitor.table["seq"])
        skip_until(page, page.locator("[data-testid=result], [data-testid=next-deal]"))
    expect(page.get_by_test_id("result")).to_be_visible()
    table = visitor.table
    best = max(range(4), key=lambda seat: table["view"]["totals"][seat])
    ranking = page.get_by_test_id("ranking").locator("li")
    expect(ranking).to_have_count(4)
    expect(ranking.first).to_contain_text("1ᵉʳ")
    expect(ranking.first).to_contain_text(str(abs(table["view"]["totals"][best])))
    expect(page.get_by_test_id("result").get_by_test_id("sheet").locator("tbody tr")).to_have_count(4)
    assert page.evaluate("scrollY") == 0
    page.get_by_test_id("replay").click()
    page.wait_for_url("**/replay/*")
    expect(page.get_by_test_id("status")).to_have_text(f"Coup 0 sur {len(table['moves'])}")


def test_the_score_sheet_opens_on_a_phone(open_page: OpenPage, server: Server) -> None:
    page = open_page(PHONE, "en")
    sit(page, with_programs(server))
    page.get_by_test_id("scores").click()
    sheet = page.locator("dialog").get_by_test_id("sheet")
    for name in NAMES:
        expect(sheet).to_contain_text(name)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "fr")], ids=["desk", "phone"])
def test_three_cards_are_passed_and_three_received(
    open_page: OpenPage, server: Server, size: dict[str, int], language: str
) -> None:
    page = open_page(size, language)
    visitor = with_programs(server, rules="classic")
    sit(page, visitor)
    where = {"en": "to Basile, on your left", "fr": "à Basile, à votre gauche"}
    expect(page.get_by_test_id("direction")).to_contain_text(where[language])
    hand = visitor.table["view"]["hands"][0]
    give = page.get_by_test_id("pass")
    for card in hand[:2]:
        press(page, str(card))
    expect(give).to_be_disabled()
    # A card can be put back.
    press(page, hand[0])
    expect(page.get_by_test_id(f"card-{hand[0]}")).to_have_attribute("aria-pressed", "false")
    for card in (hand[0], hand[12]):
        press(page, str(card))
    expect(give).to_be_enabled()
    press(page, hand[5])
    expect(page.get_by_test_id("refusal")).to_contain_text(
        {"en": "put one back", "fr": "reprenez-en une"}[language]
    )
    give.click()
    expect(page.get_by_test_id("received").locator("svg")).to_have_count(3)
    view = visitor.look()["view"]
    assert view["passed"] == [hand[0], hand[1], hand[12]]
    for card in view["received"]:
        expect(page.get_by_test_id(f"card-{card}")).to_have_class(re.compile("fresh"))
    expect(page.get_by_test_id(f"card-{hand[0]}")).to_have_count(0)
    assert wait_for_step(page) == "card"
    play(page)


def test_a_card_that_may_not_be_played_says_why(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "en")
    visitor = with_programs(server, length="4")
    sit(page, visitor)
    for _ in range(32):
        thing = wait_for_step(page)
        if thing == "next-deal":
            next_deal(page)
            continue
        illegal = visitor.look()["view"]["illegal"]
        if illegal:
            break
        play(page)
    card, why = next(iter(illegal.items()))
    press(page, card)
    expect(page.get_by_test_id("refusal")).to_have_text(why["en"])
    expect(page.get_by_test_id(f"card-{card}")).to_be_visible()
    page.get_by_test_id("lang-fr").click()
    press(page, card)
    expect(page.get_by_test_id("refusal")).to_contain_text("fournir")
    seq = visitor.look()["seq"]
    play(page)
    assert visitor.wait("the card", lambda table: table["seq"] > seq)
    expect(page.get_by_test_id("refusal")).to_have_text("")


def table_with_the_rest_decided(server: Server) -> Visitor:
    """A table where all hearts are gone and the person has cards left, reached by playing hearts early."""
    for _ in range(20):
        visitor = with_programs(server, length="12")
        while visitor.wait_for_turn()["status"] != "over":
            view = visitor.table["view"]
            if view["rest_decided"] and view["counts"][0] > 1:
                return visitor
            hearts = [move for move in visitor.table["legal"] if move.endswith("h")]
            visitor.move(hearts[0] if hearts else None)
    raise AssertionError("in 240 deals hearts always lasted to the end")


def test_the_rest_plays_itself_when_nothing_is_left_to_decide(open_page: OpenPage, server: Server) -> None:
    page = open_page(PHONE, "en")
    visitor = table_with_the_rest_decided(server)
    deal = visitor.table["view"]["deal"]
    sit(page, visitor)
    page.get_by_test_id("rest").click()
    ended = visitor.wait(
        "the end of the deal",
        lambda table: table["view"]["deal"] > deal or table["view"]["phase"] in ("between", "over"),
    )
    wait_for_event(page, ended["seq"])
    assert wait_for_step(page) in ("next-deal", "result")
    expect(page.get_by_test_id("notice")).to_have_count(0)


def test_keys_choose_and_play_cards_and_moves_are_announced(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "en")
    visitor = with_programs(server)
    sit(page, visitor)
    expect(playable(page)).to_have_count(8)
    hand = visitor.table["view"]["hands"][0]
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id(f"card-{hand[0]}")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_test_id(f"card-{hand[1]}")).to_be_focused()
    rank = hand[6][:-1]
    page.keyboard.press({"10": "0"}.get(rank, rank.lower()))
    focused = page.evaluate("document.activeElement.dataset.hand")
    assert focused[:-1] == rank
    page.keyboard.press("Enter")
    expect(page.get_by_test_id(f"card-{focused}")).to_have_count(0)
    # All four cards and who took them, however fast they came.
    spoken = page.get_by_test_id("announcer")
    expect(spoken).to_contain_text(re.compile("plays: .* of .*(You take|takes) the trick"))
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    expect(page.get_by_test_id("prompt")).to_contain_text("Last trick")
    expect(page.get_by_test_id("trick").locator("li")).to_have_count(4)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("prompt")).not_to_contain_text("Last trick")
    # The focus of the keyboard is still among the cards.
    assert page.evaluate("document.activeElement.dataset.hand") in visitor.look()["view"]["hands"][0]
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_contain_text("Choose a card")


def test_a_card_can_be_played_during_the_playback(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "en")
    visitor = with_programs(server)
    sit(page, visitor)
    expect(playable(page)).to_have_count(8)
    for _ in range(2):
        play(page)
        table = visitor.wait("my turn", lambda table: table["can"]["move"])
        wait_for_event(page, table["seq"])
        # The page may still be playing back what happened; a legal card can be played all the same.
        card = table["legal"][0]
        press(page, card)
        seq = table["seq"]
        visitor.wait("the card", lambda table: table["seq"] > seq)  # noqa: B023
        expect(page.locator(f"[data-hand='{card}']")).to_have_count(0)
        wait_for_step(page)


@pytest.mark.every_size
@pytest.mark.parametrize(("size", "language"), [(DESK, "fr"), (PHONE, "en")], ids=["desk", "phone"])
def test_everything_is_visible(
    open_page: OpenPage, server: Server, size: dict[str, int], language: str
) -> None:
    page = open_page(size, language)
    visitor = with_programs(server, rules="classic", **{"pass": False})
    sit(page, visitor)
    visitor.wait_for_turn()
    assert wait_for_step(page) == "card"
    cards = page.locator("[data-hand]")
    expect(cards).to_have_count(13)
    people = [page.get_by_test_id(f"player-{seat}") for seat in range(4)]
    for element in [*cards.all(), *people, page.get_by_test_id("last-trick"), page.get_by_test_id("leave")]:
        assert in_window(page, element)
    for number, person in enumerate(people):
        for other in [*people[number + 1 :], page.get_by_test_id("hand"), page.get_by_test_id("last-trick")]:
            assert apart(person, other), number
    for card in page.get_by_test_id("trick").locator("li").all():
        assert apart(card, page.get_by_test_id("hand"))
        assert apart(card, page.get_by_test_id("player-2"))


def test_people_on_one_device_do_not_see_each_others_cards(open_page: OpenPage, server: Server) -> None:
    page = open_page(PHONE, "en")
    bob = {"kind": "person", "name": "Bob"}
    visitor = server.sit_down(PERSON, bob, program("random"), program("random"), game="hearts")
    sit(page, visitor)
    expect(page.locator("[data-hand]")).to_have_count(0)
    page.get_by_test_id("look").click()
    expect(page.locator("[data-hand]")).to_have_count(8)
    play(page)
    expect(page.get_by_test_id("look")).to_contain_text("Bob")
    expect(page.locator("[data-hand]")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), [(DESK, "fr"), (PHONE, "en")], ids=["desk", "phone"])
def test_a_replay_shows_every_trick(
    open_page: OpenPage, server: Server, size: dict[str, int], language: str
) -> None:
    page = open_page(size, language)
    visitor = with_programs(server, length="2")
    visitor.play_to_the_end()
    sit(page, visitor)
    page.goto(f"{server.url}/replay/{visitor.id}")
    expect(page.locator("[data-hand]")).to_have_count(8)
    for _ in range(4):
        page.get_by_test_id("replay-next").click()
    expect(page.get_by_test_id("trick").locator("li")).to_have_count(4)
    taken = {"fr": "le pli", "en": "the trick"}[language]
    expect(page.get_by_test_id("replay-text")).to_contain_text(taken)
    page.get_by_test_id("replay-slider").fill("32")
    expect(page.get_by_test_id("summary").locator("tbody tr")).to_have_count(4)
    page.get_by_test_id("replay-last").click()
    expect(page.get_by_test_id("summary")).to_contain_text(
        {"fr": "Donne 2 sur 2", "en": "Deal 2 of 2"}[language]
    )
    assert in_window(page, page.get_by_test_id("replay-slider"))


def test_a_new_table_explains_its_options_and_rules(open_home: OpenPage, server: Server) -> None:
    page = open_home(PHONE, "fr")
    page.get_by_test_id("new-hearts").click()
    page.wait_for_url("**/new/hearts")
    page.get_by_test_id("all-options").locator("summary").click()
    expect(page.get_by_label("Tous les cœurs", exact=True)).to_be_visible()
    expect(page.get_by_label("Échange", exact=True)).to_have_count(0)
    page.get_by_label("Règles", exact=True).select_option(label="Jeu classique, 52 cartes")
    expect(page.get_by_label("Tous les cœurs", exact=True)).to_have_count(0)
    expect(page.get_by_label("Échange", exact=True)).to_be_visible()
    expect(page.get_by_test_id("preset-classic")).to_be_checked()
    page.get_by_test_id("level-2").select_option("custom")
    page.get_by_test_id("agent-2").select_option(label="Recherche arborescente (UCT)")
    expect(page.get_by_label("Simulations", exact=True)).to_be_visible()
    page.get_by_test_id("rules").click()
    sheet = page.locator("dialog")
    expect(sheet).to_contain_text("dame de pique")
    assert sheet.evaluate("sheet => sheet.scrollHeight > sheet.clientHeight")
    page.keyboard.press("Escape")
    # What was chosen is still there.
    expect(page.get_by_label("Simulations", exact=True)).to_be_visible()


def test_the_only_card_plays_itself_where_that_is_chosen(open_page: OpenPage, server: Server) -> None:
    visitor = with_programs(server, preset="coeurs")
    table = visitor.wait_for_turn()
    while table["view"]["phase"] != "play" or len(table["legal"]) != 1:
        visitor.move(table["legal"][0])
        table = visitor.wait_for_turn()
    page = open_page(PHONE, "fr")
    page.evaluate("localStorage.setItem('partie.settings', JSON.stringify({ forced: true }))")
    sit(page, visitor)
    wait_for_event(page, table["seq"] + 1)
