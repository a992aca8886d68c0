"""Whether anything can be saved: what the log said last, and a try of our own until it is so again.

Players who are told to wait send nothing, so that the log itself might not be asked for a long time
after its database has come back. While it could not save, a commit that changes nothing is tried once
a second; the first that succeeds, of the log or of ours, ends it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from dogpark.server.ops import logs
from dogpark.server.ops.health import Unwell
from dogpark.server.ops.metrics import Metrics

AGAIN: Final = 1.0  # seconds between two tries

log = logs.get(__name__)


class Saving:
    """How saving goes. Said once when it fails, and once when it is well again."""

    def __init__(self, metrics: Metrics) -> None:
        self._up = metrics.log_up
        self._failing = asyncio.Event()
        self._since = 0.0

    def hear(self, trouble: str | None) -> None:
        """What became of some entries: nothing if they were saved, or why they were not."""
        if (trouble is not None) == self._failing.is_set():
            return
        if trouble is None:
            self._failing.clear()
            took = round(time.monotonic() - self._since, 1)
            log.warning("entries are saved again", seconds=took)
        else:
            self._failing.set()
            self._since = time.monotonic()
            log.error("entries cannot be saved", reason=trouble)
        self._up.set(trouble is None)

    async def check(self) -> str | None:
        """For the server's health."""
        if self._failing.is_set():
            raise Unwell("cannot save; players are told to wait")
        return None

    async def watch(self, attempt: Callable[[], Awaitable[None]]) -> None:
        """Tries while nothing could be saved, until cancelled."""
        while True:
            await self._failing.wait()
            await asyncio.sleep(AGAIN)
            if self._failing.is_set():
                with suppress(Exception):  # whatever it is, saving is not well yet
                    await attempt()
                    self.hear(None)
