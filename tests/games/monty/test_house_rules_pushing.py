"""House rules about pushing: what each value changes."""

from __future__ import annotations

import pytest

from dogpark.games.monty.state import TALK
from tests.games.monty.table import MONTY, Garden, garden


def landing(**options: object) -> Garden:
    g = garden(
        "PATH PATH TREE PATH PATH",
        at={0: (4, 4), 1: (6, 4), 2: (8, 4)},
        leader=2,
        **options,  # type: ignore[arg-type] # house rules
    )
    g.run(0, 2)
    return g


def test_without_single_space_cards_nobody_is_pushed() -> None:
    """MON-19.21, MON-14.1 (ruling A54)"""
    assert landing(single_space="on").stage == "push"
    g = landing(single_space="off")
    assert (g.at(0), g.at(1), g.s.phase) == ((6, 4), (6, 4), TALK)


@pytest.mark.parametrize(("value", "asked"), [("owner", 1), ("instigator", 0)])
def test_who_chooses_the_card_for_a_pushed_pawn(value: str, asked: int) -> None:
    """MON-19.22, MON-14.5 (ruling A34)"""
    g = garden("PATH PATH BROKEN", at={0: (4, 4), 1: (6, 4)}, leader=1, displaced_draw=value)
    g.run(0, 2)
    g.play("push E")
    assert (g.stage, g.asked) == ("explore", (asked,))
    g.play("explore E plain-3")
    assert (g.at(1), g.holder) == ((7, 4), 1)


@pytest.mark.parametrize("value", ["any", "front_only"])
def test_whether_a_pushed_pawn_explores_away_from_the_crown(value: str) -> None:
    """MON-19.23, MON-14.5 (ruling A35)"""
    g = garden(
        tiles="TRAMP 4,4 / TREE 4,3 / PATH 5,3 / PATH 6,3",
        at={1: (4, 3), 2: (6, 3)},
        leader=2,
        displaced_explore=value,
    )
    g.set_off(0, 1)
    if value == "any":
        assert g.choices() == ["push E", "push W"]
    else:
        assert (g.at(0), g.at(1), g.s.phase) == ((4, 3), (5, 3), TALK)


def test_from_the_crown_card_a_pushed_pawn_explores_with_either_rule() -> None:
    """MON-19.23"""
    g = garden(
        "PATH PATH BROKEN", at={0: (4, 4), 1: (6, 4)}, leader=1, displaced_explore="front_only"
    )
    g.run(0, 2)
    assert g.choices() == ["push E", "push W"]


# -- fences that may be climbed --------------------------------------------------------------------


@pytest.mark.parametrize("explore", ["any", "front_only"])
@pytest.mark.parametrize("links", ["directed", "undirected"])
def test_nobody_is_pushed_over_a_fence_that_may_be_climbed_while_there_is_an_end(
    links: str, explore: str
) -> None:
    """MON-19.7, MON-14.3, MON-19.23"""
    g = garden(
        tiles="TRAMP 4,4 / TREE 4,3 / PATH 3,3 / CPLAIN 0 2,3 / PATH V 2,2",
        at={1: (4, 3), 2: (2, 2)},
        leader=2,
        bounce_links=links,
        displaced_explore=explore,
    )
    assert ("S" in g.links((4, 3))) == (links == "undirected")
    g.set_off(0, 1)
    if explore == "any":
        assert g.choices() == ["push E", "push W"]
    else:  # the linked end is the only way: nothing is asked
        assert (g.pawns, g.s.phase) == ([(4, 3), (3, 3), (2, 2)], TALK)


def test_a_free_end_comes_before_a_fence_that_may_be_climbed() -> None:
    """MON-19.7, MON-19.23: displaced_explore=front_only, and the tree has one end, which is free"""
    g = garden(
        "TRAMP PATH",
        tiles="TREE 4,3",
        obstacles="3,3",
        at={1: (4, 3), 2: (5, 4)},
        leader=2,
        deck="PATH",
        bounce_links="undirected",
        bounce_direction="any",
        displaced_explore="front_only",
    )
    g.run(0, 1, "step N", "explore E draw")
    assert (g.at(0), g.at(1), g.kind((5, 3))) == ((4, 3), (5, 3), "PATH")


def walled_in() -> Garden:
    """Pawn 1 is on a tree with two blocked ends, between two trampolines; pawn 0 bounces there."""
    g = garden(
        "TRAMP PATH",
        tiles="TREE 4,3 / TRAMP 4,2",
        obstacles="3,3 5,3",
        at={1: (4, 3), 2: (5, 4)},
        leader=2,
        bounce_links="undirected",
        bounce_direction="any",
    )
    g.set_off(0, 1)
    g.play("step N")
    return g


def test_without_an_end_the_runner_says_over_which_fence() -> None:
    """MON-19.7, MON-14.3: it is said in words, too, and the ends are refused as blocked"""
    g = walled_in()
    assert (g.at(0), g.choices()) == ((4, 3), ["push N", "push S"])
    words = [choice["words"] for choice in MONTY.prompt(g.s, 0)["choices"]]
    assert words == [
        "push Blue north over the fence onto the trampoline at 4,2",
        "push Blue south over the fence onto the trampoline at 4,4",
    ]
    for text in ("push E", "push W"):
        assert MONTY.refusal(g.s, 0, MONTY.table.from_text(text).code).rule == "MON-2.11"
    g.play("push N")
    assert (g.at(1), g.s.phase) == ((4, 2), TALK)


def test_where_a_fence_may_be_climbed_one_may_be_pushed_over_it() -> None:
    """MON-19.7, MON-14.3, MON-2.16: both ends of the tree are walls"""
    g = garden(
        "TRAMP PATH",
        tiles="TREE 4,3",
        obstacles="3,3 5,3",
        at={1: (4, 3), 2: (5, 4)},
        leader=2,
        bounce_links="undirected",
        bounce_direction="any",
    )
    assert g.links((4, 3)) == "S"
    g.run(0, 1, "step N")
    assert (g.at(0), g.at(1), g.s.phase) == ((4, 3), (4, 4), TALK)
