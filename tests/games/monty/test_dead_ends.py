"""Where the race gets stuck: dead ends, loops, the short cut, and no way on."""

from __future__ import annotations

from dogpark.games.monty.state import NO_WAY_ON, SHORT_CUT, TALK
from tests.games.monty.table import Garden, garden

LONG = "PATH TRAMP PATH PATH PATH PATH PATH PATH"  # its last card lies at (11, 4)


def dead_end(**given: object) -> Garden:
    """T34: the leader runs off the eastern edge."""
    given = {"at": {0: (11, 4)}, **given}
    g = garden(LONG, leader=0, deck="PATH", **given)  # type: ignore[arg-type] # house rules
    g.run(0, 4)
    return g


def test_at_a_dead_end_the_leader_moves_the_crown_and_turns_round() -> None:
    """MON-11.1, MON-11.3, MON-11.4 (T34)"""
    g = dead_end()
    assert g.at(0) == (12, 4)
    assert g.free((12, 4)) == ""
    assert g.choices() == ["crown 3 4", "crown 5 4"]
    g.play("crown 5 4")
    assert (g.at(0), g.crown, g.holder) == ((9, 4), (5, 4), None)
    assert g.s.phase == TALK


def test_spaces_left_at_a_dead_end_may_be_lost_by_house_rule() -> None:
    """MON-19.25 (T34)"""
    g = dead_end(dead_end_leftover="lose")
    g.play("crown 5 4")
    assert g.at(0) == (12, 4)


def test_without_corners_a_dead_end_offers_the_short_cut_home() -> None:
    """MON-11.6, MON-15.2, MON-15.3 (T35)"""
    g = dead_end(corners=(0, 0), at={0: (11, 4), 1: (9, 4)}, mode="one_off")
    assert g.choices() == ["shortcut", "crown 3 4", "crown 5 4"]
    g.play("shortcut")
    assert g.over
    assert g.kind((12, 4)) == "HOME"
    assert (g.s.ending, g.s.finisher) == (SHORT_CUT, 0)
    assert g.ranks == [1, 2, 3]


def test_the_short_cut_may_be_declined() -> None:
    """MON-11.6 (ruling A45)"""
    g = dead_end(corners=(0, 0))
    g.play("crown 3 4")
    assert (g.at(0), g.crown, g.holder) == ((9, 4), (3, 4), 1)  # 1 and 2 stand there since Start


def test_with_one_corner_left_there_is_no_short_cut() -> None:
    """MON-11.6"""
    g = dead_end(corners=(0, 1))
    assert g.choices() == ["crown 3 4", "crown 5 4"]


def loop(x: str, y: str, **options: object) -> Garden:
    """T36: the leader closes a ring at (2, 4)."""
    g = garden(
        tiles=f"{x} 4,4 / CPLAIN 3 5,4 / CPLAIN 2 5,3 / PATH 4,3 / {y} 3,3",
        at={0: (3, 3), 1: (3, 4), 2: (4, 4)},
        leader=0,
        **options,  # type: ignore[arg-type] # house rules
    )
    g.run(0, 3, "explore W plain-1", "explore S plain-0")
    return g


def test_after_a_loop_the_run_goes_on_round_it() -> None:
    """MON-11.2, MON-11.3, MON-11.5, MON-8.5 (T36a): the only spot is not asked for"""
    g = loop("TRAMP", "PATH")
    assert g.links((2, 4)) == "NE"
    assert (g.crown, g.holder) == ((4, 4), 2)
    assert g.at(0) == (3, 4)
    assert g.s.phase == TALK


def test_after_a_loop_the_next_space_is_not_straight_back() -> None:
    """MON-11.5 (T36b)"""
    g = loop("PATH", "TRAMP")
    assert (g.crown, g.holder) == ((3, 3), None)
    assert g.far((2, 3)) == 1
    assert g.far((2, 4)) == 2
    assert g.at(0) == (2, 4)
    assert g.s.phase == TALK


def test_spaces_left_at_a_loop_may_be_lost_by_house_rule() -> None:
    """MON-19.26: at its other value the run of T36a goes on to Start"""
    g = loop("TRAMP", "PATH", loop_leftover="lose")
    assert (g.crown, g.at(0)) == ((4, 4), (2, 4))


def test_a_loop_is_no_reason_for_a_short_cut() -> None:
    """MON-11.6, MON-11.2 (ruling A45): the last two corners close the ring"""
    g = loop("TRAMP", "PATH", corners=(0, 2))
    assert g.s.corners == [0, 0]
    assert (g.crown, g.at(0)) == ((4, 4), (3, 4))


def test_a_bounce_off_a_trampoline_that_closed_a_loop_may_go_straight_back() -> None:
    """MON-11.5, MON-9.5"""
    g = garden(
        tiles="CPLAIN 3 4,4 / PATH 5,3",
        obstacles="3,3 4,2",
        at={0: (4, 4), 1: (3, 4), 2: (3, 4)},
        leader=0,
        deck="TRAMP",
    )
    g.run(0, 1)
    assert (g.at(0), g.links((4, 3)), g.free((4, 3))) == ((4, 3), "ES", "")
    assert g.choices() == ["crown 5 3", "crown 3 4"]
    g.play("crown 3 4")
    assert g.at(0) == (4, 4)


def test_hopeless_draws_are_withheld_while_a_corner_helps() -> None:
    """MON-10.6 (T37)"""
    g = garden(
        "PATH PATH PATH PATH PATH PATH PATH PATH",
        obstacles="2,4",
        at={0: (11, 4)},
        leader=0,
    )
    g.set_off(0, 1)
    assert g.choices() == [
        "explore E gated-2",
        "explore E gated-3",
        "explore E plain-2",
        "explore E plain-3",
    ]


def test_without_corners_or_spots_the_short_cut_is_taken_by_itself() -> None:
    """MON-10.6, MON-11.6, MON-5.9 (T37): the draw is forced, too"""
    g = garden(
        "PATH PATH PATH PATH PATH PATH PATH PATH",
        obstacles="2,4",
        at={0: (11, 4)},
        leader=0,
        corners=(0, 0),
        deck="PATH",
        mode="one_off",
    )
    g.run(0, 2)
    assert g.over
    assert (g.s.ending, g.s.finisher, g.kind((12, 4))) == (SHORT_CUT, 0, "HOME")


def test_hopeless_draws_are_offered_if_the_house_rule_says_so() -> None:
    """MON-19.27, MON-11.7: stuck with corners left and no spot, the race is over (ruling A43)"""
    g = garden(
        "PATH PATH PATH PATH PATH PATH PATH PATH",
        obstacles="2,4",
        at={0: (11, 4)},
        leader=0,
        deck="PATH",
        keep_alive="off",
        mode="one_off",
    )
    g.run(0, 2)
    assert g.over
    assert (g.s.ending, g.s.finisher, g.kind((12, 4))) == (NO_WAY_ON, 0, "HOME")


def crosswise(**options: object) -> Garden:
    """North of the trampoline a card that lies crosswise would meet two walls."""
    g = garden(
        "TRAMP",
        obstacles="3,3 5,3",
        at={0: (4, 4)},
        leader=0,
        deck="PATH",
        **options,  # type: ignore[arg-type] # house rules
    )
    g.run(0, 1, "explore N draw")
    return g


def test_a_hopeless_way_for_a_card_to_lie_is_withheld_too() -> None:
    """MON-10.6, MON-5.9"""
    g = crosswise()
    assert (g.at(0), g.axis((4, 3)), g.crown) == ((4, 3), "V", (4, 3))


def test_by_house_rule_a_card_may_lie_in_a_hopeless_way() -> None:
    """MON-19.27, MON-11.7"""
    g = crosswise(keep_alive="off", mode="one_off")
    assert g.choices() == ["orient H", "orient V"]
    g.play("orient H")
    assert (g.s.ending, g.s.finisher) == (NO_WAY_ON, 0)


def test_the_filter_of_hopeless_choices_ends_with_the_corners() -> None:
    """MON-10.6: with both piles empty a dead end is a way home"""
    g = crosswise(corners=(0, 0))
    assert g.choices() == ["orient H", "orient V"]


def test_the_far_end_of_a_card_may_hit_a_wall() -> None:
    """MON-2.14, MON-2.11 (ruling A11): the new path meets the closed side of another card"""
    g = garden("PATH", tiles="PATH V 6,4", at={0: (4, 4)}, leader=0, deck="PATH")
    g.run(0, 1)
    assert (g.at(0), g.links((5, 4)), g.free((5, 4))) == ((5, 4), "W", "")
    assert g.crown == (3, 4)  # a dead end: the only spot is the western end of Start
