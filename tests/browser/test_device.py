"""Games on the visitor's device, on the pages of a server."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from partie.service.app import Settings, create_app
from partie.service.storage import Storage
from tests.browser.conftest import DESK, PATIENCE
from tests.browser.hosting import built_pages
from tests.browser.test_axe import violations
from tests.service.client import until


class Served:
    """A server in this process."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        self._server = uvicorn.Server(uvicorn.Config(self.app, port=0, log_level="warning"))
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        until(lambda: self._server.started, "the server to start")
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"

    @property
    def storage(self) -> Storage:
        storage: Storage = self.app.state.service.storage
        return storage

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    running = Served(
        Settings(database=str(tmp_path_factory.mktemp("device") / "tables.db"), pages=built_pages())
    )
    yield running
    running.stop()


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    context = browser.new_context(viewport=DESK, locale="en")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(served.url)
    expect(page.get_by_test_id("play-quarto")).to_be_visible()
    yield page
    context.close()


def choose(page: Page, where: str) -> None:
    page.get_by_test_id("me").click()
    page.get_by_test_id("to-settings").click()
    page.get_by_test_id(f"thinking-{where}").check()
    page.get_by_role("link", name="Partie").click()


ASKED_IN_A_WORKER = """async ([endless, seats]) => {
    const loaded = (part) => performance.getEntriesByType('resource').find(({name}) => name.includes(part)).name
    const worker = new Worker(new URL('worker.mjs', loaded('/device-')), {type: 'module'})
    const folder = new URL('.', loaded('/game-quarto-')).href.slice(0, -1)
    const asked = new Map()
    const begun = new Promise((begin) => (worker.onmessage = ({data}) => {
        if (data.started) begin(data.started.shared)
        asked.get(data.id)?.(data)
    }))
    const ask = (path, body, secrets) => new Promise((answered) => {
        asked.set(asked.size + 1, answered)
        worker.postMessage({id: asked.size, method: 'POST', path, body, secrets})
    })
    worker.postMessage({start: {game: 'quarto', folder}})
    const shared = await begun
    const {body: {id, secrets}} = await ask('/api/tables', {game: 'quarto', options: {}, hints: 'all', seats})
    const hint = (body) => ask(`/api/tables/${id}/hint`, body, Object.values(secrets))
    void hint({agent: endless, seconds: 60})
    worker.postMessage({cancel: asked.size})
    const timeUp = await hint({agent: endless, seconds: 0.2})
    const usual = await hint({seconds: 2})
    worker.terminate()
    return {shared, timeUp, usual}
}"""
"""Asks for an endless hint and cancels it, for another one whose time is soon up, and for a usual one."""
ENDLESS = "montecarlo:deals=10000,replays=1000"


def test_pages_are_isolated_so_that_a_hint_in_progress_is_stopped_and_can_be_asked_again(page: Page) -> None:
    assert page.evaluate("crossOriginIsolated")
    choose(page, "device")
    start(page)
    seats = [{"kind": "person", "name": name} for name in ("Ann", "Bob")]
    found = page.evaluate(ASKED_IN_A_WORKER, [ENDLESS, seats])
    assert found["shared"] is True
    assert found["timeUp"]["status"] == 200, "only a search that is told to stop has an answer"
    assert 0 < sum(move["visits"] for move in found["timeUp"]["body"]["candidates"]) < 10_000_000
    assert found["usual"]["status"] == 200


def start(page: Page) -> str:
    """Start a game; the id of its table."""
    page.get_by_test_id("play-quarto").click()
    page.locator("[data-testid=table][data-turn=true]").wait_for()
    return page.url.rpartition("/")[2]


def test_a_game_on_the_device_reaches_the_history_of_the_server(page: Page, served: Served) -> None:
    choose(page, "device")
    table = start(page)
    assert served.storage.table(table) is None
    page.context.set_offline(True)
    page.get_by_test_id("piece-0000").click()
    expect(page.get_by_test_id("log")).to_contain_text("short red round hollow")
    page.get_by_test_id("resign").click()
    page.get_by_test_id("resign-confirm").click()
    expect(page.get_by_test_id("result")).to_be_visible()
    expect(page.get_by_test_id("offline")).to_have_count(0)
    before = set(served.storage.table_ids("quarto"))
    page.context.set_offline(False)
    page.get_by_role("link", name="Partie").click()
    expect(page.get_by_test_id("finished").get_by_role("link")).to_contain_text("on this device")
    (new,) = until(lambda: set(served.storage.table_ids("quarto")) - before, "the record")
    row = served.storage.table(new)
    assert row is not None
    assert row.origin == "on_device"


def test_the_server_if_the_player_prefers_it(page: Page, served: Served) -> None:
    choose(page, "server")
    assert served.storage.table(start(page)) is not None


def test_the_speed_is_measured_and_shown(page: Page) -> None:
    page.get_by_test_id("me").click()
    page.get_by_test_id("to-settings").click()
    expect(page.get_by_test_id("here-quarto")).to_be_visible()
    assert violations(page) == []
    page.get_by_test_id("measure-quarto").click()
    expect(page.get_by_test_id("speed-quarto")).to_contain_text("First move of Hugo")
