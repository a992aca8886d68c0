"""A server for browser tests, in a process of its own: all its games are shuffled alike.

So a game that is played by the same choices is the same game every time, and a test that fails, fails
again. Which shuffle it is must not matter to any test: `DOGPARK_TEST_SHUFFLE` tries another one, by a
text that stands nowhere on the page.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from unittest.mock import patch

from tests.server.whole.running import Apart

SHUFFLE = "DOGPARK_TEST_SHUFFLE"
USUAL = "five dogs at one table"


class Shuffled(Apart):
    """As `Apart`: it may be killed, and started again on the same port."""

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, "serve", "--port", str(self.port), "--no-migrate"],
            env=self._env,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"open at http://localhost:(\d+)", line):
                self.port = int(found[1])
                return
        raise RuntimeError(f"the server ended with {self._process.wait()}")


def main() -> None:
    """The server itself, as `dogpark` starts it."""
    from dogpark.cli.main import main as dogpark

    with patch("dogpark.server.table.drafts.fresh_seed", lambda: os.environ.get(SHUFFLE, USUAL)):
        dogpark()


if __name__ == "__main__":
    main()
