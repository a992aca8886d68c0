"""New ids, and the time."""

from __future__ import annotations

import secrets
import string
import time

LENGTH = 16
GONE = "gone"
_SIGNS = string.ascii_lowercase + string.digits


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


def new_id() -> str:
    """An id nobody can guess or meet again: 16 signs, 82 bits."""
    return "".join(secrets.choice(_SIGNS) for _ in range(LENGTH))


def gone_id() -> str:
    """Nobody's id, in place of somebody's who has gone for good."""
    return GONE + new_id()


def is_gone(person: str) -> bool:
    """Whether this is the id of somebody who has gone for good."""
    return person.startswith(GONE) and len(person) == len(GONE) + LENGTH


def like_an_id(text: str) -> bool:
    """Whether it may be worth asking the database; not every text may be sent to every one."""
    return 0 < len(text) <= 40 and text.isascii() and text.isalnum()
