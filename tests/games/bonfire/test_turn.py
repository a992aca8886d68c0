"""The table, taking, exchanging and theft."""

from __future__ import annotations

import pytest

from dogpark.games.bonfire.state import CHARCOAL, FIRE, MEAT
from dogpark.kernel.facts import CHANCE
from tests.games.bonfire.table import (
    BONFIRE,
    asked,
    choices,
    dice,
    do,
    give,
    refused,
    roll,
    sticks,
    table,
)


def test_the_table_starts_with_a_full_bonfire_three_villagers_each_and_25_dogs_in_the_pack() -> (
    None
):
    """BON-1.1, BON-1.2, BON-1.3"""
    s = table(3)
    assert sticks(s) == (9, 7, 5)
    assert s.villagers == [3, 3, 3, 0]
    assert (s.pack, s.dogs) == (25, [0, 0, 0, 0])
    assert s.round == 1


def test_with_empty_hands_there_is_nothing_but_rolling() -> None:
    """BON-2.1, BON-2.2 (acceptance case 1)"""
    assert choices(table()) == ["roll"]


def test_the_ten_rolls_have_the_weights_of_three_honest_dice() -> None:
    """BON-1.4"""
    s = table()
    do(s, "roll")
    got = {str(BONFIRE.table.action(code)): weight for code, weight in BONFIRE.chance(s)}
    assert got == {
        "dice meat meat meat": 8,
        "dice meat meat charcoal": 24,
        "dice meat meat fire": 24,
        "dice meat charcoal charcoal": 24,
        "dice meat charcoal fire": 48,
        "dice meat fire fire": 24,
        "dice charcoal charcoal charcoal": 8,
        "dice charcoal charcoal fire": 24,
        "dice charcoal fire fire": 24,
        "dice fire fire fire": 8,
    }
    assert sum(got.values()) == 6**3


def test_chance_draws_the_first_player_and_every_seat_is_as_likely() -> None:
    """BON-1.5"""
    s = table(3, first_player="random")
    drawn = BONFIRE.chance(s)
    assert [weight for _, weight in drawn] == [1, 1, 1]
    BONFIRE.rules.apply(s, CHANCE, drawn[2][0])
    assert asked(s) == 2
    roll(s, "meat meat fire")
    do(s, "take meat+fire")
    assert asked(s) == 0  # clockwise, from the last seat to the first


def test_only_the_player_whose_turn_it_is_may_act() -> None:
    """BON-2.3"""
    s = table(3)
    assert BONFIRE.active_seats(s) == (0,)
    assert BONFIRE.legal(s, 1) == []
    assert refused(s, "roll", seat=1) == "BON-2.3"


def test_the_turn_passes_over_players_who_are_knocked_out() -> None:
    """BON-2.4"""
    s = table(4)
    for seat in (1, 2):
        s.falls[seat], s.villagers[seat], s.out[seat] = 3, 0, 1
    roll(s, "meat meat fire")
    do(s, "take meat+meat")
    assert asked(s) == 3


def test_two_alike_and_one_other_let_you_take_both_alike_or_one_of_each() -> None:
    """BON-3.1 (acceptance case 2)"""
    s = table()
    roll(s, "meat meat fire")
    assert choices(s) == ["take meat+meat", "take meat+fire"]
    do(s, "take meat+fire")
    assert s.held[0] == [1, 0, 1]
    assert sticks(s) == (8, 7, 4)
    assert asked(s) == 1


@pytest.mark.parametrize(
    ("faces", "takes"),
    [
        ("meat meat charcoal", ["meat+meat", "meat+charcoal"]),
        ("meat charcoal charcoal", ["meat+charcoal", "charcoal+charcoal"]),
        ("meat fire fire", ["meat+fire", "fire+fire"]),
        ("charcoal charcoal fire", ["charcoal+charcoal", "charcoal+fire"]),
        ("charcoal fire fire", ["charcoal+fire", "fire+fire"]),
    ],
)
def test_every_roll_with_two_alike_has_its_two_takes(faces: str, takes: list[str]) -> None:
    """BON-3.1"""
    s = table()
    roll(s, faces)
    assert choices(s) == [f"take {take}" for take in takes]


def test_one_stick_is_not_enough_where_two_are_there() -> None:
    """BON-3.2"""
    s = table()
    roll(s, "meat meat fire")
    assert refused(s, "take meat") == "BON-3.2"


def test_without_fire_two_fire_dice_give_one_stick_of_the_other_colour() -> None:
    """BON-3.3"""
    s = table()
    give(s, 1, fire=5)
    roll(s, "charcoal fire fire")
    assert choices(s) == ["take charcoal"]
    assert refused(s, "take fire+fire") == "BON-3.3"
    do(s, "take charcoal")
    assert s.held[0] == [0, 1, 0]


def test_with_one_fire_left_two_fire_dice_give_one_of_each() -> None:
    """BON-3.3"""
    s = table()
    give(s, 1, fire=4)
    roll(s, "meat fire fire")
    assert choices(s) == ["take meat+fire"]


def test_without_fire_the_colour_shown_twice_is_taken_twice_or_once_when_it_is_the_last() -> None:
    """BON-3.2, BON-3.3"""
    s = table()
    give(s, 1, fire=5, meat=4)
    roll(s, "meat meat fire")
    assert choices(s) == ["take meat+meat"]
    s = table()
    give(s, 1, fire=5, meat=8)
    roll(s, "meat meat fire")
    assert choices(s) == ["take meat"]


# -- exchange -------------------------------------------------------------------------------------


def test_the_three_deals_give_what_they_say_and_end_the_turn() -> None:
    """BON-6.1, BON-6.4"""
    for deal, hand in (
        ("charcoal_for_meat", [1, 0, 1]),
        ("fire_for_2_meat", [2, 1, 0]),
        ("fire_for_2_charcoal", [0, 3, 0]),
    ):
        s = table()
        give(s, 0, charcoal=1, fire=1)
        assert choices(s)[0] == "roll"
        do(s, f"exchange {deal}")
        assert s.held[0] == hand
        assert asked(s) == 1
        assert s.turns == 1


def test_an_exchange_needs_the_stick_that_is_given() -> None:
    """BON-6.2, BON-2.2"""
    s = table()
    give(s, 0, charcoal=1, meat=2)
    assert choices(s) == ["roll", "exchange charcoal_for_meat"]
    assert refused(s, "exchange fire_for_2_meat") == "BON-6.2"


def test_charcoal_for_meat_needs_two_meat_on_the_bonfire() -> None:
    """BON-6.3 (acceptance case 3)"""
    s = table()
    give(s, 0, charcoal=1)
    give(s, 1, meat=8)
    assert choices(s) == ["roll"]
    assert refused(s, "exchange charcoal_for_meat") == "BON-6.3"
    give(s, 1, meat=-1)
    assert choices(s) == ["roll", "exchange charcoal_for_meat"]


def test_fire_for_two_needs_three_of_that_colour_on_the_bonfire() -> None:
    """BON-6.3 (acceptance case 4)"""
    s = table()
    give(s, 0, fire=1)
    give(s, 1, meat=7, charcoal=4)
    assert choices(s) == ["roll", "exchange fire_for_2_charcoal"]
    do(s, "exchange fire_for_2_charcoal")
    assert sticks(s) == (2, 1, 5)
    assert s.round == 1


def test_after_the_dice_have_fallen_there_is_no_exchange() -> None:
    """BON-6.4, BON-5.4"""
    s = table()
    give(s, 0, charcoal=1)
    roll(s, "meat meat fire")
    assert refused(s, "exchange charcoal_for_meat") == "BON-6.4"


# -- theft ----------------------------------------------------------------------------------------


def test_three_different_dice_steal_one_stick_of_any_colour_another_player_holds() -> None:
    """BON-4.1, BON-4.3 (acceptance case 15)"""
    s = table(3)
    give(s, 0, meat=3)
    give(s, 1, meat=1, fire=2)
    give(s, 2, charcoal=1)
    before = sticks(s)
    roll(s, "meat charcoal fire")
    assert choices(s) == ["steal 1 meat", "steal 1 fire", "steal 2 charcoal"]
    do(s, "steal 1 fire")
    assert (s.held[0][FIRE], s.held[1][FIRE]) == (1, 1)
    assert sticks(s) == before
    assert asked(s) == 1
    assert s.round == 1


def test_with_nobody_to_steal_from_the_same_player_rolls_again() -> None:
    """BON-4.2 (acceptance case 2)"""
    s = table()
    give(s, 0, meat=2, charcoal=1)
    roll(s, "meat charcoal fire")
    assert asked(s) == CHANCE
    dice(s, "meat charcoal fire")
    dice(s, "charcoal charcoal fire")
    assert asked(s) == 0
    assert choices(s) == ["take charcoal+charcoal", "take charcoal+fire"]
    assert s.held[0][MEAT] == 2
    assert s.held[0][CHARCOAL] == 1
