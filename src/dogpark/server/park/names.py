"""Names of tables and processes."""

from __future__ import annotations

import secrets

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # nothing that is read wrongly aloud


def new_id(length: int = 10) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
