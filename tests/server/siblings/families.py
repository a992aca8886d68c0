"""A server of several processes, started as a host starts it, and looked into from outside."""

from __future__ import annotations

import re
import subprocess
from urllib.request import urlopen

from dogpark.server.settings import Settings
from tests.server.whole.running import Apart


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
