"""House rules about the table, trampolines and dead ends: what each value changes."""

from __future__ import annotations

import pytest

from dogpark.games.monty.state import SHORT_CUT, TALK
from dogpark.kernel.facts import CHANCE
from tests.games.monty.table import MONTY, Garden, garden, match

# -- the table ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(13, 9), (7, 9), (4, 9), (13, 5), (13, 3), (4, 3)])
def test_the_table_may_be_smaller(width: int, height: int) -> None:
    """MON-19.1, MON-19.2, MON-2.1"""
    g = Garden(match(table_w=width, table_h=height), ())
    starts = g.choices()
    assert len(starts) == 2 * width * height
    assert starts[-1] == f"start {width - 1} {height - 1} V"
    g.play(f"start {width - 1} {height - 1} H")
    assert g.free((width - 1, height - 1)) == "W"


def test_obstacles_are_walls() -> None:
    """MON-19.3, MON-2.11"""
    assert garden("PATH", crown=(4, 4)).free((3, 4)) == "W"
    assert garden("PATH", crown=(4, 4), obstacles="2,4").free((3, 4)) == ""
    assert garden("PATH").free((4, 4)) == "E"
    assert garden("PATH", obstacles="5,4 4,3").free((4, 4)) == ""
    assert "start 5 4 H" not in Garden(match(obstacles="5,4"), ()).choices()


def test_on_a_track_there_is_one_line_and_one_way() -> None:
    """MON-19.4"""
    g = garden(geometry="track", start="start 0 0 H", deck="PATH TRAMP PATH")
    assert (g.at(0), g.free((0, 0))) == ((0, 0), "E")
    g.set_off(0, 2)
    assert g.choices() == ["explore E draw", "explore E gated-2", "explore E plain-2"]
    g.play("explore E gated-2")
    assert (g.links((1, 0)), g.free((1, 0))) == ("W", "E")
    g.play("explore E draw")
    assert g.at(0) == (2, 0)
    g.run(1, 3)
    # The trampoline has no side edges, and a run that ends on it still bounces.
    assert (g.kind((3, 0)), g.at(1), g.links((3, 0))) == ("TRAMP", (4, 0), "EW")


def test_on_a_track_bark_bark_is_always_no_way_home() -> None:
    """MON-19.4, MON-12.3"""
    g = garden(geometry="track", start="start 0 0 H", deck="BARK PATH")
    g.run(0, 2)
    assert (g.kind((1, 0)), g.s.stage, g.at(0)) == ("KEEP", 1, (2, 0))


def test_on_a_track_gates_and_pushing_work_as_ever() -> None:
    """MON-19.4, MON-7.1, MON-14.1"""
    g = garden(geometry="track", start="start 0 0 H", deck="GATE TREE PATH")
    g.run(0, 2)
    g.run(1, 2, "push W")
    assert (g.at(0), g.at(1), g.holder) == ((1, 0), (2, 0), 1)
    g.fail(5, 1, 2)
    assert (g.at(1), g.holder) == ((1, 0), None)


def test_without_an_edge_the_race_goes_on_where_the_table_would_end() -> None:
    """MON-19.4: at the edge of the table the same run comes to a dead end"""
    deck = " ".join(["PATH"] * 10)
    g = garden(geometry="grid_free", start="start 6 4 H", deck=deck)
    bounded = garden(start="start 6 4 H", deck=deck)
    for table in (g, bounded):
        table.run(0, 5)
        table.run(0, 5)
    assert (g.at(0), g.crown, g.holder) == ((16, 4), (16, 4), 0)
    assert (bounded.at(0), bounded.crown) == ((8, 4), (6, 4))  # turned round at (12, 4)


def test_without_an_edge_spots_and_gates_are_named_by_card() -> None:
    """MON-19.4"""
    g = garden(geometry="grid_free", start="start 6 4 H", deck="TRAMP BARK")
    g.run(0, 1, "explore E draw", "explore E draw")
    assert g.choices() == ["crown_tile 0", "crown_tile 1"]
    g.play("crown_tile 0")
    assert g.crown == (6, 4)


@pytest.mark.parametrize(
    ("ends", "axis", "free"), [(2, "H", "EW"), (2, "V", "NS"), (1, "H", "E"), (1, "V", "S")]
)
def test_start_has_two_ends_or_one(ends: int, axis: str, free: str) -> None:
    """MON-19.5, MON-2.2"""
    g = garden(start=f"start 6 4 {axis}", start_ends=ends)
    assert g.free((6, 4)) == free


def test_a_start_with_one_end_needs_that_end_free() -> None:
    """MON-19.5, MON-3.5"""
    starts = Garden(match(start_ends=1), ()).choices()
    assert "start 12 4 H" not in starts
    assert "start 12 4 V" in starts
    assert "start 4 8 V" not in starts
    assert len(starts) == 234 - 9 - 13


def left_right(faces: str, **given: object) -> Garden:
    return garden(corner_types="left_right", faces=faces, **given)  # type: ignore[arg-type] # house rules


def test_with_left_and_right_piles_each_turns_one_way_and_the_top_card_is_seen() -> None:
    """MON-19.6"""
    g = left_right("gated plain plain", start="start 6 4 V")
    g.set_off(0, 1)
    assert [text for text in g.choices() if text.startswith("explore N")] == [
        "explore N draw",
        "explore N gated-2",
        "explore N plain-1",
    ]
    g.play("explore N gated-2")  # the gated corner of the left pile; below it lies a plain one
    assert (g.s.corners, g.s.face, g.kind((6, 3))) == ([5, 6], [0, 0], "CGATE")
    assert (g.links((6, 3)), g.free((6, 3))) == ("S", "W")


def test_each_pile_has_three_gated_and_three_plain_corners_shuffled() -> None:
    """MON-19.6, MON-1.7: nature turns up the next one by what is left"""
    s = match(corner_types="left_right")
    MONTY.rules.apply(s, 0, MONTY.table.code("start", x=6, y=4, axis="H"))
    seen = []
    for corner in ("gated", "gated"):
        outcomes = {str(MONTY.table.action(code)): weight for code, weight in MONTY.chance(s)}
        seen.append(outcomes)
        pile = "left" if len(seen) == 1 else "right"
        MONTY.rules.apply(s, CHANCE, MONTY.table.code("face", pile=pile, corner=corner))
    assert seen == [
        {"face left plain": 3, "face left gated": 3},
        {"face right plain": 3, "face right gated": 3},
    ]
    assert s.covered == [2, 2]
    assert s.phase == TALK


def test_with_left_and_right_piles_a_corner_off_a_bounce_edge_opens_to_where_one_comes_from() -> (
    None
):
    """MON-19.6, MON-2.13"""
    g = left_right("gated plain", row="TRAMP", at={0: (4, 4)}, leader=0)
    g.set_off(0, 1)
    assert [text for text in g.choices() if text.startswith("explore N")] == [
        "explore N draw",
        "explore N gated-2",
        "explore N plain-1",
    ]


# -- trampolines ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "far"), [("directed", None), ("undirected", 1)])
def test_whether_one_may_climb_back_onto_a_trampoline(value: str, far: int | None) -> None:
    """MON-19.7, MON-2.9"""
    g = garden("TRAMP", tiles="PATH 4,3", crown=(4, 4), bounce_links=value)
    assert g.far((4, 3)) == far
    assert g.links((4, 4)) == "NW"
    assert (g.links((4, 3)) == "S") == (value == "undirected")


@pytest.mark.parametrize(("value", "axes"), [("free", ["H", "V"]), ("parallel_only", ["H"])])
def test_how_a_card_lies_off_the_side_of_a_trampoline(value: str, axes: list[str]) -> None:
    """MON-19.8, MON-2.13"""
    g = garden("TRAMP", at={0: (4, 4)}, leader=0, deck="PATH", bounce_orientation=value)
    g.run(0, 1, "explore N draw")
    if len(axes) > 1:
        assert g.choices() == [f"orient {axis}" for axis in axes]
        g.play("orient V")
        assert g.axis((4, 3)) == "V"
    else:
        assert (g.at(0), g.axis((4, 3))) == ((4, 3), "H")


def bouncing(value: str) -> Garden:
    """Pawn 0 ends on the first of two trampolines; north and south of it are paths."""
    g = garden(
        "TRAMP TRAMP PATH PATH",
        tiles="PATH 4,3 / PATH V 4,5",
        at={2: (7, 4)},
        leader=2,
        bounce_direction=value,
    )
    g.set_off(0, 1)
    return g


def test_a_bounce_goes_towards_the_crown() -> None:
    """MON-19.9, MON-9.5 (ruling A30): over both trampolines"""
    g = bouncing("towards")
    assert (g.at(0), g.s.phase) == ((6, 4), TALK)


def test_by_house_rule_a_bounce_goes_anywhere_with_a_way_to_the_crown() -> None:
    """MON-19.9: not north, from where nothing leads back; never twice over one trampoline"""
    g = bouncing("any")
    assert g.links((4, 4)) == "NESW"
    assert g.choices() == ["step E", "step S", "step W"]
    g.play("step E")
    assert (g.at(0), g.s.phase) == ((6, 4), TALK)  # from (5, 4) only eastwards: not back


def test_by_house_rule_a_bounce_may_go_backwards() -> None:
    """MON-19.9"""
    g = bouncing("any")
    g.play("step W")
    assert (g.at(0), g.s.phase) == ((3, 4), TALK)


def test_by_house_rule_a_pawn_with_nowhere_to_bounce_rests_on_the_trampoline() -> None:
    """MON-19.9: between two trampolines and a wall"""
    g = garden(
        tiles="TRAMP 4,4 / TRAMP 4,3 / PATH 5,4",
        obstacles="3,3 4,2 5,3",
        at={2: (5, 4)},
        leader=2,
        bounce_direction="any",
    )
    g.set_off(0, 1)
    assert g.choices() == ["step N", "step E", "step W"]
    g.play("step N")
    assert (g.at(0), g.s.phase) == ((4, 3), TALK)


def test_a_chain_of_bounces_never_comes_to_a_trampoline_it_has_explored_from() -> None:
    """MON-19.9: the second trampoline is a dead end, and the first has had its turn"""
    g = garden(
        "PATH",
        obstacles="6,3 6,5 7,4",
        at={0: (4, 4)},
        leader=0,
        deck="TRAMP TRAMP",
        bounce_direction="any",
    )
    g.run(0, 1)
    assert (g.at(0), g.links((6, 4)), g.free((6, 4))) == ((6, 4), "W", "")
    g.play("crown 3 4")
    assert (g.at(0), g.s.phase) == ((6, 4), TALK)


# -- the crown, dead ends -------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["allow", "forbid"])
def test_whether_the_crown_may_be_put_on_one_s_own_card(value: str) -> None:
    """MON-19.24, MON-8.5 (ruling A37)"""
    g = garden("PATH TRAMP", at={0: (5, 4)}, leader=0, deck="BARK", crown_own_card=value)
    g.run(0, 1)
    if value == "allow":
        assert g.choices() == ["crown 3 4", "crown 5 4"]
    else:
        assert (g.crown, g.s.phase) == ((3, 4), TALK)


def test_one_s_own_card_is_allowed_if_it_is_the_only_spot() -> None:
    """MON-19.24"""
    g = garden(
        "PATH TRAMP",
        obstacles="2,4",
        at={0: (5, 4)},
        leader=0,
        deck="BARK",
        crown_own_card="forbid",
    )
    g.run(0, 1)
    assert (g.crown, g.holder) == ((5, 4), 0)


@pytest.mark.parametrize("value", ["optional", "forced"])
def test_whether_the_short_cut_home_must_be_taken(value: str) -> None:
    """MON-19.28, MON-11.6 (ruling A45)"""
    g = garden(
        "PATH TRAMP PATH PATH PATH PATH PATH PATH",
        at={0: (11, 4)},
        leader=0,
        corners=(0, 0),
        deck="PATH",
        shortcut=value,
        mode="one_off",
    )
    g.run(0, 4)
    if value == "optional":
        assert g.choices() == ["shortcut", "crown 3 4", "crown 5 4"]
    else:
        assert g.over
        assert (g.s.ending, g.s.finisher) == (SHORT_CUT, 0)
