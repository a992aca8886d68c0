"""Carries out a load test in processes of its own, and adds up what they report."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable

import msgspec

from dogpark.client.loadtest.crowd import SetUpFailed
from dogpark.client.loadtest.figures import Figures, total
from dogpark.client.loadtest.plan import Plan, check
from dogpark.client.loadtest.worker import Report

_decoder = msgspec.json.Decoder(Report)
LONGEST_LINE = 2**24


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

    async def until(self, stage: str, progress: Callable[[], None]) -> None:
        while True:
            report = await self.read()
            if report.stage == "failed":
                raise SetUpFailed(report.words or "no reason was given")
            progress()
            if report.stage == stage:
                return

    async def stop(self) -> None:
        """It ends when its input does."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()


async def drive(plan: Plan, progress: Callable[[str, Figures], None]) -> Figures:
    """Runs the test; ``progress`` hears of every report. Raises SetUpFailed with the reason."""
    check(plan)
    workers: list[Worker] = []

    def tell(stage: str) -> None:
        progress(stage, total([worker.figures for worker in workers]))

    async def all_until(stage: str, while_at: str) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                for worker in workers:
                    group.create_task(worker.until(stage, lambda: tell(while_at)))
        except* SetUpFailed as errors:
            raise SetUpFailed(str(errors.exceptions[0])) from None

    try:
        for share in plan.shares():
            workers.append(await Worker.begin(share))
        tell("setting up")
        await all_until("ready", "setting up")
        for worker in workers:
            worker.write(b"go")
        await all_until("done", "playing")
        tell("done")
        return total([worker.figures for worker in workers])
    finally:
        for worker in workers:
            await worker.stop()
