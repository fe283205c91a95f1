"""Tables with seeds of several parts, closed or in the lobby, and what programs remember of people."""

import sqlalchemy as sa
from alembic import op

revision = "0006_people"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("mixed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("results", sa.Column("favourites", sa.JSON, nullable=True))
    op.create_table(
        "lobby",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("code", sa.String(16), nullable=False, unique=True),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("fill_at", sa.DateTime, nullable=True),
        sa.Column("agent", sa.String(300), nullable=True),
    )
    op.create_table(
        "memories",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(80), nullable=True),
        sa.Column("data", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("memories")
    op.drop_table("lobby")
    op.drop_column("results", "favourites")
    op.drop_column("tables", "closed")
    op.drop_column("tables", "mixed")
