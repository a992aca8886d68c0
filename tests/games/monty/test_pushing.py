"""Single-space cards: cats push, squirrels hop, and chains of it."""

from __future__ import annotations

import pytest

from dogpark.games.monty.state import NO_WAY_ON, TALK
from tests.games.monty.table import Garden, garden


@pytest.mark.parametrize(("side", "cell"), [("W", (5, 4)), ("E", (7, 4))])
def test_a_cat_that_lands_on_an_occupied_tree_pushes_the_other_off(
    side: str, cell: tuple[int, int]
) -> None:
    """MON-14.1, MON-14.3, MON-14.4 (T26)"""
    g = garden("PATH PATH TREE PATH PATH", at={0: (4, 4), 1: (6, 4), 2: (8, 4)}, leader=2)
    g.run(0, 2)
    assert (g.at(0), g.asked) == ((6, 4), (0,))
    assert g.choices() == ["push E", "push W"]
    g.play(f"push {side}")
    assert g.pawns == [(6, 4), cell, (8, 4)]


def test_a_cat_that_pushes_the_leader_away_holds_the_crown() -> None:
    """MON-8.4, MON-14.1 (T27)"""
    g = garden("PATH PATH BROKEN", at={0: (4, 4), 1: (6, 4)}, leader=1)
    g.run(0, 2, "push W")
    assert g.pawns[:2] == [(6, 4), (5, 4)]
    assert (g.crown, g.holder) == ((6, 4), 0)


def test_a_squirrel_hops_on_and_takes_the_lead_by_exploring() -> None:
    """MON-14.2, MON-14.5, MON-8.1 (T28)"""
    g = garden("PATH PATH BROKEN", species="scc", at={0: (4, 4), 1: (6, 4)}, leader=1, deck="PATH")
    g.run(0, 2)
    assert g.choices() == ["push E", "push W"]
    g.play("push E")
    assert (g.stage, g.asked) == ("explore", (0,))
    assert g.choices() == [
        "explore E draw",
        "explore E gated-2",
        "explore E gated-3",
        "explore E plain-2",
        "explore E plain-3",
    ]
    g.play("explore E draw")
    assert g.pawns[:2] == [(7, 4), (6, 4)]
    assert (g.crown, g.holder) == ((7, 4), 0)


@pytest.mark.parametrize(
    ("species", "second", "third"), [("c", (6, 4), (7, 4)), ("s", (7, 4), (6, 4))]
)
def test_a_pawn_pushed_onto_another_tree_pushes_or_hops_on_in_the_same_direction(
    species: str, second: tuple[int, int], third: tuple[int, int]
) -> None:
    """MON-14.6 (T29): nobody is asked after the first direction"""
    g = garden(
        "PATH TREE TREE PATH PATH",
        players=4,
        species=f"c{species}cc",
        at={0: (4, 4), 1: (5, 4), 2: (6, 4), 3: (8, 4)},
        leader=3,
    )
    g.run(0, 1, "push E")
    assert g.pawns == [(5, 4), second, third, (8, 4)]
    assert g.s.phase == TALK


def test_a_pawn_pushed_onto_a_trampoline_rests_there() -> None:
    """MON-14.8 (T30a)"""
    g = garden("PATH TRAMP TREE PATH PATH", at={0: (4, 4), 1: (6, 4), 2: (8, 4)}, leader=2)
    g.run(0, 2, "push W")
    assert g.pawns == [(6, 4), (5, 4), (8, 4)]
    assert g.s.phase == TALK


def test_where_a_chain_cannot_go_on_the_pawns_share_the_card() -> None:
    """MON-14.7, MON-2.9, MON-9.5 (T30b): the landing itself is a bounce over a fence"""
    g = garden(
        "PATH TREE TREE BARK",
        tiles="PATH 4,5 / TRAMP 5,5",
        at={0: (4, 5), 1: (5, 4), 2: (6, 4)},
        crown=(3, 4),
    )
    g.run(0, 1)
    assert g.at(0) == (5, 4)
    g.play("push E")
    assert g.pawns == [(5, 4), (6, 4), (6, 4)]
    assert g.s.phase == TALK


def test_bark_bark_drawn_by_a_pushed_leader_moves_the_crown_and_ends_the_push() -> None:
    """MON-14.7, MON-12.1, MON-12.2, MON-14.5 (T31)"""
    g = garden("PATH TRAMP PATH BROKEN", at={0: (6, 4), 1: (7, 4)}, leader=1, deck="BARK")
    g.run(0, 1, "push E")
    assert g.asked == (1,)
    g.play("crown 5 4")
    assert g.kind((8, 4)) == "BARK"
    assert g.pawns[:2] == [(7, 4), (7, 4)]
    assert (g.crown, g.holder) == ((5, 4), None)


def test_the_owner_of_a_pushed_pawn_chooses_the_card_it_explores() -> None:
    """MON-14.5 (ruling A34)"""
    g = garden("PATH PATH BROKEN", at={0: (4, 4), 1: (6, 4)}, leader=1, deck="PATH")
    g.run(0, 2)
    g.play("push E")
    assert (g.stage, g.asked) == ("explore", (1,))
    g.play("explore E plain-2")
    assert (g.at(1), g.crown, g.holder) == ((7, 4), (7, 4), 1)


def off_the_front(**given: object) -> Garden:
    """Pawn 1 stands on a tree away from the crown, with a free end in the west.

    Pawn 0 comes from Start over the fence (the trampoline at (4, 4)) onto the tree.
    """
    given = {"deck": "PATH", **given}
    g = garden(
        tiles="TRAMP 4,4 / TREE 4,3 / PATH 5,3 / PATH 6,3",
        at={1: (4, 3), 2: (6, 3)},
        leader=2,
        **given,  # type: ignore[arg-type] # house rules
    )
    g.set_off(0, 1)
    return g


def test_a_pawn_pushed_through_a_free_edge_off_the_front_explores_and_the_crown_stays() -> None:
    """MON-14.5 (ruling A35)"""
    g = off_the_front()
    assert g.at(0) == (4, 3)
    assert g.choices() == ["push E", "push W"]
    g.play("push W")
    assert (g.stage, g.asked) == ("explore", (1,))
    g.play("explore W draw")
    assert g.pawns == [(4, 3), (3, 3), (6, 3)]
    assert (g.crown, g.holder) == ((6, 3), 2)


def test_bark_bark_drawn_off_the_front_is_only_a_wall() -> None:
    """MON-12.4, MON-14.7 (ruling A39): the two share the tree"""
    g = off_the_front(deck="BARK")
    g.play("push W", "explore W draw")
    assert g.kind((3, 3)) == "BARK"
    assert g.pawns == [(4, 3), (4, 3), (6, 3)]
    assert (g.crown, g.holder, g.s.phase) == ((6, 3), 2, TALK)


def test_a_home_stage_drawn_off_the_front_is_laid_there() -> None:
    """MON-13.1, MON-14.5"""
    g = off_the_front(deck="STAGE")
    g.play("push W", "explore W draw")
    assert (g.kind((3, 3)), g.at(1), g.s.stage) == ("KEEP", (3, 3), 1)
    assert (g.crown, g.holder) == ((6, 3), 2)


def test_a_pushed_pawn_that_draws_the_last_home_stage_comes_home() -> None:
    """MON-13.2, MON-15.1, MON-15.2: off the front as well"""
    g = off_the_front(deck="STAGE", stage=1, mode="one_off")
    g.play("push W", "explore W draw")
    assert g.over
    assert (g.kind((3, 3)), g.s.finisher) == ("HOME", 1)
    assert g.ranks == [2, 1, 3]  # (4, 3) is one link away, (6, 3) three


def closing_in(at_5_2: str = "TREE V", at_4_1: str = "PATH", **given: object) -> Garden:
    """Pawn 1 is pushed onto a new corner at (3, 3), against the only free edge of the crown card."""
    given = {"at": {1: (4, 3), 2: (3, 2)}, "leader": 2, **given}
    g = garden(
        tiles=f"TRAMP 4,4 / TREE 4,3 / CPLAIN 3 5,3 / {at_5_2} 5,2 / CPLAIN 2 5,1"
        f" / {at_4_1} 4,1 / CPLAIN 1 3,1 / PATH V 3,2",
        mode="one_off",
        **given,  # type: ignore[arg-type] # one or the other
    )
    g.set_off(0, 1)
    g.play("push W", "explore W plain-0")
    assert g.at(1) == (3, 3)
    assert g.links((3, 2)) == "NS"
    return g


def test_when_a_pushed_pawn_takes_the_last_free_edge_of_the_crown_card_its_holder_decides() -> None:
    """MON-11.1, MON-11.3"""
    g = closing_in(at_5_2="TRAMP V", at_4_1="TRAMP")
    assert g.asked == (2,)
    assert g.choices() == ["crown 4 1", "crown 5 2"]
    g.play("crown 5 2")
    assert (g.crown, g.holder, g.at(1)) == ((5, 2), None, (3, 3))
    assert g.s.phase == TALK


def test_if_nobody_holds_the_crown_the_pawn_that_explored_decides() -> None:
    """MON-11.3"""
    g = closing_in("TRAMP V", "TRAMP", at={1: (4, 3)}, leader=None, crown=(3, 2))
    assert g.asked == (1,)
    assert g.choices() == ["crown 4 1", "crown 5 2"]


def test_there_is_no_short_cut_on_a_card_that_others_closed_in() -> None:
    """MON-11.6: the last corner is laid, but the crown card is not the explorer's own"""
    g = closing_in("TRAMP V", "TRAMP", corners=(0, 1))
    assert g.s.corners == [0, 0]
    assert g.choices() == ["crown 4 1", "crown 5 2"]


def test_when_a_pushed_pawn_closes_the_last_free_edge_of_all_the_race_is_over() -> None:
    """MON-11.7, MON-15.2 (ruling A43): no short cut, since it is not the explorer's card"""
    g = closing_in()
    assert g.over
    assert (g.s.ending, g.s.finisher, g.kind((3, 2))) == (NO_WAY_ON, 2, "HOME")
    assert g.ranks == [3, 2, 1]


def test_a_cat_pushes_everybody_there_the_first_to_come_first() -> None:
    """MON-14.1"""
    g = garden(
        "PATH PATH TREE PATH PATH",
        players=4,
        at={0: (4, 4), 3: (6, 4), 1: (6, 4), 2: (8, 4)},
        leader=2,
    )
    g.run(0, 2)
    assert g.s.pushed == 3
    g.play("push E")
    assert g.s.pushed == 1
    g.play("push W")
    assert g.pawns == [(6, 4), (5, 4), (8, 4), (7, 4)]


def test_nobody_is_pushed_over_a_fence() -> None:
    """MON-14.3: north and south of a tree are closed, also where cards lie there"""
    g = garden(
        "PATH PATH TREE PATH",
        tiles="PATH 6,3 / TRAMP 6,5",
        at={0: (4, 4), 1: (6, 4), 2: (7, 4)},
        leader=2,
    )
    g.run(0, 2)
    assert g.choices() == ["push E", "push W"]


def test_where_one_end_is_a_wall_the_only_way_to_push_is_taken_without_asking() -> None:
    """MON-14.3, MON-5.9"""
    g = off_the_front(obstacles="3,3")
    assert g.pawns == [(4, 3), (5, 3), (6, 3)]
    assert g.s.phase == TALK


def test_a_pushed_pawn_claims_a_crown_that_lies_there_unheld() -> None:
    """MON-14.4, MON-8.2"""
    g = garden("PATH TREE PATH", at={0: (4, 4), 1: (5, 4)}, crown=(6, 4))
    g.run(0, 1, "push E")
    assert (g.at(1), g.holder) == ((6, 4), 1)


def test_a_pawn_that_was_pushed_still_moves_later_in_the_round() -> None:
    """MON-14.8"""
    g = garden(
        "PATH PATH TREE PATH PATH PATH PATH", at={0: (4, 4), 1: (6, 4), 2: (10, 4)}, leader=2
    )
    g.commit(2, 3, 5)
    g.play("push W")
    assert g.at(0) == (6, 4)
    assert g.at(1) == (8, 4)  # from (5, 4), three spaces
    assert (g.stage, g.asked) == ("explore", (2,))
