"""A socket's outbox: a bounded queue, written out as far as its client reads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from dogpark.server.http.post import Post
from dogpark.server.ops.line import Gone

MOST_MESSAGES = 512
MOST_BYTES = 2 * 1024 * 1024
MANY_MESSAGES = MOST_MESSAGES // 4  # from here on, whoever can wait should
MANY_BYTES = MOST_BYTES // 4
PIECE = 64 * 1024  # bytes written in one go, about; then the client's turn to read


class Wire(Protocol):
    """Where messages go (ops.line)."""

    @property
    def writable(self) -> asyncio.Event: ...

    def write(self, messages: Sequence[bytes]) -> None: ...


class Outbox:
    """Messages on their way to one socket.

    Nobody waits for a slow socket: where it does not read, the box overflows, what waits in it is
    thrown away, and the connection is to be closed; its client comes back and is told what it
    missed. Only the reader of the same socket waits, so that a flood of messages is answered no
    faster than it is read.
    """

    def __init__(self, wire: Wire, post: Post) -> None:
        self.on_overflow: Callable[[], None] | None = None
        self._wire = wire
        self._post = post
        self._waiting: list[bytes] = []
        self._bytes = 0
        self._collected = False  # whether the post will come for it
        self._blocked: asyncio.Task[None] | None = None  # waits for the client to read
        self._room = asyncio.Event()
        self._room.set()
        self.overflowed = False
        self.sent_messages = 0
        self.sent_bytes = 0

    def put(self, message: bytes) -> None:
        """A message goes with the next post, in one piece with what else is put until then."""
        if self.overflowed:
            return
        if len(self._waiting) >= MOST_MESSAGES or self._bytes >= MOST_BYTES:
            self._overflow()  # one message may be as long as it is: who was away for long needs it
            return
        self._waiting.append(message)
        self._bytes += len(message)
        if self._blocked is None and not self._collected:
            self._collected = True
            self._post.collect(self)
        if len(self._waiting) > MANY_MESSAGES or self._bytes > MANY_BYTES:
            self._room.clear()

    def _overflow(self) -> None:
        self.overflowed = True
        self.close()
        if self.on_overflow is not None:
            self.on_overflow()

    def close(self) -> None:
        """Throws away what waits: nobody reads any more."""
        self._waiting.clear()
        self._bytes = 0
        if self._blocked is not None:
            self._blocked.cancel()

    @property
    def full(self) -> bool:
        """Whether whoever fills it should wait for ``room``."""
        return not self._room.is_set()

    async def room(self) -> None:
        """Waits until most of it is written out."""
        await self._room.wait()

    def empty(self) -> None:
        """Writes what waits, as far as the client reads."""
        self._collected = False
        if self._blocked is not None:
            return
        writable = self._wire.writable
        try:
            while self._waiting and writable.is_set():
                self._write_piece()
        except Gone:  # the reader notices, and ends it
            self.close()
        except Exception:
            self._overflow()  # what it was to hear is lost: it has to come back, and ask for it
            raise
        if self._waiting:
            self._blocked = asyncio.create_task(self._write_later())
        elif not self._room.is_set():
            self._room.set()

    async def _write_later(self) -> None:
        try:
            await self._wire.writable.wait()
        finally:
            self._blocked = None
        self.empty()

    def _write_piece(self) -> None:
        if self._bytes <= PIECE:  # as nearly always
            some, self._waiting, size = self._waiting, [], self._bytes
        else:
            some, size = [], 0
            for message in self._waiting:
                some.append(message)
                size += len(message)
                if size >= PIECE:
                    break
            del self._waiting[: len(some)]
        self._bytes -= size
        self._wire.write(some)
        self.sent_messages += len(some)
        self.sent_bytes += size

    async def flush(self, seconds: float) -> None:
        """Gives what is waiting some time to be written."""
        try:
            async with asyncio.timeout(seconds):
                while self._waiting:
                    await asyncio.sleep(0.01)
        except TimeoutError:
            return
