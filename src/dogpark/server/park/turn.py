"""Whose turn it is at something that only one may do at a time."""

from __future__ import annotations

import asyncio
from collections import deque


class Turn:
    """A lock that may also be taken without waiting: who gets it at once needs no task for that.

    Whoever waits gets it in order, and directly from the one before: nobody slips in between.
    """

    __slots__ = ("_taken", "_waiting")

    def __init__(self) -> None:
        self._taken = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> bool:
        """Takes it, if nobody has it."""
        if self._taken:
            return False
        self._taken = True
        return True

    def give(self) -> None:
        """To the next who waits, if anybody does."""
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():  # cancelled meanwhile
                waiting.set_result(None)
                return
        self._taken = False

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
