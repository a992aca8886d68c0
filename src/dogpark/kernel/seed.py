"""Seeds: from a text to nature's key, the bots' dice and a commitment that can be published.

Every seed is a text. ``start(seed=7)`` means the text ``7``; game 12 of ``simulate(seed=7)`` is
the text ``7/12``, so any simulated game can be played again on its own.
"""

from __future__ import annotations

import secrets
from hashlib import sha256, shake_256
from typing import TypeAlias

from dogpark.kernel.facts import MAX_SEATS
from dogpark.kernel.rng import LIMBS
from dogpark.kernel.schema import State

Seed: TypeAlias = int | str


def seed_text(seed: Seed) -> str:
    text = str(seed)
    if not text or len(text) > 200:
        raise ValueError("a seed is a whole number or a text of 1 to 200 characters")
    return text


def fresh_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_hex(32)


def commitment(seed: Seed) -> str:
    """What may be published before the game: it fixes the seed without telling it."""
    return sha256(b"dogpark commitment 1\n" + seed_text(seed).encode()).hexdigest()


def seed_words(seed: Seed) -> bytes:
    """Nature's key, then the dice of each seat: little-endian 32-bit words."""
    length = 4 * LIMBS * (1 + MAX_SEATS)
    return shake_256(b"dogpark streams 1\n" + seed_text(seed).encode()).digest(length)


def _limbs(words: bytes, stream: int) -> list[int]:
    start = 4 * LIMBS * stream
    return [
        int.from_bytes(words[at : at + 4], "little") for at in range(start, start + 4 * LIMBS, 4)
    ]


def seed_nature(s: State, seed: Seed) -> None:
    s.rng_key = _limbs(seed_words(seed), 0)
    s.rng_block = [0] * LIMBS
    s.rng_count = 0


def dice_for(seed: Seed, seat: int) -> list[int]:
    """The generator of a bot in that seat."""
    if not 0 <= seat < MAX_SEATS:
        raise ValueError(f"there are dice for seats 0 to {MAX_SEATS - 1}, not {seat}")
    return _limbs(seed_words(seed), 1 + seat)
