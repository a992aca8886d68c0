"""An answer that is told the moment it is known.

An ``asyncio.Future`` tells it when the event loop comes round again, after whatever has come over the
sockets meanwhile; on the way of a move that would happen four times.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from typing import Any, Generic, TypeAlias, TypeVar

T = TypeVar("T")
Outcome: TypeAlias = T | BaseException


class Answer(Generic[T]):
    """What will become of something: for one who awaits it, or is called."""

    __slots__ = ("_known", "_outcome", "_then")

    def __init__(self) -> None:
        self._known = False
        self._outcome: Outcome[T]
        self._then: Callable[[Outcome[T]], None] | None = None

    def then(self, listener: Callable[[Outcome[T]], None]) -> None:
        """Who is to be told: what it is, or the error why it is not known."""
        if self._known:
            listener(self._outcome)
        else:
            self._then = listener

    def give(self, outcome: Outcome[T]) -> None:
        """It is known; this happens once. Whatever who is told makes of it, the giver goes on."""
        self._known, self._outcome = True, outcome
        if self._then is not None:
            try:
                self._then(outcome)
            except Exception as error:  # noqa: BLE001 (told where errors of callbacks are)
                asyncio.get_running_loop().call_exception_handler(
                    {"message": "An answer was not taken well", "exception": error}
                )

    def __await__(self) -> Generator[Any, None, T]:
        if not self._known:
            told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._then = lambda _: None if told.done() else told.set_result(None)
            yield from told.__await__()
        if isinstance(self._outcome, BaseException):
            raise self._outcome
        return self._outcome
