"""A server of several processes, started as a host starts it, and looked into from outside."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from urllib.request import urlopen

from dogpark.server.settings import Settings
from tests.server.whole.pack import ME, Plan
from tests.server.whole.running import Apart

AGAIN = 30.0  # seconds in which a busy machine starts a process again
LONG = (
    Plan("dog", (ME, ME, ME, ME), {"max_rounds": 3}),
    Plan("dog", (ME, ME, "greedy", "random"), {"max_rounds": 3}),
    Plan("bonfire", (ME, ME), {"rounds": 9}),
    Plan("bonfire", (ME, "greedy", "greedy"), {"rounds": 9}, clock="live"),
)


def family(settings: Settings, processes: int = 2) -> Apart:
    return Apart(settings, DOGPARK_PROCESSES=str(processes))


def children(server: Apart) -> dict[int, str]:
    """The hub and the siblings: their numbers in the system, and how they were started."""
    listed = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(server.pid)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = re.findall(r"^\s*(\d+) (.*(?:siblings\.hub|--place).*)$", listed, re.MULTILINE)
    return {int(pid): args for pid, args in found}


def figure(server: Apart, process: int, name: str) -> float:
    with urlopen(f"{server.address.http}/metrics?process={process}") as answer:
        found = re.search(rf"^{re.escape(name)} (\S+)$", answer.read().decode(), re.MULTILINE)
    assert found is not None
    return float(found[1])


def kill_one(server: Apart, what: str) -> None:
    """Kills the hub or a sibling; one that is just being started anew is waited for."""
    until = time.monotonic() + AGAIN
    while not (found := [pid for pid, args in children(server).items() if what in args]):
        assert time.monotonic() < until, f"{what} was not started again"
        time.sleep(0.05)
    os.kill(found[0], signal.SIGKILL)
