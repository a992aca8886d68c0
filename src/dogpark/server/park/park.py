"""The park: every table this process has at hand, and the duty to keep some of them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Coroutine, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from dogpark.play.position import Position
from dogpark.play.refused import Refused
from dogpark.server import entries
from dogpark.server.bots.job import job_for
from dogpark.server.bots.pool import Choice, Thinking
from dogpark.server.bus.news import ANEW, Bus, News
from dogpark.server.entries import Opened
from dogpark.server.log.rows import Log, Row, Unavailable
from dogpark.server.ops import logs
from dogpark.server.ops.metrics import Metrics
from dogpark.server.park.ending import finished, summary
from dogpark.server.park.eyes import Listener
from dogpark.server.park.live import Live
from dogpark.server.park.sitting import Sitting, wall_ms
from dogpark.server.park.tender import Tender
from dogpark.server.people.ratings import record_result
from dogpark.server.settings import Settings
from dogpark.server.store.directory import Directory
from dogpark.server.store.engine import Store
from dogpark.server.store.sealed import Sealed
from dogpark.server.table import drafts
from dogpark.server.table.no import No
from dogpark.server.table.table import Table

if TYPE_CHECKING:
    from dogpark.server.http.socket import Connection

BEAT = 1.0  # seconds between signs of life
SWEEP = 15.0  # seconds between looks at the log for news the bus has lost
IDLE = 300.0  # seconds after which a table that nobody watches is put away
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # nothing that is read wrongly aloud
THINKING = 10.0  # seconds a bot may think; then a simpler one answers
BLINK = 5.0  # seconds somebody may be gone without anybody noticing

log = logs.get(__name__)


def new_id(length: int = 10) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


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
    ) -> None:
        self.settings = settings
        self.store = store
        self.directory = Directory(store)
        self.log = log
        self.bus = bus
        self.thinkers = thinkers
        self.metrics = metrics
        self.process = process
        self.sittings: dict[str, Sitting] = {}
        self.connections: set[Connection] = set()
        self.draining = False
        self.sealed = Sealed(store)
        self._tenders: dict[str, Tender] = {}
        self._lives: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Future[Sitting]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._projected: dict[str, bytes] = {}

    # -- life -------------------------------------------------------------------------------------

    async def start(self) -> None:
        if self.settings.on_sqlite:
            await self.directory.forget_others(self.process)  # there is no other process
        await self.directory.beat(
            self.process, wall_ms(), f"{self.settings.host}:{self.settings.port}"
        )
        await self.bus.start(self._hear)
        self.spawn(self._beat())
        self.spawn(self._sweep())

    async def stop(self) -> None:
        """Hands every table over to other processes."""
        if self.draining:
            return
        self.draining = True
        for tender in self._tenders.values():
            tender.stop()
        for live in self._lives.values():
            live.stop()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.directory.leave(self.process)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("task failed", exc_info=task.exception())

    async def _beat(self) -> None:
        """Says that this process lives, and takes over tables whose keeper does not."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                now = wall_ms()
                await self.directory.beat(
                    self.process, now, f"{self.settings.host}:{self.settings.port}"
                )
                for table in await self.directory.claim(self.process, now):
                    self.spawn(self._adopt(table))
            except Exception as error:  # noqa: BLE001 (the database is away; the next beat tries again)
                log.warning("no sign of life", reason=type(error).__name__)

    async def _adopt(self, id: str) -> None:  # noqa: A002
        """Goes on with a table whose keeper is gone; its clocks begin anew."""
        sitting = await self.sitting(id)
        table = sitting.table
        if table.status == "playing" and wall_ms() - table.at > BLINK * 1000 and ticking(table):
            await sitting.do(lambda _: drafts.Draft(entries.Clocked()))
        self._keep(sitting)
        for there in table.seats:
            if there.who is not None and not sitting.present(there.who.id):
                self._miss(sitting, there.who.id)

    async def _sweep(self) -> None:
        """Looks at the log where the bus may have lost something; puts idle tables away."""
        while True:
            await asyncio.sleep(SWEEP if self.bus.up else BEAT)
            for sitting in list(self.sittings.values()):
                if sitting.eyes:
                    try:
                        await sitting.catch_up()
                    except Unavailable:
                        break
                elif not sitting.eyes and time.monotonic() - sitting.used_at > IDLE:
                    await self._put_away(sitting)

    async def _put_away(self, sitting: Sitting) -> None:
        tender = self._tenders.pop(sitting.id, None)
        wake = tender.wake_at() if tender else None
        if tender is not None and wake is not None and wake - wall_ms() < 2 * IDLE * 1000:
            self._tenders[sitting.id] = tender  # something happens there soon
            return
        if tender is not None:
            tender.stop()
            sitting.kept = False
            await self.directory.release(self.process, {sitting.id: wake})
        self.bus.unfollow(sitting.id)
        live = self._lives.pop(sitting.id, None)
        if live is not None:
            live.stop()
        self.sittings.pop(sitting.id, None)
        self._projected.pop(sitting.id, None)

    async def _hear(self, news: News) -> None:
        loading = self._loading.get(news.table)
        sitting = await asyncio.shield(loading) if loading else self.sittings.get(news.table)
        if sitting is None:
            return
        if news.seq == ANEW:
            await sitting.read_anew()
        else:
            await sitting.catch_up(news.seq)

    async def forget(self, person: str, tables: Iterable[str]) -> None:
        """Somebody has gone for good, and their name was erased from these tables' logs."""
        for connection in tuple(self.connections):
            if connection.person == person:
                connection.end()
        for table in tables:
            sitting = self.sittings.get(table)
            if sitting is not None:
                await sitting.read_anew()
            self.bus.publish(News(table, ANEW))

    # -- tables -----------------------------------------------------------------------------------

    async def open(self, opened: Opened) -> Sitting:
        """A new table."""
        sitting = Sitting(self, new_id())
        sitting_row = Row(sitting.id, 1, wall_ms(), entries.encode(opened))
        if not await self.log.append(sitting_row):
            return await self.open(opened)  # the one chance in 32^10 that this name was taken
        self.sittings[sitting.id] = sitting
        self.bus.follow(sitting.id)
        await sitting.catch_up()
        return sitting

    async def sitting(self, id: str) -> Sitting:  # noqa: A002
        """The table of that name, read from the log unless it is at hand."""
        sitting = self.sittings.get(id)
        if sitting is not None:
            sitting.used_at = time.monotonic()
            return sitting
        loading = self._loading.get(id)
        if loading is not None:
            return await asyncio.shield(loading)
        future: asyncio.Future[Sitting] = asyncio.get_running_loop().create_future()
        self._loading[id] = future
        try:
            sitting = await self._load(id)
            future.set_result(sitting)
        except BaseException as error:
            future.set_exception(error)
            future.exception()  # whoever else waits gets it; nobody need
            raise
        finally:
            del self._loading[id]
        return sitting

    async def _load(self, id: str) -> Sitting:  # noqa: A002
        sitting = Sitting(self, id)
        self.bus.follow(id)  # before reading, so that nothing is missed between
        await sitting.catch_up()
        if sitting.table.seq == 0:
            self.bus.unfollow(id)
            raise No("unknown", "There is no such table.")
        self.sittings[id] = sitting
        self.changed(sitting)
        if needs_keeper(sitting.table) and await self.directory.keep(id, self.process, wall_ms()):
            self._keep(sitting)
        return sitting

    def _keep(self, sitting: Sitting) -> None:
        if self.draining or sitting.id in self._tenders:
            return
        sitting.kept = True
        tender = self._tenders[sitting.id] = Tender(self, sitting)
        tender.plan()

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
        if sitting.id not in self.sittings:
            return
        table = sitting.table
        tender = self._tenders.get(sitting.id)
        if tender is not None:
            tender.plan()
        if table.clock is not None:
            self.live(sitting).plan()
        if self._projected.get(sitting.id) != table.info_json:
            first_playing = tender is None and needs_keeper(table)
            self._projected[sitting.id] = table.info_json
            self.spawn(self._project(sitting, keep=first_playing))

    async def _project(self, sitting: Sitting, *, keep: bool) -> None:
        """The lobby's list, results and ratings follow the log; they can always be made anew."""
        table = sitting.table
        try:
            await self.directory.put(summary(table), self.process if keep else None)
            if keep and await self.directory.keep(table.id, self.process, wall_ms()):
                self._keep(sitting)
            if table.status == "over":
                await record_result(self.store, finished(table))
            if table.status in ("over", "closed"):
                tender = self._tenders.pop(table.id, None)
                if tender is not None:
                    tender.stop()
                    sitting.kept = False
        except Exception as error:  # noqa: BLE001 (the database is away: try again)
            log.warning("projection waits", table=table.id, reason=type(error).__name__)
            self._projected.pop(table.id, None)
            await asyncio.sleep(BEAT)
            self.changed(sitting)

    def doubt(self, sitting: Sitting) -> None:
        """The log could not say whether an entry was saved: look as soon as it can."""

        async def look() -> None:
            while True:
                await asyncio.sleep(BEAT)
                try:
                    await sitting.catch_up()
                    return
                except Unavailable:
                    continue

        self.spawn(look())

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

    # -- coming and going -------------------------------------------------------------------------

    async def came(self, sitting: Sitting, person: str) -> None:
        """Somebody watches: seats of theirs that others have played are theirs again."""
        for seat in sitting.table.seats_of(person):
            await sitting.do(partial(drafts.back, seat=seat, person=person))

    def went(self, listener: Listener, sitting: Sitting) -> None:
        """Somebody watches no more; if they stay away the table is told."""
        sitting.unwatch(listener)
        if not sitting.present(listener.person) and not self.draining:
            self._miss(sitting, listener.person)

    def _miss(self, sitting: Sitting, person: str) -> None:
        if sitting.table.status != "playing" or not sitting.table.seats_of(person):
            return

        async def later() -> None:
            await asyncio.sleep(BLINK)
            if sitting.present(person):
                return
            try:
                for seat in sitting.table.seats_of(person):
                    await sitting.do(partial(drafts.away, seat=seat))
            except (Unavailable, No, Refused):
                pass  # the next keeper notices

        self.spawn(later())


def needs_keeper(table: Table) -> bool:
    """Whether something happens at this table by itself."""
    return table.status == "playing" or (
        table.status == "open" and table.opened.fill_at is not None
    )


def ticking(table: Table) -> bool:
    """Whether time matters at this table."""
    return table.opened.seconds is not None or table.clock is not None or table.window is not None
