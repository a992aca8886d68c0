"""Who holds the crown, whatever happens to it."""

from __future__ import annotations

import pytest

from dogpark.games.monty.state import TALK
from tests.games.monty.table import garden


def test_exploring_from_the_crown_card_takes_the_crown_from_whoever_held_it() -> None:
    """MON-8.1, MON-8.3: C1 and C3"""
    g = garden("PATH", at={0: (4, 4), 1: (4, 4)}, leader=0, deck="PATH")
    g.set_off(1, 1)
    assert g.holder == 1  # before the draw
    g.play("explore E draw")
    assert (g.crown, g.holder, g.at(0)) == ((5, 4), 1, (4, 4))


def test_coming_onto_the_crown_card_claims_an_unheld_crown() -> None:
    """MON-8.2: C2"""
    g = garden("PATH PATH", crown=(5, 4))
    assert g.holder is None
    g.run(0, 2)
    assert g.holder == 0
    g.run(1, 2)
    assert (g.at(1), g.holder) == ((5, 4), 0)


def test_coming_onto_the_crown_card_over_a_fence_claims_it_too() -> None:
    """MON-8.2: C2 by a bounce"""
    g = garden("TRAMP", tiles="PATH 4,3", crown=(4, 3))
    g.run(0, 1)
    assert (g.at(0), g.holder) == ((4, 3), 0)


def test_at_the_start_nobody_has_arrived_and_so_nobody_leads() -> None:
    """MON-3.6, MON-8.2 (ruling A12)"""
    g = garden()
    assert g.holder is None
    g.commit(2, 2, 2)
    g.pass_all()  # nobody moves
    assert (g.s.round, g.crown, g.holder) == (2, (3, 4), None)


def test_a_squirrel_that_hops_off_the_crown_card_by_a_link_leaves_the_crown_behind() -> None:
    """MON-8.4, MON-14.2: the other one holds it, as before"""
    g = garden("PATH PATH BROKEN", species="scc", at={0: (4, 4), 1: (6, 4)}, leader=1)
    g.run(0, 2, "push W")
    assert (g.at(0), g.holder) == ((5, 4), 1)


@pytest.mark.parametrize(("spot", "holder"), [((5, 4), 1), ((3, 4), 2), ((7, 4), 0)])
def test_a_crown_that_is_put_down_goes_to_its_decider_or_to_the_first_pawn_there(
    spot: tuple[int, int], holder: int
) -> None:
    """MON-8.5 (C5, ruling A37): Bark Bark at (8, 4); 0 decides and stands on (7, 4)"""
    g = garden(
        "PATH TRAMP PATH TRAMP",
        players=4,
        at={0: (7, 4), 1: (5, 4), 3: (5, 4)},
        leader=0,
        deck="BARK",
    )
    g.run(0, 2)
    assert g.choices() == ["crown 3 4", "crown 5 4", "crown 7 4"]
    g.play(f"crown {spot[0]} {spot[1]}")
    assert (g.crown, g.holder) == (spot, holder)
    assert g.s.phase == TALK


def test_the_decider_holds_the_crown_on_its_own_card_even_if_another_came_first() -> None:
    """MON-8.5"""
    g = garden("PATH TRAMP", at={1: (5, 4), 0: (5, 4)}, leader=1, deck="BARK")
    g.run(0, 1)
    g.play("crown 5 4")
    assert (g.crown, g.holder) == ((5, 4), 0)


def test_pawns_that_came_together_are_ranked_by_seating_order() -> None:
    """MON-8.5, MON-3.3: all stand on Start since the beginning; the player of seat 2 laid it"""
    g = garden("PATH PATH", players=4, placer=2, at={0: (5, 4)}, leader=0, deck="BARK")
    g.run(0, 1)
    assert (g.crown, g.holder) == ((3, 4), 2)


@pytest.mark.parametrize("card", ["TREE V", "GATE V", "KEEP V", "CGATE 0", "CPLAIN 3"])
def test_the_crown_may_be_put_on_any_kind_of_card_with_a_free_edge(card: str) -> None:
    """MON-11.3 (ruling A06): a side row ends in such a card, which is the only spot"""
    g = garden(
        "TRAMP PATH",
        tiles=f"PATH V 4,5 / {card} 4,6",
        obstacles="2,4 4,3",
        at={0: (5, 4)},
        leader=0,
        deck="BARK",
    )
    g.run(0, 1)
    assert g.crown == (4, 6)
