"""Several processes on one database, and bundles on their way to another device."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006_people"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "transfers",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("bundle", sa.LargeBinary, nullable=False),
        sa.Column("until", sa.DateTime, nullable=False),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("host", sa.String(120), nullable=False),
        sa.Column("started", sa.DateTime, nullable=False),
        sa.Column("seen", sa.DateTime, nullable=False),
        sa.Column("figures", sa.JSON, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(32), nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    for table in ("notices", "leases", "processes", "transfers"):
        op.drop_table(table)
