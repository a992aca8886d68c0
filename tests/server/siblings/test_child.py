"""A process that is kept running: it may fall, say nothing, or not want to end."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Callable

import pytest
from structlog.testing import capture_logs

from dogpark.server.siblings import child as module
from dogpark.server.siblings.child import Child, NotStarted
from tests.server.whole.running import in_loop

SAYS_ONCE = "import os, time; os.write(0, b'.'); time.sleep(1000)"
SAYS_NOTHING = "import time; time.sleep(1000)"
FALLS = "import os, time; os.write(0, b'.'); time.sleep(0.1); os._exit(3)"
NEVER_SERVES = "import os; os._exit(4)"
ENDS_WITH_ITS_LINE = "import os; os.write(0, b'.'); os.read(0, 1)"
ENDS_BADLY = "import os; os.write(0, b'.'); os.read(0, 1); os._exit(5)"
TELLS = "import os; os.write(0, b'.'); os._exit(0 if os.read(0, 9) == b'hello' else 6)"


def child(program: str, silence: int = 1_000_000, leaving: float = 0.2) -> Child:
    command = (sys.executable, "-I", "-c", program)
    return Child("7", command, (), silence=silence, leaving=leaving)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT", 0.05)
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(module, "LONGEST_PAUSE", 0.02)


async def until(look: Callable[[], object]) -> None:
    while not look():
        await asyncio.sleep(0.01)


def test_one_that_falls_is_started_again_and_each_fall_is_told_with_its_code() -> None:
    async def main() -> None:
        one, unwanted, told = child(FALLS), asyncio.Event(), list[int]()
        one.on_fall = lambda: told.append(one.falls)
        with capture_logs() as lines:
            keeping = asyncio.create_task(one.keep(unwanted))
            await until(lambda: one.falls == 3)
            unwanted.set()
            await keeping
        assert told[:3] == [1, 2, 3]
        fallen = [line for line in lines if line["event"] == "a process has fallen"]
        assert {(line["process"], line["code"]) for line in fallen} == {("7", 3)}

    in_loop(main)


def test_one_of_which_nothing_is_heard_any_more_is_started_again() -> None:
    async def main() -> None:
        one, unwanted = child(SAYS_ONCE, silence=5), asyncio.Event()
        with capture_logs() as lines:
            keeping = asyncio.create_task(one.keep(unwanted))
            await until(lambda: one.falls == 2)
            await one.serves.wait()
            unwanted.set()
            assert not await keeping  # this one had to be ended
        assert "nothing is heard of a process" in [line["event"] for line in lines]

    in_loop(main)


def test_a_family_that_was_itself_stopped_blames_nobody_for_the_silence() -> None:
    async def main() -> None:
        one, unwanted = child(SAYS_ONCE, silence=20), asyncio.Event()  # a second
        keeping = asyncio.create_task(one.keep(unwanted))
        await one.serves.wait()
        time.sleep(2)  # the machine sleeps, and we with it
        for _ in range(3):
            await asyncio.sleep(0.05)
        assert one.falls == 0
        assert one.serves.is_set()
        unwanted.set()
        await keeping

    in_loop(main)


def test_one_that_never_serves_is_not_started_again_and_again() -> None:
    async def main() -> None:
        with pytest.raises(NotStarted, match="process 7 ended with 4 before it could serve"):
            await child(NEVER_SERVES).keep(asyncio.Event())

    in_loop(main)


def test_one_that_neither_serves_nor_ends_is_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "STARTING", 3)

    async def main() -> None:
        with pytest.raises(NotStarted):
            await child(SAYS_NOTHING).keep(asyncio.Event())

    in_loop(main)


def test_a_machine_without_room_for_it_is_tried_again() -> None:
    async def main() -> None:
        one, unwanted = child(FALLS), asyncio.Event()
        keeping = asyncio.create_task(one.keep(unwanted))
        await until(lambda: one.falls)
        one._command = ("/nowhere/at/all",)
        await until(lambda: one.falls > 3)
        unwanted.set()
        await keeping

    in_loop(main)


def _parts(program: str, *, served: bool = True, goodbye: signal.Signals | None = None) -> bool:
    """Whether it ends well when it is not wanted any more."""

    async def main() -> bool:
        one, unwanted = child(program), asyncio.Event()
        one._goodbye = goodbye
        running = asyncio.Event()
        one.on_start = running.set
        keeping = asyncio.create_task(one.keep(unwanted))
        await (one.serves if served else running).wait()
        unwanted.set()
        return await keeping

    return in_loop(main)


def test_one_that_is_not_wanted_any_more_ends_with_its_line() -> None:
    assert _parts(ENDS_WITH_ITS_LINE)


def test_one_that_ends_badly_or_not_at_all_is_told() -> None:
    with capture_logs() as lines:
        assert not _parts(ENDS_BADLY)
    assert [(line["event"], line["code"]) for line in lines] == [("a process did not end well", 5)]
    with capture_logs() as lines:
        assert not _parts(SAYS_ONCE)
    assert [line["event"] for line in lines] == [
        "a process did not end in time",
        "a process did not end well",
    ]


def test_one_that_does_not_serve_yet_is_not_waited_for() -> None:
    with capture_logs() as lines:
        assert _parts(SAYS_NOTHING, served=False)
    assert lines == []


def test_it_is_told_what_the_family_has_to_say() -> None:
    async def main() -> None:
        one, unwanted = child(TELLS), asyncio.Event()
        one.on_start = lambda: one.tell(b"hello")
        with capture_logs() as lines:
            keeping = asyncio.create_task(one.keep(unwanted))
            await until(lambda: one.falls == 1)
            unwanted.set()
            await keeping
        assert lines[0]["code"] == 0
        one.tell(b"nobody is there")

    in_loop(main)
