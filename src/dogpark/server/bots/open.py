"""Who thinks for the bots of this process."""

from __future__ import annotations

from dogpark.server.bots.pool import Thinkers, Thinking
from dogpark.server.bots.redis_queue import SharedThinkers
from dogpark.server.settings import Settings


async def open_thinkers(settings: Settings) -> Thinking:
    """This process's own workers; with a bus, any worker on it."""
    here = Thinkers(settings.bot_workers)
    thinkers = here if settings.bus is None else SharedThinkers(here, settings.bus)
    await thinkers.start()
    return thinkers
