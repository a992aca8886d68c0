"""Everything a serving process has open, from the database to the bots, opened and closed in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

from dogpark.server.bots.compiling import Compiler, watch_compiled
from dogpark.server.bots.open import open_thinkers
from dogpark.server.bus.news import Bus
from dogpark.server.bus.open import open_bus
from dogpark.server.log.open import open_log
from dogpark.server.ops.health import Health, Unwell
from dogpark.server.ops.metrics import Metrics
from dogpark.server.ops.process import Drain, watch_lag
from dogpark.server.ops.saving import Saving
from dogpark.server.park.door import watch_door
from dogpark.server.park.names import new_id
from dogpark.server.park.notices import watch_notices
from dogpark.server.park.park import Park
from dogpark.server.people.expiry import watch_guests
from dogpark.server.people.register import People
from dogpark.server.settings import Settings, secret_beside
from dogpark.server.siblings.bus import SiblingBus
from dogpark.server.siblings.hubline import HubLine, SiblingBuckets
from dogpark.server.store import migrate
from dogpark.server.store.engine import Store, open_store, sqlite_file
from dogpark.server.store.meta import shared_secret, try_to_write

HUB_SECONDS = 1.5  # in which the hub says that it is there; less than health's own patience


@dataclass
class Serving:
    """The parts that requests use."""

    settings: Settings
    store: Store
    people: People
    park: Park
    health: Health
    metrics: Metrics
    drain: Drain


@asynccontextmanager
async def open_serving(
    settings: Settings, health: Health, metrics: Metrics, drain: Drain
) -> AsyncIterator[Serving]:
    """Opens everything; the database's form must be current (``migrate.upgrade``)."""
    async with AsyncExitStack() as stack:
        if settings.on_sqlite and not settings.secret:
            settings = replace(settings, secret=secret_beside(sqlite_file(settings)))
        hub = None if settings.place is None else HubLine(settings.place)
        if hub is not None:
            await hub.open()
            stack.push_async_callback(hub.close)
        store = open_store(settings, hub)
        stack.push_async_callback(store.close)
        if not settings.secret:
            settings = replace(settings, secret=await shared_secret(store))
        log = await open_log(settings, hub)
        stack.push_async_callback(log.close)
        saving = Saving(metrics)
        log.on_outcome = saving.hear
        process = new_id()
        bus = open_bus(settings, process) if hub is None else SiblingBus(hub)
        stack.push_async_callback(bus.close)
        thinkers = await open_thinkers(settings)
        stack.push_async_callback(thinkers.close)
        if settings.compile:
            compiler = Compiler()
            compiler.start()
            stack.push_async_callback(compiler.close)
        park = Park(settings, store, log, bus, thinkers, metrics, process, roll=hub)
        people = People(store, settings, buckets=None if hub is None else SiblingBuckets(hub))
        stack.push_async_callback(people.close)
        people.on_gone = park.forget
        await park.start()
        stack.push_async_callback(park.stop)
        metrics.tables_loaded.set_function(lambda: len(park.sittings))
        metrics.tables_kept.set_function(lambda: sum(s.kept for s in tuple(park.sittings.values())))
        metrics.bot_jobs.set_function(lambda: thinkers.waiting)
        metrics.bot_memory.set_function(lambda: thinkers.memory)
        metrics.bus_up.set_function(lambda: float(bus.up))
        health.probe("database", partial(_answers, store))
        health.probe("log", saving.check)
        if hub is None:
            health.probe("bus", partial(_listens, bus), needed=False)
        else:
            health.probe("hub", partial(_is_there, hub))
        watching = asyncio.create_task(saving.watch(partial(try_to_write, store)))
        stack.callback(watching.cancel)
        compiled = asyncio.create_task(watch_compiled(metrics.games_compiled.set))
        stack.callback(compiled.cancel)
        lag = asyncio.create_task(watch_lag(metrics))
        stack.callback(lag.cancel)
        door = asyncio.create_task(watch_door(park, people))
        stack.callback(door.cancel)
        notices = asyncio.create_task(watch_notices(park, people))
        stack.callback(notices.cancel)
        guests = asyncio.create_task(watch_guests(store, settings.guests_kept_days))
        stack.callback(guests.cancel)
        yield Serving(settings, store, people, park, health, metrics, drain)


async def _answers(store: Store) -> str | None:
    """The database answers, and is in the form this program needs."""
    async with store.connect() as connection:
        at = await connection.run_sync(migrate.revision)
    return None if at == migrate.head() else "is at another revision; restart to migrate"


async def _listens(bus: Bus) -> str | None:
    if not bus.up:
        raise ConnectionError
    return None


async def _is_there(hub: HubLine) -> str | None:
    """It alone writes for siblings; without it everybody waits."""
    try:
        async with asyncio.timeout(HUB_SECONDS):
            await hub.ask()
    except (TimeoutError, EOFError):
        raise Unwell("is away; nothing can be saved until it is back") from None
    return None
