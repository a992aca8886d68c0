"""What people see and are asked."""

from __future__ import annotations

import json
from typing import Any

from dogpark.games.breath.state import Breath
from tests.games.breath.table import (
    BREATH,
    asked,
    at_turn,
    chance,
    code_of,
    do,
    draw,
    lay_up,
    leave_in_deck,
    named,
    new_game,
    turn_of,
    undrawn,
)

ONE = "Msd Mbd Msn B Psd Vbd Vsn"
TWO = "Vsd Vsd Vbd Psd Pbd Pbd Msd"
SCAVENGING = "S Msd Msd Msn B Psd Vbd"


def choice(s: Breath, text: str) -> dict[str, Any]:
    want = str(BREATH.table.action(code_of(text)))
    (found,) = [c for c in BREATH.prompt(s, asked(s))["choices"] if c["text"] == want]
    return dict(found)


def words(s: Breath, text: str) -> str:
    return str(choice(s, text)["words"])


# -- views ----------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_only_numbers_of_the_others() -> None:
    """BRE-10.1"""
    s = at_turn(ONE, TWO)
    seen = BREATH.view(s, 0)
    assert seen["hand"] == named(ONE)
    assert [player["cards"] for player in seen["players"]] == [7, 7]
    assert [player["known"] for player in seen["players"]] == [{}, {}]
    other = at_turn(ONE, "G G G G S S S")
    assert BREATH.view(other, 0) == seen
    assert "hand" not in BREATH.view(s, None)


def test_a_seat_sees_what_its_hand_scores_now_and_why() -> None:
    """BRE-7.1, BRE-7.7"""
    assert BREATH.view(at_turn(ONE, TWO), 0)["score"] == {
        "points": 21,
        "parts": [
            {"key": "meat", "count": 3, "points": 18, "words": "3 meat with a bone"},
            {"key": "pairs", "count": 1, "points": 3, "words": "1 pair"},
        ],
        "after_discarding": None,
    }


def test_a_hand_of_eight_scores_what_its_best_discard_leaves() -> None:
    """BRE-3.2, BRE-7.4"""
    s = at_turn("Psd Psd Psn Psn Pbd Pbd Vsd", TWO.replace("Psd Pbd Pbd", "Vbn B B"))
    draw(s, "Pbn")
    score = BREATH.view(s, 0)["score"]
    assert (score["points"], score["after_discarding"]) == (35 + 5 + 9, "vege-snout-day")


def test_unseen_are_the_cards_whose_place_a_seat_does_not_know() -> None:
    """BRE-10.1"""
    s = at_turn(ONE, TWO)
    lay_up(s, "B G")
    assert (
        BREATH.view(s, 0)["unseen"] | {"bone": 4, "guard-dog": 3, "scavenger": 4}
        == (BREATH.view(s, 0)["unseen"])
    )
    assert sum(BREATH.view(s, 0)["unseen"].values()) == 56 - 7 - 2
    assert sum(BREATH.view(s, None)["unseen"].values()) == 56 - 2
    do(s, "pick B")
    assert sum(BREATH.view(s, 1)["unseen"].values()) == 56 - 7 - 2


def test_the_table_is_the_same_for_everybody() -> None:
    """BRE-10.1"""
    s = at_turn(ONE, TWO)
    lay_up(s, "B")
    own = {"you", "hand", "score", "offer", "came", "went", "unseen"}
    views = [BREATH.view(s, seat) for seat in (None, 0, 1)]
    public = [{key: value for key, value in v.items() if key not in own} for v in views]
    assert public[0] == public[1] == public[2]
    assert (public[0]["phase"], public[0]["turn"], public[0]["asked"]) == ("draw", 0, 0)
    assert public[0]["discards"] == {"face_up": {"bone": 1}, "face_down": {}}
    assert "rng" not in json.dumps(views)


def test_before_the_starter_is_drawn_there_is_no_turn() -> None:
    """BRE-2.3"""
    s = undrawn()
    seen = BREATH.view(s, 0)
    assert (seen["phase"], seen["turn"], seen["starter"]) == ("starter", None, None)
    assert BREATH.prompt(s, 0)["ask"] == "The starter is drawn"


# -- prompts --------------------------------------------------------------------------------------


def test_a_turn_begins_with_the_score_and_what_can_be_drawn() -> None:
    """BRE-3.1"""
    s = at_turn(ONE, TWO)
    lay_up(s, "Mbn")
    assert BREATH.prompt(s, 0)["ask"] == "Draw. You have 21 points: 3 meat with a bone, 1 pair"
    assert words(s, "draw") == "draw from the deck (41 cards)"
    assert words(s, "pick Mbn") == "pick a meat-butt-night, for up to 30 points"
    assert choice(s, "pick Mbn")["effect"] == {"card": "meat-butt-night", "points": 30}
    leave_in_deck(s, "")
    assert words(s, "draw") == "draw from the deck, shuffled from all discards"


def test_before_a_discard_it_is_shown_what_is_left() -> None:
    """BRE-3.2"""
    s = at_turn(ONE, TWO)
    draw(s, "G")
    assert words(s, "discard B") == "discard a bone, keep 2 points: 1 special"
    assert (
        words(s, "discard Psd")
        == "discard a poop-snout-day, keep 23 points: 3 meat with a bone, 1 pair, 1 special"
    )
    assert words(s, "discard G").startswith("discard a guard dog, keep 21 points")


def test_before_going_out_it_is_shown_what_it_may_bring() -> None:
    """BRE-9.1"""
    s = at_turn(ONE, TWO)
    draw(s, "G")
    do(s, "discard G")
    assert choice(s, "out")["effect"] == {"points": 21, "if_best": 26, "if_beaten": 16}
    assert words(s, "out").startswith("go out: 26 if nobody has more, else 16")
    assert "or go out?" in BREATH.prompt(s, 0)["ask"]
    do(s, "out")
    assert BREATH.prompt(s, 1)["ask"].startswith("Draw for the last time.")


def test_the_grid_is_asked_about_in_three_steps() -> None:
    """BRE-2.5, BRE-2.6, BRE-2.7"""
    s = new_game()
    for short in ["Msd", "Msd", "Msn", "Msn", "B", "Psd", "Psd", "Psd", "Psd", "Vsd"]:
        chance(s, f"deal {short}")
    assert BREATH.prompt(s, 0)["ask"] == "Flip two cards of the grid"
    do(s, "flip 2")
    assert BREATH.prompt(s, 0)["ask"] == "A card is turning up"
    chance(s, "show Mbd")
    assert BREATH.prompt(s, 0)["ask"] == "Flip one card of the grid"
    do(s, "flip 5")
    chance(s, "show G")
    assert words(s, "take 2") == "take a meat-butt-day (21 points so far)"
    assert choice(s, "take 5")["effect"] == {"card": "guard-dog", "points": 2}
    do(s, "take 5")
    assert BREATH.prompt(s, 1)["ask"] == "A meat-butt-day lies face-up: let it stand?"
    assert words(s, "stand") == "let it stand and flip one more"
    assert words(s, "turn_down") == "turn it down and flip two cards"
    do(s, "turn_down")
    assert words(s, "flip 2") == "flip row 1, column 2: a meat-butt-day"
    assert words(s, "flip 3") == "flip row 1, column 3"


def test_a_scavenger_is_offered_with_its_price() -> None:
    """BRE-4.3"""
    s = at_turn(SCAVENGING, TWO.replace("Msd", "G"), "Vsn Vsn Vbn Psn Pbn Pbn B")
    assert words(s, "scavenge 2 B") == "send a scavenger to seat 2 and lay down a bone"
    do(s, "scavenge 1 B")
    assert BREATH.prompt(s, 1)["ask"] == "Seat 0 sends a scavenger for a card from you"
    assert words(s, "let") == "let it happen"
    assert words(s, "guard") == "play a guard dog to save your cards, then draw a new card"
    assert BREATH.prompt(s, 2)["ask"] == "Wait for seat 1"
    do(s, "let")
    assert BREATH.prompt(s, 2)["ask"] == "Seat 0 sends a scavenger for a card from seat 1"


def test_a_wish_says_what_is_known_about_it() -> None:
    """BRE-11.4, BRE-10.2, BRE-10.7"""
    s = at_turn(SCAVENGING, TWO, turn=1, named_request="on")
    lay_up(s, "Pbn")
    do(s, "pick Pbn", "discard Msd", "end")
    s.lacks[1] = 1 << code_of("name G") - code_of("name Vsd")
    do(s, "scavenge 1 B")
    assert BREATH.prompt(s, 0)["ask"] == "What do you want from seat 1?"
    assert words(s, "name Pbn") == "ask for a poop-butt-night, which is there"
    assert words(s, "name G") == "ask for a guard dog, which is not there"
    assert words(s, "name B") == "ask for a bone"
    do(s, "name B")
    assert BREATH.prompt(s, 1)["ask"] == "Seat 0 sends a scavenger for a bone from you"


def test_whoever_is_out_and_scavenged_is_told_what_is_left() -> None:
    """BRE-6.4"""
    s = at_turn(ONE, SCAVENGING.replace("Msd Msd", "Vbn Vbn"))
    turn_of(s, "G", "G", "out")
    assert words(s, "scavenge 0 B").startswith("send a scavenger to seat 0, who is out,")
    do(s, "scavenge 0 B", "let")
    chance(s, "blind Vsn")
    assert BREATH.prompt(s, 0)["ask"].startswith(
        "You were scavenged: a vege-snout-night went, a bone came. You are out with 21 points"
    )
    mine, theirs = BREATH.view(s, 0), BREATH.view(s, 1)
    assert (mine["came"], mine["went"]) == ("bone", "vege-snout-night")
    assert (theirs["came"], theirs["went"]) == (None, None)
    assert words(s, "stay") == "stay out with 21 points"
    assert words(s, "false_alarm") == "call a false alarm: nobody is out, play goes on"


def test_who_is_not_asked_is_told_whom_to_wait_for() -> None:
    """BRE-3.4"""
    prompt = BREATH.prompt(at_turn(ONE, TWO), 1)
    assert (prompt["stage"], prompt["choices"], prompt["ask"]) == ("", [], "Wait for seat 0")


def test_the_card_just_drawn_is_named_to_its_player_alone() -> None:
    """BRE-3.2, BRE-10.1"""
    s = at_turn(ONE, TWO)
    assert BREATH.view(s, 0)["came"] is None
    draw(s, "G")
    assert BREATH.prompt(s, 0)["ask"] == "You have drawn a guard dog. Discard a card"
    assert BREATH.view(s, 0)["came"] == "guard-dog"
    assert BREATH.view(s, 1)["came"] is None
    do(s, "discard B")
    assert BREATH.view(s, 0)["came"] is None
    do(s, "end", "pick B")
    assert BREATH.prompt(s, 1)["ask"] == "You have drawn a bone. Discard a card"


def test_the_card_that_makes_up_for_a_scavenger_is_the_one_just_drawn() -> None:
    """BRE-4.7, BRE-3.2"""
    s = at_turn(SCAVENGING, TWO.replace("Msd", "G"))
    draw(s, "Mbn")
    do(s, "scavenge 1 B", "guard")
    chance(s, "deal Pbn")
    assert BREATH.view(s, 0)["came"] is None  # nobody is asked while the other one draws
    chance(s, "deal Vbn")
    assert BREATH.view(s, 0)["came"] == "poop-butt-night"
    early = at_turn(SCAVENGING, TWO)
    do(early, "scavenge 1 B", "let")
    chance(early, "blind Pbd")
    chance(early, "deal Mbn")
    assert BREATH.view(early, 0)["came"] is None  # not drawn in step 1 of the turn


def test_going_out_is_asked_about_only_where_it_may_be_chosen() -> None:
    """BRE-3.3, BRE-6.3, BRE-11.6"""
    s = at_turn(ONE, TWO, min_points_to_go_out=100)
    draw(s, "G")
    do(s, "discard G")
    assert BREATH.prompt(s, 0)["ask"].startswith("End your turn? You have 21 points")
    refusal = BREATH.refusal(s, 0, code_of("draw"))
    assert (refusal.rule, refusal.words) == ("BRE-3.3", "You have discarded: end your turn.")
    s = at_turn(ONE, TWO)
    draw(s, "G")
    do(s, "discard G")
    words_then = BREATH.refusal(s, 0, code_of("draw")).words
    assert words_then == "You have discarded: end your turn or go out."
    do(s, "out")
    draw(s, "G")
    do(s, "discard G")
    assert BREATH.prompt(s, 1)["ask"].startswith("End your turn? You have")


def test_with_two_players_you_see_what_the_other_one_knows_of_your_hand() -> None:
    """BRE-10.2, BRE-10.3"""
    s = at_turn(SCAVENGING, TWO)
    do(s, "scavenge 1 B", "let")
    chance(s, "blind Pbd")
    chance(s, "deal Mbn")
    assert BREATH.view(s, 0)["players"][0]["known"] == named("Pbd")
    assert BREATH.view(s, 0)["players"][0] == BREATH.view(s, 1)["players"][0]
    assert BREATH.view(s, None)["players"][0]["known"] == {}


def test_with_more_players_you_see_what_everybody_knows_of_your_hand() -> None:
    """BRE-10.2, BRE-10.6"""
    s = at_turn(SCAVENGING, TWO, "Vsn Vsn Vbn Psn Pbn Pbn B")
    lay_up(s, "Mbn")
    do(s, "pick Mbn", "scavenge 1 B", "let", "let")
    chance(s, "blind Pbd")
    chance(s, "deal Vsn")
    assert BREATH.view(s, 1)["players"][0]["known"] == named("Pbd Mbn")
    assert BREATH.view(s, 0)["players"][0]["known"] == {}
