"""The door: who may not come in any more is shown out, also where a socket was open already.

That is who is banned or gone for good, has logged out everywhere, or came with a token that was
revoked since.
"""

from __future__ import annotations

import asyncio

from dogpark.server.ops import logs
from dogpark.server.park.park import Park
from dogpark.server.park.patience import TROUBLE
from dogpark.server.people.register import People

LOOKS = 10.0  # seconds between two looks

log = logs.get(__name__)


async def watch_door(park: Park, people: People) -> None:
    """Ends the connections of people who are not welcome any more, until cancelled."""
    while True:
        await asyncio.sleep(LOOKS)
        try:
            await show_out(park, people)
        except TROUBLE:
            continue
        except Exception:  # whatever it is, the next look must come
            log.exception("door not watched")


async def show_out(park: Park, people: People) -> None:
    """Ends the connections of people who are not welcome any more."""
    unwelcome = await people.unwelcome({one.held for one in park.connections})
    for connection in tuple(park.connections):
        if connection.held in unwelcome:
            connection.end()
