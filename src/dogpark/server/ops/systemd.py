"""What systemd is told where it has started us: that we serve, and again and again that we live.

A server that hangs does not end, so nobody would start it again; with ``WatchdogSec`` systemd does.
Where something else has started us nobody is told anything.
"""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress


async def serving() -> None:
    """Says that we serve, and from then on that the event loop comes round; until cancelled."""
    _tell("READY=1")
    every = int(os.environ.get("WATCHDOG_USEC", "0")) / 1_000_000 / 3
    while every:
        _tell("WATCHDOG=1")
        await asyncio.sleep(every)


def _tell(words: str) -> None:
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address.startswith("@"):
        address = "\0" + address[1:]  # a name that is in no folder
    if address:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(words.encode(), address)
