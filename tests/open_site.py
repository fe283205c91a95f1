"""Opens the documentation site in Chromium from a folder, without a network, and exits with what is wrong.

    python -m tests.open_site build/site

A program of its own: the event loop of a browser does not go with other tests in one process.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, Request

from tests.chromium import chromium

PAGES = (
    "index.html",
    "play.html",
    "tutorial/first-game.html",
    "howto/index.html",
    "methods/index.html",
    "methods/uct.html",
    "results.html",
    "architecture.html",
    "reference/cli.html",
    "reference/http.html",
    "api.html",
)
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}


def problems(browser: Browser, folder: Path) -> list[str]:
    found: list[str] = []
    for name, (width, height) in SIZES.items():
        for scheme in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
                offline=True,
            )
            context.set_default_timeout(60_000)  # a busy machine is slow
            page = context.new_page()
            page.on("pageerror", lambda error: found.append(str(error)))
            page.on("requestfailed", lambda request: found.extend(not_loaded(request)))
            for path in PAGES:
                page.goto((folder / path).as_uri())
                found.extend(f"{path}, {name}, {scheme}: {problem}" for problem in looked_at(page))
            context.close()
    return found + searched(browser, folder)


def not_loaded(request: Request) -> list[str]:
    """A request that failed; one that was given up when the next page was opened did not."""
    return [] if request.failure == "net::ERR_ABORTED" else [f"not loaded: {request.url}, {request.failure}"]


def looked_at(page: Page) -> list[str]:
    """What is wrong with the page on the screen."""
    wide = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    broken = page.evaluate("[...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)")
    scheme = page.evaluate("document.body.dataset.mdColorScheme")
    asked = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches ? 'slate' : 'default'")
    return [
        *(["it is wider than the screen"] if wide else []),
        *(f"a broken picture: {source}" for source in broken),
        *([f"it is shown in {scheme}, not in {asked}"] if scheme != asked else []),
    ]


def searched(browser: Browser, folder: Path) -> list[str]:
    page = browser.new_page()
    page.goto((folder / "methods" / "uct.html").as_uri())
    page.locator("input.md-search__input").click()
    page.keyboard.type("equilibrium")
    first = page.locator(".md-search-result__item a").first
    first.wait_for(timeout=60_000)
    found = first.get_attribute("href") or ""
    page.close()
    return [] if "equilibrium" in found or "cfr" in found else [f"search finds {found}"]


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    with chromium() as browser:
        found = problems(browser, folder)
    sys.exit("\n".join(found) or None)


if __name__ == "__main__":
    main()
