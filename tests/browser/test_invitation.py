"""The link that brings others to a table: one they can open, as text and as a QR code, or a word of warning."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.service.client import PERSON, Server

Invite = Callable[..., tuple[Page, str]]


@pytest.fixture
def invite(browser: Browser, tmp_path: Path) -> Iterator[Invite]:
    """`invite(size, language, *arguments)`: the page of whoever set up a table and waits for somebody, and the path of the table."""
    with ExitStack() as open_things:

        def opened(size: dict[str, int], language: str, *arguments: str) -> tuple[Page, str]:
            server = Server(tmp_path / "tables.db", tmp_path / "server.log", "--cold", *arguments)
            open_things.callback(server.kill)
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
def test_a_private_server_is_no_place_to_invite_to(
    invite: Invite, size: dict[str, int], language: str, words: str
) -> None:
    page, _ = invite(size, language)
    warning = page.get_by_test_id("share-only-here")
    expect(warning).to_contain_text(words)
    expect(warning).to_contain_text("partie serve --lan")
    expect(page.get_by_test_id("share-qr")).to_have_count(0)
    expect(page.get_by_test_id("share-link")).to_be_in_viewport()


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_an_invitation_has_the_address_others_use(invite: Invite, size: dict[str, int]) -> None:
    page, path = invite(size, "en", "--public-url", "https://games.example.org")
    expect(page.get_by_test_id("share-link")).to_have_value(f"https://games.example.org{path}")
    code = page.get_by_test_id("share-qr")
    expect(code).to_be_in_viewport()
    page.wait_for_function("image => image.complete && image.naturalWidth > 0", arg=code.element_handle())
    expect(page.get_by_test_id("share-only-here")).to_have_count(0)
