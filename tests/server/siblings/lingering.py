"""Stands in for a sibling: ``python -m tests.server.siblings.lingering HOW HANDLE FILE``.

It says that it lives, and closes the socket at HANDLE when it is told to go. Then, by HOW, it ends when
FILE is there (``leaves``), ends so with code 3 (``fails``), or never ends (``stays``).
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from dogpark.server.siblings.place import SIGN


def main(how: str, handle: str, file: str) -> None:
    told: list[int] = []
    signal.signal(signal.SIGTERM, lambda *_: told.append(1))
    while not told:
        os.write(0, SIGN)
        time.sleep(0.05)
    os.close(int(handle))
    while how == "stays" or not Path(file).exists():
        time.sleep(0.05)
    sys.exit(3 if how == "fails" else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
