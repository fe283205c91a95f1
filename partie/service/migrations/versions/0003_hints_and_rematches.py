"""Whether a table has hints, and of which table it is the rematch."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("hints", sa.String(8), nullable=True))
    op.add_column("tables", sa.Column("previous", sa.String(32), nullable=True))


def downgrade() -> None:
    op.drop_column("tables", "previous")
    op.drop_column("tables", "hints")
