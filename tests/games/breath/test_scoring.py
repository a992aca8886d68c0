"""What a hand is worth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dogpark.games.breath.actions import CARDS
from dogpark.games.breath.scoring import hand_points
from dogpark.games.breath.words import parts_of
from tests.games.breath.table import hand, sort_of


def points(text: str, last: str = "") -> int:
    """The points of a hand, and the sum of what explains them."""
    held, discarded = hand(text), sort_of(last) if last else -1
    assert sum(held) == 7
    total = hand_points(held, discarded)
    assert sum(part.points for part in parts_of(held, discarded)) == total
    return total


def lines(text: str, last: str = "") -> list[tuple[int, str]]:
    parts = parts_of(hand(text), sort_of(last) if last else -1)
    return [(part.points, part.words) for part in parts]


def test_three_meat_with_a_bone_and_a_pair_make_21() -> None:
    """BRE-7.1, BRE-7.7: acceptance case 1"""
    assert points("Msd Mbd Msn B Psd Vbd Vsn") == 21
    assert lines("Msd Mbd Msn B Psd Vbd Vsn") == [(18, "3 meat with a bone"), (3, "1 pair")]


def test_without_a_bone_meat_and_its_pairs_are_worth_nothing() -> None:
    """BRE-7.1, BRE-7.3, BRE-7.7: acceptance case 2"""
    assert points("Msd Mbd Msn Vsd Vbd Vsn Psd") == 15
    assert lines("Msd Mbd Msn Vsd Vbd Vsn Psd") == [(12, "3 vege"), (3, "1 pair")]


def test_six_meat_butts_and_a_bone_make_47() -> None:
    """BRE-7.1, BRE-7.4, BRE-7.5: acceptance case 3; not all night, and no pair"""
    assert points("Mbn Mbn Mbn Mbd Mbd Mbd B") == 47
    assert lines("Mbn Mbn Mbn Mbd Mbd Mbd B") == [
        (36, "6 meat with a bone"),
        (5, "all food of one kind"),
        (6, "all butts"),
    ]


def test_seven_vege_with_three_pairs_make_42() -> None:
    """BRE-7.3, BRE-7.4, BRE-7.7: acceptance case 4; one of them is day"""
    assert points("Vbn Vbn Vbn Vsn Vsn Vsn Vsd") == 42


def test_bones_and_specials_do_not_spoil_one_kind_of_food() -> None:
    """BRE-7.2, BRE-7.4, BRE-7.8: acceptance case 5"""
    assert points("Psd Psd Psd Pbd B S G") == 32
    assert lines("Psd Psd Psd Pbd B S G") == [
        (20, "4 poop"),
        (5, "all food of one kind"),
        (3, "1 pair"),
        (4, "2 specials"),
    ]


def test_a_bone_and_a_pair_of_each_kind_by_day_make_60() -> None:
    """BRE-8.1: acceptance case 6"""
    assert points("B Vsd Vbd Psd Pbd Msd Mbd") == 60
    assert len(lines("B Vsd Vbd Psd Pbd Msd Mbd")) == 1


def test_by_night_they_make_65() -> None:
    """BRE-8.2: acceptance case 6; all night is not counted on top"""
    assert points("B Vsn Vbn Psn Pbn Msn Mbn") == 65


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("B Vsd Vbd Psd Pbd Msd Mbn", 0),  # one is night
        ("B Vsd Vsd Psd Pbd Msd Mbd", 0),  # no vege butt
        ("G Vsd Vbd Psd Pbd Msd Mbd", 2),  # no bone
        ("B Vsn Vbn Psn Pbn Msn Mbd", 0),
        ("B Vsn Vbn Psn Psn Msn Mbn", 6),  # all night
    ],
)
def test_nearly_a_combo_is_none(text: str, right: int) -> None:
    """BRE-8.1, BRE-8.2, BRE-7.6, BRE-7.8"""
    assert points(text) == right


def test_six_bones_and_one_meat_make_100() -> None:
    """BRE-8.4: acceptance case 6"""
    for meat in ("Msd", "Msn", "Mbd", "Mbn"):
        assert points(f"B B B B B B {meat}") == 100
    assert points("B B B B B B Psd") == 0
    assert points("B B B B B B Pbn") == 2  # all butts, all night: one food card each


def test_seven_meat_make_80_if_a_bone_was_discarded_last() -> None:
    """BRE-8.3: acceptance case 6"""
    seven = "Msd Msd Msd Msd Mbd Mbd Mbd"
    assert points(seven, last="B") == 80
    assert points(seven, last="Psd") == 0
    assert points(seven) == 0


def test_seven_meat_without_a_bone_still_count_butts_and_night() -> None:
    """BRE-7.5, BRE-7.6, BRE-8.3: acceptance case 6"""
    assert points("Mbd Mbd Mbd Mbd Mbn Mbn Mbn") == 7
    assert points("Msn Msn Msn Mbn Mbn Mbn Msd") == 0
    assert points("Mbn Mbn Mbn Msn Msn Msn G") == 6 + 2


def test_two_kinds_score_side_by_side() -> None:
    """BRE-7.1, BRE-7.2, BRE-7.7: acceptance case 7"""
    assert points("Msd Msd Mbd Psd Psd Pbd B") == 18 + 15 + 3 + 3
    assert points("Mbd Mbd Mbn Pbd Pbd Pbn B") == 18 + 15 + 6  # all butts, no pairs
    assert points("Msd Msd Msd Psd Psd Psd B") == 18 + 15


@pytest.mark.parametrize(("kind", "each"), [("M", 6), ("P", 5), ("V", 4)])
def test_a_kind_scores_from_three_on(kind: str, each: int) -> None:
    """BRE-7.1, BRE-7.2, BRE-7.3"""
    other = "P" if kind == "V" else "V"
    two = f"{kind}sd {kind}sn B B B {other}sd {other}sd"
    three = f"{kind}sd {kind}sn {kind}sn B B {other}sd {other}sd"
    assert (points(two), points(three)) == (0, 3 * each)


def test_one_kind_needs_a_kind_that_scores() -> None:
    """BRE-7.4: two meat are the only food, and score nothing"""
    assert points("Msd Msn B B B B B") == 0
    assert points("Msd Msn Msn B B B B") == 18 + 5
    assert points("Msd Msn Msn S S S S") == 8  # no bone


def test_all_night_and_all_butts_need_food() -> None:
    """BRE-7.5, BRE-7.6, BRE-7.8"""
    assert points("B B B S S G G") == 8
    assert points("B B B S S G Vbn") == 6 + 1 + 1


def test_pairs_are_counted_for_each_kind_that_scores() -> None:
    """BRE-7.7: two poop make no pair that counts"""
    assert points("Vsd Vbd Vsn Vbn Psd Pbd B") == 16 + 6
    assert points("Vsd Vbd Vsn Psd Pbd Psn B") == 12 + 15 + 3 + 3


@given(st.lists(st.integers(0, 41), min_size=7, max_size=7, unique=True), st.integers(-1, 14))
def test_a_score_is_the_sum_of_the_lines_that_explain_it(drawn: list[int], last: int) -> None:
    """BRE-7.1 to BRE-7.8, BRE-8.1 to BRE-8.4: any seven of three cards of each sort but specials"""
    deck = [sort for sort in range(len(CARDS) - 1) for _ in range(3)]
    held = [0] * len(CARDS)
    for at in drawn:
        held[deck[at]] += 1
    parts = parts_of(held, last)
    assert sum(part.points for part in parts) == hand_points(held, last)
    assert all(part.points > 0 for part in parts)
