"""Work done beside the screen, so that it can be drawn meanwhile and left at any time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import Generic, TypeVar

T = TypeVar("T")


class Aside(Generic[T]):
    """One piece of work in a thread of its own; the program's end does not wait for it."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._outcome: Future[T] = Future()
        Thread(target=self._run, args=(work,), daemon=True).start()

    def _run(self, work: Callable[[], T]) -> None:
        try:
            self._outcome.set_result(work())
        except BaseException as error:  # noqa: BLE001 (whoever waits for it gets it)
            self._outcome.set_exception(error)

    def done(self, seconds: float) -> bool:
        """Whether it is done after at most so many seconds."""
        return bool(wait([self._outcome], seconds).done)

    def result(self) -> T:
        return self._outcome.result()
