"""When Python looks for what reference counts do not find: objects that hold each other.

While it looks, everybody waits, for about a millisecond per ten thousand objects. Messages and moves come and
go without such garbage; requests, connections and tables leave some behind. So what is young is looked at
often and in small portions, what has just outlived that less often, else a request's garbage would lie about
until the next look at everything: that comes seldom, in a moment with little to do.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final

YOUNG: Final = 500  # objects more than before
OLDER: Final = 20  # looks at what is young; then one at what is left of them
NEVER: Final = 1 << 30
SELDOM: Final = 60.0  # seconds between two looks at everything, at least
RARER: Final = 1000.0  # times as long as the last look took: a thousandth of the time
LATEST: Final = 300.0  # seconds; what has gathered for longer is no less when it is looked at later
GLANCE: Final = 1.0  # seconds
LITTLE: Final = 0.1  # of a core; a process that needs less has little to do


def in_portions() -> None:
    """Looks at what is not old by itself, and at nothing else; what there is by now stays for good."""
    gc.set_threshold(YOUNG, OLDER, NEVER)
    keep()


def keep() -> None:
    """What there is now is needed to the end, and not looked at again."""
    gc.freeze()


async def collect_seldom() -> None:
    """Looks at everything now and then, until cancelled."""
    pause = SELDOM
    while True:
        await asyncio.sleep(pause)
        await _lull(SELDOM)
        began = time.perf_counter()
        gc.collect()
        pause = min(max(SELDOM, RARER * (time.perf_counter() - began)), LATEST)


async def _lull(patience: float) -> None:
    """Waits for a moment with little to do; not for ever."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        spent = time.process_time()
        await asyncio.sleep(GLANCE)
        if time.process_time() - spent < LITTLE * GLANCE:
            return
