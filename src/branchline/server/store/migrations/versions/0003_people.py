"""Names that look alike, shares of tables and seats, people who were removed or have left, and what counts."""

import sqlalchemy as sa
from alembic import op

from branchline.server.names import looks_of

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add what is new, and fill in what yesterday's rows tell."""
    for column in (
        sa.Column("seen", sa.BigInteger()),
        sa.Column("origin", sa.String(64)),
        sa.Column("skeleton", sa.Text()),
        sa.Column("as_written", sa.Text()),
    ):
        op.add_column("users", column)
    op.add_column("seats", sa.Column("sat", sa.BigInteger()))
    op.add_column("seats", sa.Column("has_left", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("results", sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "removed",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_removed_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_removed_user_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "user_id", name="pk_removed"),
    )
    op.create_table(
        "keys",
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("value", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )
    _note_looks()
    _note_who_left()
    _note_what_counted()
    op.create_index("ix_users_origin", "users", ["origin"])
    op.create_index("ix_users_skeleton", "users", ["skeleton"], unique=True)
    op.create_index("ix_users_as_written", "users", ["as_written"], unique=True)
    op.create_index("ix_removed_user_id", "removed", ["user_id"])
    op.create_index("ix_chat_user_id", "chat", ["user_id"])
    op.create_index("ix_tables_host_id_status", "tables", ["host_id", "status"])
    op.create_index("ix_results_user_id_ended", "results", ["user_id", "ended"])
    op.drop_index("ix_results_user_id", "results")


def _note_looks() -> None:
    """Accounts keep their names; of those that look alike, the oldest has the look."""
    users = sa.table("users", *(sa.column(name) for name in ("id", "name", "account", "skeleton", "as_written")))
    taken: set[tuple[str, str]] = set()
    accounts = sa.select(users.c.id, users.c.name).where(users.c.account.is_not(None)).order_by(users.c.id)
    for user_id, name in op.get_bind().execute(accounts).all():
        looks = looks_of(name)
        found = {("skeleton", looks.skeleton), ("as_written", looks.as_written)} - taken
        taken |= found
        if found:
            op.execute(users.update().where(users.c.id == user_id).values(**dict(found)))


def _note_who_left() -> None:
    """Whoever a bot has played for has left, even if they came back."""
    seats = sa.table("seats", sa.column("table_id"), sa.column("seat"), sa.column("has_left", sa.Boolean()))
    log = sa.table("log", sa.column("table_id"), sa.column("seat"), sa.column("kind"))
    here = (log.c.table_id == seats.c.table_id, log.c.seat == seats.c.seat, log.c.kind == "leave")
    op.execute(seats.update().where(sa.exists().where(*here)).values(has_left=True))


def _note_what_counted() -> None:
    """Until now a game counted when two accounts played it."""
    results = sa.table(
        "results", *(sa.column(name) for name in ("table_id", "user_id")), sa.column("rated", sa.Boolean())
    )
    users = sa.table("users", sa.column("id"), sa.column("kind"))
    accounts = sa.select(users.c.id).where(users.c.kind.in_(("account", "bot")))
    theirs = results.c.user_id.in_(accounts)
    several = sa.select(results.c.table_id).where(theirs).group_by(results.c.table_id).having(sa.func.count() > 1)
    op.execute(results.update().where(theirs, results.c.table_id.in_(several)).values(rated=True))
