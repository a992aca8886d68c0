"""How many rows a second the log saves, acknowledged after the disk has them.

    .venv/bin/python -m bench.server_log

64 appenders, each with a table of its own, wait for every row before the next. "Beside a busy loop"
has the event loop compute half of the time, as a server does. PostgreSQL is one of our own, with
its default settings: fsync and synchronous commit are on.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.server.services import Postgres

from dogpark.server.log.open import open_log
from dogpark.server.log.rows import Log, Row
from dogpark.server.settings import Settings
from dogpark.server.store import migrate

SCRATCH = Path(__file__).parent.parent / ".bench"
APPENDERS = 64
BODY = b'{"e":"moved","seat":1,"lines":[[1,123456],[6,31]],"by":"person","key":"k7Jh2","who":"p1"}'


@contextmanager
def sqlite() -> Iterator[Settings]:
    SCRATCH.mkdir(exist_ok=True)  # on the disk of the checkout: a /tmp may be in memory
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        yield Settings(f"sqlite:///{folder}/dogpark.sqlite")


@contextmanager
def postgres() -> Iterator[Settings]:
    with Postgres() as server:
        yield Settings(server.create("bench"))


BACKENDS: dict[str, Callable[[], AbstractContextManager[Settings]]] = {
    "SQLite": sqlite,
    "PostgreSQL": postgres,
}


async def measure(log: Log, seconds: float, busy: bool, run: str) -> tuple[float, float, float]:
    """Rows a second, and the median and the 99th percentile of one append in milliseconds."""
    until = time.perf_counter() + seconds
    took: list[float] = []

    async def appender(number: int) -> None:
        seq = 0
        while (began := time.perf_counter()) < until:
            seq += 1
            if not await log.append(Row(f"{run}{number}", seq, seq, BODY)):
                raise AssertionError("a free number was taken")
            took.append(time.perf_counter() - began)

    async def compute() -> None:
        while time.perf_counter() < until:
            slice_end = time.perf_counter() + 0.005
            while time.perf_counter() < slice_end:
                pass
            await asyncio.sleep(0.005)

    began = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for number in range(APPENDERS):
            group.create_task(appender(number))
        if busy:
            group.create_task(compute())
    rate = len(took) / (time.perf_counter() - began)
    took.sort()
    return rate, took[len(took) // 2] * 1000, took[len(took) * 99 // 100] * 1000


async def bench(settings: Settings, name: str, seconds: float) -> None:
    log = await open_log(settings)
    try:
        await measure(log, 0.5, busy=False, run="warm")
        for busy in (False, True):
            rate, median, p99 = await measure(log, seconds, busy, run=f"busy{busy}")
            beside = "beside a busy loop" if busy else "alone"
            print(f"{name:<12}{beside:<20}{rate:>10,.0f}{median:>12.2f}{p99:>12.2f}")
    finally:
        await log.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--switch-ms", type=float, help="the interpreter's switch interval")
    asked = parser.parse_args()
    if asked.switch_ms:
        sys.setswitchinterval(asked.switch_ms / 1000)
    print(f"{'log':<12}{'':<20}{'rows/s':>10}{'median ms':>12}{'p99 ms':>12}")
    for name, backend in BACKENDS.items():
        with backend() as settings:
            migrate.upgrade(settings)
            asyncio.run(bench(settings, name, asked.seconds))


if __name__ == "__main__":
    main()
