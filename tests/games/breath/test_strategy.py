"""The rules of thumb: sensible in plain positions, and far better than chance."""

from __future__ import annotations

import pytest

from dogpark.games.breath import FACTS
from dogpark.games.breath.state import Breath
from dogpark.kernel.playout import GREEDY, RANDOM
from dogpark.kernel.seed import dice_for, seed_nature
from tests.games.breath.table import (
    BREATH,
    asked,
    at_turn,
    chance,
    do,
    draw,
    lay_up,
    new_game,
    turn_of,
)
from tests.games.breath.test_knowledge import make_known

GREEDY_CHOICE = BREATH.python["greedy"]
OTHER = "Vsn Vbn Pbn Psn Msn Mbn B"


def choice(s: Breath) -> str:
    """What the rules of thumb choose for the seat that is asked."""
    seat = asked(s)
    codes = BREATH.legal(s, seat)
    before = s.copy()
    index = GREEDY_CHOICE(s, seat, codes, len(codes), [1, 2, 3, 4])
    assert s == before
    return str(BREATH.table.action(codes[index]))


def test_it_picks_the_discard_that_completes_a_kind() -> None:
    """BRE-3.1"""
    s = at_turn("Psd Psd Psd Pbd Pbd Vsd Vbd", OTHER)
    lay_up(s, "Pbd Msd B")
    assert choice(s) == "pick poop-butt-day"


def test_it_draws_from_the_deck_if_no_discard_is_of_use() -> None:
    """BRE-3.1"""
    s = at_turn("Psd Psd Psd Pbd Pbd Vsd Vbd", OTHER)
    lay_up(s, "Msd")
    assert choice(s) == "draw"


def test_it_discards_what_its_plan_does_not_need() -> None:
    """BRE-3.2"""
    s = at_turn("Psd Psd Psd Pbd Pbd Pbn Vbd", OTHER)
    draw(s, "Psn")
    assert choice(s) == "discard vege-butt-day"


def test_it_keeps_a_bone_for_its_meat() -> None:
    """BRE-7.1"""
    s = at_turn("Msd Msd Msd Mbd Mbd B Vbd", OTHER)
    draw(s, "Psd")
    assert choice(s) in ("discard vege-butt-day", "discard poop-snout-day")


def test_it_discards_the_bone_for_seven_meat() -> None:
    """BRE-8.3"""
    s = at_turn("Msd Msd Msd Msd Mbd Mbd B", OTHER)
    draw(s, "Mbd")
    assert choice(s) == "discard bone"
    do(s, "discard B")
    assert choice(s) == "out"


def test_it_goes_out_with_enough_and_not_with_little() -> None:
    """BRE-6.1"""
    s = at_turn("Psd Psd Psd Psd Pbd Pbd Pbd", OTHER)
    draw(s, "Vsd")
    do(s, "discard Vsd")
    assert choice(s) == "out"
    s = at_turn("Psd Psd Vsd Vsd Pbd Msd Mbd", OTHER)
    draw(s, "Vbd")
    do(s, "discard Vbd")
    assert choice(s) == "end"


def test_in_the_last_turn_only_points_count() -> None:
    """BRE-6.2: the third vege brings 12 points, a poop more brings a plan and no points"""
    s = at_turn("Vsd Vsd Psd Psd Msd Msn Mbd", OTHER, turn=1)
    lay_up(s, "Vsd Msd")
    s.turn = 1
    turn_of(s, "G", "G", "out")
    assert choice(s) == "pick vege-snout-day"


def test_it_sends_a_scavenger_for_cards_it_does_not_need() -> None:
    """BRE-4.1, BRE-4.3"""
    s = at_turn("Psd Psd Psd Pbd Pbd Vbd S", OTHER)
    assert choice(s) == "scavenge 1 vege-butt-day"


def test_it_sends_it_to_whoever_is_out() -> None:
    """BRE-6.4"""
    s = at_turn("Psd Psd Psd Pbd Pbd Vbd S", "Msd Msd Msd Mbd Mbd Mbd B", OTHER, turn=2)
    turn_of(s, "G", "G", "out")
    assert choice(s) == "scavenge 2 vege-butt-day"


def test_it_guards_its_cards_and_those_of_others_but_not_for_one_who_is_out() -> None:
    """BRE-5.1, BRE-6.3"""
    s = at_turn("Psd Psd Psd Pbd Pbd Vbd S", "G Vsn Vbn Pbn Psn Msn Mbn", "G B B B Vsd Vsd Vsd")
    do(s, "scavenge 1 Vbd")
    assert choice(s) == "guard"
    do(s, "let")
    assert choice(s) == "guard"
    s = at_turn(
        "Psd Psd Psd Pbd Pbd Vbd S", "G Vsn Vbn Pbn Psn Msn Mbn", "B B B Vsd Vsd Vsd Mbd", turn=2
    )
    turn_of(s, "G", "G", "out")
    do(s, "scavenge 2 Vbd", "let")
    assert choice(s) == "let"


def test_it_calls_a_false_alarm_if_its_hand_is_spoilt() -> None:
    """BRE-6.4"""
    for taken, answer in (("B", "false_alarm"), ("Msd", "stay")):
        s = at_turn("Msd Msd Msd Mbd Mbd Mbn B", "S Vsd Vbd Vbd Psd Psd Pbd")
        turn_of(s, "G", "G", "out")
        do(s, "scavenge 0 Vsd", "let")
        chance(s, f"blind {taken}")
        assert choice(s) == answer


def test_it_lets_a_good_card_stand_and_takes_it() -> None:
    """BRE-2.5, BRE-2.7"""
    s = new_game()
    for short in ["Vsd", "Psd", "Vsn", "Psd", "Vbd", "Psn", "Msd", "Pbd", "B", "Pbd"]:
        chance(s, f"deal {short}")
    do(s, "flip 1")
    chance(s, "show B")
    do(s, "flip 2")
    chance(s, "show Psn")
    do(s, "take 1")
    assert choice(s) == "stand"
    do(s, "stand", "flip 3")
    chance(s, "show Mbn")
    assert choice(s) == "take 2"


def test_it_names_a_card_that_it_knows_to_be_there() -> None:
    """BRE-11.4"""
    s = at_turn("Psd Psd Psd Pbd Pbd Vbd S", OTHER, named_request="on")
    make_known(s, 1, "Pbn")
    do(s, "scavenge 1 Vbd")
    assert choice(s) == "name poop-butt-night"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_chance(players: int) -> None:
    """BRE-9.3: one seat plays by the rules of thumb, the others at random"""
    codes, weights = [0] * FACTS.max_legal, [0] * FACTS.max_outcomes
    won = 0
    for seed in range(6):
        s = new_game(players, rounds=3)
        seed_nature(s, seed)
        mine = seed % players
        policies = [GREEDY if seat == mine else RANDOM for seat in range(players)]
        dice = [dice_for(seed, seat) for seat in range(players)]
        BREATH.python["play_on"](s, policies, dice, codes, weights, FACTS.max_steps)
        won += BREATH.places(s)[0][mine] == 1
    assert won >= 5
