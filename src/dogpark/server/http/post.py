"""The post: outboxes in which something lies, emptied together.

A client with nothing to do sleeps, and waking it takes several times longer than writing to it. Rows
are saved together, so what became of them is known together; were each told at once, clients would fall
asleep in between.
"""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

FULL: Final = 32  # outboxes; then they need not wait for others


class Box(Protocol):
    """What the post empties."""

    def empty(self) -> None: ...


class Post:
    """Goes when whoever had something to tell has told it; at the latest when the event loop comes round."""

    def __init__(self) -> None:
        self._boxes: list[Box] = []
        self._called = False

    def collect(self, box: Box) -> None:
        """Empties a box soon, together with others."""
        self._boxes.append(box)
        if len(self._boxes) >= FULL:
            self.go()
        elif not self._called:
            self._called = True
            asyncio.get_running_loop().call_soon(self._go_at_last)

    def go(self) -> None:
        """Empties all boxes now."""
        boxes, self._boxes = self._boxes, []
        for box in boxes:
            try:
                box.empty()
            except Exception as error:  # noqa: BLE001 (told where errors of callbacks are; the rest goes out)
                asyncio.get_running_loop().call_exception_handler(
                    {"message": "An outbox could not be emptied", "exception": error}
                )

    def _go_at_last(self) -> None:
        self._called = False
        self.go()
