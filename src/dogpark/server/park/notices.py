"""What the host does from the command line while this process runs is taken to heart here at once."""

from __future__ import annotations

import asyncio

from dogpark.server.bus.news import ANEW, News
from dogpark.server.ops import logs
from dogpark.server.park.door import show_out
from dogpark.server.park.park import Park
from dogpark.server.park.patience import TROUBLE
from dogpark.server.people.register import People
from dogpark.server.store.notices import latest

LOOKS = 1.0  # seconds between two looks

log = logs.get(__name__)


async def watch_notices(park: Park, people: People) -> None:
    """Hears of closed tables, of erased names and of who is not welcome any more, until cancelled."""
    seen: int | None = None  # what was done before this process began, it knows already
    while True:
        try:
            seen = await _look(park, people, seen)
        except TROUBLE:
            pass
        except Exception:  # whatever it is, the next look must come
            log.exception("notice not heard")
        await asyncio.sleep(LOOKS)


async def _look(park: Park, people: People, seen: int | None) -> int:
    notice = await latest(park.store)
    if seen is None or seen == notice.number:
        return notice.number
    missed = notice.number != seen + 1  # there were several: any table may be concerned
    tables = dict.fromkeys(park.sittings, ANEW) if missed else notice.tables
    for table, seq in tables.items():
        await park.hear(News(table, seq))
    await show_out(park, people)
    return notice.number
