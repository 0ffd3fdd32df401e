"""Addresses are confirmed before mails go there, and nobody is told of a table twice."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

COUNTING = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make room; the addresses that are there have not been confirmed by anybody."""
    op.add_column("users", sa.Column("email_confirmed", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "confirmations",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("user_id", COUNTING, nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_confirmations_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_confirmations")),
    )
    op.create_index(op.f("ix_confirmations_user_id"), "confirmations", ["user_id"], unique=False)
    op.create_table(
        "alerts",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("user_id", COUNTING, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_alerts_table_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_alerts_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_alerts")),
    )
    op.create_index(op.f("ix_alerts_user_id"), "alerts", ["user_id"], unique=False)
