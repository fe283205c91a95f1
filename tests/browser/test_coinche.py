"""Coinche played in the browser, as people would."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.test_hearts import AT_REST, OpenPage, apart, in_window, playable, press, skip_until
from tests.service.client import PERSON, Json, Server, Visitor

PATIENCE = 60_000
NAMES = ("Basile", "Irène", "Ambroise")


class Company:
    """Ann, who sits at a page, and three people elsewhere, whom a test plays. Ann bids and leads first."""

    def __init__(self, server: Server, **options: object) -> None:
        self.ann = server.sit_down(PERSON, *[{"kind": "open"}] * 3, game="coinche", **options)
        self.visitors = [self.ann]
        for seat, name in enumerate(NAMES, 1):
            seated = server.post(f"{self.ann.path}/seats/{seat}", {"name": name})
            self.visitors.append(Visitor(server, self.ann.id, [seated["secret"]], seated["table"]))

    @property
    def table(self) -> Json:
        return self.ann.look()

    @property
    def view(self) -> Json:
        view: Json = self.table["view"]
        return view

    def do(self, *moves: str) -> None:
        """Play moves, each for the player whose turn it is."""
        for move in moves:
            mover = self.visitors[self.table["to_move"]]
            mover.look()
            mover.move(move)

    def play_until(self, enough: Callable[[Json], bool], choose: Callable[[list[str]], str] = min) -> Json:
        """Play for everybody until the condition is true; return the table as its last viewer sees it."""
        table = self.table
        while not enough(table):
            mover = self.visitors[table["to_move"]]
            if mover is not self.ann:
                mover.look()
            table = mover.move(choose(mover.table["legal"]))
            if table["to_move"] == 0:
                table = self.table
        return table


def sit(page: Page, visitor: Visitor) -> None:
    """Open a table that was created over the API, in the seat of its person, with few animations."""
    known = {"id": visitor.id, "game": "coinche", "secrets": {"0": visitor.secrets[0]}, "seedHash": ""}
    kept = json.dumps([{**known, "touched": 1, "over": False}])
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("known => localStorage.setItem('partie.tables', known)", kept)
    page.goto(f"{visitor.server.url}/table/{visitor.id}")
    expect(page.get_by_test_id("hand")).to_be_visible()


def cards_shown(page: Page) -> list[str]:
    cards: list[str] = page.locator("[data-hand]").evaluate_all(
        "cards => cards.map(card => card.dataset.hand)"
    )
    return cards


def choose(page: Page, value: str, denomination: str) -> None:
    page.get_by_test_id(f"value-{value}").check()
    page.get_by_test_id(f"denomination-{denomination}").check()


def next_step(page: Page) -> Locator:
    """What the person can do next: call, play, go to the next deal, or see the result."""
    return page.locator(
        "[data-hand][aria-disabled=false], [data-testid=pass]:enabled, [data-testid=next-deal], [data-testid=result]"
    ).first


def wait_for_step(page: Page) -> str:
    """Skip the playback, wait until there is something to do, and say what it is."""
    page.keyboard.press("Escape")
    next_step(page).wait_for(timeout=PATIENCE)
    for thing in ("result", "next-deal", "pass"):
        if page.get_by_test_id(thing).count():
            return thing
    return "card"


def test_a_match_to_its_points_on_a_phone(open_page: OpenPage, server: Server) -> None:
    page = open_page(PHONE, "fr")
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{server.url}/new/coinche")
    for seat in range(1, 4):
        page.get_by_test_id(f"level-{seat}").select_option("custom")
        page.get_by_test_id(f"agent-{seat}").select_option("random")
        page.get_by_test_id(f"alias-{seat}").fill(NAMES[seat - 1])
    page.get_by_test_id("all-options").locator("summary").click()
    page.get_by_label("Points pour gagner", exact=True).fill("250")
    page.get_by_test_id("start").click()
    page.wait_for_url("**/table/*")
    path = f"/tables/{page.url.rpartition('/')[2]}"
    deals = bids = 0
    for _ in range(600):
        thing = wait_for_step(page)
        if thing == "result":
            break
        if thing == "next-deal":
            deals += page.get_by_test_id("explained").count()
            assert in_window(page, page.get_by_test_id("summary"))
            page.get_by_test_id("next-deal").click()
            continue
        # The playback is over: the log only grows by what we do.
        expect(page.get_by_test_id("status")).to_have_text("À vous de jouer")
        log = page.get_by_test_id("log").locator("li")
        played = log.count()
        if thing == "pass":
            bids += call(page)
        else:
            press(page, str(playable(page).first.get_attribute("data-hand")))
        expect(log).not_to_have_count(played)
    table = server.get(path)
    totals = table["view"]["totals"]
    assert max(totals) >= 250
    assert bids > 0
    assert deals == len(table["view"]["sheet"]) - 1, "the last summary lies under the result"
    ranking = page.get_by_test_id("ranking").locator("li")
    expect(ranking).to_have_count(2)
    expect(ranking.first).to_contain_text(in_french(max(totals)))
    rows = page.get_by_test_id("result").get_by_test_id("sheet").locator("tbody tr")
    expect(rows).to_have_count(len(table["view"]["sheet"]))
    expect(page.get_by_test_id("rematch")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    page.get_by_test_id("replay").click()
    page.wait_for_url("**/replay/*")
    expect(page.get_by_test_id("status")).to_have_text(f"Coup 0 sur {len(table['moves'])}")


def in_french(points: int) -> str:
    return re.sub(r"(\d)(\d{3})$", "\\1\u202f\\2", str(points))


def call(page: Page) -> int:
    """Bid 80 in the suit of the first card if possible, otherwise pass; return the number of bids made."""
    if page.get_by_test_id("value-80").is_disabled():
        page.get_by_test_id("pass").click()
        return 0
    choose(page, "80", cards_shown(page)[0][-1])
    page.get_by_test_id("bid").click()
    return 1


@pytest.mark.parametrize(("size", "language"), [(DESK, "fr"), (PHONE, "en")], ids=["desk", "phone"])
def test_the_bidding_box_offers_what_is_legal(
    open_page: OpenPage, server: Server, size: dict[str, int], language: str
) -> None:
    page = open_page(size, language)
    company = Company(server)
    sit(page, company.ann)
    expect(page.get_by_test_id("standing")).to_have_text(
        {"fr": "Pas encore d’annonce", "en": "Nobody has bid yet"}[language]
    )
    expect(page.get_by_test_id("bid")).to_be_disabled()
    choose(page, "80", "h")
    page.get_by_test_id("bid").click()
    expect(page.get_by_test_id("call-0")).to_contain_text("80")
    expect(page.get_by_test_id("pass")).to_be_disabled()
    company.do("100s", "pass", "pass")
    expect(page.get_by_test_id("pass")).to_be_enabled()
    expect(page.get_by_test_id("standing")).to_contain_text("Basile")
    expect(page.get_by_test_id("call-1")).to_contain_text("100")
    expect(page.get_by_test_id("call-2")).to_contain_text({"fr": "passe", "en": "pass"}[language])
    for value, offered in {"90": False, "100": False, "110": True, "capot": True}.items():
        assert page.get_by_test_id(f"value-{value}").is_enabled() is offered
    # The suit chosen before is still there, and the lowest value that is enough.
    expect(page.get_by_test_id("bid")).to_contain_text("110")
    expect(page.get_by_test_id("coinche")).to_be_enabled()
    page.wait_for_function(AT_REST)
    box, hand = page.get_by_test_id("box"), page.get_by_test_id("hand")
    people = [page.get_by_test_id(f"player-{seat}") for seat in range(4)]
    for element in [box, hand, *people, page.get_by_test_id("scores")]:
        assert in_window(page, element)
    for one, other in [(box, hand), (box, people[2]), (people[2], page.get_by_test_id("scores"))]:
        assert apart(one, other)
    page.get_by_test_id("pass").click()
    expect(page.get_by_test_id("contract")).to_contain_text("100")


@pytest.mark.every_size
@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "fr")], ids=["desk", "phone"])
def test_a_coinche_and_a_surcoinche_stay_in_sight(
    open_page: OpenPage, server: Server, size: dict[str, int], language: str
) -> None:
    page = open_page(size, language)
    company = Company(server)
    sit(page, company.ann)
    choose(page, "90", "d")
    page.get_by_test_id("bid").click()
    expect(page.get_by_test_id("pass")).to_be_disabled()
    company.do("coinche", "pass")
    expect(page.get_by_test_id("call-1")).to_contain_text("Coinche")
    expect(page.get_by_test_id("standing")).to_contain_text("×2")
    expect(page.get_by_test_id("value-100")).to_be_disabled()
    page.get_by_test_id("surcoinche").click()
    contract = page.get_by_test_id("contract")
    expect(contract).to_contain_text({"en": "surcoinched", "fr": "surcoinché"}[language])
    expect(contract).to_contain_text("×4")
    expect(page.get_by_test_id("trump-d")).to_be_visible()
    company.play_until(lambda table: table["view"]["phase"] != "play")
    skip_until(page, page.get_by_test_id("explained"))
    row = company.view["sheet"][0]
    # Four times 250 ends the match.
    assert max(row["marks"]) >= 1000
    expect(page.get_by_test_id("explained")).to_have_text(row["explained"][language].replace(" :", "\u00a0:"))
    expect(page.get_by_test_id("row-1")).to_contain_text("×4")
    if language == "fr":
        expect(page.get_by_test_id("ranking").locator("li").first).to_contain_text(
            in_french(max(row["marks"]))
        )


def test_a_coinche_on_the_page_ends_the_bidding(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "en")
    company = Company(server)
    sit(page, company.ann)
    page.get_by_test_id("pass").click()
    expect(page.get_by_test_id("pass")).to_be_disabled()
    company.do("80c", "pass", "pass")
    expect(page.get_by_test_id("pass")).to_be_enabled()
    page.keyboard.press("c")
    expect(page.get_by_test_id("call-0")).to_contain_text("Coinche")
    company.do("pass", "pass")
    expect(page.get_by_test_id("contract")).to_contain_text("Basile")
    expect(page.get_by_test_id("contract")).to_contain_text("×2")


@pytest.mark.every_size
@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "fr")], ids=["desk", "phone"])
def test_a_call_says_what_it_shows(
    open_page: OpenPage, server: Server, size: dict[str, int], language: str
) -> None:
    page = open_page(size, language)
    program = {"kind": "program", "agent": "scores:bids=natural"}
    ann = server.sit_down(PERSON, program, program, program, game="coinche", deals=1)
    sit(page, ann)
    choose(page, "80", "h")
    page.get_by_test_id("bid").click()
    asking = page.get_by_test_id("ask-1")
    asking.focus()
    asking.press("Enter")
    asked = page.get_by_test_id("meaning-1")
    expect(asked).to_be_focused()
    answer = ann.look()["view"]["calls"][1]
    figures = {found["sheet"]: found for found in answer["shows"]}
    trumps = f"{figures['natural']['trumps']:.1f}"
    expect(asked).to_contain_text({"en": trumps, "fr": trumps.replace(".", ",")}[language])
    expect(asked).to_have_accessible_description({"en": NATURALLY, "fr": NATURELLEMENT}[language])
    expect(page.get_by_test_id("read-by-person")).to_contain_text(
        {"en": "usual", "fr": "habituelle"}[language]
    )
    page.keyboard.press("Escape")
    expect(asking).to_be_focused()


NATURALLY = re.compile("by the natural sheet, which this program follows")
NATURELLEMENT = re.compile("selon la fiche naturelle, que suit ce programme")


def with_belote(server: Server) -> tuple[Company, str]:
    """A table where Ann holds the king and queen of a suit."""
    for _ in range(100):
        company = Company(server)
        hand = company.view["hands"][0]
        for suit in "shdc":
            if {f"K{suit}", f"Q{suit}"} <= set(hand):
                return company, suit
    raise AssertionError("no hand of a hundred had king and queen of a suit")


def test_belote_and_rebelote_are_announced(open_page: OpenPage, server: Server) -> None:
    page = open_page(PHONE, "en")
    company, suit = with_belote(server)
    sit(page, company.ann)
    company.do(f"80{suit}", "pass", "pass", "pass")
    expect(page.get_by_test_id("contract")).to_contain_text("80")
    skip_until(page, playable(page))
    # Trumps come first, in their order.
    trumps = [card[:-1] for card in cards_shown(page) if card.endswith(suit)]
    assert trumps == sorted(trumps, key=["J", "9", "A", "10", "K", "Q", "8", "7"].index)
    assert cards_shown(page)[0].endswith(suit)
    press(page, f"K{suit}")
    expect(page.get_by_test_id("says-0")).to_have_text("Belote")
    expect(page.get_by_test_id("announcer")).to_contain_text("Belote.")

    def queen_may_go(table: Json) -> bool:
        return table["to_move"] == 0 and f"Q{suit}" in table["legal"]

    company.play_until(queen_may_go, lambda legal: next(card for card in legal if card != f"Q{suit}"))
    skip_until(page, page.locator(f"[data-hand=Q{suit}][aria-disabled=false]"))
    press(page, f"Q{suit}")
    expect(page.get_by_test_id("says-0")).to_have_text("Rebelote")
    company.play_until(lambda table: table["view"]["phase"] != "play")
    skip_until(page, page.get_by_test_id("summary"))
    expect(page.get_by_test_id("summary").locator("tbody tr").first).to_contain_text("+20")


@pytest.mark.parametrize(
    ("size", "language", "denomination"),
    [(DESK, "en", "ta"), pytest.param(PHONE, "fr", "sa", marks=pytest.mark.thorough)],
    ids=["ta", "sa"],
)
def test_contracts_without_a_trump_suit(
    open_page: OpenPage, server: Server, size: dict[str, int], language: str, denomination: str
) -> None:
    page = open_page(size, language)
    company = Company(server)
    sit(page, company.ann)
    if size is DESK:
        page.keyboard.press("6")
        page.keyboard.press("ArrowUp")
        expect(page.get_by_test_id("bid")).to_contain_text("90 all trumps")
        page.keyboard.press("Enter")
    else:
        choose(page, "90", "sa")
        expect(page.get_by_test_id("bid")).to_contain_text("90 sans atout")
        page.get_by_test_id("bid").click()
    expect(page.get_by_test_id("pass")).to_be_disabled()
    company.do("pass", "pass", "pass")
    contract = page.get_by_test_id("contract")
    expect(contract).to_contain_text(f"90 {denomination.upper()}")
    expect(page.get_by_test_id(f"trump-{denomination}")).to_be_visible()
    order = "J 9 A 10 K Q 8 7" if denomination == "ta" else "A 10 K Q J 9 8 7"
    for suit in "shdc":
        held = [card[:-1] for card in cards_shown(page) if card.endswith(suit)]
        assert held == sorted(held, key=order.split().index)
    company.play_until(lambda table: table["view"]["phase"] != "play")
    summary = page.get_by_test_id("summary")
    skip_until(page, summary)
    expect(summary).to_contain_text(f"90 {denomination.upper()}")
    made = company.view["sheet"][0]["made"]
    verdicts = {"en": ("Failed", "Made"), "fr": ("Chuté", "Réussi")}[language]
    expect(page.get_by_test_id("made")).to_have_text(verdicts[made])
    # It stays until it has been read: Ann is the next dealer.
    expect(page.get_by_test_id("next-deal")).to_have_text(
        {"en": "Next deal", "fr": "Donne suivante"}[language]
    )
    page.get_by_test_id("next-deal").click()
    expect(page.get_by_test_id("deal")).to_contain_text("2")


def test_a_deal_nobody_takes_is_thrown_in(open_page: OpenPage, server: Server) -> None:
    page = open_page(PHONE, "fr")
    company = Company(server)
    sit(page, company.ann)
    page.get_by_test_id("pass").click()
    expect(page.get_by_test_id("pass")).to_be_disabled()
    company.do("pass", "pass", "pass")
    expect(page.get_by_test_id("thrown-in")).to_contain_text("personne ne marque")
    before = cards_shown(page)
    page.get_by_test_id("next-deal").click()
    expect(page.locator("[data-hand]")).to_have_count(8)
    assert cards_shown(page) != before
    expect(page.get_by_test_id("player-0")).to_contain_text("D")


def test_a_card_that_may_not_be_played_says_why(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "en")
    company = Company(server)
    sit(page, company.ann)
    card = cards_shown(page)[0]
    press(page, card)
    expect(page.get_by_test_id("refusal")).to_contain_text("The bidding comes first")
    company.do("80h", "pass", "pass", "pass")
    company.play_until(lambda table: table["to_move"] == 0 and bool(table["view"]["illegal"]))
    skip_until(page, playable(page))
    card, why = next(iter(company.view["illegal"].items()))
    expect(page.locator(f"[data-hand='{card}'][aria-disabled=true]")).to_be_visible()
    press(page, card)
    expect(page.get_by_test_id("refusal")).to_have_text(why["en"])
    page.get_by_test_id("lang-fr").click()
    press(page, card)
    expect(page.get_by_test_id("refusal")).to_have_text(re.compile(r"devez"))
    press(page, company.table["legal"][0])
    expect(page.get_by_test_id("refusal")).to_have_text("")


def test_keys_bid_and_play_and_moves_are_announced(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "en")
    company = Company(server)
    sit(page, company.ann)
    spoken = page.get_by_test_id("announcer")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_test_id("bid")).to_contain_text("90 hearts")
    page.keyboard.press("Enter")
    expect(spoken).to_contain_text("You bid 90 hearts.")
    company.do("pass", "100h")
    expect(spoken).to_contain_text("Irène bids 100 hearts.")
    company.do("pass")
    expect(spoken).to_contain_text("Ambroise passes. Your turn")
    page.keyboard.press("p")
    expect(page.get_by_test_id("pass")).to_be_disabled()
    company.do("pass")
    expect(spoken).to_contain_text("The contract: 100 hearts by Irène.")
    skip_until(page, playable(page))
    expect(playable(page)).to_have_count(8)
    first = cards_shown(page)[0]
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id(f"card-{first}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id(f"card-{first}")).to_have_count(0)
    company.play_until(lambda table: table["view"]["last_trick"] is not None)
    expect(spoken).to_contain_text(re.compile("(You take|takes) the trick"))
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    expect(page.get_by_test_id("prompt")).to_contain_text("Last trick")
    expect(page.get_by_test_id("trick").locator("li")).to_have_count(4)
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_contain_text("Coinche, surcoinche")


def test_sides_win_together_and_french_names_are_elided(open_page: OpenPage, server: Server) -> None:
    page = open_page(DESK, "fr")
    company = Company(server)
    sit(page, company.ann)
    company.ann.look()
    asked = company.ann.do("resign")["asked"]
    partner = company.visitors[2]
    partner.look()
    partner.do(f"requests/{asked['seq']}", yes=True)
    expect(page.get_by_test_id("status")).to_have_text("Victoire de Basile et d’Ambroise")
    expect(page.get_by_test_id("ranking").locator("li")).to_have_count(2)
    page.get_by_test_id("lang-en").click()
    expect(page.get_by_test_id("status")).to_have_text("Basile and Ambroise win")


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "fr")], ids=["desk", "phone"])
def test_presets_are_shown_before_sitting_down(
    open_home: OpenPage, server: Server, size: dict[str, int], language: str
) -> None:
    page = open_home(size, language)
    page.get_by_test_id("new-coinche").click()
    page.wait_for_url("**/new/coinche")
    expect(page.get_by_test_id("preset-federation")).to_be_checked()
    expect(page.get_by_test_id("sets-family")).to_contain_text(
        {"en": "Declarations", "fr": "Annonces"}[language]
    )
    page.get_by_test_id("preset-family").check()
    # Every option is behind it, and may be changed.
    page.get_by_test_id("all-options").locator("summary").click()
    declarations = page.get_by_label({"en": "Declarations", "fr": "Annonces"}[language], exact=True)
    expect(declarations).to_be_checked()
    target = page.get_by_label({"en": "Points to win", "fr": "Points pour gagner"}[language], exact=True)
    target.fill("500")
    target.blur()
    expect(page.get_by_test_id("preset-own")).to_be_visible()
    page.get_by_test_id("preset-family").check()
    expect(page.get_by_test_id("preset-own")).to_have_count(0)
    expect(target).to_have_value("1000")
    for seat in range(1, 4):
        page.get_by_test_id(f"kind-{seat}-open").check()
    page.get_by_test_id("start").click()
    page.wait_for_url("**/table/*")
    options = server.get(f"/tables/{page.url.rpartition('/')[2]}")["options"]
    assert options["annonces"]
    assert options["round"]
    assert not options["sa_ta"]
    assert options["target"] == 1000
    expect(page.get_by_test_id("denomination-h")).to_have_count(1)
    expect(page.get_by_test_id("denomination-ta")).to_have_count(0)


def annonces_at(server: Server) -> Iterator[Company]:
    for _ in range(100):
        company = Company(server, annonces=True)
        company.do("80h", "pass", "pass", "pass")
        company.play_until(lambda table: table["view"]["tricks"] != [0, 0])
        if company.view["annonces_said"]:
            yield company


def test_declarations_are_shown_in_the_first_trick(open_page: OpenPage, server: Server) -> None:
    page = open_page(PHONE, "fr")
    company = next(annonces_at(server))
    sit(page, company.ann)
    said = company.view["annonces_said"][0]
    page.keyboard.press("t")
    bubble = page.get_by_test_id(f"says-{said['seat']}").first
    expect(bubble).to_contain_text(str(said["points"]))
    assert in_window(page, bubble)


@pytest.mark.parametrize(("size", "language"), [(DESK, "fr"), (PHONE, "en")], ids=["desk", "phone"])
def test_a_replay_shows_calls_tricks_and_scores(
    open_page: OpenPage, server: Server, size: dict[str, int], language: str
) -> None:
    page = open_page(size, language)
    company = Company(server, deals=1)

    def simply(legal: list[str]) -> str:
        bids = [move for move in legal if move.startswith("80")]
        return bids[0] if bids else "pass" if "pass" in legal else legal[0]

    table = company.play_until(lambda table: table["status"] == "over", simply)
    sit(page, company.ann)
    page.goto(f"{server.url}/replay/{company.ann.id}")
    page.get_by_test_id("replay-next").click()
    expect(page.get_by_test_id("standing")).to_contain_text("80")
    expect(page.get_by_test_id("box")).to_have_count(0)
    page.get_by_test_id("replay-slider").fill("8")
    expect(page.get_by_test_id("trick").locator("li")).to_have_count(4)
    expect(page.get_by_test_id("contract")).to_contain_text("80")
    taken = {"fr": "le pli", "en": "the trick"}[language]
    expect(page.get_by_test_id("replay-text")).to_contain_text(taken)
    page.get_by_test_id("replay-last").click()
    explained = page.get_by_test_id("explained")
    expect(explained).to_contain_text({"fr": "L’attaque", "en": "The declarers"}[language])
    expect(page.get_by_test_id("summary")).to_contain_text(
        {"fr": "Donne 1 sur 1", "en": "Deal 1 of 1"}[language]
    )
    assert len(table["moves"]) == 36
    assert in_window(page, page.get_by_test_id("replay-slider"))


def test_the_home_page_starts_a_game_at_once(open_home: OpenPage) -> None:
    page = open_home(PHONE, "en")
    page.get_by_test_id("play-coinche").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_test_id("player-2")).to_be_visible()
    expect(page.get_by_test_id("scores")).to_contain_text("Us")
    page.get_by_test_id("scores").click()
    expect(page.locator("dialog").get_by_test_id("sheet")).to_contain_text("Them")
