"""The process in which bots think, started by ``minds``: ``python -m dogpark.server.bots.child``.

Jobs come in at stdin and answers go out at stdout, each with its length before it. When stdin ends,
the server is gone, killed perhaps, and so is this process a moment later, in the middle of a thought
if need be.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from queue import SimpleQueue
from struct import Struct
from threading import Thread
from typing import BinaryIO

from dogpark import games
from dogpark.agents.bots import BOTS
from dogpark.server.bots.job import answer

LENGTH = Struct("<I")
NICENESS = 5  # players' sockets come first


def main(extra: Sequence[str]) -> None:
    """Thinks until stdin ends. ``extra`` names modules whose ``register(bots)`` adds bots."""
    # Ctrl-C and a service manager's SIGTERM reach all processes; when to go is for the server to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    jobs, answers = _own_pipes()
    for module in extra:
        import_module(module).register(BOTS)
    for name in games.names():
        _ = games.rooms(name).python  # all that is needed is there before the first job
    waiting: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(jobs, waiting), daemon=True).start()
    send(answers, b"")  # ready
    while True:
        send(answers, answer(waiting.get()))


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Stdin and stdout out of the reach of bots: what they print goes to stderr."""
    jobs, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return jobs, answers


def _read(jobs: BinaryIO, waiting: SimpleQueue[bytes]) -> None:
    while True:
        head = jobs.read(LENGTH.size)
        body = jobs.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""
        if not body:
            os._exit(0)
        waiting.put(body)


def send(pipe: BinaryIO, body: bytes) -> None:
    pipe.write(LENGTH.pack(len(body)) + body)
    pipe.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
