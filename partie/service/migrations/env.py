"""Run by Alembic, with the connection of `partie.service.migrate`, or by hand with `PARTIE_DATABASE`."""

from alembic import context
from sqlalchemy import Connection, create_engine

from partie.service.storage import database_url, metadata


def run(connection: Connection) -> None:
    # SQLite cannot alter a table in place: batch mode copies it.
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with create_engine(database_url()).begin() as opened:
        run(opened)
