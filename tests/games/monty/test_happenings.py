"""What happens on the table is told step by step: runs, cards, the crown, pushes, the end of a race."""

from __future__ import annotations

from tests.games.monty.test_telling import Listening, listen

# -- gates to choose ------------------------------------------------------------------------------


def test_a_chosen_gate_and_a_chosen_order_are_told() -> None:
    """MON-7.2, MON-7.5"""
    g = listen(
        tiles="GATE 4,4 / TRAMP 5,4 / GATE V 5,3 / TRAMP V 5,2 / PATH 6,4 / PATH 7,4 / PATH 8,4",
        at={0: (7, 4), 1: (7, 4), 2: (8, 4)},
        leader=2,
    )
    g.fail(5, 0, 1)
    g.told.clear()
    g.play("2: order 1")
    assert g.heard() == ["Yellow says who goes back first: Blue, Red"]
    g.told.clear()
    g.play("1: gate 5 3", "0: gate 4 4")
    assert g.heard("sent_back") == [
        "Blue goes back to the gate at 5,3",
        "Red goes back to the gate at 4,4",
    ]


# -- running and exploring ------------------------------------------------------------------------


def causes(g: Listening, *keys: str) -> list[tuple[int, str, str]]:
    """Who moved or explored, why, and the card that it is about."""
    data = [event.data for event in g.told if event.key in keys]
    return [(one["seat"], one["cause"], one["kind"]) for one in data]


def test_a_run_into_the_unknown_is_told_card_by_card() -> None:
    """MON-8.1, MON-9.2, MON-10.4, MON-10.5 (T19)"""
    g = listen(deck="PATH BROKEN PATH PATH PATH")
    g.run(0, 5)
    assert g.heard() == [
        "Red runs 5 spaces",
        "Red takes the lead",
        "Red goes east and draws a card",
        "Red comes to a path at 4,4",
        "Red goes east and draws a card",
        "Red comes to a broken fence at 5,4",
        "The broken fence stops Red: 3 spaces are lost",
        "Round 2 begins",
    ]
    laid = g.event("laid").data
    assert (laid["card"], laid["x"], laid["y"], laid["lies"]) == ("path", 4, 4, "east-west")
    assert laid["crown"] is True
    assert causes(g, "explore", "laid") == [
        (0, "run", "Start"),
        (0, "run", "path"),
        (0, "run", "path"),
        (0, "run", "broken fence"),
    ]
    assert g.event("lost").data == {"seat": 0, "spaces": 3, "cause": "broken_fence"}


def test_overtaking_the_leader_is_told() -> None:
    """MON-8.1"""
    g = listen("PATH", at={0: (4, 4)}, leader=0, deck="PATH")
    g.run(1, 2)
    assert g.heard("lead") == ["Blue takes the lead from Red"]


def test_a_corner_is_told_with_its_turn() -> None:
    """MON-10.2 (T20)"""
    g = listen()
    g.run(0, 1, "explore E gated-2")
    assert g.heard("laid") == ["Red lays a gated corner at 4,4, turning south"]
    assert g.event("laid").data["lies"] is None


def test_bounces_are_told_one_by_one() -> None:
    """MON-9.5 (T22)"""
    row = "PATH PATH PATH TRAMP TRAMP PATH PATH"
    g = listen(row, at={0: (4, 4), 2: (10, 4)}, leader=2)
    g.run(0, 3)
    assert g.heard("step", "bounce") == [
        "Red goes to the path at 5,4",
        "Red goes to the path at 6,4",
        "Red goes to the trampoline at 7,4",
        "Red bounces to the trampoline at 8,4",
        "Red bounces to the path at 9,4",
    ]
    assert causes(g, "step", "bounce")[2:] == [
        (0, "run", "trampoline"),
        (0, "bounce", "trampoline"),
        (0, "bounce", "path"),
    ]


def test_a_bounce_into_the_unknown_is_told_with_how_the_card_lies() -> None:
    """MON-2.13, MON-10.3 (T24)"""
    g = listen("PATH", at={0: (4, 4)}, leader=0, deck="TRAMP PATH")
    g.run(0, 1, "explore E draw", "explore N draw", "orient H")
    assert g.heard("explore", "drawn", "oriented", "laid") == [
        "Red goes east and draws a card",
        "Red comes to a trampoline at 5,4",
        "Red bounces north and draws a card",
        "Red draws a path",
        "Red lays it east-west",
        "Red comes to a path at 5,3",
    ]
    assert causes(g, "explore") == [(0, "run", "path"), (0, "bounce", "trampoline")]
    assert causes(g, "laid")[1] == (0, "bounce", "path")


def test_a_hop_over_a_fence_is_told() -> None:
    """MON-2.9 (T25)"""
    tiles = "TRAMP 4,4 / PATH 5,4 / PATH 6,4 / CPLAIN 3 7,4 / CPLAIN 2 7,3"
    tiles += " / PATH 6,3 / PATH 5,3 / PATH 4,3"
    g = listen(tiles=tiles, at={1: (6, 4), 2: (4, 3)}, leader=2)
    g.run(0, 2)
    assert g.heard("step") == [
        "Red goes to the trampoline at 4,4",
        "Red goes to the path at 4,3 over the fence",
    ]
    assert [event.data["hop"] for event in g.told if event.key == "step"] == [False, True]


def test_claiming_an_unheld_crown_is_told() -> None:
    """MON-8.2"""
    g = listen("PATH PATH", crown=(5, 4))
    g.run(0, 2)
    assert g.heard("crown_taken") == ["Red takes the crown"]


# -- dead ends, loops, Bark Bark, Home --------------------------------------------------------------


def test_a_dead_end_and_where_the_crown_goes_are_told() -> None:
    """MON-11.3, MON-11.4 (T34)"""
    row = "PATH TRAMP PATH PATH PATH PATH PATH PATH"
    g = listen(row, at={0: (11, 4)}, leader=0, deck="PATH")
    g.run(0, 4, "crown 5 4")
    assert g.heard("dead_end", "crown_put", "step") == [
        "12,4 is a dead end",
        "Red puts the crown on the trampoline at 5,4, where nobody holds it",
        "Red goes to the path at 11,4",
        "Red goes to the path at 10,4",
        "Red goes to the path at 9,4",
    ]
    assert causes(g, "crown_put") == [(0, "dead_end", "trampoline")]


def test_spaces_lost_at_a_dead_end_are_told() -> None:
    """MON-19.25: dead_end_leftover=lose (T34)"""
    row = "PATH TRAMP PATH PATH PATH PATH PATH PATH"
    g = listen(row, at={0: (11, 4)}, leader=0, deck="PATH", dead_end_leftover="lose")
    g.run(0, 4, "crown 5 4")
    assert g.heard("lost") == ["The dead end ends Red's run: 3 spaces are lost"]


LOOP = "CPLAIN 3 5,4 / CPLAIN 2 5,3 / PATH 4,3"


def test_a_loop_is_told_and_who_holds_the_crown_then() -> None:
    """MON-11.2, MON-11.5 (T36)"""
    tiles = f"TRAMP 4,4 / {LOOP} / PATH 3,3"
    g = listen(tiles=tiles, at={0: (3, 3), 2: (4, 4)}, leader=0)
    g.run(0, 3, "explore W plain-1", "explore S plain-0")
    assert g.heard("loop", "crown_put") == [
        "At 2,4 the path closes a loop",
        "Red puts the crown on the trampoline at 4,4, where Yellow holds it now",
    ]
    tiles = f"PATH 4,4 / {LOOP} / TRAMP 3,3"
    g = listen(tiles=tiles, at={0: (3, 3), 2: (4, 4)}, leader=0)
    g.run(0, 3, "explore W plain-1", "explore S plain-0")
    assert g.heard("crown_put", "lost") == [
        "Red puts the crown on the trampoline at 3,3, where nobody holds it",
        "Red may not turn straight back: 1 space is lost",
    ]
    assert causes(g, "crown_put") == [(0, "loop", "trampoline")]
    assert g.event("lost").data["cause"] == "turn_back"


def test_spaces_lost_at_a_loop_are_told() -> None:
    """MON-19.26: loop_leftover=lose"""
    tiles = f"TRAMP 4,4 / {LOOP} / PATH 3,3"
    g = listen(tiles=tiles, at={0: (3, 3), 2: (4, 4)}, leader=0, loop_leftover="lose")
    g.run(0, 3, "explore W plain-1", "explore S plain-0")
    assert g.heard("lost") == ["The loop ends Red's run: 1 space is lost"]
    assert g.event("lost").data["cause"] == "loop"


def test_bark_bark_is_told_with_what_it_costs() -> None:
    """MON-12.1, MON-12.2 (T32)"""
    g = listen("PATH TRAMP PATH PATH", at={0: (7, 4), 1: (6, 4)}, leader=0, deck="PATH BARK PATH")
    g.run(0, 5, "explore E draw", "explore E draw", "crown 5 4")
    assert g.heard("bark", "crown_put") == [
        "Bark Bark! Monty is at 9,4, and Red stays put: 4 spaces are lost",
        "Red puts the crown on the trampoline at 5,4, where nobody holds it",
    ]
    assert causes(g, "crown_put") == [(0, "bark", "trampoline")]


def test_bark_bark_that_moves_the_crown_without_a_choice_tells_both() -> None:
    """MON-12.2, MON-5.9"""
    g = listen("TRAMP PATH", at={0: (5, 4)}, leader=0, deck="BARK", start_ends=1)
    g.run(0, 1)
    assert g.heard("bark", "crown_put") == [
        "Bark Bark! Monty is at 6,4, and Red stays put: 1 space is lost",
        "Red puts the crown on the trampoline at 4,4, where nobody holds it",
    ]
    assert causes(g, "crown_put") == [(0, "bark", "trampoline")]


def test_no_way_home_and_both_home_stages_are_told() -> None:
    """MON-12.3, MON-13.1, MON-13.2, MON-1.5 (T33)"""
    row = "PATH PATH PATH PATH PATH"
    g = listen(row, at={0: (8, 4)}, leader=0, deck="BARK PATH STAGE", obstacles="2,4")
    g.run(0, 3)
    assert g.heard("no_way_home", "home_stage", "laid", "home") == [
        "Bark Bark, but there is no way home: it counts as a Home Stage",
        "Red finds the first Home Stage: Keep Going",
        "Red comes to Keep Going at 9,4",
        "Red comes to a path at 10,4",
        "Red finds the second Home Stage",
        "Red is Home at 11,4",
    ]


def test_the_end_of_a_race_tells_places_awards_and_who_lays_start_next() -> None:
    """MON-15.2, MON-15.3, MON-16.1 (T38)"""
    g = listen("PATH PATH PATH", at={0: (6, 4), 1: (5, 4)}, leader=0, deck="STAGE PATH STAGE")
    g.commit(2, 4, 5)
    g.explore()
    assert g.heard("race_over", "place", "turn") == [
        "Race 1 is over: Blue came home",
        "Blue is first and gets gold, 3 points",
        "Red is second and gets silver, 2 points",
        "Yellow is third and gets bronze, 1 point",
        "Red lays Start",
    ]


def test_the_short_cut_home_and_no_way_on_are_told() -> None:
    """MON-11.6, MON-11.7 (T35)"""
    row = "PATH TRAMP PATH PATH PATH PATH PATH PATH"
    g = listen(row, at={0: (11, 4)}, leader=0, deck="PATH", corners=(0, 0))
    g.run(0, 4, "shortcut")
    assert g.heard("short_cut") == ["Red takes the short cut: Home is at 12,4"]
    row = "PATH PATH PATH PATH PATH PATH PATH PATH"
    g = listen(row, at={0: (11, 4)}, leader=0, deck="PATH", obstacles="2,4", keep_alive="off")
    g.run(0, 2)
    assert g.heard("no_way_on") == ["There is no way on: Home is at 12,4"]


def test_dusk_is_told_and_the_end_of_the_match() -> None:
    """MON-15.6, MON-17.2, MON-19.13 (T40)"""
    g = listen(
        "PATH PATH PATH PATH", at={1: (7, 4)}, leader=1, deck="PATH", max_rounds=1, mode="one_off"
    )
    g.fail(5, 0, 2)
    assert g.heard("dusk", "race_over", "place", "game_over") == [
        "Dusk falls after 1 round: Home is at 7,4",
        "Race 1 is over: Blue holds the crown",
        "Blue is first and gets gold, 3 points",
        "Red is second and gets bronze, 1 point",
        "Yellow is second and gets bronze, 1 point",
        "Blue wins",
    ]
    assert g.event("game_over").data == {
        "winners": [1],
        "places": [2, 1, 2],
        "points": [1, 3, 1],
    }


# -- pushing --------------------------------------------------------------------------------------


def test_a_push_and_where_it_ends_are_told() -> None:
    """MON-14.1, MON-14.4, MON-8.2 (T27)"""
    g = listen("PATH PATH BROKEN", at={1: (6, 4), 0: (4, 4)}, leader=1)
    g.run(0, 2, "push W")
    assert g.heard("push", "shoved", "crown_passed") == [
        "Red pushes Blue west off the broken fence at 6,4",
        "Blue lands on the path at 5,4",
        "The crown passes to Red",
    ]
    assert causes(g, "shoved") == [(1, "push", "path")]
    assert g.event("shoved").data["by"] == 0


def test_a_hop_into_the_unknown_is_told() -> None:
    """MON-14.2, MON-14.5 (T28)"""
    g = listen("PATH PATH BROKEN", at={1: (6, 4), 0: (4, 4)}, leader=1, species="scc", deck="PATH")
    g.run(0, 2, "push E", "explore E draw")
    assert g.heard("hop", "lead", "explore", "laid") == [
        "Red hops east off the broken fence at 6,4",
        "Red takes the lead from Blue",
        "Red goes east and draws a card",
        "Red comes to a path at 7,4",
    ]
    assert causes(g, "explore", "laid") == [(0, "hop", "broken fence"), (0, "hop", "path")]


def test_a_chain_of_pushes_is_told_pawn_by_pawn() -> None:
    """MON-14.6 (T29)"""
    g = listen(
        "PATH TREE TREE PATH PATH",
        players=4,
        at={0: (4, 4), 1: (5, 4), 2: (6, 4), 3: (8, 4)},
        leader=3,
    )
    g.run(0, 1, "push E")
    assert g.heard("push", "shoved") == [
        "Red pushes Blue east off the tree at 5,4",
        "Blue lands on the tree at 6,4",
        "Yellow lands on the path at 7,4",
    ]
    assert causes(g, "shoved") == [(1, "push", "tree"), (2, "make_room", "path")]


def test_a_chain_that_ends_at_a_wall_is_told() -> None:
    """MON-14.7 (T30)"""
    g = listen(
        "PATH TREE TREE BARK",
        tiles="PATH 4,5 / TRAMP 5,5",
        at={0: (4, 5), 1: (5, 4), 2: (6, 4)},
        crown=(3, 4),
    )
    g.run(0, 1, "push E")
    assert g.heard("shared") == ["Yellow cannot go on: the tree at 6,4 is shared"]


def test_bark_bark_away_from_the_crown_is_told_as_a_wall() -> None:
    """MON-12.4, MON-14.7"""
    g = listen(
        "PATH TREE",
        tiles="PATH 4,5 / TRAMP 5,5",
        at={0: (4, 5), 1: (5, 4)},
        crown=(3, 4),
        deck="BARK",
    )
    g.run(0, 1, "push E", "explore E draw")
    assert g.heard("push", "explore", "bark", "crown_put", "lost") == [
        "Red pushes Blue east off the tree at 5,4",
        "Blue goes east and draws a card",
        "Bark Bark! Monty is at 6,4, and Blue stays put",
    ]
