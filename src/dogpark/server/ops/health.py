"""Whether this process is alive, and whether it should be sent players."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import msgspec

from dogpark.server.ops import logs

PATIENCE: Final = 2.0  # seconds a probe may take
FRESH: Final = 1.0  # seconds an answer is good for: many may ask, the database is asked once

log = logs.get(__name__)

Check: TypeAlias = Callable[[], Awaitable[str | None]]
"""Returns None where all is well, or a note; raises where it is not."""


class Unwell(Exception):
    """A part does not work; the message says how, in fixed words that anybody may read."""


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one part of the server is."""

    name: str
    ok: bool
    note: str | None = None


class Report(msgspec.Struct, frozen=True):
    """Whether players may be sent here, and how each part is. Fixed words, nothing of the set-up."""

    ready: bool
    draining: bool
    parts: list[Part]


class Health:
    """The probes of this process; parts register theirs when they start."""

    def __init__(self) -> None:
        self.draining = False
        self._checks: dict[str, tuple[Check, bool]] = {}
        self._asked: asyncio.Task[list[Part]] | None = None
        self._answered = -FRESH

    def probe(self, name: str, check: Check, *, needed: bool = True) -> None:
        """Ask this too. Where it is not needed, its failure is told and play goes on."""
        self._checks[name] = check, needed

    async def report(self) -> Report:
        """How things are now, or were within the last second."""
        if self._asked is None or (
            self._asked.done() and time.monotonic() - self._answered >= FRESH
        ):
            self._asked = asyncio.create_task(self._ask(), name="health")
        parts = await asyncio.shield(self._asked)
        needed_fail = any(not part.ok and self._checks[part.name][1] for part in parts)
        return Report(not self.draining and not needed_fail, self.draining, parts)

    async def _ask(self) -> list[Part]:
        parts = await asyncio.gather(
            *(self._one(name, check) for name, (check, _) in self._checks.items())
        )
        self._answered = time.monotonic()
        return parts

    async def _one(self, name: str, check: Check) -> Part:
        try:
            async with asyncio.timeout(PATIENCE):
                return Part(name, True, await check())
        except TimeoutError:
            log.warning("probe timed out", probe=name, seconds=PATIENCE)
            return Part(name, False, "does not answer")
        except Unwell as unwell:
            log.warning("probe failed", probe=name, reason=str(unwell))
            return Part(name, False, str(unwell))
        except Exception as error:  # noqa: BLE001 (whatever is wrong there, the answer is "not ready")
            log.warning("probe failed", probe=name, error=type(error).__name__)
            return Part(name, False, "does not work")
