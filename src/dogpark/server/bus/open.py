"""Opens the bus of a server."""

from __future__ import annotations

from dogpark.server.bus.here import Here
from dogpark.server.bus.news import Bus
from dogpark.server.bus.redis import RedisBus
from dogpark.server.settings import Settings


def open_bus(settings: Settings, process: str) -> Bus:
    """The bus of these settings, as this process uses it; Redis is reached once it is started."""
    return Here() if settings.bus is None else RedisBus(settings.bus, process)
