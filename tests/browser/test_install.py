"""The pages as an app: what a phone needs to install them, and the shell without a network."""

from __future__ import annotations

import struct

from playwright.sync_api import Browser, expect

from tests.browser.conftest import PHONE
from tests.service.client import Server


def test_the_manifest_has_what_installing_needs(server: Server) -> None:
    page = server.http.get(f"{server.url}/").text
    assert 'rel="manifest"' in page
    assert "registerSW" in page
    answer = server.http.get(f"{server.url}/manifest.webmanifest")
    assert answer.headers["content-type"].split(";")[0] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["name"] == manifest["short_name"] == "Partie"
    assert (manifest["start_url"], manifest["scope"], manifest["id"]) == ("/", "/", "/")
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        image = server.http.get(f"{server.url}{icon['src']}")
        assert image.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", image.content[16:24])
            assert f"{width}x{height}" == icon["sizes"]


def test_a_new_version_is_never_hidden_by_a_cache(server: Server) -> None:
    for name in ("sw.js", "registerSW.js", "manifest.webmanifest", ""):
        assert server.http.get(f"{server.url}/{name}").headers["cache-control"] == "no-cache", name


def test_the_shell_loads_without_a_network(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport=PHONE, locale="en")
    page = context.new_page()
    page.goto(server.url)
    expect(page.get_by_test_id("play-hearts")).to_be_visible()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.goto(f"{server.url}/rules/hearts")
    heading = page.get_by_role("article").or_(page.locator("article")).get_by_role("heading").first
    expect(heading).to_be_visible()
    context.set_offline(True)
    page.goto(f"{server.url}/rules/hearts")
    expect(heading).to_be_visible()
    page.goto(f"{server.url}/new/hearts")
    # Our own page says that the server cannot be reached, and continues when it is back.
    expect(page.get_by_role("link", name="Partie, home page")).to_be_visible()
    expect(page.get_by_test_id("offline")).to_contain_text("Offline")
    context.set_offline(False)
    expect(page.get_by_test_id("start")).to_be_visible()
    expect(page.get_by_test_id("offline")).to_have_count(0)
    context.close()
