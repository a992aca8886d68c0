"""The park: every table this process has at hand, and the duty to keep some of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from dogpark.play.position import Position
from dogpark.server import entries
from dogpark.server.bots.job import job_for
from dogpark.server.bots.pool import Choice, Thinking
from dogpark.server.bus.news import ANEW, Bus, News
from dogpark.server.entries import Opened
from dogpark.server.log.rows import Log, Row, Unavailable
from dogpark.server.ops import logs
from dogpark.server.ops.metrics import Metrics
from dogpark.server.park.allowance import Allowances
from dogpark.server.park.ending import finished, summary
from dogpark.server.park.glances import Glances
from dogpark.server.park.keeping import BEAT, Keeping, beats, needs_keeper, tidies
from dogpark.server.park.live import Live
from dogpark.server.park.matching import Matching
from dogpark.server.park.names import new_id
from dogpark.server.park.patience import AGAIN, TROUBLE, patiently
from dogpark.server.park.presence import Presence
from dogpark.server.park.sitting import Sitting, wall_ms
from dogpark.server.park.taking_back import Judges
from dogpark.server.people.ratings import record_result
from dogpark.server.settings import Settings
from dogpark.server.store.directory import Directory, Roll
from dogpark.server.store.engine import Store
from dogpark.server.store.sealed import Sealed
from dogpark.server.table.no import unknown_table
from dogpark.server.table.table import Table

if TYPE_CHECKING:
    from dogpark.server.http.socket import Connection

SWEEP = 15.0  # seconds between looks at the log for news the bus has lost
THINKING = 10.0  # seconds a bot may think; then a simpler one answers
LISTING = 2.0  # seconds somebody waits for the lobby to know what they did

log = logs.get(__name__)


class Park:
    """All sittings of this process."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        log: Log,
        bus: Bus,
        thinkers: Thinking,
        metrics: Metrics,
        process: str,
        roll: Roll | None = None,
    ) -> None:
        self.settings = settings
        self.store = store
        self.directory = Directory(store, roll)
        self.log = log
        self.bus = bus
        self.thinkers = thinkers
        self.metrics = metrics
        self.process = process
        self.shared = settings.shared
        self.sittings: dict[str, Sitting] = {}
        self.connections: set[Connection] = set()
        self.draining = False
        self.sealed = Sealed(store)
        self.keeping = Keeping(self)
        self.presence = Presence(self)
        self.matching = Matching(self)
        self.judges = Judges(self)
        self.glances = Glances(self)
        self.allowances = Allowances()
        self._lives: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Sitting]] = {}
        self._doubted: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._projected: dict[str, bytes] = {}
        self._projecting: dict[str, set[asyncio.Task[None]]] = {}

    # -- life -------------------------------------------------------------------------------------

    async def start(self) -> None:
        if not self.shared:
            await self.directory.forget_others(self.process)
        await self.bus.start(self.hear)
        self.spawn(beats(self.keeping))
        self.spawn(tidies(self.keeping))
        if self.shared:
            self.spawn(self._sweep())

    async def stop(self) -> None:
        """Hands every table over to other processes."""
        if self.draining:
            return
        self.draining = True
        self.keeping.let_all_go()
        for live in self._lives.values():
            live.stop()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.directory.leave(self.process)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Does something beside everything else; while the server closes nothing new begins."""
        if self.draining:
            work.close()
            work = _nothing()
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("task failed", exc_info=task.exception())

    async def _sweep(self) -> None:
        """Looks at the log where the bus may have lost something; often while it is away."""
        swept = time.monotonic()
        while True:
            await asyncio.sleep(BEAT)
            if self.bus.up and time.monotonic() - swept < SWEEP:
                continue
            swept = time.monotonic()
            for sitting in list(self.sittings.values()):
                try:
                    if sitting.eyes or sitting.kept:
                        await sitting.catch_up()
                except Unavailable:
                    break
                except Exception:
                    log.exception("table not read", table=sitting.id)

    async def hear(self, news: News) -> None:
        """A table's log has reached a number, or was rewritten: others have seen to that."""
        loading = self._loading.get(news.table)
        sitting = await asyncio.shield(loading) if loading else self.sittings.get(news.table)
        if sitting is None:
            return
        if news.seq == ANEW:
            self.spawn(patiently(sitting.read_anew))
            return
        if not self.at_home(sitting.id) and not sitting.eyes and not sitting.kept:
            sitting.fall_behind()  # it would be read in vain; who asks for it reads it
            return
        try:
            await sitting.catch_up(news.seq)
        except Unavailable:
            self.doubt(sitting)

    async def forget(self, person: str, tables: Iterable[str]) -> None:
        """Somebody has gone for good, and their name was erased from these tables' logs."""
        for connection in tuple(self.connections):
            if connection.person == person:
                connection.end()
        self.glances.forget(tables)
        for table in tables:
            self.bus.publish(News(table, ANEW))
            sitting = self.sittings.get(table)
            if sitting is not None:
                try:
                    await sitting.read_anew()
                except TROUBLE:
                    self.spawn(patiently(sitting.read_anew))

    # -- tables -----------------------------------------------------------------------------------

    async def open(self, opened: Opened, name: str | None = None) -> Sitting:
        """A new table; of a name that nobody else has, unless one is given."""
        name = name or new_id()
        if not await self.log.append(Row(name, 1, wall_ms(), entries.encode(opened))):
            return await self.open(opened)  # the one chance in 32^10 that this name was taken
        return await self.sitting(name)

    def at_home(self, table: str) -> bool:
        """Whether no sibling of this process has more to do with that table."""
        return self.settings.place is None or self.settings.place.is_home(table)

    async def sitting(self, id: str) -> Sitting:  # noqa: A002
        """The table of that name, read from the log unless it is at hand."""
        sitting = self.sittings.get(id)
        if sitting is not None:
            sitting.used_at = time.monotonic()
            if sitting.behind:
                await sitting.catch_up()
            return sitting
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.create_task(self._load(id))
            loading.add_done_callback(partial(self._loaded, id))
        return await asyncio.shield(loading)  # others may wait for it too

    async def _load(self, id: str) -> Sitting:  # noqa: A002
        sitting = Sitting(self, id)
        self.bus.follow(id)  # before reading, so that nothing is missed between
        try:
            await sitting.catch_up()
            if sitting.table.seq == 0:
                raise unknown_table()
        except BaseException:
            self.bus.unfollow(id)
            raise
        sitting.silence = wall_ms() - sitting.table.at
        self.sittings[id] = sitting
        self.changed(sitting)
        return sitting

    def _loaded(self, id: str, loading: asyncio.Task[Sitting]) -> None:  # noqa: A002
        del self._loading[id]
        if not loading.cancelled():
            loading.exception()  # who waits gets it, and nobody need wait any more

    def drop(self, sitting: Sitting) -> None:
        """Puts a table away that nobody watches or keeps here."""
        self.bus.unfollow(sitting.id)
        live = self._lives.pop(sitting.id, None)
        if live is not None:
            live.stop()
        self.sittings.pop(sitting.id, None)
        self._projected.pop(sitting.id, None)

    def live(self, sitting: Sitting) -> Live:
        """The waiting moves of a live table."""
        return self._lives.setdefault(sitting.id, Live(self, sitting))

    def changed(self, sitting: Sitting) -> None:
        """After every change of a table: the lobby hears of it, and its keeper looks ahead.

        What changed is saved by now; whatever goes wrong here must not look like a refusal.
        """
        try:
            self._changed(sitting)
        except Exception:
            log.exception("change not followed up", table=sitting.id)

    def _changed(self, sitting: Sitting) -> None:
        if self.sittings.get(sitting.id) is not sitting:
            return
        table = sitting.table
        self.keeping.attend(sitting)
        if table.clock is not None:
            self.live(sitting).plan()
        if self.shared or not table.quiet:
            self.presence.check(sitting)
        if self._projected.get(sitting.id) != table.info_json:
            self._projected[sitting.id] = table.info_json
            unkept = not sitting.kept and needs_keeper(table) and self.at_home(table.id)
            projecting = self.spawn(self._project(sitting, keep=unkept))
            self._projecting.setdefault(sitting.id, set()).add(projecting)
            projecting.add_done_callback(partial(self._projects_no_more, sitting.id))

    def _projects_no_more(self, id: str, projecting: asyncio.Task[None]) -> None:  # noqa: A002
        others = self._projecting[id]
        others.discard(projecting)
        if not others:
            del self._projecting[id]

    def projecting(self, sitting: Sitting) -> bool:
        """Whether the lobby does not know yet how a table stands, or who keeps it."""
        return sitting.id in self._projecting

    async def listed(self, sitting: Sitting) -> None:
        """Waits until the lobby knows a table as it is now: who changed it sees that at once."""
        projecting = self._projecting.get(sitting.id)
        if projecting is not None:
            await asyncio.wait(tuple(projecting), timeout=LISTING)

    async def _project(self, sitting: Sitting, *, keep: bool) -> None:
        """The lobby's list, results and ratings follow the log; they can always be made anew."""
        table = sitting.table
        try:
            if table.status == "over":
                # First: a table that the lobby knows as over is looked at by nobody any more.
                await record_result(self.store, finished(table))
            awaited = None if self.at_home(table.id) else wall_ms()
            await self.directory.put(summary(table), self.process if keep else None, awaited)
            if keep and await self.directory.keep(table.id, self.process, wall_ms()):
                await self.keeping.take_over(sitting)
            if table.status in ("over", "closed"):
                self.keeping.let_go(table.id)
                if table.game.facts.veiled:
                    await self.sealed.clear(table.id)
        except Exception as error:  # noqa: BLE001 (the database is away: try again)
            log.warning("projection waits", table=table.id, reason=type(error).__name__)
            self._projected.pop(table.id, None)
            await asyncio.sleep(AGAIN)
            self.changed(sitting)

    def doubt(self, sitting: Sitting) -> None:
        """Nobody knows whether the log holds more than was read: look as soon as it can be read."""
        if sitting.id not in self._doubted:
            self._doubted.add(sitting.id)
            self.spawn(self._look(sitting))

    def doubts(self, sitting: Sitting) -> bool:
        """Whether the log may hold something that was saved here and never folded."""
        return sitting.id in self._doubted

    async def _look(self, sitting: Sitting) -> None:
        try:
            await asyncio.sleep(AGAIN)
            await patiently(sitting.catch_up)
            # Whoever saved it was cut short before it could tell the others.
            self.bus.publish(News(sitting.id, sitting.table.seq))
        finally:
            self._doubted.discard(sitting.id)

    async def decide(
        self, table: Table, position: Position, seat: int, level: str, dice: str
    ) -> Choice:
        """What a bot does in a seat; it thinks in another process."""
        job = job_for(position, seat, level, dice)
        choice = await self.thinkers.choose(job, THINKING, table.id)
        self.metrics.bot_seconds.observe(choice.seconds)
        if choice.stumbled is not None:
            self.metrics.bot_stumbles.inc()
        return choice


async def _nothing() -> None:
    """What is left to do while the server closes."""
