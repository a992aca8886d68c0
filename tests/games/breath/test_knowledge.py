"""What is certain, to whom."""

from __future__ import annotations

from typing import Any

import pytest

from dogpark.games.breath.knowledge import all_see_come
from dogpark.games.breath.state import DECK, Breath
from tests.games.breath.table import (
    BREATH,
    at_turn,
    chance,
    do,
    draw,
    hand,
    lay_up,
    leave_in_deck,
    named,
    new_game,
    outcomes,
    sort_of,
    turn_of,
)

ONE = "Vsd Vsd Vbd Vbd Psd Psd Pbd"
TWO = "Vsn Vsn Vbn Vbn Psn Psn Pbn"
THREE = "Msd Msd Mbd Mbd Msn Msn Mbn"


def known(s: Breath, viewer: int | None, holder: int) -> dict[str, int]:
    """What a viewer is shown to be certain of in a hand."""
    shown: dict[str, int] = BREATH.view(s, viewer)["players"][holder]["known"]
    return shown


def deck(s: Breath, viewer: int | None) -> dict[str, Any]:
    shown: dict[str, Any] = BREATH.view(s, viewer)["deck"]
    return shown


def make_known(s: Breath, seat: int, text: str) -> None:
    """Everybody has seen these cards of a hand come."""
    for short in text.split():
        all_see_come(s, seat, sort_of(short))
    assert BREATH.problems(s) == []


# -- what everybody sees --------------------------------------------------------------------------


def test_a_card_picked_from_the_discards_is_known_until_one_like_it_is_discarded() -> None:
    """BRE-10.2: acceptance case 12"""
    s = at_turn(ONE, TWO, THREE)
    lay_up(s, "B")
    do(s, "pick B")
    for viewer in (None, 0, 1, 2):
        assert known(s, viewer, 0) == named("B")
    do(s, "discard Vsd", "end")
    turn_of(s, "Mbn", "Mbn")
    turn_of(s, "Mbn", "Mbn")
    assert known(s, 2, 0) == named("B")
    draw(s, "B")
    do(s, "discard B")
    for viewer in (None, 0, 1, 2):
        assert known(s, viewer, 0) == {}


def test_cards_of_the_grid_are_known_in_the_hand_they_went_to() -> None:
    """BRE-10.2"""
    s = new_game(2)
    for short in [*ONE.split(), "Psd", "Pbd", "Pbd"]:
        chance(s, f"deal {short}")
    for place, short in ((1, "B"), (2, "G")):
        do(s, f"flip {place}")
        chance(s, f"show {short}")
    do(s, "take 1")
    for viewer in (None, 0, 1):
        assert known(s, viewer, 0) == named("B")


def test_a_special_that_is_played_leaves_before_the_eyes_of_all() -> None:
    """BRE-10.2"""
    s = at_turn("S Vsd Vbd Vbd Psd Psd Pbd", "G Vsn Vbn Vbn Psn Psn Pbn")
    make_known(s, 0, "S")
    make_known(s, 1, "G")
    do(s, "scavenge 1 Vsd")
    assert known(s, 1, 0) == {}
    do(s, "guard")
    assert known(s, 0, 1) == {}


def test_of_three_known_cards_of_a_sort_two_stay_known() -> None:
    """BRE-10.2"""
    s = at_turn("B B B Vbd Psd Psd Pbd", TWO)
    make_known(s, 0, "B B B")
    turn_of(s, "Mbn", "B")
    assert known(s, 1, 0) == named("B B")


# -- swaps ----------------------------------------------------------------------------------------


def swapped() -> Breath:
    """Seat 0 gave seat 1 a bone and got a guard dog; some cards of both were known to all."""
    s = at_turn("S B B Vbd Psd Psd Pbd", "G G Vsn Vbn Psn Psn Pbn", THREE)
    make_known(s, 0, "B B Psd")
    make_known(s, 1, "G Vsn")
    do(s, "scavenge 1 B", "let", "let")
    chance(s, "blind G")
    return s


def test_the_two_players_of_a_swap_know_the_card_that_came_to_the_other() -> None:
    """BRE-10.3: acceptance case 12"""
    s = swapped()
    assert known(s, 0, 1) == named("Vsn B")
    assert known(s, 1, 0) == named("B Psd G")


def test_to_all_others_one_card_of_each_sort_may_be_gone() -> None:
    """BRE-10.4: acceptance case 12"""
    s = swapped()
    for viewer in (2, None):
        assert known(s, viewer, 0) == named("B")
        assert known(s, viewer, 1) == {}
    assert known(s, 0, 0) == named("B")  # what everybody knows of the own hand
    assert known(s, 1, 2) == {}


def test_what_others_know_of_a_third_hand_is_not_touched_by_a_swap() -> None:
    """BRE-10.4"""
    s = at_turn("S B B Vbd Psd Psd Pbd", TWO, THREE)
    make_known(s, 2, "Msd Msd")
    do(s, "scavenge 1 B", "let", "let")
    chance(s, "blind Vsn")
    for viewer in (0, 1, None):
        assert known(s, viewer, 2) == named("Msd Msd")


def test_a_blocked_swap_leaves_everything_known() -> None:
    """BRE-10.2, BRE-5.3"""
    s = at_turn("S B B Vbd Psd Psd Pbd", "G Vsn Vbn Vbn Psn Psn Pbn", THREE)
    make_known(s, 0, "B B")
    make_known(s, 1, "Vsn")
    do(s, "scavenge 1 B", "guard")
    assert known(s, 2, 0) == named("B B")
    assert known(s, 2, 1) == named("Vsn")


# -- the deck -------------------------------------------------------------------------------------


def bottom_of(s: Breath, text: str, above: str) -> None:
    """The deck: these cards of the grid lie below, known to all, and unseen ones above."""
    leave_in_deck(s, f"{text} {above}")
    s.top = len(above.split())
    for short in text.split():
        all_see_come(s, DECK, sort_of(short))
    assert BREATH.problems(s) == []


def test_cards_at_the_bottom_of_the_deck_are_known_until_they_are_drawn() -> None:
    """BRE-10.5, BRE-2.8"""
    s = at_turn(ONE, TWO, THREE)
    bottom_of(s, "B B G", "Mbn S")
    do(s, "draw")
    assert outcomes(s) == {"deal meat-butt-night": 1, "deal scavenger": 1}
    chance(s, "deal Mbn")
    do(s, "discard Mbn", "end")
    for viewer in (None, 0, 1, 2):
        assert deck(s, viewer) == {"cards": 4, "bottom": 3, "known": named("B B G")}
    turn_of(s, "S", "S")
    assert deck(s, 0) == {"cards": 3, "bottom": 0, "known": named("B B G")}
    do(s, "draw")
    assert outcomes(s) == {"deal bone": 2, "deal guard-dog": 1}
    chance(s, "deal B")
    assert deck(s, 2)["known"] == named("B G")
    for viewer in (None, 0, 1):
        assert deck(s, viewer)["known"] == named("B")
    assert known(s, 0, 2) == {}


def test_when_the_discards_become_the_deck_everybody_knows_what_is_in_it() -> None:
    """BRE-10.6"""
    s = at_turn(ONE, TWO, THREE)
    leave_in_deck(s, "")
    discards = BREATH.view(s, None)["discards"]["face_up"]
    do(s, "draw")
    for viewer in (None, 0, 1, 2):
        assert deck(s, viewer)["known"] == discards
    assert known(s, 0, 1) == {}  # it might be in either of two hands


def test_the_one_hand_that_is_not_known_holds_what_is_nowhere_else() -> None:
    """BRE-10.6: with two players, each knows the other hand then"""
    s = at_turn(ONE, TWO)
    leave_in_deck(s, "")
    do(s, "draw")
    assert known(s, 0, 1) == named(TWO)
    assert known(s, 1, 0) == named(ONE)
    assert known(s, None, 0) == known(s, None, 1) == {}
    assert BREATH.view(s, 0)["unseen"] == {}
    chance(s, "deal B")
    assert known(s, 1, 0) == named(ONE)
    do(s, "discard Vsd")
    assert known(s, 1, 0) == named(ONE.replace("Vsd ", "", 1))


def test_with_three_players_it_takes_that_another_hand_is_known() -> None:
    """BRE-10.6"""
    s = at_turn(ONE, TWO, THREE)
    make_known(s, 2, THREE)
    leave_in_deck(s, "")
    do(s, "draw")
    assert known(s, 0, 1) == named(TWO)
    assert known(s, 1, 0) == named(ONE)
    assert known(s, 2, 0) == known(s, None, 0) == {}


# -- wishes ---------------------------------------------------------------------------------------


def asked_in_vain() -> Breath:
    s = at_turn("S B B Vbd Psd Psd Pbd", TWO, THREE, named_request="on")
    do(s, "scavenge 1 B", "name G", "let", "let")
    chance(s, "deal Mbn")
    return s


def lacks(s: Breath, seat: int) -> list[str]:
    shown: list[str] = BREATH.view(s, None)["players"][seat]["lacks"]
    return shown


def test_a_wish_in_vain_shows_that_a_hand_has_no_such_card() -> None:
    """BRE-10.7, BRE-11.4"""
    s = asked_in_vain()
    assert lacks(s, 1) == ["guard-dog"]
    draw(s, "Mbn")
    do(s, "discard Mbn", "end")
    assert lacks(s, 1) == ["guard-dog"]


@pytest.mark.parametrize(("picked", "left"), [("G", []), ("Mbn", ["guard-dog"])])
def test_until_that_hand_gets_such_a_card_before_the_eyes_of_all(
    picked: str, left: list[str]
) -> None:
    """BRE-10.7"""
    s = asked_in_vain()
    lay_up(s, "G Mbn")
    turn_of(s, "B", "B")
    do(s, f"pick {picked}")
    assert lacks(s, 1) == left


def test_or_any_card_unseen() -> None:
    """BRE-10.7"""
    s = asked_in_vain()
    turn_of(s, "B", "B")
    draw(s, "B")
    assert lacks(s, 1) == []


def test_a_card_that_was_named_moves_before_the_eyes_of_all() -> None:
    """BRE-11.4, BRE-10.3, BRE-10.4"""
    s = at_turn("S B B Vbd Psd Psd Pbd", TWO, THREE, named_request="on")
    make_known(s, 0, "B B")
    make_known(s, 1, "Vsn Psn")
    do(s, "scavenge 1 B", "name Vsn", "let", "let")
    for viewer in (2, None):
        assert known(s, viewer, 0) == named("B Vsn")
        assert known(s, viewer, 1) == named("Psn")
    assert known(s, 0, 1) == named("Psn B")
    assert known(s, 1, 0) == named("B Vsn")
    assert s.hand[0] == hand("B Vbd Psd Psd Pbd Vsn")
