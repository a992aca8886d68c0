"""Keeping: the tables whose bots and clocks this process runs, and what becomes of those of others.

A process shows that it lives once in a while. Tables of one that does not are claimed by any other;
a table that nobody needs now is let go, to be woken at its time or by somebody who comes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from dogpark.server import entries
from dogpark.server.ops import logs
from dogpark.server.park.patience import TROUBLE, patiently
from dogpark.server.park.sitting import Sitting, wall_ms
from dogpark.server.park.tender import Tender
from dogpark.server.store.directory import DEAD_MS
from dogpark.server.table.drafts import Draft
from dogpark.server.table.no import No
from dogpark.server.table.table import Table

if TYPE_CHECKING:
    from dogpark.server.park.park import Park

BEAT = 1.0  # seconds between signs of life
TIDY = 15.0  # seconds between looks for tables that are idle here, or that nobody keeps
IDLE = 300.0  # seconds after which a table that nobody watches is put away
LATER_MS = 60_000  # until a table is tried again that could not be taken over
MISSED_MS = 5_000  # a table at which nothing happened for so long may have missed something
MISSED_LIVE_MS = 1_000  # where a second matters
MISSED_DAYS_MS = 60_000  # by correspondence: overdue for so long

log = logs.get(__name__)


class Keeping:
    """The tables this process keeps."""

    def __init__(self, park: Park) -> None:
        self.park = park
        self.tenders: dict[str, Tender] = {}
        self._taking: set[str] = set()  # tables that are being taken over
        self._beaten: int | None = None  # when this process last showed that it lives
        self._patient_until = 0  # whoever was away itself does not judge others at once
        self._living: frozenset[str] = frozenset()

    async def beat(self) -> None:
        """Shows that this process lives, and goes on where another does not any more."""
        park, now = self.park, wall_ms()
        if park.shared or self._beaten is None:  # a process that is alone need not show it again
            address = f"{park.settings.host}:{park.settings.port}"
            await park.directory.beat(park.process, now, address)
        heard = wall_ms()  # by others, at the latest: it may have waited for a slow database
        if park.shared and self._beaten is not None and heard - self._beaten > DEAD_MS:
            self._patient_until = heard + DEAD_MS
            await self._lose()
        self._beaten = now
        if now >= self._patient_until:
            at_home = None if park.settings.place is None else park.at_home
            for table in await park.directory.claim(park.process, now, at_home=at_home):
                park.spawn(self._adopt(table))
        if park.shared:
            await self._look_round(now)

    async def _lose(self) -> None:
        """This process was silent for so long that others may have taken its tables."""
        kept = await self.park.directory.kept_by(self.park.process)
        for table in [table for table in self.tenders if table not in kept]:
            self.let_go(table)

    async def _look_round(self, now: int) -> None:
        """With another process those are gone who were connected there."""
        living = await self.park.directory.living(now)
        if living is None:
            return
        if now < self._patient_until:
            self._living |= living
            return
        if self._living - living:
            for tender in list(self.tenders.values()):
                self.park.presence.miss_absent(tender.sitting, tender.sitting.table.seq)
        self._living = living

    async def _adopt(self, id: str) -> None:  # noqa: A002
        """Goes on with a table that was given to this process."""
        sitting = None
        try:
            sitting = await patiently(partial(self.park.sitting, id))
            await self.take_over(sitting)
        except Exception as error:
            if sitting is None and isinstance(error, No):
                log.error("table without a log", table=id)
                return
            # Let another try, or this one again after a while.
            log.exception("table not taken over", table=id)
            wake = {id: wall_ms() + LATER_MS}
            await patiently(partial(self.park.directory.release, self.park.process, wake))

    async def take_over(self, sitting: Sitting) -> None:
        """Keeps a table from now on; what it missed while nobody did is made good."""
        if sitting.id in self.tenders or sitting.id in self._taking:
            return
        if not needs_keeper(sitting.table):
            return
        self._taking.add(sitting.id)
        try:
            await patiently(lambda: sitting.do(partial(_clocked, sitting.silence)))
            sitting.silence = 0
            self.keep(sitting)
            if sitting.behind:  # others were faster while nobody here was concerned
                await patiently(sitting.catch_up)
        finally:
            self._taking.discard(sitting.id)

    def keep(self, sitting: Sitting) -> None:
        if self.park.draining or sitting.id in self.tenders:
            return
        sitting.kept = True
        self.tenders[sitting.id] = Tender(self.park, sitting)
        self.attend(sitting)
        if sitting.table.clock is not None:
            self.park.live(sitting).plan()

    def attend(self, sitting: Sitting) -> None:
        """After every change of a table: what happens by itself is planned, if this keeps it."""
        tender = self.tenders.get(sitting.id)
        if tender is None:
            return
        tender.plan()
        table = sitting.table
        if table.status != tender.called:
            tender.called = table.status
            fresh = wall_ms() - (table.begun_at or 0) < MISSED_MS
            # In a game that has just begun nobody can have gone with another process yet.
            self.park.presence.miss_absent(sitting, 0 if fresh else table.seq)
        elif table.status == "open":
            self.park.presence.miss_unseen(sitting)

    def let_go(self, table: str) -> None:
        tender = self.tenders.pop(table, None)
        if tender is not None:
            tender.stop()
            tender.sitting.kept = False

    def let_all_go(self) -> None:
        for table in list(self.tenders):
            self.let_go(table)

    # -- tidying ----------------------------------------------------------------------------------

    async def tidy(self) -> None:
        """Puts idle tables away, and keeps those that need it and that nobody keeps."""
        unwatched = [one for one in self.park.sittings.values() if not one.eyes]
        idle = [one for one in unwatched if time.monotonic() - one.used_at > IDLE]
        await self.put_away(idle)
        await self._send_home(
            [one for one in unwatched if one.kept and not self.park.at_home(one.id)]
        )
        unsure = [
            sitting.id
            for sitting in self.park.sittings.values()
            if sitting.eyes and sitting.id not in self.tenders and needs_keeper(sitting.table)
        ]
        for table in await self.park.directory.unkept(unsure):
            if await self.park.directory.keep(table, self.park.process, wall_ms()):
                self.park.spawn(self._adopt(table))
        await self.park.directory.forget_dead(wall_ms())

    async def _send_home(self, sittings: Sequence[Sitting]) -> None:
        """Leaves tables to the siblings where they are at home, and which are there again."""
        now, process = wall_ms(), self.park.process
        await self.park.directory.release(process, {sitting.id: now for sitting in sittings})
        for sitting in sittings:
            self.let_go(sitting.id)

    async def put_away(self, sittings: Sequence[Sitting]) -> None:
        """Forgets tables here, unless something happens there soon or somebody comes.

        One of which the lobby is just told stays: who told it would keep a table that is forgotten.
        """
        park, soon = self.park, wall_ms() + 2 * IDLE * 1000
        wakes: dict[str, int | None] = {}
        kept: list[tuple[Sitting, float]] = []
        for sitting in sittings:
            if park.projecting(sitting) or sitting.id in self._taking:
                continue
            tender = self.tenders.get(sitting.id)
            if tender is None:
                park.drop(sitting)
                continue
            wake = tender.wake_at()
            if wake is None or wake >= soon:
                wakes[sitting.id] = wake
                kept.append((sitting, sitting.used_at))
        await park.directory.release(park.process, wakes)
        for sitting, used in kept:
            if sitting.used_at == used:
                self.let_go(sitting.id)
                park.drop(sitting)
            else:
                await self._keep_on(sitting.id)

    async def _keep_on(self, table: str) -> None:
        """Somebody has come just when it was let go; it is kept here if nobody else was faster."""
        kept = False
        try:
            kept = await self.park.directory.keep(table, self.park.process, wall_ms())
        finally:
            if not kept:
                self.let_go(table)


async def beats(keeping: Keeping) -> None:
    """Shows that the process lives, for as long as it runs. Nothing that takes long is done here."""
    while True:
        await _tried(keeping.beat(), "no sign of life")
        await asyncio.sleep(BEAT)


async def tidies(keeping: Keeping) -> None:
    """Tidies up now and then."""
    while True:
        await asyncio.sleep(TIDY)
        await _tried(keeping.tidy(), "not tidied up")


async def _tried(work: Coroutine[Any, Any, None], failure: str) -> None:
    try:
        await work
    except TROUBLE as error:
        log.warning(failure, reason=type(error).__name__)
    except Exception:
        log.exception("rounds failed")


def needs_keeper(table: Table) -> bool:
    """Whether something may still happen at this table.

    One that has not begun may have to be given up, or be given another host. And if the process
    falls just after the beginning, somebody has to notice that it has begun.
    """
    return table.status in ("open", "playing")


def _clocked(silence: int, table: Table) -> Draft | None:
    now = wall_ms()
    missed = _out_of_reach(table, now, max(silence, now - table.at))
    return Draft(entries.Clocked()) if missed else None


def _out_of_reach(table: Table, now: int, silence: int) -> bool:
    """Whether people may have lost time because nobody kept the table.

    By correspondence a table is woken when somebody's time is up, and nothing was lost unless
    that comes late.
    """
    if table.status != "playing":
        return False
    if table.opened.clock == "correspondence":
        times = [table.deadline(seat) for seat in table.asked]
        due = min((at for at in times if at is not None), default=None)
        return due is not None and now - due > MISSED_DAYS_MS
    if table.clock is not None:
        return silence > MISSED_LIVE_MS
    ticks = table.opened.seconds is not None or table.window is not None
    return ticks and silence > MISSED_MS
