"""Incidents, the end of a round, Feed, Assault, villagers, and the end of the game."""

from __future__ import annotations

import pytest

from dogpark.games.bonfire.state import FIRE, MEAT, Bonfire
from dogpark.kernel.facts import CHANCE
from tests.games.bonfire.table import (
    BONFIRE,
    asked,
    choices,
    dice,
    do,
    give,
    over,
    refused,
    roll,
    sticks,
    table,
    tame,
)

CHARCOALS = "charcoal charcoal charcoal"


def knock_down(s: Bonfire, seat: int, falls: int, villagers: int = 1) -> None:
    """This seat has had all its villagers faint so often before."""
    s.falls[seat], s.villagers[seat] = falls, villagers


# -- incidents ------------------------------------------------------------------------------------


def test_three_meat_feed_at_once_the_odd_meat_is_kept_and_the_same_player_rolls_again() -> None:
    """BON-5.1, BON-5.4, BON-5.5, BON-8.3 (acceptance case 8)"""
    s = table()
    give(s, 0, meat=3)
    roll(s, "meat meat meat")
    assert (s.dogs[0], s.held[0][MEAT], s.bonfire[MEAT], s.pack) == (1, 1, 8, 24)
    assert asked(s) == CHANCE
    dice(s, "meat meat fire")
    assert asked(s) == 0


def test_feeding_is_not_optional_and_reaches_everybody() -> None:
    """BON-8.1, BON-8.2"""
    s = table(3)
    give(s, 1, meat=4, fire=1)
    give(s, 2, meat=2)
    roll(s, "meat meat meat")
    assert s.dogs == [0, 2, 1, 0]
    assert s.held[1] == [0, 0, 1]


def test_a_fire_fest_returns_all_fire_and_the_roller_rolls_again() -> None:
    """BON-5.3, BON-5.4 (acceptance case 14)"""
    s = table(3)
    give(s, 0, fire=1, meat=2)
    give(s, 2, fire=3, charcoal=1)
    roll(s, "fire fire fire")
    assert [hand[FIRE] for hand in s.held] == [0, 0, 0, 0]
    assert s.bonfire[FIRE] == 5
    assert (s.held[0][MEAT], s.held[2][1]) == (2, 1)
    assert asked(s) == CHANCE


def test_incidents_may_follow_each_other_in_one_turn() -> None:
    """BON-5.4"""
    s = table()
    give(s, 0, meat=2, fire=1)
    roll(s, "meat meat meat")
    dice(s, "fire fire fire")
    dice(s, "meat charcoal fire")  # nobody else holds a stick
    dice(s, "meat fire fire")
    do(s, "take fire+fire")
    assert s.turns == 1
    assert asked(s) == 1


# -- the end of a round ---------------------------------------------------------------------------


def test_taking_the_last_meat_ends_the_round_with_a_feed() -> None:
    """BON-7.1, BON-7.2, BON-3.3 (acceptance case 5)"""
    s = table()
    give(s, 1, meat=8, charcoal=3)
    roll(s, "meat meat fire")
    assert choices(s) == ["take meat+fire"]
    do(s, "take meat+fire")
    assert s.dogs == [0, 4, 0, 0]
    assert s.round == 2
    assert sticks(s) == (9, 7, 5)


def test_taking_the_last_charcoal_ends_the_round_with_an_assault() -> None:
    """BON-7.3, BON-9.5"""
    s = table()
    give(s, 0, charcoal=4)
    give(s, 1, charcoal=1, meat=1)
    roll(s, "charcoal charcoal fire")
    do(s, "take charcoal+charcoal")
    assert s.villagers == [3, 2, 0, 0]
    assert s.round == 2
    assert sticks(s) == (9, 7, 5)


def test_meat_and_charcoal_running_out_together_end_the_round_without_an_event() -> None:
    """BON-7.4 (acceptance case 6)"""
    s = table()
    give(s, 1, meat=8, charcoal=6)
    roll(s, "meat charcoal charcoal")
    assert choices(s) == ["take meat+charcoal"]
    do(s, "take meat+charcoal")
    assert (s.round, s.dogs, s.villagers) == (2, [0, 0, 0, 0], [3, 3, 0, 0])
    assert sticks(s) == (9, 7, 5)


def test_running_out_of_fire_ends_nothing() -> None:
    """BON-7.1"""
    s = table()
    give(s, 1, fire=3)
    roll(s, "meat fire fire")
    do(s, "take fire+fire")
    assert (s.round, sticks(s)) == (1, (9, 7, 0))


def test_after_a_round_all_sticks_go_back_and_the_player_after_the_one_who_ended_it_begins() -> (
    None
):
    """BON-7.5, BON-8.1, BON-8.3 (acceptance case 7)"""
    s = table(3)
    give(s, 0, meat=3, fire=2)
    give(s, 1, meat=4)
    roll(s, "meat meat fire")
    do(s, "take meat+meat")
    assert s.dogs == [2, 2, 0, 0]
    assert s.held == [[0, 0, 0]] * 4
    assert sticks(s) == (9, 7, 5)
    assert asked(s) == 1
    assert choices(s) == ["roll"]


def test_a_short_pack_serves_players_in_turn_order_from_the_active_one() -> None:
    """BON-8.4"""
    s = table(3, first_player=1)
    tame(s, 0, 23)
    give(s, 0, meat=4)
    give(s, 1, meat=1)
    give(s, 2, meat=2)
    roll(s, "meat meat fire")
    do(s, "take meat+meat")  # 7 and 2 taken: 9 gone
    assert s.pack == 0
    assert s.dogs == [23, 1, 1, 0]


def test_in_an_incident_meat_that_finds_no_dog_is_kept() -> None:
    """BON-8.5, BON-8.4"""
    s = table()
    tame(s, 1, 24)
    give(s, 0, meat=4)
    give(s, 1, meat=2)
    roll(s, "meat meat meat")
    assert s.dogs == [1, 24, 0, 0]
    assert [s.held[0][MEAT], s.held[1][MEAT]] == [2, 2]


# -- assault --------------------------------------------------------------------------------------


def test_five_meat_two_fire_two_charcoal_leave_one_dog_at_the_end_of_a_round() -> None:
    """BON-9.1, BON-9.2, BON-9.3, BON-9.4, BON-9.5"""
    s = table()
    give(s, 1, meat=5, fire=2, charcoal=2)
    give(s, 0, charcoal=3)
    roll(s, "charcoal charcoal fire")
    do(s, "take charcoal+charcoal")
    assert s.villagers == [3, 2, 0, 0]


def test_in_an_assault_incident_the_player_chooses_pairs_and_sets() -> None:
    """BON-9.6, BON-5.2, BON-5.5 (acceptance case 9)"""
    s = table()
    give(s, 0, meat=2, fire=2, charcoal=2)
    roll(s, CHARCOALS)
    assert choices(s) == ["defend 0 0", "defend 0 1", "defend 0 2", "defend 1 0", "defend 1 1"]
    do(s, "defend 0 1")
    assert s.held[0] == [2, 1, 1]
    assert s.villagers[0] == 2
    assert asked(s) == CHANCE


def test_leaving_a_dog_unopposed_is_allowed() -> None:
    """BON-9.6"""
    s = table()
    give(s, 0, meat=2, fire=2, charcoal=2)
    roll(s, CHARCOALS)
    do(s, "defend 0 0")
    assert s.villagers[0] == 1
    assert s.held[0] == [2, 2, 2]


def test_a_lone_meat_costs_a_villager_and_stays() -> None:
    """BON-9.7, BON-5.5 (acceptance case 10)"""
    s = table()
    give(s, 0, meat=1)
    roll(s, CHARCOALS)
    assert (s.villagers[0], s.held[0][MEAT]) == (2, 1)
    assert asked(s) == CHANCE  # nobody is asked; the roller rolls again


def test_without_meat_no_dog_comes() -> None:
    """BON-9.1, BON-9.7"""
    s = table()
    give(s, 0, fire=2, charcoal=2)
    roll(s, CHARCOALS)
    assert s.villagers[0] == 3
    assert asked(s) == CHANCE


def test_players_defend_in_turn_order_from_the_roller_and_those_without_a_choice_are_not_asked() -> (
    None
):
    """BON-9.6, BON-9.7, BON-2.3"""
    s = table(4, first_player=2)
    give(s, 1, meat=2)
    give(s, 3, meat=1)
    give(s, 0, meat=1, fire=1, charcoal=1)
    roll(s, CHARCOALS)
    assert asked(s) == 0  # seat 2 holds nothing, seat 3 has no choice
    assert s.villagers[3] == 2
    do(s, "defend 0 1")
    assert asked(s) == 1
    do(s, "defend 1 0")
    assert s.villagers == [3, 2, 3, 2]  # a pair fends off one dog of two
    assert asked(s) == CHANCE
    assert s.turn == 2


def test_a_defence_never_uses_more_than_there_are_dogs_or_sticks() -> None:
    """BON-9.2, BON-9.3, BON-9.6"""
    s = table()
    give(s, 0, meat=2, fire=2, charcoal=2)
    roll(s, CHARCOALS)
    assert refused(s, "defend 1 2") == "BON-9.6"
    assert refused(s, "defend 2 0") == "BON-9.2"
    assert refused(s, "defend 0 3") == "BON-9.3"


# -- villagers ------------------------------------------------------------------------------------


def test_villagers_who_fainted_stay_down_in_later_rounds() -> None:
    """BON-10.1"""
    s = table()
    s.villagers[0] = 1
    give(s, 1, meat=7)
    roll(s, "meat meat fire")
    do(s, "take meat+meat")
    assert s.round == 2
    assert s.villagers[0] == 1


def test_when_the_last_villager_faints_the_dogs_leave_and_two_then_one_stand_up() -> None:
    """BON-10.2, BON-10.3 (acceptance case 11)"""
    s = table(3)
    give(s, 0, meat=1, fire=1)
    for falls, villagers in ((1, 2), (2, 1)):
        s.villagers[0] = 1
        tame(s, 0, 3)
        do(s, "roll") if falls == 1 else None
        dice(s, CHARCOALS)
        assert (s.falls[0], s.villagers[0], s.dogs[0], s.pack) == (falls, villagers, 0, 25)
        assert s.held[0] == [1, 0, 1]
    tame(s, 0, 3)
    dice(s, CHARCOALS)
    assert s.out[0] > 0
    assert (s.villagers[0], s.dogs[0], s.pack) == (0, 0, 25)
    assert sticks(s) == (9, 7, 5)


def test_damage_beyond_the_last_villager_is_lost() -> None:
    """BON-10.4, BON-9.4"""
    s = table()
    give(s, 0, meat=7)
    roll(s, CHARCOALS)
    do(s, "defend 0 0")  # seven dogs, three villagers
    assert (s.falls[0], s.villagers[0]) == (1, 2)


def test_a_roller_knocked_out_by_their_own_roll_does_not_roll_again() -> None:
    """BON-5.6, BON-10.3"""
    s = table(3)
    knock_down(s, 0, 2)
    give(s, 0, meat=1)
    roll(s, CHARCOALS)
    assert s.out[0] > 0
    assert asked(s) == 1
    assert choices(s) == ["roll"]
    assert s.turns == 1


def test_when_one_of_two_players_is_knocked_out_the_game_is_over_at_once() -> None:
    """BON-10.5 (acceptance case 12)"""
    s = table()
    knock_down(s, 1, 2)
    give(s, 1, meat=1)
    roll(s, CHARCOALS)
    assert over(s)
    assert BONFIRE.places(s) == ([1, 2], [0, 0])


def test_an_assault_is_carried_out_for_everybody_before_it_is_counted_who_is_left() -> None:
    """BON-10.5, BON-11.4"""
    s = table()
    knock_down(s, 0, 2)
    knock_down(s, 1, 2)
    give(s, 0, meat=1)
    give(s, 1, meat=2)
    roll(s, CHARCOALS)
    assert asked(s) == 1  # seat 0 is out, but the dogs are at seat 1 in the same moment
    do(s, "defend 1 0")
    assert over(s)
    assert BONFIRE.places(s)[0] == [1, 1]


def test_a_knock_out_at_the_end_of_a_round_may_end_the_game() -> None:
    """BON-10.5, BON-7.3"""
    s = table()
    knock_down(s, 1, 2)
    give(s, 1, meat=1)
    give(s, 0, charcoal=5)
    roll(s, "charcoal charcoal fire")
    do(s, "take charcoal+charcoal")
    assert over(s)
    assert s.round == 1


# -- the end of the game --------------------------------------------------------------------------


def last_round(players: int) -> Bonfire:
    """The last round, which the next take ends with a quiet end."""
    s = table(players, rounds=1)
    give(s, 1, meat=8, charcoal=6)
    return s


@pytest.mark.parametrize(
    ("dogs", "villagers", "places"),
    [
        ([3, 2], [1, 3], [1, 2]),
        ([3, 3], [3, 2], [1, 2]),
        ([3, 3], [2, 2], [1, 1]),
        ([1, 3, 3], [3, 1, 1], [3, 1, 1]),
        ([0, 2, 2, 1], [3, 1, 2, 3], [4, 2, 1, 3]),
    ],
)
def test_most_dogs_win_then_most_villagers_and_equals_share(
    dogs: list[int], villagers: list[int], places: list[int]
) -> None:
    """BON-11.1, BON-11.2, BON-11.3, BON-11.6 (acceptance case 13)"""
    s = last_round(len(dogs))
    for seat, count in enumerate(dogs):
        tame(s, seat, count)
        s.villagers[seat] = villagers[seat]
    roll(s, "meat charcoal charcoal")
    do(s, "take meat+charcoal")
    assert over(s)
    assert BONFIRE.places(s) == (places, dogs)


def test_the_knocked_out_come_last_the_later_the_better_and_share_if_together() -> None:
    """BON-11.4"""
    s = table(4)
    for seat in (1, 2, 3):
        knock_down(s, seat, 2)
    give(s, 3, meat=1)
    roll(s, CHARCOALS)
    give(s, 1, meat=1)
    give(s, 2, meat=1)
    dice(s, CHARCOALS)
    assert over(s)
    assert BONFIRE.places(s)[0] == [1, 2, 2, 4]


def test_knocked_out_players_rank_below_players_without_dogs() -> None:
    """BON-11.4"""
    s = table(3, rounds=1)
    knock_down(s, 1, 2)
    give(s, 1, meat=1)
    roll(s, CHARCOALS)
    give(s, 2, meat=7, charcoal=6)
    dice(s, "meat meat charcoal")
    do(s, "take meat+meat")
    assert over(s)
    assert BONFIRE.places(s)[0] == [2, 3, 1]
