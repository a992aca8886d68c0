"""The first tables."""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
    false,
    text,
)

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "events",
        Column("table_id", Text(), nullable=False),
        Column("seq", BigInteger(), nullable=False),
        Column("at", BigInteger(), nullable=False),
        Column("body", LargeBinary(), nullable=False),
        PrimaryKeyConstraint("table_id", "seq", name=op.f("events_pk")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sealed",
        Column("table_id", Text(), nullable=False),
        Column("seq", BigInteger(), nullable=False),
        Column("seat", Integer(), nullable=False),
        Column("at", BigInteger(), nullable=False),
        Column("code", Integer(), nullable=False),
        Column("person", Text(), nullable=False),
        Column("key", Text(), nullable=False),
        PrimaryKeyConstraint("table_id", "seq", "seat", name=op.f("sealed_pk")),
    )
    op.create_table(
        "meta",
        Column("key", Text(), nullable=False),
        Column("value", Text(), nullable=False),
        PrimaryKeyConstraint("key", name=op.f("meta_pk")),
    )
    op.create_table(
        "people",
        Column("id", Text(), nullable=False),
        Column("name", Text(), nullable=False),
        Column("colour", Text(), nullable=True),
        Column("guest", Boolean(), nullable=False),
        Column("created_at", BigInteger(), nullable=False),
        Column("seen_at", BigInteger(), nullable=False),
        Column("banned", Boolean(), server_default=false(), nullable=False),
        PrimaryKeyConstraint("id", name=op.f("people_pk")),
    )
    op.create_index("people_seen", "people", ["guest", "seen_at"], unique=False)
    op.create_table(
        "processes",
        Column("id", Text(), nullable=False),
        Column("seen_at", BigInteger(), nullable=False),
        Column("address", Text(), nullable=False),
        PrimaryKeyConstraint("id", name=op.f("processes_pk")),
    )
    op.create_table(
        "results",
        Column("table_id", Text(), nullable=False),
        Column("game", Text(), nullable=False),
        Column("players", Integer(), nullable=False),
        Column("options", JSON(none_as_null=True), nullable=False),
        Column("ended_at", BigInteger(), nullable=False),
        Column("body", JSON(none_as_null=True), nullable=False),
        PrimaryKeyConstraint("table_id", name=op.f("results_pk")),
    )
    op.create_table(
        "tables",
        Column("id", Text(), nullable=False),
        Column("game", Text(), nullable=False),
        Column("players", Integer(), nullable=False),
        Column("status", Text(), nullable=False),
        Column("public", Boolean(), nullable=False),
        Column("host", Text(), nullable=False),
        Column("clock", Text(), nullable=False),
        Column("seats", JSON(none_as_null=True), nullable=False),
        Column("free", Integer(), nullable=False),
        Column("seq", BigInteger(), nullable=False),
        Column("created_at", BigInteger(), nullable=False),
        Column("changed_at", BigInteger(), nullable=False),
        Column("ended_at", BigInteger(), nullable=True),
        Column("result", JSON(none_as_null=True), nullable=True),
        Column("keeper", Text(), nullable=True),
        Column("wake_at", BigInteger(), nullable=True),
        CheckConstraint(
            "status IN ('open', 'playing', 'over', 'closed')", name=op.f("tables_status")
        ),
        PrimaryKeyConstraint("id", name=op.f("tables_pk")),
    )
    op.create_index(
        "tables_kept",
        "tables",
        ["keeper"],
        unique=False,
        postgresql_where=text("keeper IS NOT NULL"),
        sqlite_where=text("keeper IS NOT NULL"),
    )
    op.create_index(
        "tables_lobby",
        "tables",
        ["created_at", "id"],
        unique=False,
        postgresql_where=text("public AND status = 'open'"),
        sqlite_where=text("public AND status = 'open'"),
    )
    op.create_index(
        "tables_lobby_of_game",
        "tables",
        ["game", "created_at", "id"],
        unique=False,
        postgresql_where=text("public AND status = 'open'"),
        sqlite_where=text("public AND status = 'open'"),
    )
    op.create_index(
        "tables_waking",
        "tables",
        ["wake_at"],
        unique=False,
        postgresql_where=text("wake_at IS NOT NULL"),
        sqlite_where=text("wake_at IS NOT NULL"),
    )
    op.create_table(
        "logins",
        Column("name", Text(), nullable=False),
        Column("person_id", Text(), nullable=False),
        Column("password", Text(), nullable=True),
        ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("logins_person_id_fk"), ondelete="CASCADE"
        ),
        PrimaryKeyConstraint("name", name=op.f("logins_pk")),
    )
    op.create_index("logins_of", "logins", ["person_id"], unique=True)
    op.create_table(
        "mutes",
        Column("person_id", Text(), nullable=False),
        Column("muted", Text(), nullable=False),
        ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("mutes_person_id_fk"), ondelete="CASCADE"
        ),
        PrimaryKeyConstraint("person_id", "muted", name=op.f("mutes_pk")),
    )
    op.create_table(
        "passkeys",
        Column("id", LargeBinary(), nullable=False),
        Column("person_id", Text(), nullable=False),
        Column("public_key", LargeBinary(), nullable=False),
        Column("sign_count", BigInteger(), nullable=False),
        Column("name", Text(), nullable=False),
        Column("created_at", BigInteger(), nullable=False),
        Column("last_used_at", BigInteger(), nullable=True),
        ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("passkeys_person_id_fk"), ondelete="CASCADE"
        ),
        PrimaryKeyConstraint("id", name=op.f("passkeys_pk")),
    )
    op.create_index("passkeys_of", "passkeys", ["person_id"], unique=False)
    op.create_table(
        "ratings",
        Column("person_id", Text(), nullable=False),
        Column("game", Text(), nullable=False),
        Column("players", Integer(), nullable=False),
        Column("mu", Double(), nullable=False),
        Column("sigma", Double(), nullable=False),
        Column("games", Integer(), nullable=False),
        ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("ratings_person_id_fk"), ondelete="CASCADE"
        ),
        PrimaryKeyConstraint("person_id", "game", "players", name=op.f("ratings_pk")),
    )
    op.create_index("ratings_board", "ratings", ["game", "players", "mu"], unique=False)
    op.create_table(
        "result_people",
        Column("table_id", Text(), nullable=False),
        Column("seat", Integer(), nullable=False),
        Column("person_id", Text(), nullable=True),
        Column("name", Text(), nullable=False),
        Column("bot", Text(), nullable=True),
        Column("place", Integer(), nullable=False),
        Column("points", Integer(), nullable=True),
        Column("mu_before", Double(), nullable=True),
        Column("sigma_before", Double(), nullable=True),
        Column("mu_after", Double(), nullable=True),
        Column("sigma_after", Double(), nullable=True),
        ForeignKeyConstraint(
            ["table_id"],
            ["results.table_id"],
            name=op.f("result_people_table_id_fk"),
            ondelete="CASCADE",
        ),
        PrimaryKeyConstraint("table_id", "seat", name=op.f("result_people_pk")),
    )
    op.create_index("result_people_of", "result_people", ["person_id", "table_id"], unique=False)
    op.create_table(
        "table_people",
        Column("table_id", Text(), nullable=False),
        Column("seat", Integer(), nullable=False),
        Column("person_id", Text(), nullable=False),
        ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("table_people_table_id_fk"), ondelete="CASCADE"
        ),
        PrimaryKeyConstraint("table_id", "seat", name=op.f("table_people_pk")),
    )
    op.create_index("table_people_of", "table_people", ["person_id", "table_id"], unique=False)
    op.create_table(
        "tokens",
        Column("id", Text(), nullable=False),
        Column("person_id", Text(), nullable=False),
        Column("hash", Text(), nullable=False),
        Column("name", Text(), nullable=False),
        Column("created_at", BigInteger(), nullable=False),
        Column("last_used_at", BigInteger(), nullable=True),
        ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("tokens_person_id_fk"), ondelete="CASCADE"
        ),
        PrimaryKeyConstraint("id", name=op.f("tokens_pk")),
        UniqueConstraint("hash", name=op.f("tokens_hash_unique")),
    )
    op.create_index("tokens_of", "tokens", ["person_id"], unique=False)


def downgrade() -> None:
    for table in (
        "tokens",
        "table_people",
        "result_people",
        "ratings",
        "passkeys",
        "mutes",
        "logins",
        "tables",
        "results",
        "processes",
        "people",
        "meta",
        "sealed",
        "events",
    ):
        op.drop_table(table)
