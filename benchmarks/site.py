"""Measure a first visit to the site of plain files: bytes transferred, and the time to the first move.

    python benchmarks/site.py [--slower 4] [--runs 3] [--site FOLDER] [--write] [GAME…]

Every run is a new visitor on a phone. The host counts the bytes, compressed with gzip as most hosts do: for
the home page, until the person can move for the first time, and to keep the whole game for a time without a
network. The time is from the click on *Play* until the person can move, the moves of programs before them
included; the processor time of the page and its workers in it is shown, too, which does not depend on what
else the machine does. What the page gets ready before a game is chosen is over by then: a visitor who clicks
at once waits for it, too. The browser is slowed down as a whole, workers and all: its processes are stopped
most of the time, because Chromium's own throttling slows down pages only."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pages import DOCS, ROOT, fill, markdown

sys.path.insert(0, str(ROOT))  # the host of the site and the browser are those of the tests

from playwright.sync_api import Browser, Page

from tests.browser.hosting import Host, built_site
from tests.chromium import chromium

PAGE = DOCS / "methods" / "webassembly.md"
PATIENCE = 300_000
PERIOD = 0.02
"""Seconds in which a slowed process runs once and is stopped once."""
IDLE = 0.05
"""Seconds of processor time in a second in which a page does nothing more."""


@dataclass(frozen=True)
class Visit:
    """One first visit: bytes for the home page, until the first move, for the whole game; the seconds from
    the click to the first move, and the processor time of page and workers in them."""

    home: int
    first: int
    whole: int
    seconds: float
    processor: float


def visit(browser: Browser, site: Path, game: str, slower: float) -> Visit:
    """Visit the site for the first time, and play a game."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
    context.set_default_timeout(PATIENCE)
    with Host(site, compress=True, max_age=600) as host:
        page = context.new_page()
        page.goto(host.url)
        page.get_by_test_id(f"play-{game}").wait_for()
        page.wait_for_load_state("networkidle")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        home = sum(host.sent.values())
        _settle()
        with slowed(slower):
            begun, worked = time.perf_counter(), _processor_seconds()
            page.get_by_test_id(f"play-{game}").click()
            page.locator("[data-testid=table][data-turn=true]").wait_for()
            seconds, processor = time.perf_counter() - begun, _processor_seconds() - worked
        first = sum(host.sent.values())
        _keep(page, game)
        whole = sum(host.sent.values())
    context.close()
    return Visit(home, first - home, whole - home, seconds, processor)


def _keep(page: Page, game: str) -> None:
    """Keep everything the game needs without a network."""
    page.get_by_test_id("leave").click()
    page.get_by_test_id("to-settings").click()
    kept = page.locator(f"[data-testid=here-{game}][data-kept=true]")
    button = page.get_by_test_id(f"keep-{game}")
    button.or_(kept).first.wait_for()
    if button.count():
        button.click()
    kept.wait_for()


@contextlib.contextmanager
def slowed(slower: float) -> Iterator[None]:
    """Run the pages and workers of our browser only a part of the time, one divided by `slower`."""
    done = threading.Event()

    def alternate() -> None:
        while not done.is_set():
            _signal(signal.SIGSTOP)
            done.wait(PERIOD * (1 - 1 / slower))
            _signal(signal.SIGCONT)
            time.sleep(PERIOD / slower)

    thread = threading.Thread(target=alternate)
    if slower > 1:
        thread.start()
    try:
        yield
    finally:
        done.set()
        if slower > 1:
            thread.join()
        _signal(signal.SIGCONT)


def _signal(what: signal.Signals) -> None:
    for process in _renderers():
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, what)


def _settle() -> None:
    """Wait until the page has got ready what it gets ready before a game is chosen."""
    before = -1.0
    while (now := _processor_seconds()) - before > IDLE:
        before = now
        time.sleep(1.0)


def _processor_seconds() -> float:
    """The processor time of our pages and workers so far."""
    ticks = 0
    for process in _renderers():
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _renderers() -> list[int]:
    """The processes of pages and workers among our descendants."""
    parents: dict[int, int] = {}
    renderers = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError, StopIteration):
                status = (folder / "stat").read_text()
                parents[int(folder.name)] = int(status.rpartition(")")[2].split()[1])
                if b"--type=renderer" in (folder / "cmdline").read_bytes():
                    renderers.append(int(folder.name))
    return [process for process in renderers if _descends(process, parents)]


def _descends(process: int, parents: dict[int, int]) -> bool:
    while process in parents:
        process = parents[process]
        if process == os.getpid():
            return True
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--slower", type=float, default=4.0, help="how many times slower the browser runs")
    parser.add_argument("--runs", type=int, default=3, help="visits to each game; the median is shown")
    parser.add_argument(
        "--site", type=Path, help="folder of a site; by default that of the tests, built if needed"
    )
    parser.add_argument(
        "--write", action="store_true", help="write the table into docs/methods/webassembly.md"
    )
    parser.add_argument("games", nargs="*", metavar="GAME")
    asked = parser.parse_args()
    site = asked.site or built_site()
    (device,) = (site / "assets").glob("device-*")
    games = asked.games or [game["name"] for game in json.loads((device / "games.json").read_text())]
    rows = []
    with chromium() as browser:
        for game in games:
            visits = [visit(browser, site, game, asked.slower) for _ in range(asked.runs)]
            figures = [
                statistics.median(getattr(one, name) for one in visits) for name in ("home", "first", "whole")
            ]
            seconds, processor = (
                statistics.median(getattr(one, name) for one in visits) for name in ("seconds", "processor")
            )
            times = [f"{processor:.2f} s", f"{seconds:.1f} s"]
            rows.append([game, *(f"{size / 1000:,.0f} KB" for size in figures), *times])
    head = [
        "game",
        "home page",
        "until the first move",
        "to keep it",
        "processor time to the first move",
        f"first move, {asked.slower:g} times slower",
    ]
    table = markdown(head, rows)
    print(table)
    if asked.write:
        fill(PAGE, "site-visits", table)


if __name__ == "__main__":
    main()
