"""The scribe from the server's side: a child process that is handed batches, one at a time."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import Any, Self, cast

from dogpark.server.log import scribe
from dogpark.server.log.answer import Answer

LEAVING = 10.0  # seconds the scribe has for its last batch


class Dictation(asyncio.SubprocessProtocol):
    """A running scribe. Its answers come as bytes over a pipe, and nothing stands in between."""

    def __init__(self) -> None:
        self._process: asyncio.SubprocessTransport
        self._pen: asyncio.WriteTransport
        self._heard = bytearray()
        self._answer: Answer[Any] | None = None
        self._silent = False  # it says nothing any more
        self._ended = asyncio.Event()

    @classmethod
    async def begin(cls, file: str, keep_open: tuple[int, ...]) -> Self:
        kept: dict[str, Any] = {} if sys.platform == "win32" else {"pass_fds": keep_open}
        process, dictation = await asyncio.get_running_loop().subprocess_exec(
            cls, sys.executable, "-I", scribe.__file__, file, stderr=None, **kept
        )
        dictation._process = process
        # uvloop's transports are no subclass of asyncio's, but just the same.
        dictation._pen = cast("asyncio.WriteTransport", process.get_pipe_transport(0))
        # uvloop would write when the loop has done everything else that it has to do now.
        dictation._pen.set_write_buffer_limits(high=0)
        return dictation

    @property
    def pid(self) -> int:
        return self._process.get_pid()

    def kill(self) -> None:
        self._process.kill()

    def take_down(self, batch: object) -> Answer[Any]:
        """Has a batch written; the scribe's word on it. EOFError: it has died."""
        if self._silent:
            raise EOFError
        answer: Answer[Any] = Answer()
        self._answer = answer
        self._pen.write(scribe.pack(batch))
        return answer

    async def end(self) -> None:
        """Waits until it has written what it was told, and is gone.

        One that hangs is killed. It may have to wait for its disk even then; so long it holds the
        file's lock, and nobody else begins.
        """
        self._pen.close()
        try:
            async with asyncio.timeout(LEAVING):
                await self._ended.wait()
        except TimeoutError:
            self.kill()
            with suppress(TimeoutError):
                async with asyncio.timeout(LEAVING):
                    await self._ended.wait()
        self._process.close()

    # -- what the event loop tells ----------------------------------------------------------------

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._heard += data
        for answer in scribe.unpack_whole(self._heard):
            self._give(answer)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self._silent = True
        self._give(EOFError())

    def _give(self, outcome: object) -> None:
        answer, self._answer = self._answer, None
        if answer is not None:
            answer.give(outcome)

    def process_exited(self) -> None:
        self._ended.set()
