"""Fair measurements on a machine that others use too.

Subjects take turns, A B A B …, so that a busy minute hits all of them. A subject is a callable that
measures itself once and returns a rate (more is better); it may time a function with ``cpu_rate`` or
ask another program. The middle of the rounds is what counts, and how far they spread is reported.
Two subjects are best compared by ``ratio``, which sets them against each other round by round.
"""

from __future__ import annotations

import datetime as dt
import os
import platform
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Summary:
    """Repeated measurements of one quantity."""

    values: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.values:
            raise ValueError("nothing was measured")

    @property
    def median(self) -> float:
        return statistics.median(self.values)

    @property
    def low(self) -> float:
        return min(self.values)

    @property
    def high(self) -> float:
        return max(self.values)

    @property
    def spread(self) -> float:
        """From the lowest to the highest, as a share of the median."""
        return (self.high - self.low) / self.median if self.median else 0.0


def interleave(
    subjects: Mapping[str, Callable[[], float]],
    rounds: int = 5,
    *,
    warmups: int = 0,
    progress: Callable[[str], None] | None = None,
) -> dict[str, Summary]:
    """Measure all subjects once per round, in their order; warm-up rounds do not count."""
    if rounds < 1:
        raise ValueError("at least one round is needed")
    values: dict[str, list[float]] = {name: [] for name in subjects}
    for number in range(-warmups, rounds):
        for name, subject in subjects.items():
            if progress is not None:
                stage = "warm-up" if number < 0 else f"round {number + 1} of {rounds}"
                progress(f"{stage}: {name}")
            value = subject()
            if number >= 0:
                values[name].append(value)
    return {name: Summary(tuple(measured)) for name, measured in values.items()}


def ratio(ours: Summary, theirs: Summary) -> Summary:
    """How many times theirs ours is, round by round; both from one call of ``interleave``."""
    pairs = zip(ours.values, theirs.values, strict=True)
    return Summary(tuple(mine / other for mine, other in pairs))


def cpu_rate(work: Callable[[], int], seconds: float) -> float:
    """Call work until this process has spent so much CPU time; units of work per CPU-second.

    Work returns how many units it did, and should take a small part of the time given.
    """
    if seconds <= 0:
        raise ValueError("a rate needs some time")
    units = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        units += work()
    return units / spent


@dataclass(frozen=True, slots=True)
class Machine:
    """Where and when something was measured."""

    cpu: str
    cores: int
    memory_gib: int | None
    system: str
    python: str
    date: str

    def __str__(self) -> str:
        cores = "1 core" if self.cores == 1 else f"{self.cores} cores"
        memory = "" if self.memory_gib is None else f", {self.memory_gib} GiB"
        return f"{self.cpu}, {cores}{memory}, {self.system}, {self.python}, {self.date}"


def machine() -> Machine:
    """This machine, today."""
    return Machine(
        cpu=_cpu_model(),
        cores=_cores(),
        memory_gib=_memory_gib(),
        system=f"{platform.system()} {platform.machine()}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
        date=dt.datetime.now(dt.UTC).date().isoformat(),
    )


def _cores() -> int:
    """Cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip() in {"model name", "Model", "cpu model"}:
            return " ".join(value.split())
    return platform.processor() or platform.machine() or "unknown CPU"


def _memory_gib() -> int | None:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
    except (AttributeError, OSError, ValueError):
        return None
