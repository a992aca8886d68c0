"""The gate penalty: where pawns are sent, in which order, and what becomes of the crown."""

from __future__ import annotations

import pytest

from dogpark.games.monty.state import SQUIRREL
from tests.games.monty.table import Garden, garden

EXAMPLE = "PATH GATE PATH TREE GATE PATH"


def test_a_pawn_goes_back_to_the_gate_behind_it_and_not_to_the_one_it_stands_on() -> None:
    """MON-7.1, MON-5.8 (T10, example 2 of the rulebook)"""
    g = garden(EXAMPLE, at={0: (7, 4), 1: (8, 4), 2: (9, 4)}, leader=2)
    g.fail(5, 0, 1)
    assert g.pawns == [(5, 4), (5, 4), (9, 4)]
    assert (g.crown, g.holder) == ((9, 4), 2)


def test_start_is_a_gate_and_whoever_stands_there_stays() -> None:
    """MON-7.1, MON-7.3, MON-2.6 (T11)"""
    g = garden(EXAMPLE, at={0: (5, 4), 2: (9, 4)}, leader=2)
    g.fail(5, 0, 1)
    assert g.pawns == [(3, 4), (3, 4), (9, 4)]


def test_the_leader_is_sent_back_without_the_crown_and_the_next_to_come_claims_it() -> None:
    """MON-8.4, MON-8.2, MON-5.8 (T12)"""
    g = garden(EXAMPLE, at={0: (7, 4), 2: (9, 4)}, leader=2)
    g.fail(5, 1, 2)
    assert (g.at(2), g.crown, g.holder) == ((8, 4), (9, 4), None)
    g.run(0, 2)
    assert (g.at(0), g.holder) == ((9, 4), 0)


def test_when_the_leader_is_sent_back_a_pawn_on_the_same_card_holds_the_crown_at_once() -> None:
    """MON-8.4 (T12, variant)"""
    g = garden(EXAMPLE, at={2: (9, 4), 0: (9, 4)}, leader=2)
    g.fail(5, 1, 2)
    assert (g.at(2), g.at(0), g.holder) == ((8, 4), (9, 4), 0)


def test_of_several_pawns_left_behind_the_first_to_come_holds_the_crown() -> None:
    """MON-8.4: arrival before seating order"""
    g = garden(EXAMPLE, players=4, at={2: (9, 4), 3: (9, 4), 0: (9, 4)}, leader=2)
    assert g.s.tick[3] < g.s.tick[0]
    g.fail(5, 1, 2)
    assert g.holder == 3


def test_pawns_left_behind_that_came_together_are_ranked_by_seating_order() -> None:
    """MON-8.4, MON-3.3"""
    g = garden(EXAMPLE, players=4, placer=3, at={2: (9, 4), 0: (9, 4), 3: (9, 4)}, leader=2)
    g.s.tick[3] = g.s.tick[0]
    g.fail(5, 1, 2)
    assert g.holder == 3


def two_gates(**given: object) -> Garden:
    return garden(
        tiles="GATE 4,4 / TRAMP 5,4 / GATE V 5,3 / TRAMP V 5,2 / PATH 6,4 / PATH 7,4 / PATH 8,4",
        **{"at": {0: (7, 4), 2: (8, 4)}, "leader": 2, **given},  # type: ignore[arg-type] # house rules
    )


@pytest.mark.parametrize("gate", [(4, 4), (5, 3)])
def test_of_two_gates_at_the_same_distance_the_owner_chooses(gate: tuple[int, int]) -> None:
    """MON-7.2 (T13, golden rule II)"""
    g = two_gates()
    assert g.far((4, 4)) == g.far((5, 3)) == 4
    g.fail(5, 0, 1)
    assert g.asked == (0,)
    assert g.choices() == ["gate 5 3", "gate 4 4"]
    g.play(f"gate {gate[0]} {gate[1]}")
    assert g.at(0) == gate


def test_nobody_is_sent_nearer_to_the_crown() -> None:
    """MON-7.1, MON-7.3 (T14, golden rule I)"""
    g = garden(
        "PATH GATE TRAMP PATH PATH BARK",
        at={0: (8, 4), 1: (7, 4), 2: (4, 4)},
        crown=(6, 4),
    )
    g.fail(5, 0, 1, 2)
    assert g.pawns == [(8, 4), (7, 4), (3, 4)]
    assert (g.crown, g.holder) == ((6, 4), None)


def test_the_last_goes_back_first_then_squirrels_then_cats() -> None:
    """MON-7.5, MON-7.4 (T15, golden rule III)"""
    g = garden(
        "GATE PATH PATH PATH PATH PATH",
        players=4,
        species="cscc",
        at={0: (6, 4), 1: (6, 4), 2: (4, 4), 3: (9, 4)},
        leader=3,
    )
    g.fail(5, 0, 1, 2)
    assert g.sent_back == [2, 1, 0]
    assert g.pawns == [(4, 4), (4, 4), (3, 4), (9, 4)]


def test_pawns_sent_back_by_one_failure_arrive_together() -> None:
    """MON-7.7"""
    g = garden("GATE PATH PATH PATH", at={0: (5, 4), 1: (6, 4), 2: (7, 4)}, leader=2)
    g.fail(5, 0, 1)
    assert g.pawns[:2] == [(4, 4), (4, 4)]
    assert g.s.tick[0] == g.s.tick[1]


def test_the_leader_says_who_goes_back_first_of_pawns_that_have_to_choose_a_gate() -> None:
    """MON-7.5, MON-7.6 (golden rule III)"""
    g = two_gates(players=4, at={0: (7, 4), 1: (7, 4), 2: (8, 4)})
    g.fail(5, 0, 1)
    assert g.asked == (2,)
    assert len(g.choices()) == 2
    g.play(g.order(1, 0))
    assert g.asked == (1,)
    g.play("gate 5 3")
    assert g.asked == (0,)
    g.play("gate 4 4")
    assert g.pawns[:2] == [(4, 4), (5, 3)]


def test_a_leader_among_those_sent_back_says_the_order_too() -> None:
    """MON-7.5, MON-5.8"""
    g = two_gates(players=4, at={0: (7, 4), 1: (7, 4), 2: (8, 4)})
    g.fail(5, 0, 1, 2)
    assert g.asked == (2,)


def test_without_a_leader_the_pawn_nearest_to_the_crown_says_the_order() -> None:
    """MON-7.5"""
    g = two_gates(players=4, at={0: (7, 4), 1: (7, 4)}, crown=(8, 4), leader=None)
    g.fail(5, 0, 1)
    assert g.asked == (0,)  # both are nearest; seating order


def test_the_order_is_not_asked_for_if_only_one_of_them_has_a_gate_to_choose() -> None:
    """MON-7.6: a single choice of gates is asked at once"""
    g = two_gates(at={0: (7, 4), 2: (8, 4)})
    g.fail(5, 0, 1)
    assert g.asked == (0,)
    assert g.choices() == ["gate 5 3", "gate 4 4"]


def test_squirrels_choose_their_gate_before_cats_without_asking_anybody() -> None:
    """MON-7.5, MON-7.6"""
    g = two_gates(players=4, species="cscc", at={0: (7, 4), 1: (7, 4), 2: (8, 4)})
    assert g.s.species[1] == SQUIRREL
    g.fail(5, 0, 1)
    assert g.asked == (1,)
    g.play("gate 4 4")
    assert g.asked == (0,)


def test_gated_corners_are_gates_and_plain_corners_are_not() -> None:
    """MON-2.6, MON-1.7 (T20)"""
    g = garden(deck="PATH")
    g.set_off(0, 1)
    assert len(g.choices()) == 10
    g.play("explore E gated-2")
    assert (g.at(0), g.links((4, 4)), g.free((4, 4))) == ((4, 4), "W", "S")
    assert g.s.corners == [5, 6]
    assert g.cards_left == 1  # the deck was not touched
    g.run(0, 1, "explore S draw")
    assert (g.at(0), g.holder) == ((4, 5), 0)
    g.fail(5, 0, 1)
    assert (g.at(0), g.crown, g.holder) == ((4, 4), (4, 5), None)


def test_a_pawn_on_a_path_beyond_a_plain_corner_goes_back_to_start() -> None:
    """MON-2.6, MON-1.7"""
    g = garden(tiles="CPLAIN 2 4,4 / PATH V 4,5", at={0: (4, 5)}, leader=0)
    g.fail(5, 0, 1)
    assert g.at(0) == (3, 4)


def test_what_lies_on_the_way_back_does_not_matter() -> None:
    """MON-7.4: an occupied tree and a trampoline are passed, and nobody is pushed"""
    g = garden(
        "GATE TREE TRAMP PATH PATH",
        players=4,
        at={0: (7, 4), 1: (5, 4), 2: (8, 4)},
        leader=2,
    )
    g.fail(5, 0, 3)
    assert g.pawns == [(4, 4), (5, 4), (8, 4), (3, 4)]


def test_level_pawns_of_one_kind_without_a_choice_go_back_in_seating_order() -> None:
    """MON-7.6, MON-3.3 (ruling A22)"""
    g = garden("GATE PATH PATH", placer=1, at={0: (5, 4), 1: (5, 4), 2: (6, 4)}, leader=2)
    g.fail(5, 0, 1)
    assert g.sent_back == [1, 0]
