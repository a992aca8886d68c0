"""A table as a client knows it, kept up to date from snapshots and updates."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from dogpark.wire.tells import Happened, Part, Refused, Snapshot, TableInfo, Update


@dataclass
class Eyes:
    """The game through one pair of eyes: a seat's, or a spectator's (None)."""

    seat: int | None
    view: dict[str, Any] = field(default_factory=dict)
    prompt: dict[str, Any] | None = None
    deadline: int | None = None
    undo: bool = False


@dataclass(frozen=True)
class Change:
    """Something is new at a table: everything up to ``seq``, and what happened meanwhile."""

    seq: int
    happened: list[Happened]


class Watched:
    """One table. Iterate over it (one reader) for its changes, from the first snapshot on.

    It always shows the latest that is known, which may be newer than the change in one's hand.
    """

    def __init__(self, table: str, invite: str | None = None, *, words: bool = True) -> None:
        self.table = table
        self.invite = invite
        self.words = words  # prompts are for people; else in short, for programs
        self.seq = 0
        self.info: TableInfo | None = None
        self.eyes: dict[int | None, Eyes] = {}
        self.refused: Refused | None = None  # why it can be watched no more
        self._changes: asyncio.Queue[Change | None] = asyncio.Queue()

    @property
    def live(self) -> bool:
        """Whether a live clock runs, so that it matters when exactly somebody acted."""
        return self.info is not None and self.info.epoch is not None

    @property
    def over(self) -> bool:
        return self.info is not None and self.info.status in ("over", "closed")

    def __aiter__(self) -> AsyncIterator[Change]:
        return self

    async def __anext__(self) -> Change:
        change = await self._changes.get()
        if change is None:
            self._changes.put_nowait(None)  # whoever asks again hears the same
            raise StopAsyncIteration
        return change

    def show(self, snapshot: Snapshot) -> None:
        """Everything anew."""
        self.eyes = {part.seat: Eyes(part.seat) for part in snapshot.parts}
        self._take(snapshot, snapshot.info)

    def update(self, update: Update) -> None:
        self._take(update, update.info)

    def end(self, refused: Refused | None = None) -> None:
        """Nothing more will come."""
        self.refused = refused
        self._changes.put_nowait(None)

    def _take(self, told: Snapshot | Update, info: TableInfo | None) -> None:
        self.seq = told.seq
        if info is not None:
            self.info = info
        for part in told.parts:
            self._look(part)
        if self.info is not None and self.info.status != "playing":
            for eyes in self.eyes.values():
                eyes.prompt, eyes.deadline, eyes.undo = None, None, False
        self._changes.put_nowait(Change(told.seq, told.happened))

    def _look(self, part: Part) -> None:
        eyes = self.eyes.setdefault(part.seat, Eyes(part.seat))
        eyes.view.update(part.set)
        for name in part.gone or ():
            eyes.view.pop(name, None)
        # They always come along: without a prompt nothing is asked.
        eyes.prompt, eyes.deadline, eyes.undo = part.prompt, part.deadline, bool(part.undo)
