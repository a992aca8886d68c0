"""The start of a round: deck, deal and grid."""

from __future__ import annotations

from typing import Any

import pytest

from dogpark.games.breath.state import DEALING, DRAWING, Breath
from dogpark.kernel.facts import CHANCE
from tests.games.breath.table import (
    BREATH,
    asked,
    chance,
    choices,
    do,
    hand,
    named,
    new_game,
    outcomes,
    sort_of,
    undrawn,
)

FIVE = ("Vsd", "Vsd", "Vsd", "Vsd", "Psd", "Psd", "Psd", "Psd", "Msd", "Msd")
TWENTY = (*FIVE, "Msd", "Msd", "Vbd", "Vbd", "Vbd", "Vbd", "Pbd", "Pbd", "Pbd", "Pbd")


def deal(s: Breath) -> None:
    """Five cards each: day cards only."""
    for short in TWENTY[: 5 * s.players]:
        chance(s, f"deal {short}")


def at_grid(players: int = 2, **options: Any) -> Breath:
    s = new_game(players, **options)
    deal(s)
    return s


def flip(s: Breath, place: int, short: str) -> None:
    do(s, f"flip {place}")
    chance(s, f"show {short}")


def lies(s: Breath) -> str:
    """The grid as everybody sees it: u up, d down, - gone."""
    grid = BREATH.view(s, None)["grid"]
    return "".join({"up": "u", "down": "d", "gone": "-"}[c["lies"]] for c in grid["cards"])


# -- cards ----------------------------------------------------------------------------------------


def test_the_deck_has_56_cards() -> None:
    """BRE-1.1, BRE-1.2, BRE-1.3, BRE-1.4"""
    s = new_game()
    assert s.deck == [4, 3, 4, 3] * 3 + [6, 4, 4]
    assert s.left == 56


def test_chance_deals_and_nobody_decides_what_comes() -> None:
    """BRE-1.5: as often as there are cards of a sort"""
    s = new_game()
    assert asked(s) == CHANCE
    assert outcomes(s)["deal bone"] == 6
    assert sum(outcomes(s).values()) == 56
    chance(s, "deal B")
    assert outcomes(s)["deal bone"] == 5


# -- the deal -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_is_dealt_five_cards(players: int) -> None:
    """BRE-2.1"""
    s = new_game(players, starter=1)
    for _ in range(5 * players):
        assert s.phase == DEALING
        chance(s, next(iter(outcomes(s))))
    assert s.cards[:players] == [5] * players
    assert asked(s) == 1


@pytest.mark.parametrize(("players", "size"), [(2, 8), (3, 12), (4, 12)])
def test_the_grid_has_8_or_12_cards(players: int, size: int) -> None:
    """BRE-2.2"""
    s = at_grid(players)
    assert lies(s) == "d" * size
    assert choices(s) == [f"flip {place}" for place in range(1, size + 1)]
    assert BREATH.view(s, None)["deck"]["cards"] == 56 - 5 * players - size


def test_chance_picks_the_first_starter() -> None:
    """BRE-2.3"""
    for players in (2, 3, 4):
        s = undrawn(players)
        assert BREATH.chance(s) == [
            (BREATH.table.code("starter", seat=seat), 1) for seat in range(players)
        ]


# -- the grid -------------------------------------------------------------------------------------


def test_players_take_one_card_in_turn_until_each_has_two() -> None:
    """BRE-2.4, BRE-2.9: the starter first, and the starter has the first turn"""
    s = new_game(3, starter=2)
    deal(s)
    order = []
    for take in range(6):
        order.append(asked(s))
        if take:
            do(s, "stand")
        while "take" not in choices(s)[0]:
            do(s, choices(s)[0])
            chance(s, next(iter(outcomes(s))))
        do(s, choices(s)[0])
    assert order == [2, 0, 1, 2, 0, 1]
    assert s.cards == [7, 7, 7, 0]
    assert (s.phase, s.turn) == (DRAWING, 2)


def test_two_cards_are_flipped_and_everybody_sees_them() -> None:
    """BRE-2.6, BRE-2.7"""
    s = at_grid()
    flip(s, 3, "B")
    assert lies(s) == "dduddddd"
    assert choices(s) == [f"flip {place}" for place in (1, 2, 4, 5, 6, 7, 8)]
    flip(s, 8, "Mbn")
    assert choices(s) == ["take 3", "take 8"]
    for seat in (None, 0, 1):
        cards = BREATH.view(s, seat)["grid"]["cards"]
        assert (cards[2]["card"], cards[7]["card"]) == ("bone", "meat-butt-night")
    do(s, "take 8")
    assert s.hand[0][sort_of("Mbn")] == 1
    assert lies(s) == "ddudddd-"
    assert asked(s) == 1


def test_a_card_that_lies_face_up_may_stand_as_one_of_the_two() -> None:
    """BRE-2.5"""
    s = at_grid()
    flip(s, 1, "B")
    flip(s, 2, "Mbn")
    do(s, "take 1")
    assert choices(s) == ["stand", "turn_down"]
    do(s, "stand")
    flip(s, 5, "G")
    assert choices(s) == ["take 2", "take 5"]


def test_or_it_is_turned_down_and_two_others_are_flipped() -> None:
    """BRE-2.5, BRE-2.6: what everybody saw stays known, and may be flipped again"""
    s = at_grid()
    flip(s, 1, "B")
    flip(s, 2, "Mbn")
    do(s, "take 1", "turn_down")
    assert lies(s) == "-ddddddd"
    assert BREATH.view(s, None)["grid"]["cards"][1]["card"] == "meat-butt-night"
    assert "flip 2" in choices(s)
    do(s, "flip 2")  # no chance: the card is known
    assert lies(s) == "-udddddd"
    flip(s, 4, "G")
    assert choices(s) == ["take 2", "take 4"]


def test_flipped_cards_come_from_the_cards_that_nobody_has_seen() -> None:
    """BRE-1.5, BRE-2.6"""
    s = at_grid()
    do(s, "flip 1")
    assert sum(outcomes(s).values()) == 46
    assert "show vege-snout-day" not in outcomes(s)  # all four are dealt
    assert outcomes(s)["show bone"] == 6


def test_the_rest_of_the_grid_goes_under_the_deck_and_comes_last() -> None:
    """BRE-2.8"""
    s = at_grid()
    flip(s, 1, "B")
    flip(s, 2, "Mbn")
    do(s, "take 1", "turn_down")
    flip(s, 3, "G")
    flip(s, 4, "Mbn")
    do(s, "take 3", "turn_down", "flip 2", "flip 4")
    do(s, "take 2", "turn_down")
    flip(s, 5, "Mbd")
    flip(s, 6, "S")
    told = do(s, "take 5")
    assert [event.key for event in told] == ["took", "grid_gone", "turn"]
    seen = BREATH.view(s, 1)
    assert seen["grid"] is None
    assert seen["deck"] == {"cards": 42, "bottom": 4, "known": named("Mbn S")}
    assert (s.top, s.left) == (38, 42)
    do(s, "draw")
    assert sum(outcomes(s).values()) == 40  # all that nobody has seen, but not the two known ones
    assert outcomes(s)["deal scavenger"] == 3
    assert outcomes(s)["deal meat-butt-night"] == 1


def test_every_hand_has_seven_cards_then() -> None:
    """BRE-2.9, BRE-1.4"""
    s = at_grid(4)
    for take in range(8):
        if take:
            do(s, "turn_down" if take % 2 else "stand")
        while "take" not in choices(s)[0]:
            do(s, choices(s)[-1])
            if asked(s) == CHANCE:
                chance(s, next(iter(outcomes(s))))
        do(s, choices(s)[0])
    assert s.cards == [7, 7, 7, 7]
    assert s.top == 24
    assert sum(map(sum, s.hand)) + s.left == 56
    assert hand("") == s.face_up == s.face_down
