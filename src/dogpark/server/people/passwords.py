"""Passwords: hashed with Argon2, away from the event loop, and never more at once than is good.

A hash takes tens of milliseconds and tens of megabytes on purpose, so few run at the same time and
few may wait: whoever comes after that is asked to come back, and the tables play on undisturbed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from dogpark.server.people.refused import NotDone

SHORTEST = 8
LONGEST = 256
AT_ONCE = 2
MAY_WAIT = 32

T = TypeVar("T")


class Passwords:
    """Makes and checks hashes. One for the process."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._limiter: anyio.CapacityLimiter | None = None
        self._here = 0  # hashes being made, or waited for
        # Checked where there is nothing to check, so that an unknown name takes as long as a wrong
        # password and the answer does not tell which it was.
        self._nobody = self._hasher.hash("nobody has this password")

    async def hash(self, password: str) -> str:
        """Raises NotDone for a password that is none."""
        good = sound(password)
        return await self._aside(lambda: self._hasher.hash(good))

    async def matches(self, kept: str | None, password: str) -> bool:
        """Whether this is the password; takes the same time where none is kept."""
        return await self._aside(lambda: self._check(kept, password))

    def outdated(self, kept: str) -> bool:
        """Whether a hash was made with weaker parameters than today's."""
        return self._hasher.check_needs_rehash(kept)

    def _check(self, kept: str | None, password: str) -> bool:
        try:
            self._hasher.verify(kept or self._nobody, password[: LONGEST + 1])
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None

    async def _aside(self, work: Callable[[], T]) -> T:
        if self._limiter is None:  # it belongs to an event loop, which is there only now
            self._limiter = anyio.CapacityLimiter(AT_ONCE)
        if self._here >= AT_ONCE + MAY_WAIT:
            raise NotDone("too many", "Too many people are logging in just now.", after=2)
        self._here += 1
        try:
            return await anyio.to_thread.run_sync(work, limiter=self._limiter)
        finally:
            self._here -= 1


def sound(password: str) -> str:
    """The password, if it can be one. Nothing is asked of it but length."""
    if len(password) < SHORTEST:
        raise NotDone(
            "unreadable", f"A password has at least {SHORTEST} signs; a sentence is best."
        )
    if len(password) > LONGEST:
        raise NotDone("unreadable", f"A password has at most {LONGEST} signs.")
    if any(0xD800 <= ord(sign) <= 0xDFFF for sign in password):
        raise NotDone("unreadable", "That password holds a broken sign.")
    return password
