"""dogpark's server as a host starts it, on durable SQLite, and our load test against it."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.request import urlopen

from bench.peers import ENVIRONMENTS
from bench.server.processes import CpuWatch, Measured, ending

from dogpark.client.loadtest.drive import drive
from dogpark.client.loadtest.figures import Figures, Histogram
from dogpark.client.loadtest.plan import Plan

# A crowd from one address that never pauses is what limits are against; here it is what is wanted.
FREELY = {"DOGPARK_PEOPLE_PER_MINUTE": "1000000", "DOGPARK_MESSAGES_PER_SECOND": "1000000"}
# A fresh server compiles its games in the background for a minute or two; that is not what is measured.
SETTLED = {"DOGPARK_COMPILE": "off"}
LOOK_SECONDS = 2.0  # between two looks at its figures
MOVES = re.compile(r'^dogpark_entries_total\{[^}]*"moved"[^}]*\} (\S+)', re.MULTILINE)


class ServerError(RuntimeError):
    """Our server or load test did not do what it should; the message says what."""


@dataclass(frozen=True)
class Ours:
    """A running server."""

    pid: int
    port: int
    processes: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def moves(self) -> float:
        """Moves saved so far, by people and bots, as the metrics of its processes tell."""
        return sum(self._moves_of(number) for number in range(self.processes))

    def _moves_of(self, process: int) -> float:
        with urlopen(f"{self.address}/metrics?process={process}") as answer:
            found = MOVES.search(answer.read().decode())
        return float(found[1]) if found else 0.0


@contextmanager
def serving(processes: int = 1, **settings: str) -> Iterator[Ours]:
    """A fresh server with a fresh database, on the disk and not in memory."""
    ENVIRONMENTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ENVIRONMENTS) as folder:
        env = {
            **os.environ,
            **FREELY,
            **SETTLED,
            "DOGPARK_DATABASE": f"sqlite:///{folder}/dogpark.sqlite",
            "DOGPARK_LOG_LEVEL": "warning",
            "DOGPARK_PROCESSES": str(processes),
            **settings,
        }
        command = [sys.executable, "-m", "dogpark", "serve", "--port", "0"]
        server = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
        with ending(server):
            yield Ours(server.pid, _port(server), processes)


def _port(server: subprocess.Popen[str]) -> int:
    assert server.stdout is not None
    for line in server.stdout:
        found = re.search(r"open at http://[^:]+:(\d+)", line)
        if found:
            return int(found[1])
    raise ServerError(f"dogpark serve ended with {server.wait()} (see above)")


@dataclass(frozen=True)
class Played:
    """A load test, and what the server did while it was measured."""

    figures: Figures
    server_cpu: float  # cores, bots included


def play(server: Ours, plan: Plan, look: Callable[[], None] = lambda: None) -> Played:
    """Carries out a load test, which must go without errors; ``look`` is called now and then."""
    watch: CpuWatch | None = None

    def progress(stage: str, figures: Figures) -> None:
        nonlocal watch
        if stage == "playing" and figures.seconds > 0:
            watch = watch or CpuWatch(server.pid)
            look()

    figures = asyncio.run(drive(plan, progress))
    if figures.errors or watch is None:
        raise ServerError(f"the load test went wrong: {figures.errors}")
    return Played(figures, watch.share())


class MovesWatch:
    """How many moves a server saves a second, those of bots included, from its figures.

    Writing these keeps a server from its work: where times are measured, nobody looks.
    """

    def __init__(self, server: Ours) -> None:
        self._server = server
        self._looks: list[tuple[float, float]] = []

    def look(self) -> None:
        now = time.perf_counter()
        if not self._looks or now - self._looks[-1][0] > LOOK_SECONDS:
            self._looks.append((now, self._server.moves()))

    @property
    def rate(self) -> float:
        (began, before), (ended, after) = self._looks[0], self._looks[-1]
        return (after - before) / (ended - began)


def measure(
    tables: int,
    seconds: float,
    rate: float | None = None,
    *,
    processes: int,
    words: bool = False,
) -> Measured:
    """DOG, all four seats of each table scripted; ``rate`` is moves a second in all.

    With ``words`` every choice of a prompt is described, as it is for people.
    """
    with serving(processes) as server:
        plan = Plan(
            address=server.address,
            game="dog",
            players=4,
            people=4,
            tables=tables,
            seconds=seconds,
            rate=None if rate is None else rate / tables,
            words=words,
        )
        played = play(server, plan)
    figures = played.figures
    return Measured(
        rate=figures.rate,
        acknowledged=times(figures.acknowledged),
        seen=times(figures.asked),
        server_cpu=played.server_cpu,
        client_cpu=figures.cpu / figures.seconds,
    )


def times(histogram: Histogram) -> dict[str, float]:
    """Milliseconds at p50, p95 and p99."""
    found = {f"p{share}": histogram.percentile(share / 100) for share in (50, 95, 99)}
    return {name: float("nan") if time is None else time for name, time in found.items()}
