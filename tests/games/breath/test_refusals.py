"""Why a move is refused: the rule, and words."""

from __future__ import annotations

from dogpark.kernel.facts import CHANCE
from tests.games.breath.table import (
    BREATH,
    at_turn,
    chance,
    code_of,
    do,
    draw,
    lay_up,
    new_game,
    refused,
    turn_of,
    undrawn,
)

ONE = "Msd Mbd Msn B Psd Vbd Vsn"
TWO = "Vsd Vsd Vbd Psd Pbd Pbd Msd"
SCAVENGING = "S Msd Msd Msn B Psd Vbd"


def test_nobody_chooses_for_chance_and_chance_not_for_the_players() -> None:
    """BRE-1.5, BRE-2.1, BRE-2.3"""
    s = undrawn()
    assert refused(s, "draw", seat=0) == "BRE-2.3"
    assert refused(s, "starter 0", seat=0) == "BRE-1.5"
    s = new_game()
    assert refused(s, "draw", seat=0) == "BRE-2.1"
    assert refused(s, "deal B", seat=0) == "BRE-1.5"
    s = at_turn(ONE, TWO)
    assert refused(s, "deal B", seat=CHANCE) == "BRE-1.5"
    do(s, "draw")
    assert refused(s, "draw", seat=0) == "BRE-1.5"


def test_the_grid_asks_for_one_thing_at_a_time() -> None:
    """BRE-2.2, BRE-2.5, BRE-2.6, BRE-2.7, BRE-4.1"""
    s = new_game()
    for short in ["Msd", "Msd", "Msn", "Msn", "S", "Psd", "Psd", "Psd", "Psd", "Vsd"]:
        chance(s, f"deal {short}")
    assert refused(s, "flip 9") == "BRE-2.2"
    assert refused(s, "take 1") == "BRE-2.6"
    assert refused(s, "stand") == "BRE-2.6"
    assert refused(s, "draw") == "BRE-2.6"
    assert refused(s, "scavenge 1 Msd") == "BRE-4.1"
    do(s, "flip 1")
    chance(s, "show B")
    assert refused(s, "flip 1") == "BRE-2.6"
    do(s, "flip 2")
    chance(s, "show G")
    assert refused(s, "take 3") == "BRE-2.7"
    assert refused(s, "flip 3") == "BRE-2.7"
    do(s, "take 1")
    assert refused(s, "flip 3") == "BRE-2.5"
    assert refused(s, "flip 3", seat=0) == "BRE-3.4"
    do(s, "stand")
    assert refused(s, "flip 1") == "BRE-2.6"  # taken


def test_a_turn_asks_for_one_thing_at_a_time() -> None:
    """BRE-2.8, BRE-3.1, BRE-3.2, BRE-3.3, BRE-3.4, BRE-6.1"""
    s = at_turn(ONE, TWO)
    assert refused(s, "flip 1") == "BRE-2.8"
    assert refused(s, "discard B") == "BRE-3.1"
    assert refused(s, "pick B") == "BRE-3.1"
    assert refused(s, "out") == "BRE-6.1"
    assert refused(s, "draw", seat=1) == "BRE-3.4"
    draw(s, "G")
    assert refused(s, "draw") == "BRE-3.2"
    assert refused(s, "discard Mbn") == "BRE-3.2"
    assert refused(s, "end") == "BRE-3.2"
    do(s, "discard G")
    assert refused(s, "draw") == "BRE-3.3"
    assert refused(s, "discard B") == "BRE-3.3"


def test_used_specials_are_out_of_reach() -> None:
    """BRE-4.6"""
    s = at_turn(SCAVENGING, TWO)
    do(s, "scavenge 1 B", "let")
    chance(s, "blind Pbd")
    chance(s, "deal B")
    assert refused(s, "pick S") == "BRE-4.6"


def test_a_scavenger_needs_to_be_there_with_a_card_for_an_opponent() -> None:
    """BRE-4.1, BRE-4.3"""
    s = at_turn(ONE, TWO)
    assert refused(s, "scavenge 1 B") == "BRE-4.1"
    s = at_turn(SCAVENGING, TWO)
    assert refused(s, "scavenge 0 B") == "BRE-4.3"
    assert refused(s, "scavenge 2 B") == "BRE-4.3"
    assert refused(s, "scavenge 1 S") == "BRE-4.3"
    assert refused(s, "scavenge 1 Mbn") == "BRE-4.3"


def test_answers_wait_for_their_question() -> None:
    """BRE-5.1, BRE-6.4, BRE-4.4, BRE-11.4"""
    s = at_turn(SCAVENGING, TWO)
    assert refused(s, "let") == "BRE-5.1"
    assert refused(s, "guard") == "BRE-5.1"
    assert refused(s, "stay") == "BRE-6.4"
    assert refused(s, "false_alarm") == "BRE-6.4"
    assert refused(s, "name B") == "BRE-4.4"
    s = at_turn(SCAVENGING, TWO, named_request="on")
    assert refused(s, "name B") == "BRE-11.4"
    do(s, "scavenge 1 B")
    assert refused(s, "draw") == "BRE-11.4"


def test_a_guard_dog_has_to_be_in_the_hand() -> None:
    """BRE-5.2, BRE-5.1"""
    s = at_turn(SCAVENGING, TWO)
    do(s, "scavenge 1 B")
    assert refused(s, "guard") == "BRE-5.2"
    assert refused(s, "draw") == "BRE-5.1"
    assert refused(s, "scavenge 0 Psd") == "BRE-5.1"


def test_whoever_is_out_has_no_turn() -> None:
    """BRE-6.3, BRE-6.4"""
    s = at_turn(ONE, SCAVENGING.replace("Msd Msd", "Vbn Vbn"))
    turn_of(s, "G", "G", "out")
    assert refused(s, "draw", seat=0) == "BRE-6.3"
    do(s, "scavenge 0 B", "let")
    chance(s, "blind Vsn")
    assert refused(s, "draw", seat=0) == "BRE-6.4"


def test_after_the_end_everything_is_refused() -> None:
    """BRE-9.3"""
    s = at_turn(ONE, TWO, rounds=1)
    turn_of(s, "G", "G", "out")
    turn_of(s, "G", "G")
    assert BREATH.refusal(s, 0, code_of("draw")).rule == "BRE-9.3"


def test_refusals_have_numbers_where_numbers_help() -> None:
    """BRE-2.2, BRE-11.6"""
    s = at_turn(ONE, TWO, min_points_to_go_out=30)
    lay_up(s, "G")
    do(s, "pick G", "discard G")
    words = BREATH.refusal(s, 0, code_of("out")).words
    assert words == "You need 30 points to go out; you have 21."
