"""The generators: known answers, and exactness of whole numbers below a bound."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dogpark.kernel.rng import (
    MASK,
    dice_below,
    dice_word,
    encipher,
    forget_nature,
    nature_below,
    nature_word,
)
from dogpark.kernel.schema import State

# Chaskey-12 MAC tags of the messages 00, 01, 02, … (reference implementation, N. Mouha): the key,
# and tags by message length. Messages of 0 to 16 bytes are one block, hence one permutation each.
KEY = [0x833D3433, 0x009F389F, 0x2398E64F, 0x417ACF39]
TAGS = {
    0: [0x43CB1F41, 0x51EBA0C2, 0xFF0A8AC3, 0x7EE3F642],
    1: [0xF9AC2067, 0x9C35A846, 0x441AAD3D, 0x777B7330],
    4: [0x0B2B62DB, 0x1E9E3F50, 0xA1B8DCAD, 0xB4279AE0],
    8: [0x9FAF57D6, 0xF4BC02CF, 0x6AF6D831, 0xD2930D90],
    15: [0x03CFB44B, 0x283C8163, 0xFCA71448, 0xC40A0AEA],
    16: [0x5DD0E2A9, 0xFB5EAC8C, 0x633A392E, 0x500C36F3],
}


def _doubled(key: list[int]) -> list[int]:
    """The key schedule's multiplication by x in GF(2^128)."""
    number = sum(limb << (32 * i) for i, limb in enumerate(key)) << 1
    if number >> 128:
        number = (number ^ 0x87) & ((1 << 128) - 1)
    return [(number >> (32 * i)) & MASK for i in range(4)]


def _mac_of_one_block(length: int) -> list[int]:
    """Chaskey-12 of 00, 01, …, computed with nature's cipher as its permutation."""
    message = bytes(range(length))
    subkey = _doubled(KEY)
    if length < 16:
        message += b"\1" + bytes(15 - length)
        subkey = _doubled(subkey)
    block = [int.from_bytes(message[i : i + 4], "little") for i in range(0, 16, 4)]
    s = State()
    s.rng_key = [a ^ b ^ c for a, b, c in zip(block, KEY, subkey, strict=True)]
    encipher(s, 0)  # permutes the key itself and adds the key again
    return [a ^ b ^ c for a, b, c in zip(s.rng_block, s.rng_key, subkey, strict=True)]


@pytest.mark.parametrize("length", sorted(TAGS))
def test_natures_permutation_is_chaskey_12(length: int) -> None:
    assert _mac_of_one_block(length) == TAGS[length]


def test_natures_stream_enciphers_a_counter_four_words_at_a_time() -> None:
    s, once = _state(), _state()
    stream = [nature_word(s) for _ in range(12)]
    blocks = []
    for counter in range(3):
        encipher(once, counter)
        blocks += once.rng_block
    assert stream == blocks
    assert s.rng_count == 12


def test_a_state_written_down_in_the_middle_of_a_block_goes_on_alike() -> None:
    s = _state()
    for _ in range(6):
        nature_word(s)
    other = State.from_dict(s.to_dict())
    assert [nature_word(s) for _ in range(9)] == [nature_word(other) for _ in range(9)]


def test_the_counter_comes_around_after_its_last_number() -> None:
    s = _state()
    s.rng_count = MASK
    nature_word(s)
    assert s.rng_count == 0


def test_a_forgotten_nature_shares_no_word_with_what_was() -> None:
    s = _state()
    nature_word(s)
    other = s.copy()
    forget_nature(other, [1, 2, 3, 4])
    assert not set(other.rng_key + other.rng_block) & set(s.rng_key + s.rng_block)
    ahead = {nature_word(s) for _ in range(40)}
    assert not ahead & {nature_word(other) for _ in range(40)}


# The first outputs of the reference xoshiro128++ 1.0 (D. Blackman, S. Vigna) for the state 1 2 3 4.
REFERENCE = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768]
AFTER_102400 = int.from_bytes(bytes.fromhex("fa3c872c"), "little")


def test_the_dice_are_xoshiro128_plus_plus() -> None:
    dice = [1, 2, 3, 4]
    assert [dice_word(dice) for _ in range(len(REFERENCE))] == REFERENCE


def test_the_dice_agree_with_the_reference_after_102400_words() -> None:
    dice = [1, 2, 3, 4]
    for _ in range(102_400):
        dice_word(dice)
    assert dice_word(dice) == AFTER_102400


def _below(word: int, n: int) -> int | None:
    """What one word gives, or None where it is rejected: the rule of ``below``, on its own."""
    product = word * n
    return None if product & MASK < (MASK + 1) % n else product >> 32


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 10, 108, 1000, 2**31 - 1])
def test_every_number_below_n_stands_for_equally_many_words(n: int) -> None:
    """Counted, not sampled: the accepted words of ``value`` are those of an interval."""
    for value in {0, min(1, n - 1), n // 2, n - 1}:
        first = -(-(value << 32) // n)  # the smallest word whose product reaches value
        last = -(-((value + 1) << 32) // n)
        rejected = sum(_below(word, n) is None for word in range(first, min(last, first + 2)))
        assert last - first - rejected == (1 << 32) // n


@given(st.integers(1, 2**31 - 1), st.lists(st.integers(1, MASK), min_size=4, max_size=4))
def test_below_follows_the_rule_word_by_word(n: int, dice: list[int]) -> None:
    s = State()
    s.rng_key = list(dice)
    words, rolls = s.copy(), list(dice)
    expected = next(v for v in iter(lambda: _below(nature_word(words), n), -1) if v is not None)
    assert nature_below(s, n) == expected
    expected = next(v for v in iter(lambda: _below(dice_word(rolls), n), -1) if v is not None)
    assert dice_below(dice, n) == expected


def test_a_rejected_word_is_followed_by_another() -> None:
    """For n just above half the range nearly every second word is rejected."""
    s, n = _state(), 2**31 + 1
    drawn = [nature_below(s, n) for _ in range(100)]
    assert s.rng_count > 120
    assert max(drawn) < n


@pytest.mark.parametrize("n", [6, 14])
def test_the_drawn_numbers_are_evenly_spread(n: int) -> None:
    s, tries = _state(), 7000
    counts = Counter(nature_below(s, n) for _ in range(tries))
    expected = Fraction(tries, n)
    chi2 = sum((count - expected) ** 2 / expected for count in counts.values())
    assert sorted(counts) == list(range(n))
    assert chi2 < 40  # beyond the 99.98 % point for 13 degrees of freedom


def _state() -> State:
    s = State()
    s.rng_key = [0x01234567, 0x89ABCDEF, 0xFEDCBA98, 0x76543210]
    return s
