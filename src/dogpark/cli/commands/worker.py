"""``dogpark worker``: bots of online tables think here, for all servers on the same bus."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from types import FrameType

from dogpark.cli import errors, terminal
from dogpark.server.bots.compiling import Compiler
from dogpark.server.bots.pool import Thinkers
from dogpark.server.bots.redis_queue import work
from dogpark.server.ops import logs
from dogpark.server.settings import PREFIX, BadSetting, compiles

TOLD_EVERY = 60.0  # seconds between two lines about what was done: a worker has no page of figures


def run(bus: str | None = None, processes: int | None = None) -> int:
    """Thinks until it is told to stop. A worker needs the bus and no database."""
    url = bus or os.environ.get(f"{PREFIX}BUS") or ""
    if not url.startswith(("redis://", "rediss://", "unix://")):
        raise errors.BadInput(
            f"A worker takes its jobs from the servers' bus: set {PREFIX}BUS=redis://… as they do."
        )
    level, form = (os.environ.get(PREFIX + name) for name in ("LOG_LEVEL", "LOG_FORMAT"))
    try:
        logs.configure(level or "info", form or "auto")
        compiler = Compiler() if compiles(os.environ) else None
    except BadSetting as error:
        raise errors.BadInput(str(error)) from None
    count = processes or os.cpu_count() or 1
    terminal.err().print(f"Bots think here, {count} at a time. Ctrl-C ends it.")
    asyncio.run(_run(url, count, compiler))
    return errors.OK


async def _run(url: str, count: int, compiler: Compiler | None) -> None:
    log = logs.get(__name__)
    stop, loop = asyncio.Event(), asyncio.get_running_loop()

    def heard(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(stop.set)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, heard)
    log.info("worker begins", bus=url, workers=count)
    async with AsyncExitStack() as stack:
        if compiler is not None:
            compiler.start()
            stack.push_async_callback(compiler.close)
        thinkers = await stack.enter_async_context(Thinkers(count))
        telling = asyncio.create_task(_tell_now_and_then(thinkers))
        stack.callback(telling.cancel)
        await work(url, thinkers, stop)
        log.info("worker ends", count=thinkers.figures.thoughts.total())


async def _tell_now_and_then(thinkers: Thinkers) -> None:
    """How many moves, how long they took together, and what waits: by that one sees that it lives."""
    log, moves, seconds = logs.get(__name__), 0, 0.0
    while True:
        await asyncio.sleep(TOLD_EVERY)
        figures, moves_before, seconds_before = thinkers.figures, moves, seconds
        moves, seconds = figures.thoughts.total(), sum(figures.seconds.values(), 0.0)
        log.info(
            "worker thinks",
            count=moves - moves_before,
            seconds=round(seconds - seconds_before, 3),
            waiting=thinkers.waiting,
            bytes=thinkers.memory,
        )
