"""A family that is told to go: nobody new gets in, nothing is lost, and it says who did not end well."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from dogpark.server.settings import Settings
from dogpark.server.siblings import family as families
from dogpark.server.siblings import hub
from dogpark.server.siblings.family import Family
from dogpark.server.siblings.place import Place
from tests.server.siblings import lingering
from tests.server.siblings.families import family
from tests.server.whole import verdict
from tests.server.whole.pack import Pack
from tests.server.whole.running import in_loop
from tests.server.whole.scenes import PILE, PLANS


def test_no_acknowledged_move_is_lost_when_the_family_is_stopped_and_started_under_play(
    sqlite: Settings,
) -> None:
    async def main() -> None:
        with family(sqlite) as server:
            pack = Pack([server.address], pace=0.02)
            async with pack.playing((*PLANS, PILE)):
                for _ in range(2):
                    await pack.moves(30)
                    assert await asyncio.to_thread(server.stop) == 0
                    await asyncio.to_thread(server.start)
            await verdict.all_results(sqlite, pack)
            assert await asyncio.to_thread(server.stop) == 0
        await verdict.check(sqlite, pack)

    in_loop(main, 240)


@asynccontextmanager
async def _leaving(
    settings: Settings, how: str, go: Path
) -> AsyncIterator[tuple[Family, asyncio.Task[bool]]]:
    """A family whose siblings were told to go, and have not gone yet; see ``lingering``."""
    opened = asyncio.Event()

    def command(place: Place) -> list[str]:
        handle = str(place.listening)
        return [sys.executable, "-m", lingering.__name__, how, handle, str(go)]

    leaving = Family(replace(settings, processes=2), command)
    living = asyncio.create_task(leaving.live(opened.set))
    await opened.wait()
    with socket.create_connection(("127.0.0.1", leaving.port)):
        pass  # somebody listens
    leaving.leave()
    yield leaving, living


async def _nobody_listens(port: int) -> None:
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            return
        await asyncio.sleep(0.01)


def test_who_comes_while_a_family_leaves_is_refused_at_once(
    sqlite: Settings, tmp_path: Path
) -> None:
    async def main() -> None:
        go = tmp_path / "go"
        async with _leaving(sqlite, "leaves", go) as (leaving, living):
            await _nobody_listens(leaving.port)
            assert not living.done()
            go.touch()
            assert await living

    in_loop(main)


def test_one_that_is_told_to_go_before_it_has_begun_begins_nothing(sqlite: Settings) -> None:
    async def main() -> None:
        told = Family(replace(sqlite, processes=2), lambda _: ["/nowhere/at/all"])
        told.leave()
        assert await told.live(lambda: pytest.fail("it opens nevertheless"))

    in_loop(main)


def test_a_hub_that_falls_while_siblings_drain_is_started_again_for_them(
    sqlite: Settings, tmp_path: Path
) -> None:
    async def main() -> None:
        go, fallen = tmp_path / "go", set[int]()
        async with _leaving(sqlite, "leaves", go) as (_, living):
            for _ in range(2):
                while not (hubs := _hubs() - fallen):
                    await asyncio.sleep(0.05)
                (hub,) = hubs
                os.kill(hub, signal.SIGKILL)
                fallen.add(hub)
            while not _hubs() - fallen:
                await asyncio.sleep(0.05)
            assert not living.done()
            go.touch()
            assert await living
            assert not _hubs()

    in_loop(main)


def _hubs() -> set[int]:
    """Those that this very process has started."""
    found = set()
    for child in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
        try:
            if hub.__name__ in Path(f"/proc/{child}/cmdline").read_text():
                found.add(int(child))
        except OSError:
            continue  # it has just ended
    return found


@pytest.mark.parametrize("how", ["fails", "stays"])
def test_a_sibling_that_does_not_end_well_is_told(
    sqlite: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(families, "SIBLING_LEAVING", 0.5)

    async def main() -> None:
        (go := tmp_path / "go").touch()
        with capture_logs() as lines:
            async with _leaving(sqlite, how, go) as (_, living):
                assert not await living
        code = 3 if how == "fails" else -signal.SIGKILL
        told = [line for line in lines if line["event"] == "a process did not end well"]
        assert sorted((line["process"], line["code"]) for line in told) == [
            ("0", code),
            ("1", code),
        ]

    in_loop(main)
