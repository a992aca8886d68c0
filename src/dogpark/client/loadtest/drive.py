"""Carries out a load test in processes of its own, and adds up what they report.

Whatever hangs, a server or one of them, it comes to its end: who does not get ready or done in time
is not waited for, and who does not go is killed.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

import msgspec

from dogpark.client.loadtest.crowd import LAST_ANSWERS, WARM_UP, SetUpFailed
from dogpark.client.loadtest.figures import Figures, total
from dogpark.client.loadtest.plan import Plan, check
from dogpark.client.loadtest.worker import Report

_decoder = msgspec.json.Decoder(Report)
LONGEST_LINE = 2**24
STALLED = 60.0  # seconds in which nobody comes in or sits down: longer than a request may take
LATE = 20.0  # seconds after the planned end; then the test is over all the same
GOING = 5.0  # seconds a process has to end by itself


class Overdue(Exception):
    """The test did not come to its end by itself; the message says so in words."""


class Worker:
    """One process of the test, from outside."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.figures = Figures()

    @classmethod
    async def begin(cls, plan: Plan) -> Worker:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "dogpark.client.loadtest.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,  # Ctrl-C is for us; we stop them
        )
        worker = cls(process)
        worker.write(msgspec.json.encode(plan))
        return worker

    def write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + b"\n")

    async def read(self) -> Report:
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise SetUpFailed("a process of the load test ended by itself")
        report = _decoder.decode(line)
        if report.figures is not None:
            self.figures = report.figures
        return report

    async def until(self, stage: str, progress: Callable[[], object]) -> None:
        while True:
            report = await self.read()
            if report.stage == "failed":
                raise SetUpFailed(report.words or "no reason was given")
            progress()
            if report.stage == stage:
                return

    async def stop(self) -> None:
        """It ends when its input does, or is killed."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            async with asyncio.timeout(GOING):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()


async def drive(plan: Plan, progress: Callable[[str, Figures], None]) -> Figures:
    """Runs the test; ``progress`` hears of every report.

    Raises SetUpFailed with the reason, or Overdue where it did not end by itself.
    """
    check(plan)
    workers: list[Worker] = []

    def tell(stage: str) -> Figures:
        figures = total([worker.figures for worker in workers])
        progress(stage, figures)
        return figures

    async def all_until(stage: str, told: Callable[[], object]) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                for worker in workers:
                    group.create_task(worker.until(stage, told))
        except* SetUpFailed as errors:
            raise SetUpFailed(str(errors.exceptions[0])) from None

    async def get_ready() -> None:
        """However long it takes, as long as it goes on."""
        loop, so_far = asyncio.get_running_loop(), (0, 0)

        def told() -> None:
            nonlocal so_far
            figures = tell("setting up")
            if so_far != (figures.tables, figures.sockets):
                so_far = (figures.tables, figures.sockets)
                limit.reschedule(loop.time() + STALLED)

        try:
            async with asyncio.timeout(STALLED) as limit:
                await all_until("ready", told)
        except TimeoutError:
            raise SetUpFailed(
                f"for {STALLED:g} seconds nobody could come in or sit down any more, with "
                f"{so_far[0]:,} of {plan.tables:,} tables ready: is the server at {plan.address} well?"
            ) from None

    async def play() -> None:
        longest = WARM_UP + plan.gap + plan.seconds + LAST_ANSWERS + LATE
        try:
            async with asyncio.timeout(longest):
                await all_until("done", lambda: tell("playing"))
        except TimeoutError:
            raise Overdue(
                f"The load test was to be over after {plan.seconds:g} seconds, and not all of it was "
                f"after {longest:g}. It was ended; the figures are those of the last reports."
            ) from None

    try:
        for share in plan.shares():
            workers.append(await Worker.begin(share))
        tell("setting up")
        await get_ready()
        for worker in workers:
            worker.write(b"go")
        await play()
        return tell("done")
    finally:
        await asyncio.gather(*(worker.stop() for worker in workers))
