"""Presence: who is connected to a table, and who has gone.

Each process knows its own sockets only. Where there are several, each notes in the log who comes to
it, and one that sees somebody go says so after a moment unless they have come elsewhere. If it says
so nevertheless, the process where they are contradicts. So the log ends with the truth.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from dogpark.server.park.eyes import Listener
from dogpark.server.park.patience import TROUBLE, patiently
from dogpark.server.park.sitting import Sitting
from dogpark.server.people.ids import is_gone
from dogpark.server.table import drafts
from dogpark.server.table.drafts import Draft
from dogpark.server.table.table import Table

if TYPE_CHECKING:
    from dogpark.server.park.park import Park

BLINK = 5.0  # seconds somebody may be gone without anybody noticing
WAITING_BLINK = 60.0  # before the game: whoever sends the link to a friend leaves the page for that


class Presence:
    """Comings and goings at the tables of this process."""

    def __init__(self, park: Park) -> None:
        self.park = park
        self._greeting: set[tuple[str, str]] = set()  # tables and people
        self._missing: dict[tuple[str, str], asyncio.TimerHandle] = {}

    async def came(self, sitting: Sitting, person: str) -> None:
        """Somebody is here: seats of theirs that others have played are theirs again."""
        self._miss_no_more(sitting, person)
        try:
            await self._back(sitting, person)
        except TROUBLE:
            self._greet(sitting, person)

    def went(self, listener: Listener, sitting: Sitting) -> None:
        """Somebody watches no more; if they stay away the table is told."""
        sitting.unwatch(listener)
        self.miss(sitting, listener.person, sitting.table.seq)

    def miss(self, sitting: Sitting, person: str, since: int) -> None:
        """Somebody was last here at entry ``since``; the table is told unless they come anywhere."""
        table = sitting.table
        if not _attended(table) or not table.places_of(person) or sitting.present(person):
            return
        self._miss_no_more(sitting, person)
        blink = BLINK if table.status == "playing" else WAITING_BLINK
        self._missing[sitting.id, person] = asyncio.get_running_loop().call_later(
            blink, self._missed, sitting, person, since
        )

    def miss_absent(self, sitting: Sitting, since: int) -> None:
        """Whoever has a place and is not here may be gone: nobody else has seen to it."""
        for person in sitting.table.people | {sitting.table.host.id}:
            self.miss(sitting, person, since)

    def miss_unseen(self, sitting: Sitting) -> None:
        """Whoever took a seat before the game and never came is missed like who has come and gone."""
        table = sitting.table
        for person in table.people | {table.host.id}:
            places = [table.place(seat) for seat in table.places_of(person)]
            unseen = any(there.came == 0 and there.away_since is None for there in places)
            if unseen and (sitting.id, person) not in self._missing:
                self.miss(sitting, person, table.seq)

    def miss_gone(self, sitting: Sitting) -> None:
        """The names of people were erased: they will not come back, and whoever waits must know."""
        for person in filter(is_gone, sitting.table.people | {sitting.table.host.id}):
            self.miss(sitting, person, sitting.table.seq)

    def check(self, sitting: Sitting) -> None:
        """After every change: somebody is here of whom other processes do not know."""
        table, shared = sitting.table, self.park.shared
        places = table.seats
        if table.status == "open" and not table.seats_of(table.host.id):
            places = [*places, table.standing]
        for seat in places:
            unknown = seat.away_since is not None or (shared and not seat.came)
            if unknown and seat.who and sitting.present(seat.who.id):
                self._greet(sitting, seat.who.id)

    def _greet(self, sitting: Sitting, person: str) -> None:
        if not _attended(sitting.table) or not sitting.table.places_of(person):
            return
        if (sitting.id, person) not in self._greeting:
            self._greeting.add((sitting.id, person))
            self.park.spawn(self._keep_greeting(sitting, person))

    async def _keep_greeting(self, sitting: Sitting, person: str) -> None:
        try:
            await patiently(partial(self._back, sitting, person))
        finally:
            self._greeting.discard((sitting.id, person))

    async def _back(self, sitting: Sitting, person: str) -> None:
        for seat in sitting.table.places_of(person):
            if not sitting.present(person):
                return
            if self.park.shared:
                await sitting.do(partial(_arriving, sitting, seat, person))
            else:
                await sitting.do(partial(drafts.back, seat=seat, person=person))

    def _miss_no_more(self, sitting: Sitting, person: str) -> None:
        timer = self._missing.pop((sitting.id, person), None)
        if timer is not None:
            timer.cancel()

    def _missed(self, sitting: Sitting, person: str, since: int) -> None:
        del self._missing[sitting.id, person]
        self.park.spawn(patiently(partial(self._away, sitting, person, since)))

    async def _away(self, sitting: Sitting, person: str, since: int) -> None:
        for seat in sitting.table.places_of(person):
            if not sitting.present(person):
                # That they came here may have been noted only when they had gone again.
                here = max(since, sitting.noted.get(seat, 0))
                await sitting.do(partial(drafts.away, seat=seat, since=here, person=person))


def _arriving(sitting: Sitting, seat: int | None, person: str, table: Table) -> Draft | None:
    """Somebody's coming, unless it was noted meanwhile or they have gone again."""
    if not sitting.present(person):
        return None
    draft = drafts.arrive(table, seat, person, sitting.noted.get(seat, 0))
    if draft is not None:
        sitting.noted[seat] = table.seq + 1
    return draft


def _attended(table: Table) -> bool:
    """Whether it matters who is there."""
    return table.status in ("open", "playing")
