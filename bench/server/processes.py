"""Processes that are measured: how busy they are, how much memory they hold, and their end."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Measured:
    """One run against a server; times are milliseconds at p50, p95 and p99."""

    rate: float  # moves acknowledged a second
    acknowledged: dict[str, float]  # until the mover knows
    seen: dict[str, float]  # until the one who moves next has seen it
    server_cpu: float  # cores
    client_cpu: float


class CpuWatch:
    """How many cores a process and its children have used since."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._spent, self._began = _family_seconds(pid), time.perf_counter()

    def share(self) -> float:
        passed = time.perf_counter() - self._began
        return (_family_seconds(self._pid) - self._spent) / passed


def _family_seconds(pid: int) -> float:
    """CPU seconds of a process and of its children."""
    return _seconds(pid) + sum(_family_seconds(child) for child in _children(pid))


def _seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0  # it has just gone
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _children(pid: int) -> list[int]:
    try:
        return [
            int(child)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text(encoding="ascii").split()
        ]
    except OSError:
        return []


def resident_kib(pid: int) -> int:
    """Memory a process holds, without its children."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise RuntimeError(f"process {pid} does not say how much memory it holds")


@contextmanager
def ending(process: subprocess.Popen[str]) -> Iterator[None]:
    """Whatever happens in the block, the process has ended after it."""
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()
