"""Whether a game was played here or handed in as a record."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("origin", sa.String(16), nullable=False, server_default="played"))
    connection = op.get_bind()
    handed_in = [row.id for row in connection.execute(_TABLES) if _was_handed_in(row)]
    if handed_in:
        connection.execute(
            sa.text("UPDATE tables SET origin = 'handed_in' WHERE id = :id"),
            [{"id": one} for one in handed_in],
        )


_TABLES = sa.text(
    "SELECT tables.id, tables.seats, COUNT(events.seq) AS events, MIN(events.at) AS first, MAX(events.at) AS last "
    "FROM tables JOIN events ON events.table_id = tables.id GROUP BY tables.id"
)


def _was_handed_in(row: sa.Row[Any]) -> bool:
    """Whether a table was imported from a record: all events at one time, and people without secrets."""
    seats = json.loads(row.seats) if isinstance(row.seats, str) else row.seats
    without_secret = any(seat["kind"] == "person" and not seat["secret_hash"] for seat in seats)
    return without_secret or (row.events > 1 and row.first == row.last)


def downgrade() -> None:
    op.drop_column("tables", "origin")
