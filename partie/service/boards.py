"""Serves the board that a game brings in its package: the files of one folder."""

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
"""Types of the files of a board, listed because some operating systems report scripts as plain text."""


def board_url(game: Game) -> str | None:
    """Return the address of a game's board; None if it brings none."""
    return None if game.can.board is None else f"/api/games/{game.name}/board/{ENTRY}"


def serve_file(game: Game, file: str, request: Request) -> Response:
    """Return a file of a game's board, or "not modified" if the browser has it already."""
    found = find(game, file)
    # Files keep their addresses when a game is updated, so browsers must ask each time whether one has
    # changed.
    headers = {"Cache-Control": "no-cache"}
    answer = FileResponse(found, headers=headers, media_type=_TYPES[found.suffix], stat_result=found.stat())
    if answer.headers["etag"] in _tags(request.headers.get("if-none-match", "")):
        return NotModifiedResponse(answer.headers)
    return answer


def find(game: Game, file: str) -> Path:
    """Return a file in the board's folder or below; neither links nor `..` lead out of it."""
    if game.can.board is not None and "\0" not in file:
        folder = (game.folder / game.can.board).resolve()
        found = (folder / file).resolve()
        if found.is_relative_to(folder) and found.suffix in _TYPES and found.is_file():
            return found
    raise NotFound(f"The board of {game.title['en']} has no file called {file!r}.", game=game.name)


def _tags(header: str) -> set[str]:
    return {tag.strip().removeprefix("W/") for tag in header.split(",")}
