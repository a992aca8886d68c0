"""The migrations lead to the schema, on either database, from any number of processes at once."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from dogpark.server.settings import Settings
from dogpark.server.store import migrate
from dogpark.server.store.engine import Away, open_store
from dogpark.server.store.schema import metadata
from tests.server.services import free_port

WAIT = 60

# Everything PostgreSQL knows of tables: columns with types and defaults, constraints, indexes.
POSTGRES_SHAPE = """
    SELECT table_name, column_name, data_type, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL
    SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid), '', ''
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT tablename, indexname, indexdef, '', '' FROM pg_indexes WHERE schemaname = 'public'
"""
SQLITE_SHAPE = "SELECT tbl_name, name, sql FROM sqlite_master"


def within(settings: Settings, work: Any) -> Any:
    async def run() -> Any:
        store = open_store(settings)
        async with store.begin() as connection:
            done = await connection.run_sync(work)
        await store.close()
        return done

    return asyncio.run(run())


def shape(connection: Connection) -> set[tuple[str, ...]]:
    """The database as it says itself, less Alembic's own note."""
    query = SQLITE_SHAPE if connection.dialect.name == "sqlite" else POSTGRES_SHAPE
    rows = {
        tuple(re.sub(r"\s+", " ", str(part)) for part in row)
        for row in connection.execute(text(query))
    }
    return {row for row in rows if "alembic_version" not in row}


def test_the_migrations_lead_exactly_to_the_schema(empty: Settings) -> None:
    within(empty, metadata.create_all)
    wanted = within(empty, shape)
    assert len(wanted) > 30
    within(empty, metadata.drop_all)
    assert within(empty, shape) == set()

    migrate.upgrade(empty)
    assert within(empty, shape) == wanted
    assert migrate.current(empty) == migrate.head()

    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        return list(compare_metadata(context, metadata))

    assert within(empty, differences) == []


def test_a_difference_from_the_schema_would_be_seen(empty: Settings) -> None:
    migrate.upgrade(empty)
    before = within(empty, shape)
    within(empty, lambda connection: connection.execute(text("DROP INDEX tables_lobby")))
    assert within(empty, shape) != before


def test_the_migrations_can_be_taken_back(empty: Settings) -> None:
    migrate.upgrade(empty)
    within(empty, lambda connection: migrate.move(connection, "base"))
    assert within(empty, shape) == set()
    assert migrate.current(empty) is None
    migrate.upgrade(empty)
    assert migrate.current(empty) == migrate.head()


def test_an_empty_database_has_no_revision_and_upgrading_twice_is_harmless(
    empty: Settings,
) -> None:
    assert migrate.current(empty) is None
    migrate.upgrade(empty)
    migrate.upgrade(empty)
    assert migrate.current(empty) == migrate.head()


def test_hosts_and_leavers_of_older_tables_find_them_and_open_ones_are_looked_after(
    empty: Settings,
) -> None:
    row = "INSERT INTO tables (id, game, players, status, public, host, clock, seats, free, seq"
    row += ", created_at, changed_at, keeper) VALUES ('{}', 'dog', 4, '{}', true, 'anna', 'none'"
    row += ", '[]', 1, 1, 1, 1, {})"
    old = [
        row.format("asleep", "open", "NULL"),
        row.format("kept", "open", "'p1'"),
        row.format("ended", "over", "NULL"),
        "INSERT INTO table_people VALUES ('asleep', 0, 'anna'), ('ended', 0, 'cat')",
        "INSERT INTO results VALUES ('ended', 'dog', 4, '{}', 1, '{}')",
        (
            "INSERT INTO result_people (table_id, seat, person_id, name, place) VALUES"
            " ('ended', 0, 'cat', 'Cat', 1), ('ended', 1, 'ben', 'Ben', 2), ('ended', 2, NULL, '', 2)"
        ),
    ]

    def before(connection: Connection) -> None:
        migrate.move(connection, "0001")
        for one in old:
            connection.exec_driver_sql(one)

    def people(connection: Connection) -> list[Any]:
        query = "SELECT table_id, seat, person_id FROM table_people ORDER BY 1, 2"
        return [tuple(one) for one in connection.exec_driver_sql(query)]

    def woken(connection: Connection) -> list[Any]:
        query = "SELECT id FROM tables WHERE wake_at = 0"
        return [one.id for one in connection.exec_driver_sql(query)]

    within(empty, before)
    migrate.upgrade(empty)
    assert within(empty, people) == [
        ("asleep", 0, "anna"),
        ("ended", -1, "anna"),
        ("ended", 0, "cat"),
        ("ended", 1, "ben"),
        ("kept", -1, "anna"),
    ]
    assert within(empty, woken) == ["asleep"]


def test_processes_that_start_at_once_migrate_one_after_the_other(empty: Settings) -> None:
    program = (
        "import sys\n"
        "from dogpark.server.settings import Settings\n"
        "from dogpark.server.store import migrate\n"
        "print('ready', flush=True)\n"
        "sys.stdin.read()\n"
        "migrate.upgrade(Settings(sys.argv[1]))\n"
    )
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", program, empty.database],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.close()
        racer.stdin = None
    for racer in racers:
        _, told = racer.communicate(timeout=WAIT)
        assert racer.returncode == 0, told
    assert migrate.current(empty) == migrate.head()


def test_a_database_of_a_newer_version_is_left_alone(backend: Settings) -> None:
    within(
        backend,
        lambda connection: connection.execute(
            text("UPDATE alembic_version SET version_num='9999'")
        ),
    )
    with pytest.raises(migrate.UnknownRevision, match="9999"):
        migrate.upgrade(backend)
    assert migrate.current(backend) == "9999"


def test_a_database_that_is_away_is_named_without_its_password() -> None:
    port = free_port()
    settings = Settings(f"postgresql://somebody:opensesame@127.0.0.1:{port}/dogpark")
    with pytest.raises(Away, match=f"127.0.0.1:{port}") as told:
        migrate.upgrade(settings)
    assert "opensesame" not in str(told.value)
