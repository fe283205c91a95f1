"""Foreign host names, pages of other servers, and security headers."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from partie.core.errors import PartieError
from partie.service.reach import Reach, is_loopback, name_in
from partie.service.sites import origin_of
from tests.service.client import PERSON, Server, error_of
from tests.service.conftest import Start


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("guard")
    running = Server(folder / "tables.db", folder / "server.log", "--cold")
    yield running
    running.stop()


@pytest.mark.parametrize(
    "path", ["/", "/table/abc", "/api/health", "/api/docs", "/api/openapi.json", "/api/nothing", "/sw.js"]
)
def test_every_answer_has_the_headers(cold: Server, path: str) -> None:
    headers = httpx.get(cold.url + path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", ""), "only WebAssembly may be compiled"
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    isolation = ("cross-origin-opener-policy", "cross-origin-embedder-policy", "cross-origin-resource-policy")
    assert [headers[name] for name in isolation] == ["same-origin", "require-corp", "same-origin"]
    assert "server" not in headers
    if path.startswith("/api/"):
        assert headers["cache-control"] == "no-store"


def test_refusals_have_them_too(cold: Server) -> None:
    for answer in (
        cold.http.get("/health", headers={"Host": "elsewhere.example"}),
        cold.http.post("/tables", content=b"{"),
        cold.http.post("/records", content=b"x" * 400_000),
    ):
        assert answer.status_code >= 400
        assert "content-security-policy" in answer.headers


def test_the_page_about_the_api_needs_no_other_host(cold: Server) -> None:
    page = cold.http.get("/docs").text
    assert "/api/tables/{table_id}/moves" in page
    assert "<script" not in page
    assert "//" not in page.replace("</", "")


@pytest.mark.parametrize(
    "host", ["elsewhere.example", "elsewhere.example:8642", "192.0.2.7", "", "localhost.evil.example"]
)
def test_a_foreign_host_name_is_refused(cold: Server, host: str) -> None:
    """DNS rebinding: a page whose name was made to resolve to this machine gets nothing."""
    answer = cold.http.get("/games", headers={"Host": host})
    assert answer.status_code == 421
    error = error_of(answer)
    assert error["code"] == "wrong_host"
    assert "--public-url" in error["message"]
    page = httpx.get(cold.url, headers={"Host": host})
    assert page.status_code == 421
    assert "--public-url" in page.text
    assert "Ce serveur" in page.text


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:8642", "[::1]:8642"])
def test_names_of_this_machine_are_answered(cold: Server, host: str) -> None:
    assert cold.http.get("/health", headers={"Host": host}).is_success


def test_foreign_pages_may_not_follow_a_table(cold: Server) -> None:
    table = cold.sit_down(PERSON, PERSON)
    live = cold.url.replace("http", "ws") + f"/api{table.path}/live"
    for origin in ("https://elsewhere.example", "null", "http://localhost:1"):
        with pytest.raises(InvalidStatus) as refused, connect(live, origin=Origin(origin)):
            pass
        assert refused.value.response.status_code == 403
        assert b"wrong_origin" in (refused.value.response.body or b"")
    with pytest.raises(InvalidStatus), connect(live, additional_headers={"Host": "elsewhere.example"}):
        pass
    with connect(live, origin=Origin(cold.url)) as socket:
        socket.send("{}")
        assert '"table"' in str(socket.recv(timeout=60))


def test_foreign_pages_may_not_change_anything(cold: Server) -> None:
    body = {"game": "quarto", "seats": [PERSON, PERSON]}
    foreign = cold.http.post("/tables", json=body, headers={"Origin": "https://elsewhere.example"})
    assert (foreign.status_code, error_of(foreign)["code"]) == (403, "wrong_origin")
    assert cold.http.post("/tables", json=body, headers={"Origin": cold.url}).is_success


def test_pages_of_a_known_site_may_hand_in_records_and_nothing_else(start: Start) -> None:
    server = start("--sites", "https://someone.example/games/, https://other.example:8443")
    known, unknown = {"Origin": "https://someone.example"}, {"Origin": "https://elsewhere.example"}
    address = f"{server.url}/api/records"
    ask = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    asked = httpx.options(address, headers=known | ask)
    assert asked.status_code == 204
    assert asked.headers["access-control-allow-origin"] == known["Origin"]
    assert asked.headers["access-control-allow-methods"] == "POST"
    assert asked.headers["access-control-allow-headers"] == "Content-Type"
    handed_in = httpx.post(address, json={"record": "none", "keep": True}, headers=known)
    assert (handed_in.status_code, error_of(handed_in)["code"]) == (422, "bad_request")
    assert handed_in.headers["access-control-allow-origin"] == known["Origin"]
    assert "origin" in handed_in.headers["vary"].lower()
    foreign = httpx.post(address, json={"record": "none"}, headers=unknown)
    assert (foreign.status_code, error_of(foreign)["code"]) == (403, "wrong_origin")
    body = {"game": "quarto", "seats": [PERSON, PERSON]}
    elsewhere = httpx.post(f"{server.url}/api/tables", json=body, headers=known)
    assert (elsewhere.status_code, error_of(elsewhere)["code"]) == (403, "wrong_origin")
    for answer in (foreign, elsewhere, httpx.options(address, headers=unknown | ask)):
        assert "access-control-allow-origin" not in answer.headers


def test_the_address_of_a_site_is_checked() -> None:
    assert origin_of("http://[::1]:8000/x") == "http://[::1]:8000"
    assert origin_of("https://someone.example:443") == "https://someone.example"
    for wrong in ("someone.example", "ftp://someone.example", "https://", "https://x:y/", "*"):
        with pytest.raises(PartieError, match="no address of a site"):
            origin_of(wrong)


def test_names_and_numbers() -> None:
    assert name_in("[::1]:80") == "::1"
    assert name_in("Games.Example.org.:443") == "games.example.org"
    assert is_loopback("127.0.0.2")
    assert is_loopback("::ffff:127.0.0.1")
    assert not is_loopback("localhost.example")
    behind = Reach(public_url="https://games.example.org/")
    assert behind.is_own_host("games.example.org", "10.0.0.1")
    assert behind.is_own_origin("https://games.example.org", "127.0.0.1:8642")
    assert not behind.is_own_origin("https://games.example.org.evil.example", "127.0.0.1:8642")
    assert Reach("0.0.0.0", 8642).is_own_host("10.1.2.3:8642", "10.1.2.3")
    assert not Reach("0.0.0.0", 8642).is_own_host("10.1.2.3:8642", "10.1.2.4")


@pytest.mark.parametrize(
    "url",
    [
        "games.example.org",
        "ftp://games.example.org",
        "https://",
        "https://games.example.org/partie",
        "http://[",
        "http://u:p@x",
        "http://x:99999",
    ],
)
def test_an_impossible_public_address(url: str) -> None:
    with pytest.raises(PartieError, match="cannot be the public address"):
        Reach(public_url=url)
