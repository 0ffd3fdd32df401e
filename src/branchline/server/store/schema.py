"""The tables of the database. Times are whole milliseconds since 1970."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    false,
    literal_column,
    or_,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# An id that counts up: SQLite only counts plain INTEGER columns up.
_Counting = BigInteger().with_variant(Integer, "sqlite")

users = Table(
    "users",
    metadata,
    Column("id", _Counting, primary_key=True, autoincrement=True),
    Column("name", String(40), nullable=False),
    Column("account", String(40), unique=True),  # the name in small letters; null for guests and deleted people
    Column("kind", String(10), nullable=False),  # guest, account, bot, gone
    Column("password", Text),
    Column("email", Text),
    Column("email_confirmed", Boolean, nullable=False, server_default=false()),  # else nothing is sent there
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger),  # the day of the last visit, or so
    Column("origin", String(64), index=True),  # a keyed hash of the address they last came from to sit down
    # What an account's name is compared by, so that no two look alike; null where an older account looks the same.
    Column("skeleton", Text),
    Column("as_written", Text),
    Index("ix_users_skeleton", "skeleton", unique=True),
    Index("ix_users_as_written", "as_written", unique=True),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),  # a hash of the cookie
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(10), nullable=False),  # browser, or token for bots
    Column("label", String(80), nullable=False, default=""),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("title", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("status", String(10), nullable=False),  # open, running, ended, closed
    Column("public", Boolean, nullable=False),
    Column("clock", Text, nullable=False),  # JSON
    Column("options", Text, nullable=False),  # JSON
    Column("host_id", ForeignKey("users.id"), nullable=False),
    Column("seed", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("deadline", BigInteger, index=True),
    Column("rematch", String(16)),
    Column("settled", Boolean, nullable=False, server_default=false()),  # its results are kept
    Index("ix_tables_status_created", "status", "created"),
    Index("ix_tables_host_id_status", "host_id", "status"),
)

unsettled = and_(tables.c.status == literal_column("'ended'"), ~tables.c.settled)
Index("ix_tables_unsettled", tables.c.status, sqlite_where=unsettled, postgresql_where=unsettled)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), index=True),
    Column("bot", String(20)),  # a bot sits here from the start
    Column("stand_in", String(20), key="substitute"),  # the bot that plays for the person who left
    Column("due", Boolean, nullable=False, default=False),
    Column("bank", BigInteger, nullable=False, default=0),
    Column("sat", BigInteger),  # since when somebody sits here
    Column("has_left", Boolean, nullable=False, server_default=false()),  # and a bot came; they may be back
)

bot_due = and_(seats.c.due, or_(seats.c.bot.is_not(None), seats.c.substitute.is_not(None)))
Index("ix_seats_bot_due", seats.c.table_id, sqlite_where=bot_due, postgresql_where=bot_due)

removed = Table(
    "removed",  # whom a host does not want at a table
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True),
)

log = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer),
    Column("data", Text, nullable=False),  # JSON
)

chat = Table(
    "chat",
    metadata,
    Column("id", _Counting, primary_key=True, autoincrement=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("user_id", ForeignKey("users.id"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
)

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),  # there is one row
    Column("at", BigInteger, nullable=False),  # when a server was last at work
)

results = Table(
    "results",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id")),
    Column("title", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("tickets_made", Integer, nullable=False),
    Column("tickets_missed", Integer, nullable=False),
    Column("longest_path", Boolean, nullable=False),
    Column("lines", Text, nullable=False),  # JSON: the lines claimed
    Column("ended", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False, server_default=false()),  # it counted for the ratings
    Index("ix_results_user_id_ended", "user_id", "ended"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("title", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("ordinal", Float, nullable=False),
    Index("ix_ratings_title_ordinal", "title", "ordinal"),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", _Counting, primary_key=True, autoincrement=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("push_keys", Text, nullable=False),  # JSON
    UniqueConstraint("user_id", "endpoint"),
)

keys = Table(
    "keys",  # secrets that the server makes for itself
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", String(64), nullable=False),
)

confirmations = Table(
    "confirmations",
    metadata,
    Column("token", String(64), primary_key=True),  # a hash of what is in the mail
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("email", Text, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

alerts = Table(  # who has been told of a table and has not been there since
    "alerts",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
)
