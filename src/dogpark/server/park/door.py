"""The door: who is banned or gone for good is shown out, also where a socket was open already."""

from __future__ import annotations

import asyncio

from dogpark.server.park.park import Park
from dogpark.server.park.patience import TROUBLE
from dogpark.server.people.register import People

LOOKS = 10.0  # seconds between two looks


async def watch_door(park: Park, people: People) -> None:
    """Ends the connections of people who are not welcome any more, until cancelled."""
    while True:
        await asyncio.sleep(LOOKS)
        try:
            unwelcome = await people.unwelcome({one.person for one in park.connections})
        except TROUBLE:
            continue
        for connection in tuple(park.connections):
            if connection.person in unwelcome:
                connection.end()
