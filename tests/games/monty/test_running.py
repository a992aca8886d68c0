"""Runs: towards the crown, past the leader, over trampolines and fences."""

from __future__ import annotations

from dogpark.games.monty.state import TALK
from tests.games.monty.table import Garden, garden


def test_whoever_explores_beyond_the_crown_takes_the_lead_and_numbers_move_in_rising_order() -> (
    None
):
    """MON-5.1, MON-5.2, MON-8.1, MON-8.3, MON-9.2 (T05)"""
    g = garden(deck="PATH PATH PATH PATH PATH PATH")
    g.commit(2, 3, 5)
    assert g.asked == (0,)
    g.play("explore E draw")
    assert (g.crown, g.holder) == ((4, 4), 0)
    g.play("explore E draw")
    # Pawn 0 led at (5, 4); number 3 has walked up to it and takes the crown before drawing.
    assert (g.asked, g.at(0), g.at(1)) == ((1,), (5, 4), (5, 4))
    assert (g.crown, g.holder) == ((5, 4), 1)
    g.play("explore E draw")
    assert (g.asked, g.at(1), g.at(2)) == ((2,), (6, 4), (6, 4))
    assert (g.crown, g.holder) == ((6, 4), 2)
    g.play("explore E draw", "explore E draw")
    assert g.pawns == [(5, 4), (6, 4), (8, 4)]
    assert (g.crown, g.holder) == ((8, 4), 2)
    assert g.cards_left == 1


def test_a_pawn_that_comes_to_the_leader_s_card_does_not_take_the_crown() -> None:
    """MON-8.2, MON-9.1 (T06)"""
    g = garden("PATH PATH PATH PATH", at={0: (7, 4), 1: (5, 4)}, leader=0)
    g.run(1, 2)
    assert g.at(1) == (7, 4)
    assert g.holder == 0


def test_steps_are_taken_by_themselves_where_only_one_way_is_closer() -> None:
    """MON-5.9, MON-9.1: nobody may stop early either (MON-9.3)"""
    g = garden("PATH PATH PATH PATH PATH", at={0: (8, 4)}, leader=0)
    g.run(1, 4)
    assert g.at(1) == (7, 4)
    assert g.s.phase == TALK  # the round is over, nobody was asked


def test_a_broken_fence_stops_its_drawer_and_nobody_after() -> None:
    """MON-10.5, MON-9.4 (T19)"""
    g = garden(deck="PATH BROKEN PATH PATH PATH")
    g.run(0, 5)
    assert (g.at(0), g.holder, g.cards_left) == ((5, 4), 0, 3)
    g.run(1, 4)
    assert (g.at(1), g.holder, g.at(0)) == ((7, 4), 1, (5, 4))


def test_of_several_ways_that_are_equally_short_the_runner_chooses() -> None:
    """MON-2.15, MON-9.1 (T21)"""
    for side in "NE":
        g = garden(tiles="TRAMP 4,4 / TRAMP 4,3 / TRAMP 5,4 / PATH 5,3", at={2: (5, 3)}, leader=2)
        g.run(0, 3)
        assert g.at(0) == (4, 4)
        assert g.choices() == ["step N", "step E"]
        g.play(f"step {side}")
        assert g.at(0) == (5, 3)
        assert g.holder == 2


# -- trampolines ----------------------------------------------------------------------------------


def test_a_run_that_ends_on_a_trampoline_bounces_on_and_on() -> None:
    """MON-9.5 (T22, example 3 of the rulebook)"""
    g = garden("PATH PATH PATH TRAMP TRAMP PATH PATH", at={0: (4, 4), 2: (10, 4)}, leader=2)
    g.run(0, 3)
    assert g.at(0) == (9, 4)
    assert g.holder == 2


def test_a_trampoline_in_the_middle_of_a_run_is_an_ordinary_space() -> None:
    """MON-9.4 (T23)"""
    g = garden("PATH PATH PATH TRAMP PATH PATH PATH", at={0: (6, 4), 2: (10, 4)}, leader=2)
    g.run(0, 2)
    assert g.at(0) == (8, 4)


def test_a_bounce_off_the_side_of_a_trampoline_starts_a_parallel_row_of_no_return() -> None:
    """MON-2.9, MON-2.13, MON-9.5, MON-9.6, MON-10.3 (T24)"""
    g = garden("PATH", at={0: (4, 4)}, leader=0, deck="TRAMP PATH")
    g.set_off(0, 1)
    g.play("explore E draw")
    assert g.at(0) == (5, 4)
    assert [text for text in g.choices() if "draw" in text] == [
        "explore N draw",
        "explore E draw",
        "explore S draw",
    ]
    g.play("explore N draw")
    assert g.choices() == ["orient H", "orient V"]
    g.play("orient H")
    assert (g.at(0), g.crown, g.holder) == ((5, 3), (5, 3), 0)
    assert g.free((5, 3)) == "EW"
    assert "N" in g.links((5, 4))
    assert "S" not in g.links((5, 3))
    assert g.far((3, 4)) == 3


def test_the_leader_on_a_trampoline_bounces_by_exploring_not_onto_cards_that_are_there() -> None:
    """MON-9.6 (ruling A31): the card north of it is linked, but the front goes on"""
    g = garden("PATH", tiles="PATH 5,3", at={0: (4, 4)}, leader=0, deck="TRAMP")
    g.set_off(0, 1)
    g.play("explore E draw")
    assert g.at(0) == (5, 4)
    assert "N" in g.links((5, 4))
    assert {text.split()[1] for text in g.choices()} == {"E", "S"}
    assert all(text.startswith("explore") for text in g.choices())


def test_a_way_over_the_fence_counts_as_a_link() -> None:
    """MON-2.9, MON-2.15, MON-9.4 (T25)"""
    g = garden(
        tiles="TRAMP 4,4 / PATH 5,4 / PATH 6,4 / CPLAIN 3 7,4 / CPLAIN 2 7,3"
        " / PATH 6,3 / PATH 5,3 / PATH 4,3",
        at={2: (4, 3), 1: (6, 4)},
        leader=2,
    )
    assert g.far((3, 4)) == 2
    assert g.far((6, 4)) == 3
    g.run(0, 2)
    assert g.at(0) == (4, 3)
    assert g.holder == 2


def test_over_the_fence_there_is_no_way_back() -> None:
    """MON-2.9"""
    g = garden(tiles="TRAMP 4,4 / PATH 4,3", crown=(4, 4))
    assert g.links((4, 4)) == "NW"
    assert g.links((4, 3)) == ""
    assert g.far((4, 3)) is None


def test_occupied_trees_are_crossed_in_the_middle_of_a_run() -> None:
    """MON-9.4"""
    g = garden("PATH TREE PATH PATH", at={0: (4, 4), 1: (5, 4), 2: (7, 4)}, leader=2)
    g.run(0, 2)
    assert g.pawns == [(6, 4), (5, 4), (7, 4)]


# -- Bark Bark ------------------------------------------------------------------------------------


def bark_bark() -> Garden:
    g = garden("PATH TRAMP PATH PATH", at={0: (7, 4), 1: (6, 4)}, leader=0, deck="PATH BARK PATH")
    g.run(0, 5)
    return g


def test_bark_bark_ends_the_run_and_moves_the_crown_to_a_card_that_can_be_reached() -> None:
    """MON-12.1, MON-12.2, MON-11.3, MON-8.5 (T32)"""
    g = bark_bark()
    assert g.at(0) == (8, 4)
    assert g.kind((9, 4)) == "BARK"
    assert g.choices() == ["crown 3 4", "crown 5 4"]
    g.play("crown 5 4")
    assert (g.crown, g.holder, g.at(0)) == ((5, 4), None, (8, 4))
    assert g.s.phase == TALK  # four spaces are lost


def test_the_first_to_reach_an_unheld_crown_claims_it_and_still_has_to_bounce() -> None:
    """MON-8.2, MON-9.5 (T32)"""
    g = bark_bark()
    g.play("crown 5 4")
    g.run(1, 1)
    assert (g.at(1), g.holder) == ((5, 4), 1)
    g.play("explore N draw", "orient H")
    assert (g.at(1), g.crown, g.holder) == ((5, 3), (5, 3), 1)


def test_bark_bark_under_a_leader_on_a_trampoline_is_followed_by_no_bounce() -> None:
    """MON-12.1 (ruling A38), MON-8.5: the own card is a spot too and is held at once"""
    g = garden("PATH TRAMP", at={0: (5, 4)}, leader=0, deck="BARK")
    g.run(0, 3)
    assert g.choices() == ["crown 3 4", "crown 5 4"]
    g.play("crown 5 4")
    assert (g.at(0), g.crown, g.holder) == ((5, 4), (5, 4), 0)
    assert g.s.phase == TALK


def test_bark_bark_on_a_shared_tree_is_followed_by_no_push() -> None:
    """MON-12.1 (ruling A38)"""
    g = garden("PATH PATH TREE", at={0: (5, 4), 1: (6, 4)}, leader=1, deck="BARK")
    g.run(0, 2)
    assert g.s.phase == TALK  # the only spot is not asked for
    assert (g.at(0), g.at(1), g.crown) == ((6, 4), (6, 4), (3, 4))


def test_without_any_spot_bark_bark_counts_as_a_home_stage_and_the_run_goes_on() -> None:
    """MON-12.3, MON-13.1 (T33)"""
    g = garden(
        "PATH PATH PATH PATH PATH",
        obstacles="2,4",
        at={0: (8, 4)},
        leader=0,
        deck="BARK PATH PATH",
    )
    g.run(0, 3)
    assert (g.kind((9, 4)), g.s.stage) == ("KEEP", 1)
    assert (g.at(0), g.holder) == ((11, 4), 0)


def test_without_any_spot_bark_bark_may_be_the_last_home_stage() -> None:
    """MON-12.3, MON-13.2, MON-15.2 (T33)"""
    g = garden(
        "PATH PATH PATH PATH PATH",
        obstacles="2,4",
        at={0: (8, 4)},
        leader=0,
        stage=1,
        deck="BARK PATH PATH",
        mode="one_off",
    )
    g.run(0, 3)
    assert g.over
    assert (g.kind((9, 4)), g.at(0), g.s.finisher) == ("HOME", (9, 4), 0)
    assert g.ranks[0] == 1
