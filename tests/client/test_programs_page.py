"""The page about programs shows what there is, and what it shows works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.server.whole.running import Apart

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_shows_the_example_as_it_is() -> None:
    assert BLOCKS[-1] == (ROOT / "examples" / "online_player.py").read_text(encoding="utf-8")


def test_the_program_with_the_library_plays_a_game(server: Apart, tmp_path: Path) -> None:
    program = tmp_path / "player.py"
    program.write_text(
        BLOCKS[0].replace("http://127.0.0.1:8765", server.address.http), encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, str(program)],
        check=False,
        stdout=subprocess.PIPE,
        text=True,
        timeout=100,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert done.returncode == 0
    assert "The game is over." in done.stdout
