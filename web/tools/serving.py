"""A server of one's own for the page's tools: a temporary SQLite, a free port, gone afterwards.

All its games are shuffled alike, so that pictures and figures are of the same games every time;
`DOGPARK_TEST_SHUFFLE` tries another shuffle. It shows the page that `make page` built, or the one in the
folder that `DOGPARK_PAGE_OUT` names.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from dogpark import page

MODULE = "web.tools.serving"
SHUFFLE = "five dogs at one table"
PATIENCE = 20  # seconds until a server that was told to go is made to


@contextmanager
def serving(**settings: str) -> Iterator[str]:
    """The address of a server that runs until the end of the block."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", MODULE, "serve", "--port", "0"],
            env={
                **os.environ,
                "DOGPARK_DATABASE": f"sqlite:///{folder}/dogpark.sqlite",
                "DOGPARK_PEOPLE_PER_MINUTE": "100000",
                "DOGPARK_MESSAGES_PER_SECOND": "10000",
                "DOGPARK_LOG_LEVEL": "warning",
                "DOGPARK_COMPILE": "off",
                **settings,
            },
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            yield _address(process)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"open at http://localhost:(\d+)", line)
        if found:
            return f"http://127.0.0.1:{found[1]}"
    raise SystemExit(f"The server ended with {process.wait()} before it could be visited.")


def main() -> None:
    """The server itself, as `dogpark` starts it."""
    if elsewhere := os.environ.get("DOGPARK_PAGE_OUT"):
        page.DIST = Path(elsewhere).resolve()
    from dogpark.cli.main import main as dogpark  # noqa: PLC0415 (the server reads where its
    from dogpark.server.table import drafts  # noqa: PLC0415 (page lies when it is imported)

    shuffle = os.environ.get("DOGPARK_TEST_SHUFFLE", SHUFFLE)
    with mock.patch.object(drafts, "fresh_seed", return_value=shuffle):
        dogpark()


if __name__ == "__main__":
    main()
