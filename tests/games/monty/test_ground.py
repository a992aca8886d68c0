"""Cards and cells: open sides, links, free edges, how a card may be laid, and distance."""

from __future__ import annotations

import pytest

from dogpark.games.monty.ground import is_gate, is_single_space
from tests.games.monty.table import KINDS, garden


@pytest.mark.parametrize(
    ("card", "sides"),
    [
        ("PATH H", "EW"),
        ("PATH V", "NS"),
        ("GATE V", "NS"),
        ("TREE H", "EW"),
        ("BROKEN V", "NS"),
        ("KEEP H", "EW"),
        ("TRAMP H", "NESW"),
        ("TRAMP V", "NESW"),
        ("HOME H", "NESW"),
        ("BARK H", ""),
        ("CGATE 0", "NE"),
        ("CGATE 1", "ES"),
        ("CPLAIN 2", "SW"),
        ("CPLAIN 3", "NW"),
    ],
)
def test_a_card_alone_on_the_table_has_its_open_sides_free(card: str, sides: str) -> None:
    """MON-2.2, MON-2.3, MON-2.4, MON-2.5, MON-2.10"""
    g = garden(tiles=f"{card} 8,2")
    assert g.free((8, 2)) == sides
    assert g.links((8, 2)) == ""


def test_which_cards_are_gates_and_which_hold_one_pawn_only() -> None:
    """MON-2.6, MON-2.7"""
    assert {name for name, kind in KINDS.items() if is_gate(kind)} == {"START", "GATE", "CGATE"}
    single = {name for name, kind in KINDS.items() if is_single_space(kind)}
    assert single == {"TREE", "BROKEN", "KEEP"}


def test_open_sides_that_meet_are_linked_both_ways() -> None:
    """MON-2.8"""
    g = garden("PATH GATE")
    assert (g.links((3, 4)), g.links((4, 4)), g.links((5, 4))) == ("E", "EW", "W")
    assert (g.free((3, 4)), g.free((4, 4)), g.free((5, 4))) == ("W", "", "E")


def test_a_trampoline_reaches_over_the_fence_and_nobody_climbs_back() -> None:
    """MON-2.9"""
    g = garden("TRAMP", tiles="PATH 4,3 / TREE V 5,4")
    assert g.links((4, 4)) == "NEW"
    assert g.links((4, 3)) == ""
    assert g.links((5, 4)) == ""


def test_an_open_end_that_points_at_any_side_of_a_trampoline_is_linked_both_ways() -> None:
    """MON-2.8"""
    g = garden("TRAMP", tiles="PATH V 4,5")
    assert "S" in g.links((4, 4))
    assert g.links((4, 5)) == "N"


def test_ends_at_the_table_s_edge_an_obstacle_bark_bark_or_a_closed_side_are_blocked() -> None:
    """MON-2.11, MON-2.1, MON-2.5"""
    g = garden(
        tiles="PATH 0,0 / PATH V 0,8 / PATH 6,6 / BARK 7,6 / PATH 6,2 / TREE V 7,2",
        obstacles="5,6 5,2",
    )
    assert g.free((0, 0)) == "E"
    assert g.free((0, 8)) == "N"
    assert g.free((6, 6)) == g.free((6, 2)) == ""
    assert g.links((6, 6)) == g.links((6, 2)) == ""


def test_a_trampoline_is_not_stopped_by_a_closed_side_but_by_bark_bark_it_is() -> None:
    """MON-2.11"""
    g = garden(tiles="TRAMP 6,6 / TREE V 7,6 / BARK 5,6", obstacles="6,5")
    assert (g.links((6, 6)), g.free((6, 6))) == ("E", "S")


@pytest.mark.parametrize("card", ["PATH", "GATE", "TREE", "BROKEN", "TRAMP", "STAGE"])
@pytest.mark.parametrize(
    ("start", "side", "cell", "axis"),
    [
        ("start 6 4 H", "E", (7, 4), "H"),
        ("start 6 4 H", "W", (5, 4), "H"),
        ("start 6 4 V", "N", (6, 3), "V"),
        ("start 6 4 V", "S", (6, 5), "V"),
    ],
)
def test_through_an_ordinary_edge_a_straight_card_lies_in_the_direction_of_travel(
    card: str, start: str, side: str, cell: tuple[int, int], axis: str
) -> None:
    """MON-2.12, MON-10.3: nobody is asked"""
    g = garden(start=start, deck=f"{card} PATH")
    g.set_off(0, 1)
    g.play(f"explore {side} draw")
    assert g.axis(cell) == axis
    assert g.kind(cell) == ("KEEP" if card == "STAGE" else card)
    assert g.at(0) == cell


@pytest.mark.parametrize(
    ("start", "side", "turns"),
    [
        ("start 6 4 V", "N", {1: "ES", 2: "SW"}),
        ("start 6 4 H", "E", {2: "SW", 3: "NW"}),
        ("start 6 4 V", "S", {0: "NE", 3: "NW"}),
        ("start 6 4 H", "W", {0: "NE", 1: "ES"}),
    ],
)
def test_through_an_ordinary_edge_a_corner_turns_left_or_right(
    start: str, side: str, turns: dict[int, str]
) -> None:
    """MON-2.12, MON-10.2, MON-1.7"""
    g = garden(start=start)
    g.set_off(0, 1)
    there = [text.split()[2] for text in g.choices() if text.split()[1] == side]
    assert there == ["draw", *(f"gated-{r}" for r in turns), *(f"plain-{r}" for r in turns)]
    for rotation, sides in turns.items():
        g = garden(start=start)
        g.run(0, 1, f"explore {side} gated-{rotation}")
        assert "".join(sorted(g.links(g.at(0)) + g.free(g.at(0)), key="NESW".index)) == sides
        assert g.crown == g.at(0)


def test_through_a_bounce_edge_a_corner_turns_any_way() -> None:
    """MON-2.13: 9 choices north, 5 east, 9 south (the most there are at once: 23)"""
    g = garden("TRAMP", at={0: (4, 4)}, leader=0)
    g.set_off(0, 1)
    by_side = {side: [t for t in g.choices() if t.split()[1] == side] for side in "NESW"}
    assert {side: len(texts) for side, texts in by_side.items()} == {"N": 9, "E": 5, "S": 9, "W": 0}
    g.play("explore N plain-0")
    assert (g.links((4, 3)), g.free((4, 3))) == ("", "NE")


@pytest.mark.parametrize("card", ["PATH", "TREE", "STAGE"])
@pytest.mark.parametrize("axis", ["H", "V"])
def test_through_a_bounce_edge_a_straight_card_lies_as_its_player_likes(
    card: str, axis: str
) -> None:
    """MON-2.13, MON-10.3: chosen after the card is seen"""
    g = garden("TRAMP", at={0: (4, 4)}, leader=0, deck=card)
    g.run(0, 1, "explore S draw")
    assert g.choices() == ["orient H", "orient V"]
    g.play(f"orient {axis}")
    assert (g.at(0), g.axis((4, 5))) == ((4, 5), axis)


def test_a_card_links_up_with_whatever_its_other_ends_meet() -> None:
    """MON-2.14"""
    g = garden("PATH", tiles="PATH 6,4", at={0: (4, 4)}, leader=0, deck="PATH")
    g.run(0, 1)
    assert g.links((5, 4)) == "EW"
    assert g.links((6, 4)) == "W"


def test_distance_is_the_number_of_links_on_a_shortest_way_to_the_crown() -> None:
    """MON-2.15"""
    g = garden("PATH PATH PATH", at={0: (6, 4)}, leader=0)
    assert [g.far((x, 4)) for x in (3, 4, 5, 6)] == [3, 2, 1, 0]


def test_an_empty_corner_pile_is_not_offered() -> None:
    """MON-10.1"""
    g = garden(corners=(0, 6))
    g.set_off(0, 1)
    assert [text for text in g.choices() if "gated" in text] == []
    assert len(g.choices()) == 6
    g = garden(corners=(1, 0))
    g.set_off(0, 1)
    assert len(g.choices()) == 6
    g.play("explore E gated-2")
    assert g.s.corners == [0, 0]


def test_with_a_single_free_edge_and_no_corners_the_card_is_drawn_without_asking() -> None:
    """MON-5.9, MON-10.1"""
    g = garden("PATH", at={0: (4, 4)}, leader=0, corners=(0, 0), deck="PATH PATH")
    g.set_off(0, 2)
    assert (g.at(0), g.deck) == ((6, 4), [])
