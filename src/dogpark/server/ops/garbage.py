"""When Python looks for what reference counts do not find: objects that hold each other.

While it looks, everybody waits, for about a millisecond per ten thousand objects. Messages and moves come and
go without such garbage; requests, connections and tables leave some behind. So what is young is looked at
often and in small portions, what has outlived that every other second or, where a thousand tables leave much of it,
so much more often that nobody waits long, and everything together seldom, in a moment with little to do.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final

YOUNG: Final = 500  # objects more than before; Python's own rule for the rest is left out
NEVER: Final = 1 << 30
MIDDLE: Final = 1  # the generation of what is neither young nor old, as Python counts them
SOON: Final = 2.0  # seconds between two looks at what is not young any more, and not old, at most
SOONEST: Final = 0.05
PAUSE: Final = 0.005  # seconds for which all may wait; after a longer look the next comes sooner
SELDOM: Final = 60.0  # seconds between two looks at everything, at least
RARER: Final = 1000.0  # times as long as the last look took: a thousandth of the time
LATEST: Final = 300.0  # seconds; what has gathered for longer is no less when it is looked at later
GLANCE: Final = 1.0  # seconds
LITTLE: Final = 0.1  # of a core; a process that needs less has little to do


def in_portions() -> None:
    """Looks at what is young by itself, and at nothing else; what there is by now stays for good."""
    gc.set_threshold(YOUNG, NEVER, NEVER)
    keep()


def keep() -> None:
    """What there is now is needed to the end, and not looked at again."""
    gc.freeze()


async def collect() -> None:
    """Looks at what is not young any more, until cancelled."""
    async with asyncio.TaskGroup() as both:
        both.create_task(_collect_soon())
        both.create_task(_collect_seldom())


async def _collect_soon() -> None:
    """What a request has left behind has outlived what is young, and would lie about for long."""
    wait = SOON
    while True:
        await asyncio.sleep(wait)
        began = time.perf_counter()
        gc.collect(MIDDLE)
        wait = after(wait, time.perf_counter() - began)


def after(wait: float, took: float) -> float:
    """How long to wait for the next look, after a look that took so long: there is as much to see as came meanwhile."""
    if took > PAUSE:
        return max(SOONEST, wait / 2)
    return min(SOON, wait * 2) if took < PAUSE / 4 else wait


async def _collect_seldom() -> None:
    """Everything, now and then."""
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
