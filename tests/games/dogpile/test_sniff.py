"""Sniffing: who, what, and what is left of the knowledge when the bones are shuffled."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from dogpark.games.dogpile.actions import FACES
from dogpark.games.dogpile.state import LAYING, OVER, READYING, SNIFFING, Dogpile
from dogpark.games.dogpile.words import face_name
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.seed import dice_for
from tests.games.dogpile.table import (
    PILE,
    after_round,
    arm,
    at_spot,
    dig,
    do,
    nature,
    offered,
    outcomes,
    paws_up,
    refused,
    round_begun,
    seen,
    sniff,
    time_up,
)


def shuffled(s: Dogpile, seat: int | None) -> list[tuple[list[int], list[str]]]:
    return [(group["spots"], group["bones"]) for group in seen(s, seat)["shuffled"]]


def sniffed_three() -> Dogpile:
    """Seat 0 has sniffed K♣ 5♦ 9♥ at spots 11 to 13 and seat 1 has laid them on 1, 2 and 12."""
    s = after_round("A♠", "K♥", "K♦")
    for spot, face in ((11, "K♣"), (12, "5♦"), (13, "9♥")):
        sniff(s, 0, spot, face)
    for spot in (1, 12, 2):
        do(s, 1, f"lay {spot}")
    return s


def test_the_dog_with_the_fewest_points_may_sniff() -> None:
    """PILE-5.1, PILE-5.2"""
    s = after_round("A♠ K♠", "K♥", "Q♥")
    assert (s.phase, PILE.active_seats(s)) == (SNIFFING, (2,))
    assert PILE.stage(s, 2) == "sniff"
    assert offered(s, 2) == [*(f"sniff {spot}" for spot in range(5, 55)), "stop"]
    assert refused(s, 2, "sniff 1")[0] == "PILE-5.2"
    assert refused(s, 2, "dig 9")[0] == "PILE-5.2"
    assert refused(s, 0, "sniff 9")[0] == "PILE-5.1"


def test_sniffing_is_optional_and_ends_after_any_bone() -> None:
    """PILE-5.2, PILE-5.3"""
    s = after_round("A♠", "K♥")
    assert do(s, 0, "stop")[0].words == "Seat 0 does not want to sniff"
    assert (s.phase, s.round) == (READYING, 1)
    s = after_round("A♠", "K♥")
    sniff(s, 0, 20, "8♣")
    do(s, 0, "stop")
    assert (s.phase, PILE.active_seats(s)) == (LAYING, (1,))
    do(s, 1, "lay 20")
    assert s.phase == READYING


def test_after_three_bones_the_dog_on_the_left_lays_them_back() -> None:
    """PILE-5.2, PILE-5.3"""
    s = after_round("K♥", "K♦", "A♠")
    for spot, face in ((11, "K♣"), (12, "5♦"), (13, "9♥")):
        assert s.phase == SNIFFING
        sniff(s, 2, spot, face)
    assert (s.phase, PILE.active_seats(s)) == (LAYING, (0,))
    assert offered(s, 0) == [f"lay {spot}" for spot in (1, 2, 3, 11, 12, 13)]
    assert refused(s, 0, "lay 4") == ("PILE-5.3", "a bone lies on spot 4 already")
    assert refused(s, 0, "stop")[0] == "PILE-5.3"
    assert refused(s, 2, "lay 1")[0] == "PILE-5.1"
    for spot in (12, 3, 13):
        do(s, 0, f"lay {spot}")
    assert (s.phase, s.round) == (READYING, 1)
    assert [at_spot(s, 0, spot) for spot in (12, 3, 13)] == [("down", None)] * 3
    assert [at_spot(s, 0, spot) for spot in (1, 2, 11)] == [None] * 3


def test_dogs_that_are_tied_sniff_in_seat_order() -> None:
    """PILE-5.1"""
    s = after_round("7♠", "K♥", "7♥", "7♦")
    sniffers = []
    while s.phase == SNIFFING:
        sniffers.append(s.sniffer)
        sniff(s, s.sniffer, 30 + s.sniffer, min(set(FACES[:13]) - _out(s)))
        do(s, s.sniffer, "stop")
        do(s, PILE.rules.asked(s), f"lay {30 + s.sniffer}")
    assert sniffers == [0, 2, 3]
    assert s.phase == READYING


def _out(s: Dogpile) -> set[str]:
    return {FACES[face] for face in s.face if face >= 0}


def test_all_sniff_when_nobody_has_anything() -> None:
    """PILE-5.1"""
    s = after_round("", "", "")
    sniffers = []
    while s.phase == SNIFFING:
        sniffers.append(s.sniffer)
        do(s, s.sniffer, "stop")
    assert sniffers == [0, 1, 2]


def test_nobody_sniffs_after_the_last_round() -> None:
    """PILE-5.1"""
    s = after_round("A♠", "K♥")
    for turn in (1, 2):
        do(s, s.sniffer, "stop")
        while s.phase == SNIFFING:
            do(s, s.sniffer, "stop")
        assert s.round == turn
        paws_up(s)
        time_up(s)
    assert s.phase == OVER


def test_only_the_sniffer_sees_what_it_sniffs() -> None:
    """PILE-5.2, PILE-7.4"""
    s = after_round("A♠", "K♥", "K♦")
    told = sniff(s, 0, 11, "K♣")
    assert [(event.words, event.seats) for event in told] == [
        ("Seat 0 sniffs at spot 11", None),
        ("You smell the K♣", (0,)),
    ]
    assert [seen(s, seat)["sniff"]["lifted"] for seat in (0, 1, None)] == [["K♣"], [None], [None]]


def test_nobody_knows_in_which_order_the_bones_are_laid_back() -> None:
    """PILE-5.4: the sniffer knows the three bones and the three spots, not which is where"""
    s = sniffed_three()
    assert shuffled(s, 0) == [([1, 2, 12], ["9♥", "5♦", "K♣"])]
    assert shuffled(s, 1) == []
    assert shuffled(s, None) == []
    for seat in (0, 1, 2, None):
        assert [at_spot(s, seat, spot) for spot in (1, 2, 12)] == [("down", None)] * 3


def test_pile_positions_change_only_for_the_three_bones() -> None:
    """PILE-5.5"""
    s = after_round("A♠", "K♥", "K♦")
    before = list(s.spot)
    for spot, face in ((11, "K♣"), (12, "5♦"), (13, "9♥")):
        sniff(s, 0, spot, face)
    for spot in (1, 12, 2):
        do(s, 1, f"lay {spot}")
    changed = {spot + 1 for spot in range(54) if s.spot[spot] != before[spot]}
    assert changed == {11, 12, 13, 1, 2}


def test_each_order_is_as_likely_as_another_and_is_drawn_when_the_bones_are_looked_at() -> None:
    """PILE-5.4, PILE-1.4"""
    met = Counter[tuple[str, ...]]()
    for first, second in permutations(("K♣", "5♦", "9♥"), 2):
        s = sniffed_three()
        paws_up(s)
        do(s, 2, "dig 1")
        assert outcomes(s) == {"bone K♣": 1, "bone 5♦": 1, "bone 9♥": 1}
        nature(s, f"bone {first}")
        do(s, 1, "dig 12")
        assert len(outcomes(s)) == 2
        nature(s, f"bone {second}")
        do(s, 0, "dig 2")
        (last,) = outcomes(s)
        nature(s, last)
        met[first, second, last.removeprefix("bone ")] += 1
    assert set(met) == set(permutations(("K♣", "5♦", "9♥")))


def test_what_a_sniffer_knows_shrinks_as_it_sees_the_bones_again() -> None:
    """PILE-5.4, PILE-7.5"""
    s = sniffed_three()
    paws_up(s)
    dig(s, 2, 1, "K♣")  # seat 0 does not see it
    assert shuffled(s, 0) == [([2, 12], ["9♥", "5♦", "K♣"])]
    assert seen(s, 0)["shuffled"][0]["away"] == 1
    do(s, 2, "put 1 up")
    assert shuffled(s, 0) == [([2, 12], ["9♥", "5♦"])]
    assert seen(s, 0)["shuffled"][0]["away"] == 0
    dig(s, 0, 2, "5♦")
    assert shuffled(s, 0) == [([12], ["9♥"])]
    do(s, 1, "dig 12")
    assert list(outcomes(s)) == ["bone 9♥"]


def test_who_knew_one_of_the_three_knows_that_it_is_among_them() -> None:
    """PILE-5.4"""
    s = round_begun(3)
    dig(s, 1, 20, "Q♣")
    do(s, 1, "put 20 down")
    dig(s, 2, 30, "4♣")
    do(s, 2, "put 30 up")
    arm(s, 1, "K♥")
    arm(s, 2, "K♦")
    time_up(s)
    for spot, face in ((20, None), (30, None), (40, "9♥")):
        sniff(s, 0, spot, face)
    for spot in (1, 2, 40):
        do(s, 1, f"lay {spot}")
    assert shuffled(s, 0) == [([1, 2, 40], ["9♥", "4♣", "Q♣"])]
    assert shuffled(s, 1) == [([1, 2, 40], ["4♣", "Q♣"])]
    assert shuffled(s, 2) == [([1, 2, 40], ["4♣"])]
    assert shuffled(s, None) == [([1, 2, 40], ["4♣"])]
    assert at_spot(s, 0, 30) is None, "it lay face-up and lies face-down now"


def test_a_single_bone_cannot_be_shuffled() -> None:
    """PILE-5.4"""
    s = after_round("A♠", "K♥")
    sniff(s, 0, 20, "8♣")
    do(s, 0, "stop")
    told = do(s, 1, "lay 2")
    assert "shuffled" not in [event.key for event in told]
    assert [at_spot(s, seat, 2) for seat in (0, 1)] == [("down", "8♣"), ("down", None)]


def test_two_bones_have_two_orders() -> None:
    """PILE-5.4"""
    s = after_round("A♠", "K♥")
    sniff(s, 0, 20, "8♣")
    sniff(s, 0, 21, "3♣")
    do(s, 0, "stop")
    do(s, 1, "lay 1")
    assert "shuffled" in [event.key for event in do(s, 1, "lay 20")]
    assert shuffled(s, 0) == [([1, 20], ["3♣", "8♣"])]
    paws_up(s)
    do(s, 1, "dig 1")
    assert outcomes(s) == {"bone 8♣": 1, "bone 3♣": 1}


def test_after_20_seconds_chance_chooses_evenly() -> None:
    """PILE-5.6"""
    s = after_round("A♠", "K♥")
    assert PILE.due(s) == s.now + 20_000
    sniff(s, 0, 20, "8♣")
    s.now = s.limit
    assert PILE.active_seats(s) == (CHANCE,)
    assert PILE.legal(s, 0) == []
    assert list(outcomes(s)) == [*(f"sniff {n}" for n in range(3, 55) if n != 20), "stop"]
    assert set(outcomes(s).values()) == {1}
    told = nature(s, "sniff 21")
    assert told[0].words == "Seat 0 takes too long: chance chooses"
    nature(s, "bone 4♠")
    assert PILE.active_seats(s) == (CHANCE,), "all that is left to choose"
    nature(s, "stop")
    assert (PILE.active_seats(s), PILE.due(s)) == ((1,), s.now + 20_000)
    do(s, 1, "lay 1")
    s.now = s.limit
    assert list(outcomes(s)) == ["lay 2", "lay 20", "lay 21"]
    nature(s, "lay 20")
    assert s.phase == READYING


def test_thinking_in_a_sniff_takes_machines_no_time() -> None:
    """PILE-5.6"""
    s = sniffed_three()
    assert s.now == 33_000


@pytest.mark.parametrize("known", [False, True])
def test_a_redeal_keeps_what_the_sniffer_knows_and_draws_the_rest_evenly(*, known: bool) -> None:
    """PILE-5.4, PILE-7.5: of three bones another dog has dug and hidden one"""
    s = sniffed_three()
    paws_up(s)
    dig(s, 2, 1, "K♣")
    do(s, 2, "keep")
    if known:
        dig(s, 0, 2, "9♥")
        do(s, 0, "keep")
    dice, met = dice_for("sniff", 0), Counter[str]()
    for _ in range(600):
        new = PILE.redeal(s, 0, dice)
        assert PILE.problems(new) == []
        met[face_name(new.face[new.paw[2][0]])] += 1  # type: ignore[attr-defined]
    wanted = {"K♣": 300, "5♦": 300} if known else {"K♣": 200, "5♦": 200, "9♥": 200}
    assert set(met) == set(wanted)
    assert all(abs(met[face] - wanted[face]) < 60 for face in wanted)
