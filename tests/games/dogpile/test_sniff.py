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
    left_waiting,
    loot,
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
    assert left_waiting(s, 0) == "You have to wait for seat 2, who sniffs at the pile"


def test_a_dog_sniffs_at_three_bones_or_at_none() -> None:
    """PILE-5.2"""
    s = after_round("A♠", "K♥")
    assert do(s, 0, "stop")[0].words == "Seat 0 does not want to sniff"
    assert (s.phase, s.round) == (READYING, 1)
    s = after_round("A♠", "K♥")
    for spot, face in ((20, "8♣"), (21, "3♣")):
        sniff(s, 0, spot, face)
        assert "stop" not in offered(s, 0)
        assert refused(s, 0, "stop") == ("PILE-5.2", "who sniffs at one bone sniffs at three")


def test_there_are_always_three_bones_to_sniff_at() -> None:
    """PILE-5.2: six dogs with full paws in two rounds leave 18 of them"""
    s = round_begun(6)
    s.round = 1
    for seat in range(6):
        loot(s, seat, " ".join(FACES[3 * seat : 3 * seat + 3]))
        arm(s, seat, " ".join(FACES[18 + 3 * seat : 21 + 3 * seat]))
    time_up(s)
    assert (s.phase, s.filled) == (SNIFFING, 18)


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
    assert left_waiting(s, 2) == "You have to wait for seat 0, who lays the bones back"
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
        for spot in range(30 + 3 * s.sniffer, 33 + 3 * s.sniffer):
            do(s, s.sniffer, f"sniff {spot}")
            nature(s, next(iter(outcomes(s))))
        for spot in range(30 + 3 * s.sniffer, 33 + 3 * s.sniffer):
            do(s, PILE.rules.asked(s), f"lay {spot}")
    assert sniffers == [0, 2, 3]
    assert s.phase == READYING


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
    for number in (1, 2):
        do(s, s.sniffer, "stop")
        while s.phase == SNIFFING:
            do(s, s.sniffer, "stop")
        assert s.round == number
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


def test_after_20_seconds_chance_chooses_evenly() -> None:
    """PILE-5.6"""
    s = after_round("A♠", "K♥")
    assert PILE.due(s) == s.now + 20_000
    sniff(s, 0, 20, "8♣")
    s.now = s.limit
    assert PILE.active_seats(s) == (CHANCE,)
    assert PILE.legal(s, 0) == []
    assert list(outcomes(s)) == [f"sniff {n}" for n in range(3, 55) if n != 20]
    assert set(outcomes(s).values()) == {1}
    nature(s, "sniff 21")
    nature(s, "bone 4♠")
    assert PILE.active_seats(s) == (CHANCE,), "all that is left to choose"
    nature(s, "sniff 22")
    nature(s, "bone 5♠")
    assert (PILE.active_seats(s), PILE.due(s)) == ((1,), s.now + 20_000)
    do(s, 1, "lay 1")
    s.now = s.limit
    assert list(outcomes(s)) == ["lay 2", "lay 20", "lay 21", "lay 22"]
    nature(s, "lay 20")
    nature(s, "lay 21")
    assert s.phase == READYING


def test_chance_may_also_choose_not_to_sniff() -> None:
    """PILE-5.6"""
    s = after_round("A♠", "K♥")
    s.now = s.limit
    assert list(outcomes(s)) == [*(f"sniff {n}" for n in range(3, 55)), "stop"]
    assert [event.key for event in nature(s, "stop")] == ["stopped", "chance_chooses", "paws_up"]


def test_it_is_told_once_that_chance_has_chosen() -> None:
    """PILE-5.6"""
    s = after_round("A♠", "K♥")
    s.now = s.limit
    told = []
    for spot, face in ((20, "8♣"), (21, "4♠"), (22, "5♠")):
        told += nature(s, f"sniff {spot}") + nature(s, f"bone {face}")
    s.now = s.limit
    for spot in (20, 21, 22):
        told += nature(s, f"lay {spot}")
    assert [event.words for event in told if event.key == "chance_chooses"] == [
        "Seat 0 took too long: chance chose for it",
        "Seat 1 took too long: chance chose for it",
    ]


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
        met[face_name(new.face[new.paw[2][0]])] += 1  # type: ignore[attr-defined] # a state of this game
    wanted = {"K♣": 300, "5♦": 300} if known else {"K♣": 200, "5♦": 200, "9♥": 200}
    assert set(met) == set(wanted)
    assert all(abs(met[face] - wanted[face]) < 60 for face in wanted)


# -- bones that are sniffed again -----------------------------------------------------------------


def sniffed_again() -> Dogpile:
    """After ``sniffed_three`` seat 1 sniffs at spot 1, which is the K♣, and at two fresh bones."""
    s = sniffed_three()
    paws_up(s)
    dig(s, 0, 40, "Q♠")
    dig(s, 2, 41, "Q♥")
    time_up(s)
    for spot, face in ((1, "K♣"), (30, "Q♣"), (31, "J♣")):
        sniff(s, 1, spot, face)
    for spot in (1, 30, 31):
        do(s, 2, f"lay {spot}")
    return s


def test_a_bone_that_was_sniffed_again_may_be_in_either_place() -> None:
    """PILE-5.4, PILE-7.5"""
    s = sniffed_again()
    assert seen(s, 0)["shuffled"] == [
        {"spots": [2, 12], "away": 1, "bones": ["9♥", "5♦", "K♣"]},
        {"spots": [1, 30, 31], "away": 2, "bones": ["9♥", "5♦", "K♣"]},
    ]
    assert seen(s, 1)["shuffled"] == [
        {"spots": [1, 30, 31], "away": 0, "bones": ["J♣", "Q♣", "K♣"]}
    ]


def test_a_bone_met_after_a_second_sniff_is_no_longer_looked_for_in_the_first() -> None:
    """PILE-5.4, PILE-7.5"""
    s = sniffed_again()
    paws_up(s)
    dig(s, 0, 30, "K♣")
    do(s, 0, "keep")
    assert seen(s, 0)["shuffled"] == [{"spots": [2, 12], "away": 0, "bones": ["9♥", "5♦"]}]
    dig(s, 0, 2, "5♦")
    assert seen(s, 0)["shuffled"] == [{"spots": [12], "away": 0, "bones": ["9♥"]}]


@pytest.mark.parametrize("met", [False, True])
def test_a_dog_is_reminded_of_just_what_a_redeal_may_bring(*, met: bool) -> None:
    """PILE-5.4, PILE-7.5"""
    s = sniffed_again()
    paws_up(s)
    if met:
        dig(s, 0, 30, "K♣")
    dice, found = dice_for("reminded", 0), {2: set[str](), 12: set[str]()}
    for _ in range(60):
        new = PILE.redeal(s, 0, dice)
        for spot, faces in found.items():
            ahead = new.copy()
            PILE.rules.apply(ahead, 1, PILE.table.from_text(f"dig {spot}").code)
            faces |= {text.removeprefix("bone ") for text in outcomes(ahead)}  # type: ignore[arg-type] # a state of this game
    right = {"9♥", "5♦"} if met else {"9♥", "5♦", "K♣"}
    assert found == {2: right, 12: right}
    (group,) = [group for group in seen(s, 0)["shuffled"] if group["spots"] == [2, 12]]
    assert set(group["bones"]) == right
