"""The site of plain files in Chromium: from a subfolder of a host, and without a network after the first
visit."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

import partie
from partie.core.record import read_record, record_of
from partie.service.app import Settings
from tests.browser.conftest import DESK, PATIENCE, PHONE
from tests.browser.hosting import BELOW, Host, built_site, built_site_with, rebuilt_site
from tests.browser.test_axe import violations
from tests.browser.test_axisallies import press_if_present
from tests.browser.test_companion import enter
from tests.browser.test_device import Served
from tests.browser.test_puzzles import PUZZLES, answer
from tests.processes import completed
from tests.service.client import until

Choices = dict[str, str | int]
OTHERS: dict[str, Choices] = {
    "liarsdice": {"dice": 1},
    "hearts": {"length": "1"},
    "coinche": {"deals": 1},
    "axisallies": {"preset": "training", "rounds": 1},
}
"""The other games, with options that make them short."""
BOTH = pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "fr")], ids=["desk", "phone"])
TO_READ = ("next-deal", "skip-all", "skip", "news-skip", "go-on", "battle-close")
"""What people click on when they have read it."""
MOST_PAGES = 50
Visit = Callable[[ViewportSize, str], Page]


@pytest.fixture(scope="session")
def site() -> Path:
    return built_site()


def games_in(site: Path) -> list[str]:
    """The games of a site."""
    (listed,) = (site / "assets").glob("device-*/games.json")
    return [game["name"] for game in json.loads(listed.read_text(encoding="utf-8"))]


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    """A host for one test, which may stop it."""
    with Host(site) as host:
        yield host


@pytest.fixture
def visit(browser: Browser, host: Host) -> Iterator[Visit]:
    """`visit(size, language)`: a new visitor on the home page, with a service worker."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def opened(size: ViewportSize, language: str) -> Page:
        context = browser.new_context(
            viewport=size, locale=language, has_touch=size is PHONE, accept_downloads=True
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(host.url)
        expect(page.get_by_test_id("play-quarto")).to_be_visible()
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


def keep(page: Page, game: str) -> None:
    """Keep a game on the device, as a person would before a flight."""
    page.get_by_test_id("to-settings").click()
    row = page.get_by_test_id(f"here-{game}")
    page.get_by_test_id(f"keep-{game}").click()
    expect(row).to_have_attribute("data-kept", "true")
    page.get_by_role("link", name="Partie").click()


def leave_the_network(page: Page, host: Host) -> None:
    host.stop()
    page.context.set_offline(True)


def decides(page: Page) -> bool:
    """Wait for the person's turn, or the end; return whether there is a turn.

    The summary of a deal, and the news of a war, are read first: the result of the last deal is behind."""
    table = page.locator("[data-testid=table][data-turn=true]")
    over = page.get_by_test_id("result")
    for _ in range(MOST_PAGES):
        read = page.locator(", ".join(f"[data-testid={name}]:visible" for name in TO_READ))
        table.or_(over).or_(read).first.wait_for(timeout=3 * PATIENCE)
        if not read.count():
            break
        read.first.click()
    return over.count() == 0


def play_quarto(page: Page) -> None:
    """Place the piece in hand on the first empty square, then give the first piece left, by click or tap."""
    before = page.get_by_test_id("table").get_attribute("data-seq")
    if page.locator("[data-testid^=square-][aria-disabled=false]").count():
        page.locator("[data-testid^=square-][aria-disabled=false]").first.click()
    give = page.locator("[data-testid^=piece-][aria-disabled=false]").first
    moved = page.locator(f"[data-testid=table]:not([data-seq='{before}'])")
    give.or_(moved).first.wait_for()
    if moved.count() == 0:
        give.click()
    moved.wait_for()


def downloaded_record(page: Page, folder: Path) -> Path:
    """The record that the page lets people download."""
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("Download|Télécharger")).first.click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def verify(record: Path) -> None:
    """Check a record as anybody can."""
    done = completed(["partie", "records", "verify", str(record)])
    assert done.returncode == 0, done.stdout + done.stderr


@BOTH
def test_quarto_to_its_end_without_a_network(
    visit: Visit, host: Host, tmp_path: Path, size: ViewportSize, language: str
) -> None:
    page = visit(size, language)
    keep(page, "quarto")
    leave_the_network(page, host)
    page.reload()
    page.get_by_test_id("play-quarto").click()
    page.wait_for_url("**/#/table/*")
    turns = 0
    while decides(page):
        play_quarto(page)
        turns += 1
        if turns == 2:
            decides(page)
            seq = page.get_by_test_id("table").get_attribute("data-seq")
            page.reload()
            expect(page.locator(f"[data-testid=table][data-seq='{seq}']")).to_be_visible()
    assert turns > 2
    assert page.get_by_test_id("offline").count() == 0
    verify(downloaded_record(page, tmp_path))
    page.get_by_test_id("replay").click()
    expect(page.get_by_test_id("replay-text")).to_be_visible()


def type_first_move(page: Page) -> None:
    """Type a legal move: the one that the field gives as an example."""
    table = page.get_by_test_id("table")
    before = table.get_attribute("data-seq")
    field = page.get_by_test_id("move-input")
    if not field.count():
        page.keyboard.press("m")
    example = re.sub("^(for example|par exemple) ", "", field.get_attribute("placeholder") or "")
    field.fill(example)
    field.press("Enter")
    page.locator(f"[data-testid=table]:not([data-seq='{before}'])").wait_for()


def end_phase(page: Page) -> None:
    """In a war: take the usual losses, or end the phase."""
    before = page.get_by_test_id("table").get_attribute("data-seq")
    moved = page.locator(f"[data-testid=table]:not([data-seq='{before}'])")

    def has_moved() -> bool:
        press_if_present(page, "lose-usual", "go-on", "battle-close", "end-phase")
        return moved.count() > 0

    until(has_moved, "the phase to end", PATIENCE / 1000)


def choose(page: Page, game: str, language: str, choices: Choices) -> None:
    """Choose options in the form for a new table."""
    titles = {option.name: option.title[language] for option in partie.game(game).options}
    for name, value in choices.items():
        if name == "preset":
            page.get_by_test_id(f"preset-{value}").check(force=True)
            continue
        page.get_by_label(titles[name], exact=True).wait_for(state="attached")
        folded = page.locator("details:not([open])").filter(has=page.get_by_label(titles[name], exact=True))
        while folded.count():
            folded.first.locator("summary").first.click()
        field = page.get_by_label(titles[name], exact=True)
        if isinstance(value, str):
            field.select_option(value)
        else:
            field.fill(str(value))
            field.blur()


@pytest.mark.thorough
@pytest.mark.parametrize("game", OTHERS)
@BOTH
def test_other_games_to_their_end_without_a_network(
    visit: Visit, host: Host, tmp_path: Path, game: str, size: ViewportSize, language: str
) -> None:
    page = visit(size, language)
    keep(page, game)
    leave_the_network(page, host)
    page.goto(f"{host.url}#/new/{game}")
    choose(page, game, language, OTHERS[game])
    page.get_by_test_id("start").click()
    turns = 0
    play = end_phase if game == "axisallies" else type_first_move
    while decides(page):
        play(page)
        turns += 1
    assert turns > 0
    assert page.get_by_test_id("offline").count() == 0
    record = downloaded_record(page, tmp_path)
    assert read_record(record.read_text(encoding="utf-8")).replay().state.over
    verify(record)


@BOTH
def test_pages_are_accessible(visit: Visit, host: Host, size: ViewportSize, language: str) -> None:
    page = visit(size, language)
    assert violations(page) == []
    page.get_by_test_id("to-settings").click()
    expect(page.get_by_test_id("here-quarto")).to_be_visible()
    assert violations(page) == []
    page.goto(f"{host.url}#/new/quarto")
    expect(page.get_by_test_id("start")).to_be_visible()
    assert violations(page) == []
    page.get_by_test_id("start").click()
    decides(page)
    assert violations(page) == []


def test_a_game_that_was_played_once_is_kept(visit: Visit, host: Host) -> None:
    page = visit(DESK, "en")
    page.get_by_test_id("play-quarto").click()
    decides(page)
    page.get_by_test_id("leave").click()
    page.get_by_test_id("to-settings").click()
    expect(page.get_by_test_id("here-quarto")).to_have_attribute("data-kept", "true")


@pytest.mark.thorough
def test_a_game_that_is_kept_is_renewed_when_the_app_is_updated(visit: Visit, host: Host, site: Path) -> None:
    """By the page of before, so that the next visit needs no network."""
    again = rebuilt_site(site)
    page = visit(DESK, "en")
    keep(page, "quarto")
    kept = "async () => (await (await caches.open('on-demand')).keys()).map(({url}) => url)"
    before = set(page.evaluate(kept))
    host.folder = again.resolve()
    page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update())")
    (new,) = (again / "assets").glob("game-quarto-*")
    wanted = {f"{new.name}/{name}" for name in ("game.wasm", "game.json", "code.json")}
    until(lambda: wanted <= {one.partition("/assets/")[2] for one in page.evaluate(kept)}, "the new files")
    leave_the_network(page, host)
    page.reload()
    page.get_by_test_id("play-quarto").click()
    assert decides(page)
    old = {one for one in before if "/game-quarto-" in one}
    until(lambda: not old & set(page.evaluate(kept)), "the old files to be dropped")


def test_hint_takeback_another_level_resignation_and_the_list_of_tables(visit: Visit, host: Host) -> None:
    page = visit(DESK, "en")
    page.get_by_test_id("play-quarto").click()
    decides(page)
    page.get_by_test_id("piece-0000").click()
    expect(page.get_by_test_id("log")).to_contain_text("short red round hollow")
    decides(page)
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-text")).not_to_be_empty()
    page.get_by_test_id("takeback").click()
    expect(page.get_by_test_id("log")).not_to_contain_text("short red round hollow")
    page.get_by_test_id("leave").click()
    running = page.get_by_test_id("running").get_by_role("link")
    expect(running).to_have_count(1)
    running.click()
    decides(page)
    page.get_by_test_id("more").click()
    expect(page.get_by_test_id("doors")).to_have_count(0)
    page.get_by_test_id("level-new").select_option("master")
    page.get_by_test_id("ask-level").click()
    master = partie.game("quarto").levels["master"].character["en"]
    expect(page.get_by_role("main")).to_contain_text(f"give to {master}")
    page.get_by_test_id("resign").click()
    page.get_by_test_id("resign-confirm").click()
    expect(page.get_by_test_id("result")).to_be_visible()
    page.get_by_test_id("verify").scroll_into_view_if_needed()
    page.locator("details:has([data-testid=verify]) summary").click()
    page.get_by_test_id("verify").click()
    expect(page.get_by_test_id("verify-result")).to_contain_text("Verified")
    page.get_by_role("link", name="Partie").click()
    expect(page.get_by_test_id("finished").get_by_role("link")).to_have_count(1)


def test_rules_puzzles_and_replays_without_a_network(visit: Visit, host: Host) -> None:
    page = visit(PHONE, "fr")
    keep(page, "quarto")
    leave_the_network(page, host)
    page.get_by_test_id("rules-quarto").click()
    expect(page.get_by_text("creuse").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_test_id("puzzles-quarto").click()
    answer(page, PUZZLES[0]["solution"])
    expect(page.get_by_test_id("puzzle-said")).to_contain_text("toute défense")
    expect(page.get_by_test_id("puzzles")).to_have_attribute("data-solved", "1")
    page.get_by_role("link", name="Partie").click()
    page.get_by_text("Ouvrir").first.click()
    game = partie.game("quarto")
    match = partie.Match(game, seed=1)
    for move in ("-1011", "b3-0110", "c2-0000"):
        match.play(move)
    page.get_by_test_id("record-text").fill(str(record_of(match, ["Ann", "expert"])))
    page.get_by_test_id("record-open").click()
    expect(page.get_by_test_id("replay-text")).to_be_visible()


@pytest.mark.thorough
@BOTH
def test_the_companion_without_a_network(visit: Visit, host: Host, size: ViewportSize, language: str) -> None:
    page = visit(size, language)
    keep(page, "axisallies")
    leave_the_network(page, host)
    page.reload()
    enter(page)
    page.get_by_test_id("companion-play").click()
    expect(page.get_by_test_id("order")).not_to_have_count(0)
    page.get_by_test_id("apply-all").click()
    expect(page.get_by_test_id("phase")).to_have_value("combat_move")
    page.get_by_test_id("companion-play").click()
    expect(page.get_by_test_id("order")).not_to_have_count(0)
    page.get_by_test_id("why-one").first.click()
    expect(page.locator("[data-testid=why-answer] dd").first).not_to_be_empty()
    page.get_by_test_id("apply-all").click()
    expect(page.get_by_test_id("throw").first).to_be_visible()
    page.get_by_test_id("throw").first.click()
    expect(page.get_by_test_id("events")).not_to_be_empty()


def test_what_needs_a_server_is_not_there(visit: Visit, host: Host) -> None:
    page = visit(DESK, "en")
    expect(page.get_by_test_id("arena")).to_have_count(0)
    expect(page.get_by_test_id("to-server")).to_have_count(0)
    page.goto(f"{host.url}#/new/quarto")
    expect(page.get_by_test_id("kind-1-program")).to_be_attached()
    expect(page.get_by_test_id("kind-1-open")).to_have_count(0)
    expect(page.get_by_test_id("to-server")).to_have_count(0)
    for path in ("arena", "tournament/x", "nowhere", "table/nosuchtable"):
        page.goto(f"{host.url}#/{path}")
        expect(page.get_by_test_id("lost")).to_be_visible()


@pytest.mark.thorough
@BOTH
def test_with_a_server_people_are_led_there(browser: Browser, size: ViewportSize, language: str) -> None:
    server = "https://games.example.org"
    with (
        Host(built_site_with(server)) as host,
        browser.new_context(viewport=size, locale=language) as context,
    ):
        page = context.new_page()
        page.goto(host.url)
        expect(page.get_by_test_id("to-server")).to_have_attribute("href", f"{server}/lobby")
        expect(page.get_by_test_id("arena")).to_have_attribute("href", f"{server}/arena")
        assert violations(page) == []
        page.get_by_test_id("new-quarto").click()
        expect(page.get_by_test_id("to-server")).to_have_attribute("href", f"{server}/new/quarto")
        assert violations(page) == []
        page.get_by_test_id("to-settings").click()
        expect(page.get_by_test_id("to-server")).to_have_attribute("href", server)


@pytest.mark.thorough
def test_finished_games_are_sent_to_the_server_if_the_person_wants_that(
    browser: Browser, tmp_path: Path
) -> None:
    """A game that ended while the server was away arrives when it is back."""
    named = "https://games.example.org"
    folder = tmp_path / "site"
    shutil.copytree(built_site_with(named), folder)
    with Host(folder) as host, browser.new_context(viewport=DESK, locale="en") as context:
        origin = host.url.removesuffix(BELOW)
        served = Served(Settings(database=str(tmp_path / "tables.db"), sites=frozenset({origin})))
        for script in (folder / "assets").glob("*.js"):
            script.write_text(script.read_text("utf-8").replace(named, served.url), "utf-8")
        asked: list[str] = []
        context.on("request", lambda one: asked.append(one.url))
        page = context.new_page()
        page.goto(host.url)

        def resigned() -> None:
            page.get_by_test_id("play-quarto").click()
            assert decides(page)
            page.get_by_test_id("resign").click()
            page.get_by_test_id("resign-confirm").click()
            expect(page.get_by_test_id("result")).to_be_visible()
            page.get_by_role("link", name="Partie").click()

        resigned()
        expect(page.get_by_test_id("finished").get_by_role("link")).to_have_count(1)
        assert not [url for url in asked if url.startswith(served.url)], "nobody has agreed to that"
        page.get_by_test_id("to-settings").click()
        page.get_by_test_id("setting-hand-in").get_by_role("switch").check()
        assert violations(page) == []
        page.get_by_role("link", name="Partie").click()
        page.route(f"{served.url}/**", lambda route: route.abort())
        resigned()
        assert served.storage.table_ids("quarto") == []
        page.unroute(f"{served.url}/**")
        page.goto(f"{host.url}?again")
        (table,) = until(lambda: served.storage.table_ids("quarto"), "the record")
        row = served.storage.table(table)
        assert row is not None
        assert row.origin == "on_device"
        assert {seat.get("player") for seat in row.seats} == {None}, "nobody is told whose browser it was"
        served.stop()


def test_the_folder_holds_what_a_server_answers(site: Path) -> None:
    """Nothing in the folder leads out of it, and every game there has its rules in both languages."""
    page = (site / "index.html").read_text(encoding="utf-8")
    assert not re.search(r'(?:src|href)="(?:/|https?:)', page)
    manifest = json.loads((site / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["start_url"], manifest["scope"]) == ("./", "./")
    assert "quarto" in games_in(site)
    for game in games_in(site):
        (folder,) = (site / "assets").glob(f"game-{game}-*")
        for language in ("en", "fr"):
            rules = json.loads((folder / f"rules.{language}.json").read_text(encoding="utf-8"))
            assert rules["lang"] == language
            assert rules["markdown"].startswith("# ")
