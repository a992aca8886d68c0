"""The tables of the database, the same on SQLite and PostgreSQL.

Only ``events`` is the truth of a table; ``tables`` and ``table_people`` are what the lobby needs of
it, and who keeps it. Times are milliseconds since 1970. A change here needs a migration beside it.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "fk": "%(table_name)s_%(column_0_name)s_fk",
        "ix": "%(table_name)s_%(column_0_N_name)s",
        "uq": "%(table_name)s_%(column_0_name)s_unique",
        "ck": "%(table_name)s_%(constraint_name)s",
    }
)

# --- tables to play at ---------------------------------------------------------------------------

events = Table(
    "events",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,  # one tree instead of two: half the writing
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("host", Text, nullable=False),  # a person's id
    Column("clock", Text, nullable=False),
    Column("seats", JSON(none_as_null=True), nullable=False),  # [{seat, person, name, bot}]
    Column("free", Integer, nullable=False),  # seats nobody has
    Column("seq", BigInteger, nullable=False),  # the entry this row was made after
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("result", JSON(none_as_null=True)),
    Column("keeper", Text),  # the process that runs its bots and clocks
    Column("wake_at", BigInteger),  # when somebody must keep it again
    CheckConstraint("status IN ('open', 'playing', 'over', 'closed')", name="status"),
)
_LISTED = text("public AND status = 'open'")
_KEPT = text("keeper IS NOT NULL")
_WAKING = text("wake_at IS NOT NULL")
Index(
    "tables_lobby",
    tables.c.created_at,
    tables.c.id,
    postgresql_where=_LISTED,
    sqlite_where=_LISTED,
)
Index(
    "tables_lobby_of_game",
    tables.c.game,
    tables.c.created_at,
    tables.c.id,
    postgresql_where=_LISTED,
    sqlite_where=_LISTED,
)
Index("tables_kept", tables.c.keeper, postgresql_where=_KEPT, sqlite_where=_KEPT)
Index("tables_waking", tables.c.wake_at, postgresql_where=_WAKING, sqlite_where=_WAKING)

# Answers that wait for the end of a window and must not be noticed before (see live.veil).
sealed = Table(
    "sealed",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True),  # of the entry that opened the window
    Column("seat", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("code", Integer, nullable=False),
    Column("person", Text, nullable=False),
    Column("key", Text, nullable=False),
)

table_people = Table(
    "table_people",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),  # negative: the host, who has none
    Column("person_id", Text, nullable=False),
    Index("table_people_of", "person_id", "table_id"),
)

processes = Table(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("seen_at", BigInteger, nullable=False),
    Column("address", Text, nullable=False),
)

# --- people --------------------------------------------------------------------------------------

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("colour", Text),
    Column("guest", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("banned", Boolean, nullable=False, server_default=false()),
    Index("people_seen", "guest", "seen_at"),
)


def _person(*, primary_key: bool = False, nullable: bool = False) -> Column[str]:
    """Somebody's id. What is theirs goes with them."""
    return Column(
        "person_id",
        Text,
        ForeignKey("people.id", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=nullable,
    )


logins = Table(
    "logins",
    metadata,
    Column("name", Text, primary_key=True),  # in lower case
    _person(),
    Column("password", Text),  # its hash; None with passkeys alone
    Index("logins_of", "person_id", unique=True),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", LargeBinary, primary_key=True),  # the credential's id
    _person(),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("last_used_at", BigInteger),
    Index("passkeys_of", "person_id"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Text, primary_key=True),
    _person(),
    Column("hash", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("last_used_at", BigInteger),
    Index("tokens_of", "person_id"),
)

mutes = Table(
    "mutes",
    metadata,
    _person(primary_key=True),
    Column("muted", Text, primary_key=True),  # another person's id
)

# --- results -------------------------------------------------------------------------------------

ratings = Table(
    "ratings",
    metadata,
    _person(primary_key=True),
    Column("game", Text, primary_key=True),
    Column("players", Integer, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ratings_board", "game", "players", "mu"),
)

results = Table(
    "results",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON(none_as_null=True), nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("body", JSON(none_as_null=True), nullable=False),
)

result_people = Table(
    "result_people",
    metadata,
    Column("table_id", Text, ForeignKey("results.table_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", Text),  # None: a bot, or somebody who has gone
    Column("name", Text, nullable=False),
    Column("bot", Text),  # its level
    Column("place", Integer, nullable=False),
    Column("points", Integer),
    Column("mu_before", Double),
    Column("sigma_before", Double),
    Column("mu_after", Double),
    Column("sigma_after", Double),
    Index("result_people_of", "person_id", "table_id"),
)

# --- the server itself ---------------------------------------------------------------------------

meta = Table(
    "meta",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
