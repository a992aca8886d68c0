"""The levels: what they have in mind, how they hesitate and slip, and which road they take."""

from __future__ import annotations

import pytest

from dogpark.games.dogpile.actions import TABLE
from dogpark.games.dogpile.memory import FIRM, grip_of, recalled
from dogpark.games.dogpile.state import NONE, Dogpile
from dogpark.games.dogpile.temper import AT_TABLE
from dogpark.kernel.playout import CHAMPION, FAMILY, PUPPY, WORKING
from dogpark.kernel.seed import dice_for
from tests.games.dogpile.table import PILE, arm, dig, do, round_begun

LEVELS = (PUPPY, FAMILY, WORKING, CHAMPION)


def choice(s: Dogpile, seat: int, policy: int, seed: int = 1) -> str:
    code = PILE.python["choose"](s, seat, policy, [0] * PILE.buffer, dice_for(seed, seat))
    return str(TABLE.action(code))


def looked_at(count: int) -> Dogpile:
    """Seat 0 has looked at the bones of the first spots and put each one back."""
    s = round_begun()
    faces = [f"{rank}{suit}" for suit in "♠♥" for rank in (*range(2, 11), "J", "Q", "K")]
    for spot, face in enumerate(faces[:count], 1):
        dig(s, 0, spot, face)
        do(s, 0, f"put {spot} down")
    return s


def in_mind(s: Dogpile, span: int) -> set[int]:
    grip = grip_of(s, 0, span)
    return {spot for spot in range(54) if recalled(s, 0, spot, grip) != NONE}


def test_a_dog_with_a_poor_memory_has_some_of_the_bones_in_mind_that_it_has_looked_at() -> None:
    """PILE-7.5"""
    s = looked_at(20)
    assert in_mind(s, 99) == set(range(20))
    assert in_mind(s, 6) < in_mind(s, 14) < set(range(20))


def test_what_is_forgotten_stays_forgotten() -> None:
    """PILE-7.5"""
    before = in_mind(looked_at(12), 6)
    assert in_mind(looked_at(20), 6) & set(range(12)) <= before


def test_few_bones_are_all_kept_in_mind() -> None:
    """PILE-7.5"""
    assert grip_of(looked_at(6), 0, 6) == FIRM


def test_what_lies_face_up_cannot_be_forgotten() -> None:
    """PILE-7.2"""
    s = looked_at(20)
    forgotten = min(set(range(20)) - in_mind(s, 1))
    s.up[forgotten] = 1
    assert forgotten in in_mind(s, 1)


def test_slower_levels_wait_more_often_and_none_does_at_a_live_table() -> None:
    """PILE-2.8: there the clock runs by itself"""
    s = round_begun()

    def waits(policy: int) -> int:
        return sum(choice(s, 0, policy, seed) == "wait" for seed in range(60))

    counts = [waits(level) for level in LEVELS]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 30
    assert counts[-1] == 0
    assert [waits(level + AT_TABLE) for level in LEVELS] == [0, 0, 0, 0]


def test_a_slip_is_the_spot_beside_or_a_bone_kept() -> None:
    """PILE-3.1, PILE-3.4"""
    s = round_begun()
    arm(s, 0, "K♠ Q♥")
    dig(s, 0, 20, "2♣")
    found = {choice(s, 0, PUPPY + AT_TABLE, seed).split()[0] for seed in range(80)}
    assert found == {"put", "keep"}


def test_a_champion_with_both_jokers_takes_the_low_road() -> None:
    """PILE-6.2"""
    s = round_begun(4)
    arm(s, 0, "joker★ joker☆")
    dig(s, 0, 40, "K♣")
    assert choice(s, 0, CHAMPION).startswith("put")


def test_a_champion_who_sees_a_joker_in_other_paws_does_not() -> None:
    """PILE-6.2"""
    s = round_begun(4)
    arm(s, 1, "joker★ joker☆")
    for bone in s.paw[1][:2]:
        s.seen[bone] |= 1
    arm(s, 0, "Q♠")
    dig(s, 0, 40, "K♣")
    assert choice(s, 0, CHAMPION) == "keep"


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_the_same_dice_are_the_same_move(level: int) -> None:
    """PILE-7.1: whatever the bones are that a dog has not looked at"""
    s = looked_at(15)
    dig(s, 1, 40, "A♦")
    do(s, 1, "keep")
    for seed in range(10):
        other = PILE.redeal(s, 0, dice_for(seed, 5))
        assert isinstance(other, Dogpile)
        assert choice(other, 0, level, seed) == choice(s, 0, level, seed)
