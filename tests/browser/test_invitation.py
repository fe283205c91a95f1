"""The link to a table: one that others can open, as text and as a QR code, or else a warning."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.sharing import SharedServer, shared_folder, simple
from tests.service.client import PERSON, Server

Invite = Callable[..., tuple[Page, str]]


@pytest.fixture(scope="session")
def private(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with SharedServer(shared_folder(tmp_path_factory, "private"), simple("--cold")) as shared:
        yield shared


@pytest.fixture(scope="session")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    start = simple("--cold", "--public-url", "https://games.example.org")
    with SharedServer(shared_folder(tmp_path_factory, "public"), start) as shared:
        yield shared


@pytest.fixture
def invite(browser: Browser) -> Iterator[Invite]:
    """`invite(server, size, language)`: the page of somebody who waits for a player, and its table's path."""
    with ExitStack() as open_things:

        def opened(server: Server, size: ViewportSize, language: str) -> tuple[Page, str]:
            ann = server.sit_down(PERSON, {"kind": "open"})
            context = browser.new_context(viewport=size, locale=language, service_workers="block")
            open_things.callback(context.close)
            known = {
                "id": ann.id,
                "game": "quarto",
                "secrets": {"0": ann.secrets[0]},
                "seedHash": "",
                "touched": 1,
            }
            kept = json.dumps(json.dumps([{**known, "over": False}]))
            context.add_init_script(f"localStorage.setItem('partie.tables', {kept})")
            page = context.new_page()
            page.goto(f"{server.url}/table/{ann.id}")
            return page, f"/table/{ann.id}"

        yield opened


@pytest.mark.parametrize(
    ("size", "language", "words"),
    [
        (DESK, "en", "Only this machine can open this link"),
        (PHONE, "fr", "Seul cet ordinateur peut ouvrir ce lien"),
    ],
)
def test_a_private_server_warns_that_others_cannot_open_the_link(
    invite: Invite, private: Server, size: dict[str, int], language: str, words: str
) -> None:
    page, _ = invite(private, size, language)
    warning = page.get_by_test_id("share-only-here")
    expect(warning).to_contain_text(words)
    expect(warning).to_contain_text("partie serve --lan")
    expect(page.get_by_test_id("share-qr")).to_have_count(0)
    expect(page.get_by_test_id("share-link")).to_be_in_viewport()


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_an_invitation_has_the_public_address(invite: Invite, public: Server, size: dict[str, int]) -> None:
    page, path = invite(public, size, "en")
    expect(page.get_by_test_id("share-link")).to_have_value(f"https://games.example.org{path}")
    code = page.get_by_test_id("share-qr")
    expect(code).to_be_in_viewport()
    page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=code.element_handle())
    expect(page.get_by_test_id("share-only-here")).to_have_count(0)
