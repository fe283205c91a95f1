"""The board of a game that brings its own: the files of one folder of its package, for browsers."""

from __future__ import annotations

from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import FileResponse
from starlette.staticfiles import NotModifiedResponse

from partie.core.game import Game
from partie.service.errors import NotFound

ENTRY = "board.js"
"""The module that pages import."""
_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
}
"""What a board may consist of. Not left to the operating system, some of which call a script plain text."""


def board_url(game: Game) -> str | None:
    """Where pages find the board of a game, if it brings one."""
    return None if game.can.board is None else f"/api/games/{game.name}/board/{ENTRY}"


def serve_file(game: Game, file: str, request: Request) -> Response:
    """A file of the board of a game, or the news that the browser has it already."""
    found = find(game, file)
    # A game is updated under the same addresses: a browser asks each time whether a file has changed.
    headers = {"Cache-Control": "no-cache"}
    answer = FileResponse(found, headers=headers, media_type=_TYPES[found.suffix], stat_result=found.stat())
    if answer.headers["etag"] in _tags(request.headers.get("if-none-match", "")):
        return NotModifiedResponse(answer.headers)
    return answer


def find(game: Game, file: str) -> Path:
    """A plain file of the board's folder, or of one below; neither a link nor `..` leads out of it."""
    if game.can.board is not None and "\0" not in file:
        folder = (game.folder / game.can.board).resolve()
        found = (folder / file).resolve()
        if found.is_relative_to(folder) and found.suffix in _TYPES and found.is_file():
            return found
    raise NotFound(f"The board of {game.title['en']} has no file called {file!r}.", game=game.name)


def _tags(header: str) -> set[str]:
    return {tag.strip().removeprefix("W/") for tag in header.split(",")}
