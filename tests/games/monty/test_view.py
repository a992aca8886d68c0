"""What a seat sees and what it is asked."""

from __future__ import annotations

import json
from typing import Any

from dogpark.cli import seats
from tests.games.monty.table import MONTY, garden, match
from tests.games.monty.test_telling import play_on

SEATS: tuple[int | None, ...] = (None, 0, 1, 2)


def tile(view: dict[str, Any], x: int, y: int) -> dict[str, Any]:
    found: dict[str, Any]
    (found,) = [tile for tile in view["tiles"] if (tile["x"], tile["y"]) == (x, y)]
    return found


# -- the view -------------------------------------------------------------------------------------


def test_seats_have_the_colours_of_the_table_with_letters_of_their_own() -> None:
    """MON-1.1"""
    players = MONTY.view(match(5), None)["players"]
    assert tuple(player["name"] for player in players) == seats.NAMES[:5]
    assert [player["letter"] for player in players] == ["R", "B", "Y", "G", "W"]


def test_a_card_is_seen_with_its_sides_links_and_free_edges() -> None:
    """MON-18.1, MON-2.4, MON-2.9, MON-2.10 (T24)"""
    g = garden("PATH TRAMP", tiles="PATH 5,3", at={0: (5, 3)}, leader=0)
    view = MONTY.view(g.s, None)
    tramp = tile(view, 5, 4)
    assert tramp["kind"] == "trampoline"
    assert tramp["number"] == 2
    assert tramp["lies"] == "east-west"
    assert tramp["open"] == ["north", "east", "south", "west"]
    assert tramp["bounce"] == ["north", "south"]
    assert tramp["links"] == ["north", "west"]
    assert tramp["hops"] == ["north"]
    assert tramp["free"] == ["east", "south"]
    assert tramp["distance"] == 1
    row = tile(view, 5, 3)
    assert row["free"] == ["east", "west"]
    assert (row["crown"], row["pawns"], row["links"]) == (True, [0], [])
    start = tile(view, 3, 4)
    assert (start["kind"], start["gate"], start["distance"]) == ("Start", True, 3)


def test_a_corner_and_a_card_for_one_are_seen_as_such() -> None:
    """MON-2.3, MON-2.6, MON-2.7"""
    g = garden("TREE", tiles="CGATE 2 5,4")
    view = MONTY.view(g.s, 1)
    assert (tile(view, 4, 4)["single"], tile(view, 4, 4)["gate"]) == (True, False)
    corner = tile(view, 5, 4)
    assert (corner["kind"], corner["gate"], corner["lies"]) == ("gated corner", True, None)
    assert corner["open"] == ["south", "west"]


def test_pawns_on_one_card_are_listed_in_the_order_they_came() -> None:
    """MON-18.1, MON-8.4"""
    g = garden("PATH", at={2: (4, 4), 0: (4, 4)}, leader=2)
    view = MONTY.view(g.s, 1)
    assert tile(view, 4, 4)["pawns"] == [2, 0]
    assert [player["arrived"] for player in view["players"]] == [2, 0, 1]
    assert view["crown"] == {"tile": 1, "x": 4, "y": 4, "holder": 2}
    assert [player["distance"] for player in view["players"]] == [0, 1, 0]


def test_everybody_may_count_what_is_left_in_the_deck() -> None:
    """MON-18.5, MON-1.6"""
    view = MONTY.view(garden().s, None)
    assert view["deck"] == {
        "left": 19,
        "garden": 9,
        "holds": {
            "path": 4,
            "gate": 2,
            "tree": 2,
            "broken fence": 4,
            "trampoline": 4,
            "Bark Bark": 1,
            "Home Stage": 2,
        },
    }
    g = garden()
    g.s.deck = [2, 1, 1, 2, 2, 1, 2]
    g.deck = ["TREE"]
    g.run(0, 1)
    after = MONTY.view(g.s, None)["deck"]
    assert (after["left"], after["garden"]) == (10, 0)
    assert "tree" not in after["holds"]


def test_corner_piles_are_open() -> None:
    """MON-18.1, MON-1.7, MON-19.6"""
    assert MONTY.view(garden(corners=(2, 5)).s, None)["corners"] == [
        {"left": 2, "turns": None, "top": "gated corner", "words": "gated corners"},
        {"left": 5, "turns": None, "top": "plain corner", "words": "plain corners"},
    ]
    g = garden(corner_types="left_right", faces="gated plain")
    left, right = MONTY.view(g.s, None)["corners"]
    assert left == {
        "left": 6,
        "turns": "left",
        "top": "gated corner",
        "words": "corners turning left, gated on top",
        "gated_below": 2,
    }
    assert (right["turns"], right["top"]) == ("right", "plain corner")
    assert (right["words"], right["gated_below"]) == ("corners turning right, plain on top", 3)


def test_table_obstacles_and_their_clearing_are_seen() -> None:
    """MON-2.1, MON-19.1, MON-19.2, MON-19.3, MON-19.4"""
    view = MONTY.view(match(table_w=7, table_h=5, obstacles="2,4 6,1"), None)
    assert view["table"] == {
        "geometry": "grid",
        "wide": 7,
        "high": 5,
        "obstacles": [[6, 1], [2, 4]],
    }
    free = MONTY.view(match(geometry="grid_free", obstacles="2,4"), None)["table"]
    assert free == {"geometry": "grid_free", "wide": None, "high": None, "obstacles": []}


def test_only_the_fact_that_somebody_has_answered_is_seen() -> None:
    """MON-18.2, MON-18.3 (T03)"""
    g = garden()
    g.play("0: claim 3")
    for seat in (None, 1, 2):
        view = MONTY.view(g.s, seat)
        assert [player["answered"] for player in view["players"]] == [True, False, False]
        assert [player["said"] for player in view["players"]] == [[], [], []]
    g.play("1: claim silent", "2: claim 2", "0: commit 5")
    view = MONTY.view(g.s, 1)
    assert [player["said"] for player in view["players"]] == [[3], ["silent"], [2]]
    assert [player["answered"] for player in view["players"]] == [True, False, False]
    assert [player["number"] for player in view["players"]] == [None] * 3
    assert (MONTY.view(g.s, 0)["sealed"], view["sealed"]) == ("5", None)
    assert "sealed" not in MONTY.view(g.s, None)
    assert "5" not in {str(value) for value in view["players"][0].values()}


def test_shown_numbers_and_who_bluffed_are_seen_until_the_round_is_over() -> None:
    """MON-4.2, MON-18.1 (T03)"""
    g = garden("PATH PATH PATH", at={2: (6, 4)}, leader=2, deck="PATH PATH PATH PATH PATH")
    g.play("0: claim 3", "1: claim silent", "2: claim 5")
    g.play("0: commit 5", "1: commit 5", "2: commit 4")
    while g.stage == "explore":
        g.play("explore E draw")
    view = MONTY.view(g.s, None)
    assert [player["number"] for player in view["players"]] == [5, 5, 4]
    assert [player["bluffed"] for player in view["players"]] == [True, False, True]
    g.pass_all()
    view = MONTY.view(g.s, None)
    assert [player["number"] for player in view["players"]] == [None] * 3
    assert [player["last_number"] for player in view["players"]] == [5, 5, 4]
    assert [player["bluffs"] for player in view["players"]] == [1, 0, 1]


def test_answers_are_seen_once_all_are_in() -> None:
    """MON-18.4"""
    g = garden("PATH PATH")
    g.share(3, 0, 1, 2)
    g.play(g.offer(1, 1, 1), "2: respond reject")
    for seat in (None, 0, 1):
        view = MONTY.view(g.s, seat)
        assert view["answers"] == []
        assert view["asked"] == [1]
    assert MONTY.view(g.s, 2)["sealed"] == "no"
    assert MONTY.view(g.s, 2)["sealed_choice"] == {"yes": False}
    g.play("1: respond accept")
    view = MONTY.view(g.s, None)
    assert view["answers"] == [
        {"seat": 1, "yes": True, "words": "yes"},
        {"seat": 2, "yes": False, "words": "no"},
    ]
    assert view["talks"]["offer"]["words"] == "Red offers: Red 1, Blue 1, Yellow 1"
    assert (view["talks"]["turn"], view["talks"]["turns"]) == (2, 6)


def test_every_offer_and_pass_of_the_talks_now_held_is_seen() -> None:
    """MON-18.1, MON-5.5, MON-5.6"""
    g = garden("PATH PATH", at={2: (5, 4)}, leader=2)
    g.share(4, 0, 1)
    for seat in SEATS:
        assert MONTY.view(g.s, seat)["talks"]["offers"] == []
    g.play("pass")
    g.reject(g.offer(1, 3))
    g.play(g.offer(2, 2))
    for seat in SEATS:
        offers = MONTY.view(g.s, seat)["talks"]["offers"]
        assert [(offer["by"], offer["words"]) for offer in offers] == [
            (0, "Red passes"),
            (1, "Blue offers: Red 1, Blue 3"),
            (0, "Red offers: Red 2, Blue 2"),
        ]
        assert offers[1]["split"] == [{"seat": 0, "spaces": 1}, {"seat": 1, "spaces": 3}]
        assert MONTY.view(g.s, seat)["talks"]["offer"] == offers[-1]
    g.play("respond accept")
    talks = MONTY.view(g.s, 0)["talks"]
    assert (talks["matter"], talks["offers"]) == ("order", [])  # talks of their own
    g.play(g.order(1, 0))
    (offer,) = MONTY.view(g.s, 0)["talks"]["offers"]
    assert (offer["by"], offer["order"]) == (0, [1, 0])


def test_with_four_turns_each_all_twenty_are_seen() -> None:
    """MON-18.1, MON-19.17: offers_per_player=4"""
    g = garden(players=5, offers_per_player=4)
    g.share(5, 0, 1, 2, 3, 4)
    for _ in range(19):
        g.reject("offer 125")
    offers = MONTY.view(g.s, None)["talks"]["offers"]
    assert [offer["by"] for offer in offers] == [0, 1, 2, 3, 4] * 3 + [0, 1, 2, 3]
    assert offers[-1]["words"] == "Green offers: Red 5, Blue 0, Yellow 0, Green 0, White 0"


def test_sealed_demands_are_seen_once_all_are_in() -> None:
    """MON-18.4, MON-19.18"""
    g = garden("PATH PATH", at={2: (5, 4)}, leader=2, split_protocol="sealed_demand")
    g.commit(3, 3, 5)
    g.play("0: demand 2")
    assert MONTY.view(g.s, 0)["sealed"] == "2 spaces"
    assert MONTY.view(g.s, 1)["answers"] == []
    g.play("1: demand 3")
    assert g.stage == "explore"
    for seat in SEATS:
        answers = MONTY.view(g.s, seat)["answers"]
        assert [answer["words"] for answer in answers] == ["2 spaces", "3 spaces"]


def test_the_current_run_is_seen() -> None:
    """MON-18.1"""
    g = garden()
    g.set_off(0, 3)
    run = MONTY.view(g.s, 2)["run"]
    assert (run["seat"], run["left"], run["words"]) == (0, 3, "Red runs: 3 spaces left")
    g = garden("PATH PATH TREE", at={1: (6, 4), 0: (5, 4)}, leader=1)
    g.set_off(0, 1)
    assert MONTY.view(g.s, 2)["run"]["words"] == "Red pushes Blue"


def test_a_finished_race_stays_on_the_table_until_start_is_laid() -> None:
    """MON-18.1, MON-15.4"""
    g = garden("PATH PATH PATH", at={0: (6, 4), 1: (5, 4)}, leader=0, deck="STAGE PATH STAGE")
    g.commit(2, 4, 5)
    g.explore()
    view = MONTY.view(g.s, None)
    assert view["phase"] == "start"
    assert tile(view, 9, 4)["kind"] == "Home"
    assert view["last_race"] == {
        "ending": "home",
        "finisher": 1,
        "places": [2, 1, 3],
        "points": [2, 3, 1],
    }
    assert [player["gold"] for player in view["players"]] == [0, 1, 0]


def test_the_result_is_seen_when_the_match_is_over() -> None:
    """MON-17.2, MON-17.3, MON-19.13"""
    g = garden("PATH", at={1: (4, 4)}, leader=1, max_rounds=1, mode="one_off")
    assert MONTY.view(g.s, 0)["result"] is None
    g.fail(5, 0, 2)
    view = MONTY.view(g.s, 0)
    assert view["result"] == {"places": [2, 1, 2], "points": [1, 3, 1], "winners": [1]}
    assert (view["phase"], view["one_off"]) == ("over", True)
    assert MONTY.prompt(g.s, 1)["ask"] == "The match is over"


def test_a_spectator_sees_what_everybody_sees_and_nothing_else() -> None:
    """MON-18.6"""
    for number, (_, _, _, s) in enumerate(play_on(3, 3, max_rounds=6, mode="one_off")):
        if number % 5 == 0:
            watching = MONTY.view(s, None)
            for seat in range(3):
                view = MONTY.view(s, seat)
                assert view.pop("sealed") is None or s.sealed[seat] >= 0
                assert view.pop("sealed_choice") is None or s.sealed[seat] >= 0
                assert view | {"you": None} == watching


def test_views_and_prompts_are_json_and_name_things_as_people_do() -> None:
    """MON-18.1"""
    for number, (_, _, _, s) in enumerate(play_on(11, 4, max_rounds=8, mode="one_off")):
        if number % 9 == 0:
            for seat in (None, 0, 3):
                view = MONTY.view(s, seat)
                assert json.loads(json.dumps(view)) == view
            prompt = MONTY.prompt(s, 0)
            assert json.loads(json.dumps(prompt)) == prompt
