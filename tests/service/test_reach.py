"""Who can reach a server, what it prints about that, and the links it draws."""

from __future__ import annotations

import io

import pytest

from partie.service import invite
from partie.service.reach import Reach, lan_addresses
from tests.service.client import error_of
from tests.service.conftest import Start
from tests.service.test_crash import run_server


def test_a_private_server_says_so(start: Start) -> None:
    server = start()
    assert server.get("/server") == {"reach": "machine", "addresses": []}


def test_a_public_address(start: Start) -> None:
    server = start("--public-url", "https://games.example.org/")
    assert server.get("/server") == {"reach": "public", "addresses": ["https://games.example.org"]}
    assert server.process.stdout is not None
    assert server.process.stdout.readline() == "Others find it at https://games.example.org/\n"
    assert server.http.get("/health", headers={"Host": "games.example.org"}).is_success


def test_a_network_address_is_printed_and_sent(start: Start) -> None:
    server = start("--lan")
    answer = server.get("/server")
    assert answer["reach"] == "network"
    assert answer["addresses"] == [
        f"http://{host}:{server.url.rpartition(':')[2]}" for host in lan_addresses()
    ]
    assert server.process.stdout is not None
    line = server.process.stdout.readline()
    if answer["addresses"]:
        assert line == f"Others find it at {answer['addresses'][0]}/\n"
    else:
        assert line.startswith("No network found")


def test_links_to_the_server_are_drawn_and_no_others(start: Start) -> None:
    server = start("--public-url", "https://games.example.org")
    for link in ("https://games.example.org/table/abc", f"{server.url}/table/abc"):
        drawn = server.http.get("/qr", params={"link": link})
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        assert drawn.content == invite.svg(link)
        assert drawn.content.startswith(b"<svg")
    for link in ("https://elsewhere.example/table/abc", "javascript:alert(1)", "http://[", ""):
        refused = server.http.get("/qr", params={"link": link})
        assert error_of(refused)["code"] == "bad_request"


@pytest.mark.parametrize(
    ("link", "leads_here"),
    [
        ("http://localhost:8642/table/abc", True),
        ("http://[::1]:8642/table/abc", True),
        ("https://games.example.org/table/abc", True),
        ("http://localhost:80@elsewhere.example/", False),
        ("http://games.example.org@elsewhere.example/", False),
        ("http://localhost:port/", False),
        ("http:///table/abc", False),
    ],
)
def test_where_a_link_leads(link: str, leads_here: bool) -> None:
    assert Reach(public_url="https://games.example.org").leads_here(link, None) is leads_here


def test_the_code_in_a_terminal() -> None:
    class Terminal(io.StringIO):
        def __init__(self, encoding: str, tty: bool) -> None:
            super().__init__()
            self._encoding, self._tty = encoding, tty

        @property
        def encoding(self) -> str:  # type: ignore[override]
            return self._encoding

        def isatty(self) -> bool:
            return self._tty

    link = "http://192.0.2.1:8642/"
    plain = invite.blocks(link, Terminal("utf-8", False))
    assert "█" in plain
    assert "\x1b" not in plain
    assert invite.blocks(link, Terminal("ascii", True)) == ""
    assert invite.blocks(link, Terminal("utf-8", True)).startswith("\x1b[97;40m")


def test_an_impossible_public_address_is_reported() -> None:
    answer = run_server("--port", "0", "--public-url", "games.example.org")
    assert answer.returncode == 1
    assert answer.stderr.startswith("games.example.org cannot be the public address")


def test_a_given_host_is_its_own_address() -> None:
    assert Reach("192.0.2.5", 80).addresses == ["http://192.0.2.5:80"]
    assert Reach("127.0.0.1", 80).scope == "machine"
