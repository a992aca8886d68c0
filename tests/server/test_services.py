"""The throw-away servers, and what is said on a machine without them."""

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest

from dogpark.server.settings import Settings
from dogpark.server.store import migrate
from tests.server.reused import Reused
from tests.server.services import MissingService, Postgres, Redis, find

SCRIPT = Path(__file__).parent.parent.parent / "tools" / "services.sh"


def test_a_missing_program_names_the_command_that_installs_it() -> None:
    with pytest.raises(MissingService, match=r"tools/services\.sh.*apt-get install some-package"):
        find("no-such-program", "some-package")


def test_servers_come_and_go_and_keep_their_address(postgres: Postgres, redis: Redis) -> None:
    for server in (postgres, redis):
        port = server.port
        assert server.running
        server.start()  # runs already
        server.kill()
        assert not server.running
        server.kill()  # is down already
        server.stop()
        server.start()
        assert server.running
        server.restart()
        assert server.running
        assert server.port == port


def test_a_server_leaves_nothing_behind() -> None:
    with Redis() as server:
        folder = server.folder
        assert folder.is_dir()
    assert not folder.exists()
    assert not server.running


def test_the_script_is_content_where_both_are_installed() -> None:
    done = subprocess.run([SCRIPT], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_without_rights_to_install_the_script_says_what_is_missing(tmp_path: Path) -> None:
    for program in ("bash", "env", "ls"):
        found = next(p / program for p in map(Path, os.get_exec_path()) if (p / program).exists())
        (tmp_path / program).symlink_to(found)
    nobody = tmp_path / "id"
    nobody.write_text("#!/bin/bash\necho 1000\n")
    nobody.chmod(0o755)
    done = subprocess.run(
        [SCRIPT],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "sudo apt-get install" in done.stderr
    assert "redis-server" in done.stderr


def test_a_reused_database_is_as_new_whatever_was_done_in_it(
    postgres: Postgres, migrated_postgres: str
) -> None:
    reused = Reused(postgres, migrated_postgres, "worn")
    for deed in (
        "INSERT INTO meta (key, value) VALUES ('a', 'b')",
        "DROP INDEX tables_lobby",
        "ALTER TABLE meta ADD COLUMN more int",
        "DROP TABLE alembic_version",
        "UPDATE alembic_version SET version_num = 'another'",
        "ALTER DATABASE worn SET synchronous_commit = off",
    ):
        settings = Settings(reused.fresh(), secret="known to this test")
        assert asyncio.run(_asked(settings, "SELECT count(*) FROM meta")) == 0
        assert asyncio.run(_asked(settings, "SHOW synchronous_commit")) == "on"
        assert migrate.current(settings) == migrate.head()
        assert asyncio.run(_asked(settings, "SELECT to_regclass('tables_lobby')")) is not None
        postgres.execute(deed, "worn")
    postgres.drop("worn")


def test_nobody_is_left_in_a_database_that_is_used_again(
    postgres: Postgres, migrated_postgres: str
) -> None:
    reused = Reused(postgres, migrated_postgres, "haunted")

    async def main() -> None:
        url = await asyncio.to_thread(reused.fresh)
        ghost = await asyncpg.connect(url)
        await ghost.execute("BEGIN; LOCK TABLE events")
        assert await asyncio.to_thread(reused.fresh) == url
        with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError)):
            await ghost.execute("SELECT 1")

    asyncio.run(main())
    postgres.drop("haunted")


async def _asked(settings: Settings, question: str) -> object:
    connection = await asyncpg.connect(settings.database)
    try:
        return await connection.fetchval(question)
    finally:
        await connection.close()
