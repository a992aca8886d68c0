"""Quick matches: whoever asks is seated at once, with people who want the same."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING

from dogpark.play.game import Game
from dogpark.server.entries import Opened, Who
from dogpark.server.park.names import new_id
from dogpark.server.park.sitting import Sitting, wall_ms
from dogpark.server.store.matches import Matches
from dogpark.server.table import drafts
from dogpark.server.table.clocks import seconds_of
from dogpark.server.table.no import No

if TYPE_CHECKING:
    from dogpark.server.park.park import Park

TRIES = 20  # each one that fails means that a table was opened meanwhile, or filled
OPENING = 1.0  # seconds until a table that was announced must be there
LOOKS = 0.05  # seconds between two looks for it


class Matching:
    """Brings people together who want to play the same."""

    def __init__(self, park: Park) -> None:
        self.park = park
        self._matches = Matches(park.store)
        # Here one at a time looks for a match of a kind; between processes the database decides.
        self._turns: defaultdict[tuple[str, int], asyncio.Lock] = defaultdict(asyncio.Lock)

    async def seat(self, game: Game, who: Who, seconds: float) -> Sitting:
        """A seat at the table that waits for such players, or at a new one that does."""
        name, players = game.facts.name, game.players
        async with self._turns[name, players]:
            for _ in range(TRIES):
                waiting = await self._matches.waiting(name, players)
                there = None if waiting is None else await self._found(waiting)
                if there is not None and await _seated(there, who):
                    return there
                table = new_id()
                if await self._matches.open(name, players, table, instead_of=waiting):
                    new = await self.park.open(_waiting(game, who, seconds), table)
                    if await _seated(new, who):  # unless others have filled it meanwhile
                        return new
        raise No("wait", "Many people are being seated just now; please try again.")

    async def _found(self, table: str) -> Sitting | None:
        """A table that still waits. One that was announced only now is waited for, for a moment."""
        listed = await self.park.directory.get(table)
        if listed is not None and listed.status != "open":
            return None  # most that are looked at here have begun: no need to read a whole game
        until = time.monotonic() + OPENING
        while True:
            try:
                return await self.park.sitting(table)
            except No:
                if time.monotonic() > until:
                    return None  # whoever announced it has fallen
                await asyncio.sleep(LOOKS)


async def _seated(sitting: Sitting, who: Who) -> bool:
    """Whether there was a seat at this table; a full one begins."""
    try:
        await sitting.do(lambda table: drafts.sit(table, who, None, None))
    except No:
        return False  # somebody was faster, or it was closed
    if not any(seat.free for seat in sitting.table.seats):
        with suppress(No):  # somebody has got up in this very moment
            await sitting.do(lambda table: drafts.begin(table, None))
    return True


def _waiting(game: Game, host: Who, seconds: float) -> Opened:
    """A table that waits for others, and begins with bots after so many seconds."""
    timed = game.facts.timed
    return Opened(
        game=game.facts.name,
        players=game.players,
        options={},
        host=host,
        clock="none" if timed else "live",
        seconds=None if timed else seconds_of("live", None),
        public=True,
        rules=game.facts.rules_version,
        fill_at=wall_ms() + int(seconds * 1000),
        fill_bot=drafts.STAND_IN,
    )
