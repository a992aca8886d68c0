"""A glance at tables from outside: whose turn it is, for those who have them in a list.

Nobody sits down for that: a table that is not at hand is neither kept nor watched nor followed, and
nothing of it is written. What was read of its log is remembered, so that the next glance reads on.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from dogpark.server import entries
from dogpark.server.park.patience import unhurried
from dogpark.server.table.table import Table

if TYPE_CHECKING:
    from dogpark.server.park.park import Park

REMEMBERED = 200  # tables
ANEW = 20  # in one list, of those of which nothing is known; the next look takes the next ones


class Turn(NamedTuple):
    """A table waits for somebody, until then."""

    deadline: int | None


class Glances:
    """Looks at tables that nobody here need sit at."""

    def __init__(self, park: Park) -> None:
        self.park = park
        self._known: OrderedDict[str, Table] = OrderedDict()
        self._alone: dict[str, asyncio.Lock] = {}

    async def turns(self, person: str, tables: Iterable[str]) -> dict[str, Turn]:
        """Which of these tables wait for a move of this person."""
        turns, anew = {}, 0
        for name in tables:
            anew += not self._at_hand(name)
            if anew <= ANEW or self._at_hand(name):
                turn = await self._turn(await self._table(name), person)
                if turn is not None:
                    turns[name] = turn
        return turns

    def forget(self, tables: Iterable[str]) -> None:
        """Names were erased from the logs of these tables."""
        for name in tables:
            self._known.pop(name, None)

    def _at_hand(self, name: str) -> bool:
        sitting = self.park.sittings.get(name)
        return name in self._known or (sitting is not None and not sitting.behind)

    async def _table(self, name: str) -> Table:
        sitting = self.park.sittings.get(name)
        if sitting is not None and not sitting.behind:
            return sitting.table
        async with self._alone.setdefault(name, asyncio.Lock()):
            table = self._known.pop(name, None) or Table(name)  # if it fails, begin again
            async for row in unhurried(await self.park.log.read(name, table.seq)):
                table.fold(row.seq, row.at, entries.decode(row.body))
            self._known[name] = table
            if len(self._known) > REMEMBERED:
                forgotten, _ = self._known.popitem(last=False)
                self._alone.pop(forgotten, None)
            return table

    async def _turn(self, table: Table, person: str) -> Turn | None:
        """Asked of the person's own seats alone: who else is asked may be a secret."""
        mine = {seat for seat in table.seats_of(person) if not table.seats[seat].bot_plays}
        mine.intersection_update(table.asked)
        if mine and table.window is not None:
            sealed = await self.park.sealed.read(table.id, table.window_seq)
            mine -= {answer.seat for answer in sealed}
        if not mine:
            return None
        times = [table.deadline(seat) for seat in mine]
        waits = table.deserted  # clocks do so too, until somebody comes
        return Turn(None if waits else min((at for at in times if at is not None), default=None))
