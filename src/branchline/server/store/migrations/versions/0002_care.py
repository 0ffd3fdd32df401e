"""What needs care is found without looking at every table: bots that are due, games whose results are not kept."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Note which games are settled, and index the few rows that are looked for again and again."""
    op.add_column("tables", sa.Column("settled", sa.Boolean(), server_default=sa.false(), nullable=False))
    tables = sa.table("tables", sa.column("id"), sa.column("status"), sa.column("settled", sa.Boolean()))
    results = sa.table("results", sa.column("table_id"))
    op.execute(tables.update().where(tables.c.id.in_(sa.select(results.c.table_id))).values(settled=True))
    unsettled = sa.and_(tables.c.status == sa.literal_column("'ended'"), ~tables.c.settled)
    op.create_index("ix_tables_unsettled", "tables", ["status"], sqlite_where=unsettled, postgresql_where=unsettled)
    seats = sa.table("seats", sa.column("due", sa.Boolean()), sa.column("bot"), sa.column("stand_in"))
    bot_due = sa.and_(seats.c.due, sa.or_(seats.c.bot.is_not(None), seats.c.stand_in.is_not(None)))
    op.create_index("ix_seats_bot_due", "seats", ["table_id"], sqlite_where=bot_due, postgresql_where=bot_due)
