"""Rules are compiled beside the server, and bots use them as soon as they are there."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import structlog

from dogpark import games
from dogpark.agents import rollouts
from dogpark.kernel import native
from dogpark.kernel.native import Phase, Status
from dogpark.kernel.rooms import Rooms
from dogpark.server.bots import compiling
from dogpark.server.bots.compiling import Compiler, watch_compiled
from dogpark.server.bots.minds import ProcessMind

Phases = dict[str, Phase]
BOUND = 60.0  # seconds; nothing here takes so long


@pytest.fixture
def phases(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Phases:
    """Where the machine code of each game stands; nothing is compiled."""
    found: Phases = dict.fromkeys(games.names(), "ready")
    monkeypatch.setattr(
        native, "status", lambda rooms: Status(rooms.name, found[rooms.name], tmp_path)
    )
    return found


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], Path]:
    """Lets a script take the place of Python; the file in which it may write."""

    def put(script: str) -> Path:
        program, written = tmp_path / "python", tmp_path / "written"
        program.write_text(f"#!/bin/sh\n{script}\n".replace("WRITTEN", str(written)))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setattr(sys, "executable", str(program))
        return written

    return put


def run_to_the_end() -> list[dict[str, object]]:
    """Lets a compiler do all there is to do; what it wrote into the log."""

    async def main() -> None:
        one = Compiler()
        one.start()
        assert one._task is not None
        async with asyncio.timeout(BOUND):
            await one._task
        await one.close()

    with structlog.testing.capture_logs() as told:
        asyncio.run(main())
    return [dict(line) for line in told]


def test_what_is_compiled_already_is_left_alone(
    phases: Phases, compiler: Callable[[str], Path]
) -> None:
    written = compiler("echo $@ >> WRITTEN")
    assert run_to_the_end() == []
    assert not written.exists()


def test_the_figures_say_of_how_many_games_there_is_machine_code(
    phases: Phases, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "LOOK_SECONDS", 0.01)
    phases["bonfire"] = phases["monty"] = "cold"
    told: list[int] = []

    def tell(ready: int) -> None:
        told.append(ready)
        phases["bonfire" if len(told) == 1 else "monty"] = "ready"

    async def main() -> None:
        async with asyncio.timeout(BOUND):
            await watch_compiled(tell)

    asyncio.run(main())
    assert told == [3, 4, 5]


def test_what_is_not_is_compiled_by_a_child_one_after_another(
    phases: Phases, compiler: Callable[[str], Path]
) -> None:
    phases["bonfire"] = phases["monty"] = "cold"
    written = compiler("echo $@ >> WRITTEN")
    told = run_to_the_end()
    assert [line["game"] for line in told] == ["bonfire", "monty"]
    assert {line["event"] for line in told} == {"rules compiled"}
    assert written.read_text().splitlines() == [
        f"-m dogpark.kernel.native dogpark.games.{name} playing" for name in ("bonfire", "monty")
    ]


def test_a_compiler_that_fails_is_told_of_and_the_next_game_has_its_turn(
    phases: Phases, compiler: Callable[[str], Path]
) -> None:
    phases["bonfire"] = phases["monty"] = "cold"
    compiler("echo no room left >&2; exit 1")
    told = run_to_the_end()
    assert [(line["game"], line["reason"]) for line in told] == [
        ("bonfire", "no room left"),
        ("monty", "no room left"),
    ]
    assert {line["log_level"] for line in told} == {"warning"}


def test_what_another_process_compiles_is_waited_for(
    phases: Phases, compiler: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "LOOK_SECONDS", 0.01)
    phases["dog"] = "compiling"
    written = compiler("echo $@ >> WRITTEN")

    async def main() -> None:
        one = Compiler()
        one.start()
        assert one._task is not None
        await asyncio.sleep(0.05)
        assert not one._task.done()
        phases["dog"] = "ready"
        async with asyncio.timeout(BOUND):
            await one._task

    asyncio.run(main())
    assert not written.exists()


def test_a_server_that_closes_ends_its_compiler(
    phases: Phases, compiler: Callable[[str], Path]
) -> None:
    phases["bonfire"] = "cold"
    written = compiler("echo $$ > WRITTEN; exec sleep 600")

    async def main() -> None:
        one = Compiler()
        one.start()
        while not written.exists() or not written.read_text().strip():
            await asyncio.sleep(0.01)
        async with asyncio.timeout(BOUND):
            await one.close()

    asyncio.run(main())
    with pytest.raises(ProcessLookupError):
        os.kill(int(written.read_text()), 0)


def test_bots_ask_for_machine_code_until_it_is_there(
    phases: Phases, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms, twin = games.rooms("bonfire"), object()
    loaded: list[Rooms] = []
    monkeypatch.setattr(native, "twin", cache(lambda rooms: loaded.append(rooms) or twin))
    phases["bonfire"] = "compiling"
    assert rollouts.twin_of(rooms) is None
    phases["bonfire"] = "ready"
    assert rollouts.twin_of(rooms) is twin
    assert rollouts.twin_of(rooms) is twin
    assert loaded == [rooms], "once"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody can tell")
def test_a_process_for_bots_tells_how_much_memory_it_holds() -> None:
    async def main() -> None:
        mind = ProcessMind()
        assert mind.memory == 0
        await mind.start()
        try:
            assert 10e6 < mind.memory < 1e9
        finally:
            await mind.close()

    asyncio.run(main())
