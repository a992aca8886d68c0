"""A process that is told to go hands everything on first, and is never kept by a step that hangs."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from dogpark.server.ops import process
from dogpark.server.ops.health import Health
from dogpark.server.ops.metrics import Metrics
from dogpark.server.ops.process import Drain, watch_lag

ROOT = Path(__file__).parents[3]
PATIENCE = 30


class Child:
    """A server in a process of its own (tests.server.ops.leaving)."""

    def __init__(self, how: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.ops.leaving", how],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        if not first.startswith("port "):
            self.process.kill()
            raise AssertionError(f"it did not start: {first}{self.process.communicate()[1]}")
        self.port = int(first.split()[1])

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self.port}/api/socket"

    def tell(self, sig: signal.Signals) -> None:
        self.process.send_signal(sig)

    def wait(self) -> tuple[int, list[str], str]:
        """Its exit code, what it did, and its log."""
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out.splitlines(), err


@pytest.fixture
def child(request: pytest.FixtureRequest) -> Iterator[Child]:
    child = Child(request.param)
    yield child
    if child.process.poll() is None:
        child.process.kill()
        child.process.communicate()


def close_code(socket: ClientConnection) -> int | None:
    with pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=PATIENCE)
    return closed.value.rcvd.code if closed.value.rcvd else None


@pytest.mark.parametrize("child", ["well"], indirect=True)
@pytest.mark.parametrize("sig", [signal.SIGTERM, signal.SIGINT])
def test_players_are_told_before_their_sockets_are_closed_and_the_process_ends_well(
    child: Child, sig: signal.Signals
) -> None:
    with connect(child.address, open_timeout=PATIENCE) as socket:
        assert socket.recv(timeout=PATIENCE) == "welcome"
        child.tell(sig)
        assert socket.recv(timeout=PATIENCE) == "closing"
        assert close_code(socket) == 1012  # service restart
    code, did, log = child.wait()
    assert code == 0
    assert did == [
        "told",
        "releasing",
        "finished",
        "socket closed",
        "closed draining=True",
        "gone",
    ]
    told = [json.loads(line)["event"] for line in log.splitlines()]
    assert told == ["serving", "draining", "drained", "gone"]


@pytest.mark.parametrize("child", ["stuck", "broken"], indirect=True)
def test_a_step_that_hangs_or_fails_does_not_keep_the_next_from_its_turn(child: Child) -> None:
    child.tell(signal.SIGTERM)
    code, did, log = child.wait()
    assert code == 0
    assert did == ["told", "releasing", "finished", "closed draining=True", "gone"]
    assert '"step":"release tables"' in log


def test_whoever_cannot_wait_presses_ctrl_c_twice() -> None:
    async def scene() -> bool:
        health = Health()
        drain = Drain(health, Metrics())
        begun = asyncio.Event()

        async def hanging() -> None:
            begun.set()
            await asyncio.Event().wait()

        drain.step("hangs", hanging, seconds=PATIENCE)
        waiting = asyncio.create_task(drain.run())
        await asyncio.wait_for(begun.wait(), PATIENCE)
        assert health.draining
        drain.hurry()
        return await asyncio.wait_for(waiting, PATIENCE) or await drain.run()

    assert asyncio.run(scene()) is False


def test_a_drain_is_done_once_however_often_it_is_asked_for() -> None:
    done: list[str] = []

    async def step() -> None:
        done.append("step")

    async def scene() -> list[bool]:
        drain = Drain(Health(), Metrics())
        drain.step("only", step)
        return [*await asyncio.gather(drain.run(), drain.run()), await drain.run()]

    assert asyncio.run(scene()) == [True, True, True]
    assert done == ["step"]


def test_the_lag_of_the_event_loop_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LAG_EVERY", 0.0)
    metrics = Metrics()

    def looks() -> float:
        return metrics.registry.get_sample_value("dogpark_loop_lag_seconds_count") or 0

    async def scene() -> None:
        watching = asyncio.create_task(watch_lag(metrics))
        async with asyncio.timeout(PATIENCE):
            while looks() < 3:
                await asyncio.sleep(0)
        watching.cancel()

    asyncio.run(scene())
    assert looks() >= 3
