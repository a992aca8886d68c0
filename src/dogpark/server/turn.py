"""Whose turn it is at something that only one may do at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class Turn:
    """A lock that may also be taken without waiting: who gets it at once needs no task for that.

    Whoever waits gets it in order, and directly from the one before: nobody slips in between. Who need
    not be a task for anything else is called when the turn has come.
    """

    __slots__ = ("_calling", "_given", "_taken", "_waiting")

    def __init__(self) -> None:
        self._taken = False
        self._calling = False  # somebody who has the turn now
        self._given = False  # it was given back during that call
        self._waiting: deque[asyncio.Future[None] | Callable[[], None]] = deque()

    def take(self) -> bool:
        """Takes it, if nobody has it."""
        if self._taken:
            return False
        self._taken = True
        return True

    def wait(self, come: Callable[[], None]) -> None:
        """Has somebody called who has the turn then; it is taken now, and whoever has it will give it."""
        self._waiting.append(come)

    def give(self) -> None:
        """To the next who waits, if anybody does.

        Who is called may give it on at once: however many do, they are called one after the other, not
        one inside the other.
        """
        if self._calling:
            self._given = True
            return
        while self._waiting:
            waiting = self._waiting.popleft()
            if isinstance(waiting, asyncio.Future):
                if not waiting.done():  # else cancelled meanwhile
                    waiting.set_result(None)
                    return
            elif not self._called(waiting):
                return
        self._taken = False

    def _called(self, come: Callable[[], None]) -> bool:
        """Calls somebody who has the turn; whether it is free again."""
        self._calling, self._given = True, False
        try:
            come()
        except Exception as error:  # noqa: BLE001 (told where errors of callbacks are; others wait)
            asyncio.get_running_loop().call_exception_handler(
                {"message": "Whose turn it was could not take it", "exception": error}
            )
        finally:
            self._calling = False
        return self._given

    async def __aenter__(self) -> None:
        if self.take():
            return
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        try:
            await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():  # it was given in the same moment
                self.give()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.give()
