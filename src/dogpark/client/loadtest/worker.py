"""One process of a load test: ``python -m dogpark.client.loadtest.worker``.

It reads its plan from the first line of its input, says when it is ready, begins at the second
line, and writes its figures, a line of JSON each. When its input ends, so does it: a test whose
parent was killed bothers no server any longer.
"""

from __future__ import annotations

import asyncio
import gc
import sys

import msgspec

from dogpark.client.loadtest.crowd import GLANCE, Crowd, SetUpFailed
from dogpark.client.loadtest.figures import Figures
from dogpark.client.loadtest.plan import Plan, check


class Report(msgspec.Struct, omit_defaults=True):
    """A line from a process of the crowd."""

    stage: str  # setting up, ready, playing, done, failed
    figures: Figures | None = None
    words: str | None = None


_encode = msgspec.json.Encoder().encode


def _say(report: Report) -> None:
    sys.stdout.buffer.write(_encode(report) + b"\n")
    sys.stdout.buffer.flush()


async def _run(plan: Plan, go: asyncio.Event) -> None:
    crowd = Crowd(plan)
    telling = asyncio.create_task(_tell_now_and_then(crowd))
    try:
        await crowd.set_up()
    except SetUpFailed as error:
        _say(Report("failed", words=str(error)))
        return
    finally:
        telling.cancel()
    _say(Report("ready", crowd.figures))
    await go.wait()
    gc.freeze()  # thousands of players stay to the end; looking at them again costs time
    await crowd.play(lambda figures: _say(Report("playing", figures)))
    await crowd.wind_up()
    _say(Report("done", crowd.figures))


async def _tell_now_and_then(crowd: Crowd) -> None:
    while True:
        await asyncio.sleep(GLANCE)
        _say(Report("setting up", crowd.figures))


async def _obey() -> None:
    """Does what the input says, until the plan is carried out or the input ends."""
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    plan = msgspec.json.decode(await lines.readline(), type=Plan)
    check(plan)
    go = asyncio.Event()

    async def listen() -> None:
        while await lines.readline():
            go.set()

    doing = {asyncio.create_task(_run(plan, go)), asyncio.create_task(listen())}
    done, rest = await asyncio.wait(doing, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    for task in done:
        task.result()


def main() -> None:
    _allow_many_files()
    try:
        import uvloop  # noqa: PLC0415 (not on every system)
    except ImportError:
        asyncio.run(_obey())
    else:
        uvloop.run(_obey())


def _allow_many_files() -> None:
    """Each socket is an open file, and the usual limit is made for desktops."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()
