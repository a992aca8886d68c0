"""Going out, false alarms, the score of a round and of the match."""

from __future__ import annotations

import pytest

from dogpark.games.breath.state import Breath
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Event
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
    over,
    refused,
    turn_of,
)

POOR = "Vsd Vbd Pbd Psn Msd Mbd B"  # nothing
MEATY = "Mbn Mbn Mbn Mbd Mbd Mbd B"  # 47
POOPY = "Psd Psd Psd Psd Pbd Pbd Psn"  # 35 + 5 + 2 pairs = 46
SCAVENGING = "S Vbd Vbd Vbn Psn Pbn Msn"


def test_after_discarding_a_player_may_go_out() -> None:
    """BRE-6.1"""
    s = at_turn(MEATY, POOR)
    assert refused(s, "out") == "BRE-6.1"
    draw(s, "G")
    assert refused(s, "out") == "BRE-6.1"
    do(s, "discard G")
    assert choices(s) == ["end", "out"]
    do(s, "out")
    assert (s.out, asked(s)) == (0, 1)


def test_all_others_have_one_more_turn_in_order_and_then_the_round_is_scored() -> None:
    """BRE-6.2, BRE-6.3"""
    s = at_turn(POOR, MEATY, POOPY, turn=1)
    turn_of(s, "G", "G", "out")
    seats = []
    while s.round == 1:
        seats.append(asked(s))
        draw(s, "G")
        do(s, "discard G")
        assert choices(s) == ["end"]
        assert refused(s, "out") == "BRE-6.3"
        do(s, "end")
    assert seats == [2, 0]
    assert s.total[:3] == [0, 52, 46]


def played_out(first: str, second: str) -> Breath:
    """Seat 0 goes out with the first hand against the second; both keep theirs."""
    s = at_turn(first, second)
    turn_of(s, "S", "S", "out")
    turn_of(s, "S", "S")
    return s


def test_whoever_is_out_gets_five_points_more_if_nobody_has_more() -> None:
    """BRE-9.1: acceptance case 8, a tie is not beaten: 47 against 47 brings 52"""
    s = played_out("Msd Msd Msd Msd Mbd Mbd B", "Msn Msn Mbn Mbn Mbn Mbd B")
    assert s.scored[:2] == [47, 47]
    assert s.total[:2] == [52, 47]


def test_whoever_is_out_and_beaten_loses_five_points() -> None:
    """BRE-9.1: acceptance case 8, 40 against 47 is 35"""
    s = played_out("Psd Psd Psd Psd Psn Pbd G", MEATY)
    assert s.scored[:2] == [40, 47]
    assert s.total[:2] == [35, 47]


def test_super_combos_win_and_lose_the_five_points_too() -> None:
    """BRE-9.1, BRE-8.1, BRE-8.2"""
    day, night = "B Vsd Vbd Psd Pbd Msd Mbd", "B Vsn Vbn Psn Pbn Msn Mbn"
    assert played_out(day, POOR).total[:2] == [65, 0]
    assert played_out(day, night).total[:2] == [55, 65]


def test_the_last_discard_of_the_round_makes_the_meat_combo() -> None:
    """BRE-8.3"""
    s = at_turn("Msd Msd Msd Msd Mbd Mbd B", "Vsd Vbd Pbd Psn B B B")
    turn_of(s, "Mbd", "B", "out")
    assert BREATH.view(s, 1)["players"][0]["last_discard"] == "bone"
    turn_of(s, "S", "S")
    assert s.gained[:2] == [85, 0]
    assert s.last == [-1, -1, -1, -1]  # a new round


# -- scavenged while out --------------------------------------------------------------------------


def scavenged_out() -> Breath:
    """Seat 1 is out; seat 2 has scavenged it."""
    s = at_turn(POOR, MEATY, SCAVENGING, turn=1)
    turn_of(s, "G", "G", "out")
    assert asked(s) == 2
    do(s, "scavenge 1 Vbd", "let", "let")
    chance(s, "blind B")
    return s


def test_whoever_is_out_and_scavenged_decides_at_once() -> None:
    """BRE-6.4: before any card is drawn"""
    s = scavenged_out()
    assert asked(s) == 1
    assert choices(s) == ["stay", "false_alarm"]
    assert s.cards[2] == 6


def test_staying_out_changes_nothing() -> None:
    """BRE-6.4"""
    s = scavenged_out()
    do(s, "stay")
    assert s.out == 1
    chance(s, "deal G")
    turn_of(s, "G", "G")
    assert asked(s) == 0
    turn_of(s, "S", "S")
    assert s.round == 2


def test_after_a_false_alarm_play_goes_on_left_of_the_scavenging_player() -> None:
    """BRE-6.5: acceptance case 11"""
    s = scavenged_out()
    do(s, "false_alarm")
    assert s.out == -1
    chance(s, "deal G")
    assert asked(s) == 2
    draw(s, "G")
    do(s, "discard G")
    assert choices(s) == ["end", "out"]  # nobody is out now
    do(s, "end")
    order = []
    for _ in range(3):
        order.append(asked(s))
        turn_of(s, "S", "S")
    assert order == [0, 1, 2]
    assert s.round == 1


def test_a_scavenger_that_was_stopped_gives_no_such_choice() -> None:
    """BRE-6.4, BRE-6.3: acceptance case 11; the player who is out may guard"""
    s = at_turn(POOR, "G Mbn Mbn Mbd Mbd Mbd B", SCAVENGING, turn=1)
    turn_of(s, "S", "S", "out")
    do(s, "scavenge 1 Vbd")
    assert (asked(s), choices(s)) == (1, ["let", "guard"])
    do(s, "guard")
    assert asked(s) == CHANCE
    chance(s, "deal B")
    chance(s, "deal B")
    assert asked(s) == 2
    assert s.out == 1


def test_scavenging_somebody_else_gives_no_such_choice_either() -> None:
    """BRE-6.4"""
    s = at_turn(POOR, MEATY, SCAVENGING, turn=1)
    turn_of(s, "G", "G", "out")
    do(s, "scavenge 0 Vbd", "let", "let")
    chance(s, "blind B")
    assert asked(s) == CHANCE


def test_the_scavenging_player_may_go_out_after_a_false_alarm() -> None:
    """BRE-6.5, BRE-6.1"""
    s = scavenged_out()
    do(s, "false_alarm")
    chance(s, "deal G")
    turn_of(s, "G", "G", "out")
    assert (s.out, asked(s)) == (2, 0)
    turn_of(s, "S", "S")
    assert asked(s) == 1
    turn_of(s, "S", "S")
    assert s.round == 2


# -- the end of rounds and match ------------------------------------------------------------------


def test_after_200_turns_a_round_is_scored_without_anybody_out() -> None:
    """BRE-6.6"""
    s = at_turn(POOPY, POOR)
    s.turns = 199
    draw(s, "G")
    do(s, "discard G")
    assert choices(s) == ["end", "out"]
    told = do(s, "end")
    assert keys(told) == ["ended", "no_end", "scored", "scored", "round"]
    assert (s.round, s.was_out, s.total[:2]) == (2, -1, [46, 0])


def test_the_final_turns_are_played_even_after_200_turns() -> None:
    """BRE-6.6, BRE-6.2"""
    s = at_turn(POOPY, POOR)
    s.turns = 199
    turn_of(s, "G", "G", "out")
    assert (s.round, asked(s)) == (1, 1)
    turn_of(s, "G", "G")
    assert s.total[:2] == [51, 0]


def test_a_false_alarm_after_200_turns_ends_the_round_with_that_turn() -> None:
    """BRE-6.6, BRE-6.5"""
    s = at_turn(POOR, MEATY, SCAVENGING, turn=1)
    s.turns = 199
    turn_of(s, "G", "G", "out")
    do(s, "scavenge 1 Vbd", "let", "let")
    chance(s, "blind B")
    do(s, "false_alarm")
    chance(s, "deal G")
    draw(s, "G")
    do(s, "discard G")
    assert choices(s) == ["end"]
    assert refused(s, "out") == "BRE-6.6"
    do(s, "end")
    assert (s.round, s.was_out) == (2, -1)


def test_the_next_round_is_started_by_the_left_neighbour() -> None:
    """BRE-2.3, BRE-9.4"""
    s = at_turn(POOPY, POOR)
    turn_of(s, "G", "G", "out")
    told = do_final(s)
    assert keys(told) == ["ended", "scored", "scored", "bonus", "round"]
    assert (s.starter, s.left, s.cards) == (1, 56, [0, 0, 0, 0])
    assert s.shown[0] == hand(POOPY)
    last = BREATH.view(s, 1)["last_round"]
    assert (last["round"], last["out"]) == (1, 0)
    assert [player["gained"] for player in last["players"]] == [51, 0]
    parts = [event.data["parts"] for event in told if event.key == "scored"]
    assert [player["parts"] for player in last["players"]] == parts
    assert sum(part["points"] for part in parts[0]) == 46


@pytest.mark.parametrize("discarded", ["B", "G"])
def test_after_the_round_seven_meat_are_explained_as_they_were_scored(discarded: str) -> None:
    """BRE-8.3, BRE-9.4: what was discarded last is forgotten by then"""
    s = at_turn("Msd Msd Mbd Mbd Msn Msn Mbn", POOR)
    turn_of(s, discarded, discarded, "out")
    (told, _) = [event.data for event in do_final(s) if event.key == "scored"]
    shown = BREATH.view(s, None)["last_round"]["players"][0]
    assert (shown["points"], shown["parts"]) == (told["points"], told["parts"])
    keys_ = [part["key"] for part in told["parts"]]
    assert keys_ == (["meat_combo"] if discarded == "B" else [])


def do_final(s: Breath) -> list[Event]:
    draw(s, "G")
    do(s, "discard G")
    return do(s, "end")


def test_the_match_ends_after_its_rounds_and_the_highest_total_wins() -> None:
    """BRE-9.2, BRE-9.3"""
    s = at_turn(POOPY, POOR)
    s.round = 5
    s.total = [10, 60, 0, 0]
    turn_of(s, "G", "G", "out")
    turn_of(s, "G", "G")
    assert over(s)
    assert BREATH.places(s) == ([1, 2], [61, 60])
    assert BREATH.view(s, 0)["result"] == {"places": [1, 2], "points": [61, 60]}


@pytest.mark.parametrize(
    ("totals", "places"),
    [([20, 20, 5], [1, 1, 3]), ([-5, 0, -5], [2, 1, 2]), ([7, 7, 7], [1, 1, 1])],
)
def test_equal_totals_share_a_place(totals: list[int], places: list[int]) -> None:
    """BRE-9.3, BRE-9.2: totals may be negative"""
    s = at_turn(POOR, MEATY, SCAVENGING)
    s.total = [*totals, 0]
    assert BREATH.places(s) == (places, totals)


def test_going_out_with_nothing_costs_five_points() -> None:
    """BRE-9.1, BRE-9.2"""
    s = played_out(POOR, POOPY)
    assert s.total[:2] == [-5, 46]
