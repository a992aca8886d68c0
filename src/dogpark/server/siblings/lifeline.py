"""The line between the family and each of its processes, at the end of the process.

It is the standard input of the process. The process says over it that it lives, every second from
when it serves; its family tells a sibling how often anybody was started again, one line of JSON each
time. Where the line ends the family has fallen.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from dogpark.server.siblings.place import BEAT, SIGN

CHUNK: Final = 1 << 16


class Lifeline:
    """A sibling's end. ``told`` is given how often each was started again, by its name."""

    def __init__(
        self, handle: int, told: Callable[[Mapping[str, int]], None], fallen: Callable[[], None]
    ) -> None:
        self._handle = handle
        self._told = told
        self._fallen = fallen
        self._heard = b""
        self._beating: asyncio.Task[None] | None = None

    def open(self) -> None:
        """From now on the family is heard."""
        os.set_blocking(self._handle, False)
        asyncio.get_running_loop().add_reader(self._handle, self._hear)

    def serve(self) -> None:
        """From now on the family hears that we live: as long as the event loop comes round."""
        self._beating = asyncio.create_task(self._beat(), name="signs of life")

    async def _beat(self) -> None:
        while True:
            with suppress(OSError):  # it does not listen now
                os.write(self._handle, SIGN)
            await asyncio.sleep(BEAT)

    def _hear(self) -> None:
        try:
            heard = os.read(self._handle, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            heard = b""
        if not heard:
            asyncio.get_running_loop().remove_reader(self._handle)
            self._fallen()
            return
        *lines, self._heard = (self._heard + heard).split(b"\n")
        if lines:
            self._told(json.loads(lines[-1]))
