"""Seeds: texts that make streams and commitments."""

from __future__ import annotations

from hashlib import sha256, shake_256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dogpark.kernel.schema import State
from dogpark.kernel.seed import (
    commitment,
    dice_for,
    fresh_seed,
    seed_nature,
    seed_text,
    seed_words,
)


def test_a_number_means_its_text() -> None:
    assert seed_text(7) == "7"
    assert commitment(7) == commitment("7")
    assert seed_words(7) == seed_words("7")


@pytest.mark.parametrize("seed", ["", "x" * 201])
def test_an_empty_or_endless_seed_is_refused(seed: str) -> None:
    with pytest.raises(ValueError, match="1 to 200 characters"):
        seed_text(seed)


def test_the_commitment_is_a_hash_that_anyone_can_compute() -> None:
    assert commitment("abc") == sha256(b"dogpark commitment 1\nabc").hexdigest()


def test_nature_and_every_seat_have_streams_of_their_own() -> None:
    s = State()
    seed_nature(s, "abc")
    streams = [tuple(s.rng_key), *(tuple(dice_for("abc", seat)) for seat in range(6))]
    assert len(set(streams)) == 7
    words = shake_256(b"dogpark streams 1\nabc").digest(16)
    assert s.rng_key == [int.from_bytes(words[i : i + 4], "little") for i in range(0, 16, 4)]


def test_seeding_again_starts_the_stream_anew() -> None:
    s, other = State(), State()
    seed_nature(s, 1)
    s.rng_count, s.rng_block = 5, [1, 2, 3, 4]
    seed_nature(s, 2)
    seed_nature(other, 2)
    assert s == other


@given(st.text(min_size=1, max_size=30), st.text(min_size=1, max_size=30))
def test_different_seeds_have_different_streams_and_commitments(a: str, b: str) -> None:
    if a != b:
        assert commitment(a) != commitment(b)
        assert seed_words(a) != seed_words(b)


def test_fresh_seeds_are_long_and_never_the_same() -> None:
    seeds = {fresh_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert {len(seed) for seed in seeds} == {64}


@pytest.mark.parametrize("seat", [-1, 6])
def test_there_are_no_dice_for_seats_that_do_not_exist(seat: int) -> None:
    with pytest.raises(ValueError, match="seats 0 to 5"):
        dice_for("any", seat)
