"""New ids, and the time."""

from __future__ import annotations

import secrets
import string
import time

_SIGNS = string.ascii_lowercase + string.digits


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


def new_id() -> str:
    """An id nobody can guess or meet again: 16 signs, 82 bits."""
    return "".join(secrets.choice(_SIGNS) for _ in range(16))


def like_an_id(text: str) -> bool:
    """Whether it may be worth asking the database; not every text may be sent to every one."""
    return 0 < len(text) <= 40 and text.isascii() and text.isalnum()
