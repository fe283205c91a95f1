"""How finished tables ended for each seat."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(80), nullable=True),
        sa.Column("player", sa.String(64), nullable=True),
        sa.Column("level", sa.String(16), nullable=True),
        sa.Column("agent", sa.String(300), nullable=True),
        sa.Column("spec", sa.String(300), nullable=True),
        sa.Column("version", sa.String(32), nullable=True),
        sa.Column("score", sa.Float, nullable=True),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=True),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("takebacks", sa.Integer, nullable=False),
        sa.Column("finished", sa.DateTime, nullable=False),
        sa.UniqueConstraint("table_id", "seat", name="uq_results_seat"),
    )
    op.create_index("ix_results_game", "results", ["game"])


def downgrade() -> None:
    op.drop_table("results")
