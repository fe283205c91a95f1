"""Migrates a database to the current schema, with the Alembic revisions in `migrations/`."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

_LOCK = 8642
_FOLDER = Path(__file__).resolve().parent / "migrations"


def migrate(connection: Connection) -> None:
    """Apply every revision the database does not have yet, in the connection's transaction."""
    if connection.dialect.name == "postgresql":  # processes that start together migrate one by one
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
