"""A socket's outbox: a bounded queue and one task that writes it out."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

MOST_MESSAGES = 512
MOST_BYTES = 2 * 1024 * 1024


class Outbox:
    """Messages on their way to one socket.

    Nobody waits for a slow socket: where it does not read, the box overflows, what waits in it is
    thrown away, and the connection is to be closed; its client comes back and is told what it
    missed. Only the reader of the same socket waits, so that a flood of messages is answered no
    faster than it is read.
    """

    def __init__(self, write: Callable[[str], Awaitable[None]]) -> None:
        self.on_overflow: Callable[[], None] | None = None
        self._write = write
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._something = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()
        self.overflowed = False
        self.sent_messages = 0
        self.sent_bytes = 0

    def put(self, message: bytes) -> None:
        if self.overflowed:
            return
        if len(self._waiting) >= MOST_MESSAGES or self._bytes >= MOST_BYTES:
            self._overflow()  # one message may be as long as it is: who was away for long needs it
            return
        self._waiting.append(message)
        self._bytes += len(message)
        self._something.set()
        if len(self._waiting) > MOST_MESSAGES // 4 or self._bytes > MOST_BYTES // 4:
            self._room.clear()

    def _overflow(self) -> None:
        self.overflowed = True
        self._waiting.clear()
        self._bytes = 0
        if self.on_overflow is not None:  # whoever writes may be stuck in the last message
            self.on_overflow()

    async def room(self) -> None:
        """Waits until most of it is written out."""
        await self._room.wait()

    async def run(self) -> None:
        """Writes until it is cancelled, the socket is gone, or it overflows."""
        while not self.overflowed:
            if not self._waiting:
                self._room.set()
                self._something.clear()
                await self._something.wait()
                continue
            message = self._waiting.popleft()
            self._bytes -= len(message)
            await self._write(message.decode())
            self.sent_messages += 1
            self.sent_bytes += len(message)

    async def flush(self, seconds: float) -> None:
        """Gives what is waiting some time to be written."""
        try:
            async with asyncio.timeout(seconds):
                while self._waiting:
                    await asyncio.sleep(0.01)
        except TimeoutError:
            return
