"""Siblings and hubs that hang, or fall again and again: mended where it can be, and seen from outside."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from pathlib import Path

import httpx
import pytest

from dogpark.server.settings import Settings
from tests.server.siblings.families import LONG, children, family, figure, kill_one
from tests.server.whole import verdict
from tests.server.whole.pack import Pack
from tests.server.whole.running import Apart, in_loop


def _again(server: Apart, process: int, of: str) -> float:
    return figure(server, process, f'dogpark_restarts_total{{of="{of}"}}')


def test_a_sibling_that_hangs_is_started_again_and_its_players_play_on(sqlite: Settings) -> None:
    """As in a deadlock: it does not fall by itself, and what comes to it hangs with it."""

    async def main() -> None:
        with family(sqlite) as server:
            pack = Pack([server.address], pace=0.02)
            async with pack.playing(LONG):
                await pack.moves(20)
                (stopped,) = [
                    pid
                    for pid, args in (await asyncio.to_thread(children, server)).items()
                    if '"number": 1' in args
                ]
                os.kill(stopped, signal.SIGSTOP)
                while await asyncio.to_thread(_again, server, 0, "1") == 0:
                    await asyncio.sleep(0.5)
                assert await asyncio.to_thread(_again, server, 0, "0") == 0
                await pack.moves(5)
            await verdict.all_results(sqlite, pack)
            assert await asyncio.to_thread(server.stop) == 0
        await verdict.check(sqlite, pack)

    in_loop(main, 240)


def test_while_the_hub_hangs_nobody_is_sent_here_and_it_is_said_why(sqlite: Settings) -> None:
    async def main() -> None:
        with family(sqlite) as server:
            hub = next(pid for pid, args in children(server).items() if "siblings.hub" in args)
            assert await asyncio.to_thread(_ready, server) == (200, None)
            os.kill(hub, signal.SIGSTOP)
            told = 503, "is away; nothing can be saved until it is back"
            while await asyncio.to_thread(_ready, server) != told:
                await asyncio.sleep(0.1)
            os.kill(hub, signal.SIGCONT)
            while await asyncio.to_thread(_ready, server) != (200, None):
                await asyncio.sleep(0.1)
            assert await asyncio.to_thread(server.stop) == 0

    in_loop(main)


def _ready(server: Apart) -> tuple[int, str | None]:
    """What a proxy is told, and what of the hub."""
    answer = httpx.get(f"{server.address.http}/readyz")
    parts = {part["name"]: part for part in answer.json()["parts"]}
    return answer.status_code, parts["hub"].get("note")


def test_one_that_falls_again_and_again_is_seen_from_outside(
    sqlite: Settings, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """In the figures of the others, in the log, and by its own figures, which nobody else tells."""
    broken = tmp_path / "broken"
    (tmp_path / "sitecustomize.py").write_text(
        "import os, sys\n"
        f"if '\"number\": 1' in str(sys.argv) and os.path.exists({str(broken)!r}): os._exit(3)\n"
    )

    async def main() -> None:
        env = {"DOGPARK_PROCESSES": "2", "PYTHONPATH": str(tmp_path)}
        with Apart(sqlite, **env) as server:
            assert await asyncio.to_thread(_again, server, 1, "1") == 0
            broken.touch()
            await asyncio.to_thread(kill_one, server, '"number": 1')
            while await asyncio.to_thread(_again, server, 0, "1") < 2:
                await asyncio.sleep(0.1)
            answer = await asyncio.to_thread(
                httpx.get, f"{server.address.http}/metrics", params={"process": 1}
            )
            assert answer.status_code == 503
            assert "Process 1 does not answer" in answer.json()["words"]
            broken.unlink()
            while not await asyncio.to_thread(_serves_again, server):
                await asyncio.sleep(0.1)
            assert await asyncio.to_thread(server.stop) == 0

    in_loop(main)
    told = [json.loads(line) for line in capfd.readouterr().err.splitlines() if line[:1] == "{"]
    fallen = [(line["process"], line["code"]) for line in told if "fallen" in line["event"]]
    assert fallen[:2] == [("1", -9), ("1", 3)]


def _serves_again(server: Apart) -> bool:
    """Whether it tells its own figures, and what fell before it was there."""
    answer = httpx.get(f"{server.address.http}/metrics", params={"process": 1})
    return answer.status_code == 200 and _again(server, 1, "1") >= 2
