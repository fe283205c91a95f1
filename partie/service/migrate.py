"""Migrates a database to the current schema, with the Alembic revisions in `migrations/`."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

_FOLDER = Path(__file__).resolve().parent / "migrations"


def migrate(connection: Connection) -> None:
    """Apply every revision the database does not have yet, in the connection's transaction."""
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
