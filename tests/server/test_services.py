"""The throw-away servers, and what is said on a machine without them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

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
