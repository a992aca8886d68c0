"""House rules at their values."""

from __future__ import annotations

from typing import Any

import pytest

from dogpark.games.breath import FACTS
from dogpark.games.breath.state import Breath
from dogpark.kernel.facts import CHANCE, BadOption
from dogpark.kernel.rng import dice_below
from dogpark.kernel.seed import dice_for, seed_nature
from tests.games.breath.table import (
    BREATH,
    asked,
    at_turn,
    chance,
    choices,
    do,
    draw,
    hand,
    keys,
    new_game,
    outcomes,
    over,
    refused,
    sort_of,
    turn_of,
)

POOR = "Vsd Vbd Pbd Psn Msd Mbd B"
SCAVENGING = "S Vbn Vbn Psn Pbn Msn Msn"


def play_to_the_end(seed: int, players: int, **options: Any) -> Breath:
    """A random game."""
    s = new_game(players, **options)
    seed_nature(s, seed)
    mine = dice_for(seed, 0)
    codes, weights = [0] * FACTS.max_legal, [0] * FACTS.max_outcomes
    draw_outcome = BREATH.python["draw_outcome"]
    for _ in range(FACTS.max_steps):
        if over(s):
            return s
        seat = asked(s)
        if seat == CHANCE:
            code = draw_outcome(s, codes, weights)
        else:
            legal = BREATH.legal(s, seat)
            code = legal[dice_below(mine, len(legal))]
        BREATH.rules.apply(s, seat, code)
        assert BREATH.problems(s) == []
    raise AssertionError("the game does not end")


# -- the deck -------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(7))
def test_scavengers_are_so_many_and_the_deck_changes_with_them(count: int) -> None:
    """BRE-11.1"""
    s = new_game(scavengers=count)
    assert (s.deck[sort_of("S")], s.left) == (count, 52 + count)
    assert ("deal scavenger" in outcomes(s)) == (count > 0)


@pytest.mark.parametrize("count", range(7))
def test_guard_dogs_are_so_many_and_the_deck_changes_with_them(count: int) -> None:
    """BRE-11.2"""
    s = new_game(guard_dogs=count)
    assert (s.deck[sort_of("G")], s.left) == (count, 52 + count)


@pytest.mark.parametrize("count", range(7))
def test_guards_are_asked_for_if_there_are_any_in_the_deck(count: int) -> None:
    """BRE-11.2, BRE-5.2"""
    s = at_turn(SCAVENGING, POOR, guard_dogs=count)
    do(s, "scavenge 1 Psn")
    assert asked(s) == (1 if count else CHANCE)
    if count:
        do(s, "let")
    assert "blind bone" in outcomes(s)


@pytest.mark.parametrize("night", range(1, 7))
def test_of_seven_food_cards_so_many_are_night(night: int) -> None:
    """BRE-11.3"""
    s = new_game(night_per_seven=night)
    assert s.deck[:12] == [7 - night, night] * 6
    assert s.left == 56


def test_a_night_of_seven_vege_is_possible_then() -> None:
    """BRE-11.3, BRE-7.6"""
    s = at_turn("Vsn Vsn Vsn Vsn Vbn Vbn Vbn", POOR, night_per_seven=6)
    turn_of(s, "G", "G", "out")
    turn_of(s, "G", "G")
    assert s.scored[0] == 28 + 5 + 7 + 9


# -- a named request ------------------------------------------------------------------------------


def test_cards_are_taken_blind_unless_the_house_has_them_named() -> None:
    """BRE-11.4, BRE-4.4: off"""
    s = at_turn(SCAVENGING, POOR, named_request="off")
    do(s, "scavenge 1 Psn", "let")
    assert asked(s) == CHANCE
    assert sum(outcomes(s).values()) == 7


def test_the_scavenging_player_names_a_card_before_guards_are_asked_for() -> None:
    """BRE-11.4: on"""
    s = at_turn(SCAVENGING, POOR, named_request="on")
    do(s, "scavenge 1 Psn")
    assert asked(s) == 0
    assert len(choices(s)) == 15
    told = do(s, "name B")
    assert keys(told) == ["named"]
    assert BREATH.view(s, 1)["scavenge"]["wish"] == "bone"
    assert asked(s) == 1
    told = do(s, "let")
    assert keys(told) == ["let", "swapped", "swap", "swap"]
    assert s.hand[0] == hand("Vbn Vbn B Pbn Msn Msn")
    assert s.hand[1] == hand("Vsd Vbd Pbd Psn Psn Msd Mbd")
    chance(s, "deal G")
    assert choices(s)[0] == "draw"


def test_a_card_that_is_not_there_costs_the_scavenger() -> None:
    """BRE-11.4: on"""
    s = at_turn(SCAVENGING, POOR, named_request="on")
    do(s, "scavenge 1 Psn", "name G")
    told = do(s, "let")
    assert keys(told) == ["let", "in_vain"]
    assert s.hand[0] == hand("Vbn Vbn Psn Pbn Msn Msn")
    assert s.hand[1] == hand(POOR)
    assert s.face_down == hand("S")
    chance(s, "deal G")
    assert s.cards[:2] == [7, 7]


def test_a_guard_dog_stops_a_named_request_too() -> None:
    """BRE-11.4, BRE-5.3"""
    s = at_turn(SCAVENGING, POOR.replace("B", "G"), named_request="on")
    do(s, "scavenge 1 Psn", "name Msd", "guard")
    assert s.hand[1] == hand(POOR.replace(" B", ""))
    assert s.lacks == [0, 0, 0, 0]


def test_a_named_request_from_the_player_who_is_out_may_be_a_false_alarm() -> None:
    """BRE-11.4, BRE-6.4"""
    for wish, asks in (("B", 1), ("G", CHANCE)):
        s = at_turn(SCAVENGING, POOR, turn=1, named_request="on")
        turn_of(s, "G", "G", "out")
        do(s, "scavenge 1 Psn", f"name {wish}", "let")
        assert asked(s) == asks


def test_only_cards_that_exist_can_be_named() -> None:
    """BRE-11.4, BRE-11.2"""
    s = at_turn(SCAVENGING, POOR, named_request="on", guard_dogs=0)
    do(s, "scavenge 1 Psn")
    assert len(choices(s)) == 14
    assert refused(s, "name G") == "BRE-11.4"
    do(s, "name B")  # nobody is asked for a guard dog
    assert s.hand[0][sort_of("B")] == 1


# -- rounds and going out -------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", range(1, 10))
def test_the_match_has_as_many_rounds_as_agreed(rounds: int) -> None:
    """BRE-11.5"""
    s = play_to_the_end(rounds, 2, rounds=rounds)
    assert s.round == rounds
    assert BREATH.view(s, None)["last_round"]["round"] == rounds


@pytest.mark.parametrize("least", [0, 1, 20, 21, 22, 45, 100])
def test_a_hand_needs_so_many_points_to_go_out(least: int) -> None:
    """BRE-11.6: a hand of 21 points"""
    s = at_turn("Msd Mbd Msn B Psd Vbd Vsn", POOR, min_points_to_go_out=least)
    draw(s, "G")
    do(s, "discard G")
    assert ("out" in choices(s)) == (least <= 21)
    if least > 21:
        assert refused(s, "out") == "BRE-11.6"


def test_the_points_are_those_of_the_whole_hand_super_combos_too() -> None:
    """BRE-11.6, BRE-8.4"""
    s = at_turn("B B B B B B Msd", "Vsd Vbd Pbd Psn Msd Mbd G", min_points_to_go_out=100)
    draw(s, "G")
    do(s, "discard G")
    assert choices(s) == ["end", "out"]


@pytest.mark.parametrize("combo", ["off", "on"])
def test_only_a_super_combo_goes_out_if_the_house_says_so(combo: str) -> None:
    """BRE-11.7"""
    s = at_turn("Mbn Mbn Mbn Mbd Mbd Mbd B", POOR.replace("B", "G"), super_combo_to_go_out=combo)
    draw(s, "Msn")
    do(s, "discard Msn")
    assert ("out" in choices(s)) == (combo == "off")
    if combo == "on":
        assert refused(s, "out") == "BRE-11.7"
        do(s, "end")
        turn_of(s, "S", "S")
        draw(s, "Msn")
        do(s, "discard B")
        assert "out" in choices(s)  # seven meat, and a bone discarded last


@pytest.mark.parametrize(
    ("option", "wrong"),
    [
        ("scavengers", 7),
        ("guard_dogs", -1),
        ("night_per_seven", 0),
        ("night_per_seven", 7),
        ("rounds", 0),
        ("rounds", 10),
        ("min_points_to_go_out", 101),
        ("named_request", "perhaps"),
        ("super_combo_to_go_out", 1),
    ],
)
def test_values_out_of_bounds_are_not_accepted(option: str, wrong: object) -> None:
    """BRE-11.1, BRE-11.2, BRE-11.3, BRE-11.4, BRE-11.5, BRE-11.6, BRE-11.7"""
    with pytest.raises(BadOption):
        FACTS.read_options({option: wrong}, 2)


@pytest.mark.parametrize("option", FACTS.options, ids=lambda option: option.name)
def test_games_end_with_every_house_rule_at_each_of_its_values(option: object) -> None:
    """BRE-11.1 to BRE-11.7"""
    for players in FACTS.seats:
        for value in option.examples(players):  # type: ignore[attr-defined] # any kind of option
            name = option.name  # type: ignore[attr-defined] # any kind of option
            s = play_to_the_end(players, players, **{"rounds": 1, name: value})
            assert sum(s.shown[0]) == 7
