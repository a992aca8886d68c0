"""Randomness: one unpredictable stream for nature, one quick stream for bots that roll dice.

Rule dialect: runs in Python, native and on the GPU unchanged. All arithmetic is on 32-bit limbs
held in wider integers and masked, so that Python's big ints and 64-bit machine words agree.

Nature's stream is the Chaskey-12 permutation (Mouha et al. 2014; ISO/IEC 29192-6) keyed as an
Even-Mansour cipher and run over a counter: 128-bit key, 36 bytes in all. A linear generator would
be faster, but a patient player could solve for its state from the dice and cards on the table and
then know every card to come.

Bots draw from xoshiro128++ (Blackman and Vigna), one stream per seat. Nobody gains by predicting
that one, and since it is separate a bot's dithering never changes the cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dogpark.kernel.schema import Row, State

MASK = 0xFFFFFFFF
LIMBS = 4


def nature_word(s: State) -> int:
    """The next 32 random bits of nature's stream."""
    count = s.rng_count & MASK
    s.rng_count = (count + 1) & MASK
    if count % LIMBS == 0:
        encipher(s, count // LIMBS)
    return s.rng_block[count % LIMBS] & MASK


def encipher(s: State, counter: int) -> None:
    """Fills the block: four words for the price of one permutation."""
    k0 = s.rng_key[0] & MASK
    k1 = s.rng_key[1] & MASK
    k2 = s.rng_key[2] & MASK
    k3 = s.rng_key[3] & MASK
    v0 = k0 ^ counter
    v1 = k1
    v2 = k2
    v3 = k3
    for _ in range(12):
        v0 = (v0 + v1) & MASK
        v1 = (((v1 << 5) | (v1 >> 27)) & MASK) ^ v0
        v0 = ((v0 << 16) | (v0 >> 16)) & MASK
        v2 = (v2 + v3) & MASK
        v3 = (((v3 << 8) | (v3 >> 24)) & MASK) ^ v2
        v0 = (v0 + v3) & MASK
        v3 = (((v3 << 13) | (v3 >> 19)) & MASK) ^ v0
        v2 = (v2 + v1) & MASK
        v1 = (((v1 << 7) | (v1 >> 25)) & MASK) ^ v2
        v2 = ((v2 << 16) | (v2 >> 16)) & MASK
    s.rng_block[0] = v0 ^ k0
    s.rng_block[1] = v1 ^ k1
    s.rng_block[2] = v2 ^ k2
    s.rng_block[3] = v3 ^ k3


def nature_below(s: State, n: int) -> int:
    """A uniform whole number in 0..n-1 (Lemire's multiply-and-reject: exact, no bias)."""
    product = nature_word(s) * n
    if (product & MASK) < n:
        threshold = (MASK + 1 - n) % n
        while (product & MASK) < threshold:
            product = nature_word(s) * n
    return product >> 32


def forget_nature(s: State, dice: Row) -> None:
    """Gives a state another future: nothing that nature was about to do can be read from it."""
    for limb in range(LIMBS):
        s.rng_key[limb] = dice_word(dice)
        s.rng_block[limb] = 0
    s.rng_count = 0


def dice_word(dice: Row) -> int:
    """The next 32 random bits of a bot's stream."""
    d0 = dice[0] & MASK
    d1 = dice[1] & MASK
    d2 = dice[2] & MASK
    d3 = dice[3] & MASK
    total = (d0 + d3) & MASK
    word = ((((total << 7) | (total >> 25)) & MASK) + d0) & MASK
    shifted = (d1 << 9) & MASK
    d2 ^= d0
    d3 ^= d1
    d1 ^= d2
    d0 ^= d3
    d2 ^= shifted
    d3 = ((d3 << 11) | (d3 >> 21)) & MASK
    dice[0] = d0
    dice[1] = d1
    dice[2] = d2
    dice[3] = d3
    return word


def dice_below(dice: Row, n: int) -> int:
    """A uniform whole number in 0..n-1 from a bot's stream."""
    product = dice_word(dice) * n
    if (product & MASK) < n:
        threshold = (MASK + 1 - n) % n
        while (product & MASK) < threshold:
            product = dice_word(dice) * n
    return product >> 32
