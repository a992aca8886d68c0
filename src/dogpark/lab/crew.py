"""Who plays the games of a study: this machine's cores, its GPU, or a Ray cluster.

A crew takes orders (a cell and a stretch of game numbers) and hands results back as they come, in any
order. Every game has a seed of its own, so who played it leaves no trace in the results.
"""

from __future__ import annotations

import logging
import multiprocessing
import socket
from collections.abc import Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol
from urllib.parse import urlsplit

from dogpark.agents.simulate import Device, cores
from dogpark.kernel import native
from dogpark.kernel.parts import WATCHING
from dogpark.lab.plan import Cell, Plan
from dogpark.lab.playing import play, searches
from dogpark.lab.tallied import Tallied

REACH = 5  # seconds for a cluster to answer


@dataclass(frozen=True)
class Order:
    """Games of a cell to play."""

    cell: Cell
    first: int
    count: int


class Crew(Protocol):
    """Plays orders; what is under way when the reader stops is dropped."""

    def prepare(self, plan: Plan, progress: native.Progress | None) -> None:
        """Compiles what has to be compiled."""

    def played(self, plan: Plan, orders: Iterable[Order]) -> Iterator[tuple[Order, Tallied]]: ...


class LocalCrew:
    """All cores of this machine: threads for compiled code, processes for bots that search."""

    def __init__(self, device: Device = "native", workers: int | None = None) -> None:
        self.device: Device = device
        self.workers = 1 if device == "cuda" else workers or cores()

    def prepare(self, plan: Plan, progress: native.Progress | None = None) -> None:
        rooms = plan.table(0).rooms
        if self.device == "native":
            native.fill(rooms, progress, WATCHING)
        if any(searches(plan, cell) for cell in plan.cells):
            native.fill(rooms, progress)

    def played(self, plan: Plan, orders: Iterable[Order]) -> Iterator[tuple[Order, Tallied]]:
        asked = self.device == "python" or any(searches(plan, cell) for cell in plan.cells)
        if self.workers == 1:
            for order in orders:
                yield order, _play(plan, order, self.device)
            return
        context = multiprocessing.get_context("spawn")
        pool: Executor = (
            ProcessPoolExecutor(self.workers, mp_context=context)
            if asked
            else ThreadPoolExecutor(self.workers)
        )
        try:
            yield from self._played(pool, plan, iter(orders))
        finally:
            pool.shutdown(wait=not asked, cancel_futures=True)

    def _played(
        self, pool: Executor, plan: Plan, orders: Iterator[Order]
    ) -> Iterator[tuple[Order, Tallied]]:
        under_way: dict[Future[Tallied], Order] = {}

        def begin(count: int) -> None:
            for order in islice(orders, count):
                under_way[pool.submit(_play, plan, order, self.device)] = order

        begin(2 * self.workers)
        while under_way:
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            begin(len(done))
            for future in done:
                yield under_way.pop(future), future.result()


def _play(plan: Plan, order: Order, device: Device) -> Tallied:
    return play(plan, order.cell, order.first, order.count, device)


def _reach(address: str) -> None:
    """Ray itself tries a wrong address for minutes; ConnectionError says within seconds why not."""
    place = urlsplit(address if "://" in address else f"ray://{address}")
    try:
        if place.hostname and place.port:
            socket.create_connection((place.hostname, place.port), timeout=REACH).close()
    except OSError as error:
        raise ConnectionError(error.strerror or str(error)) from error


class RayCrew:
    """The machines of a Ray cluster. A task whose worker dies is played again elsewhere."""

    def __init__(self, address: str, most_under_way: int = 64) -> None:
        import ray  # noqa: PLC0415 (an optional extra)

        self._ray = ray
        self._most = most_under_way
        if not ray.is_initialized():
            _reach(address)
            ray.init(address=address, logging_level=logging.WARNING, log_to_driver=False)
        self._play: Any = ray.remote(num_cpus=1, max_retries=-1)(_play)

    def prepare(self, plan: Plan, progress: native.Progress | None = None) -> None:
        """Nothing here: every machine compiles for itself, once."""

    def played(self, plan: Plan, orders: Iterable[Order]) -> Iterator[tuple[Order, Tallied]]:
        left = iter(orders)
        under_way: dict[Any, Order] = {}

        def begin(count: int) -> None:
            for order in islice(left, count):
                under_way[self._play.remote(plan, order, "native")] = order

        begin(self._most)
        try:
            while under_way:
                done, _ = self._ray.wait(list(under_way), num_returns=1)
                begin(len(done))
                for task in done:
                    yield under_way.pop(task), self._ray.get(task)
        finally:
            for task in under_way:
                self._ray.cancel(task, force=True)
