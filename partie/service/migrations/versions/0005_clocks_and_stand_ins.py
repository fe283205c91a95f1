"""How much time people have at a table, and how many decisions of a seat were made by another program."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("clock", sa.JSON, nullable=True))
    op.add_column("results", sa.Column("others", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("results", "others")
    op.drop_column("tables", "clock")
