"""The routes of the lobby."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path, Query

from partie.service.api import ERRORS, Secrets, Served
from partie.service.lobby import models

router = APIRouter(prefix="/api", responses=ERRORS, tags=["lobby"])


@router.get("/lobby")
def get_lobby(service: Served, game: Annotated[str | None, Query(max_length=64)] = None) -> models.Lobby:
    """List the tables where somebody waits for others, of one game or of all."""
    return models.Lobby(now=datetime.now(UTC), tables=service.lobby.tables(game))


@router.get("/codes/{code}")
def find_table(service: Served, code: Annotated[str, Path(max_length=32)]) -> models.TableCode:
    """Return the table to which a short code leads. Case, spaces and hyphens do not matter."""
    return service.lobby.find(code)


@router.get("/tables/{table_id}/code")
def get_code(service: Served, table_id: str, secrets: Secrets) -> models.TableCode:
    """Return the short code of a table at which you play, and when a program takes its open seats."""
    return service.code_of(table_id, secrets)
