"""The board that a game of another package brings."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from partie.core.capabilities import Capabilities
from partie.service import boards
from partie.service.errors import NotFound
from tests import tiny
from tests.service.client import Server, error_of


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("boards")
    server = Server(folder / "tables.db", folder / "server.log", "--cold")
    yield server
    server.kill()


def test_a_game_has_the_address_of_its_board(cold: Server) -> None:
    assert {game["name"]: game["board"] for game in cold.get("/games") if game["board"]} == {
        "cups": "/api/games/cups/board/board.js"
    }


@pytest.mark.parametrize(("file", "kind"), [("board.js", "text/javascript"), ("parts/cup.css", "text/css")])
def test_files_of_a_board_are_served_as_what_they_are(cold: Server, file: str, kind: str) -> None:
    answer = cold.http.get(f"/games/cups/board/{file}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].partition(";")[0] == kind
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_a_browser_that_has_a_file_is_not_sent_it_again(cold: Server) -> None:
    first = cold.http.get("/games/cups/board/board.js")
    assert first.headers["cache-control"] == "no-cache"
    again = cold.http.get("/games/cups/board/board.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = cold.http.get("/games/cups/board/board.js", headers={"If-None-Match": '"another"'})
    assert other.content == first.content != b""


@pytest.mark.parametrize(
    "file",
    [
        "",
        "parts",
        "missing.js",
        "notes.py",
        "../rules.py",
        "../__init__.py",
        "%2e%2e/__init__.py",
        "..%2f..%2fservice%2fserver.py",
        "parts/../../__init__.py",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "board.js%00",
        "x" * 300 + ".js",
    ],
)
def test_nothing_else_is_served(cold: Server, file: str) -> None:
    assert _status(cold, f"/api/games/cups/board/{file}") in (404, 422)


def test_a_link_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "secret.js").write_text("secret")
    folder = tmp_path / "board"
    folder.mkdir()
    (folder / "link.js").symlink_to(tmp_path / "secret.js")
    game = replace(tiny.GAME, can=Capabilities(board=str(folder)))
    with pytest.raises(NotFound, match=r"has no file called 'link\.js'"):
        boards.find(game, "link.js")


def test_a_game_without_a_board_serves_none(cold: Server) -> None:
    answer = cold.http.get("/games/quarto/board/board.js")
    assert answer.status_code == 404
    assert error_of(answer)["code"] == "not_found"


def _status(server: Server, path: str) -> int:
    """Return the status for a path exactly as it is written: HTTP clients normalize `..`."""
    parts = urlsplit(server.url)
    with socket.create_connection((parts.hostname, parts.port)) as connection:
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n".encode()
        )
        return int(connection.makefile("rb").readline().split()[1])
