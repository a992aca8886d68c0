"""Drawing, discarding, ending a turn; the deck runs out."""

from __future__ import annotations

import pytest

from dogpark.kernel.facts import CHANCE
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
    lay_up,
    leave_in_deck,
    new_game,
    outcomes,
    sort_of,
    turn_of,
)

ONE = "Vsd Vsd Vbd Vbd Psd Psd Pbd"
TWO = "Vsd Vsd Vbd Vbd Psd Psd Pbd"


def test_a_turn_is_draw_discard_end() -> None:
    """BRE-3.1, BRE-3.2, BRE-3.3, BRE-3.4"""
    s = at_turn(ONE, TWO)
    assert choices(s) == ["draw"]
    do(s, "draw")
    assert asked(s) == CHANCE
    chance(s, "deal B")
    assert s.cards[0] == 8
    assert choices(s) == [
        f"discard {name}"
        for name in ("vege-snout-day", "vege-butt-day", "poop-snout-day", "poop-butt-day", "bone")
    ]
    do(s, "discard Vsd")
    assert s.cards[0] == 7
    assert s.face_up == hand("Vsd")
    assert choices(s) == ["end", "out"]
    do(s, "end")
    assert asked(s) == 1


def test_any_one_of_the_discards_may_be_picked() -> None:
    """BRE-3.1"""
    s = at_turn(ONE, TWO)
    lay_up(s, "B Msn Msn G")
    assert choices(s) == ["draw", "pick meat-snout-night", "pick bone", "pick guard-dog"]
    do(s, "pick Msn")
    assert s.face_up == hand("B Msn G")
    assert s.hand[0] == hand(f"{ONE} Msn")


def test_the_card_just_picked_may_be_discarded_again() -> None:
    """BRE-3.2"""
    s = at_turn(ONE, TWO)
    lay_up(s, "B")
    do(s, "pick B", "discard B")
    assert s.hand[0] == hand(ONE)


def test_used_specials_cannot_be_picked() -> None:
    """BRE-4.6"""
    s = at_turn(ONE, TWO)
    s.deck[sort_of("S")] -= 1
    s.face_down[sort_of("S")] += 1
    s.left -= 1
    s.top -= 1
    assert choices(s) == ["draw"]


def test_turns_go_round_to_the_left() -> None:
    """BRE-3.4"""
    s = at_turn(ONE, "Vsn Vsn Vsn Psn Psn Psn B", "Msd Msd Mbd Mbd Msn Msn Mbn")
    order = []
    for drawn in ("B", "B", "B", "B"):
        order.append(asked(s))
        turn_of(s, drawn, "B")
    assert order == [0, 1, 2, 0]


def test_when_the_deck_runs_out_all_discards_return_face_down_ones_too() -> None:
    """BRE-3.5: acceptance case 13"""
    s = at_turn(ONE, TWO)
    leave_in_deck(s, "B")
    s.face_up[sort_of("S")] -= 2
    s.face_down[sort_of("S")] += 2
    turn_of(s, "B", "Vsd")
    assert (s.left, sum(s.face_up), sum(s.face_down)) == (0, 40, 2)
    assert choices(s)[0] == "draw"
    told = do(s, "draw")
    assert keys(told) == ["draw", "shuffled"]
    assert (s.left, sum(s.face_up), sum(s.face_down)) == (42, 0, 0)
    assert outcomes(s)["deal scavenger"] == 4
    chance(s, "deal S")
    assert sum(map(sum, s.hand)) + s.left == 56


def test_an_empty_deck_is_renewed_only_when_a_card_is_drawn_from_it() -> None:
    """BRE-3.5"""
    s = at_turn(ONE, TWO)
    leave_in_deck(s, "")
    do(s, "pick B", "discard B", "end")
    assert s.left == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_always_a_card_to_draw(players: int) -> None:
    """BRE-3.6: the smallest deck, and every player with 8 cards"""
    s = new_game(players, scavengers=0, guard_dogs=0)
    assert s.left == 48
    assert s.left - 8 * players >= 16


def test_cards_are_conserved_when_a_deck_is_renewed_in_the_middle_of_a_scavenge() -> None:
    """BRE-1.4, BRE-3.5, BRE-4.7: acceptance case 14; the used scavenger is in the new deck"""
    s = at_turn(f"S {ONE[4:]}", TWO)
    leave_in_deck(s, "")
    do(s, "scavenge 1 Vsd", "let")
    chance(s, "blind Pbd")
    assert asked(s) == CHANCE
    assert outcomes(s)["deal scavenger"] == 4
    chance(s, "deal S")
    assert s.hand[0][sort_of("S")] == 1
    assert sum(map(sum, s.hand)) + s.left == 56


def test_a_drawn_card_is_seen_by_the_drawer_alone() -> None:
    """BRE-10.1"""
    s = at_turn(ONE, TWO)
    do(s, "draw")
    told = chance(s, "deal B")
    assert [(event.key, event.seats) for event in told] == [("card", (0,))]
    assert BREATH.view(s, 1)["players"][0]["known"] == {}
    assert BREATH.view(s, 1)["players"][0]["cards"] == 8
    draw_again = at_turn(ONE, TWO)
    draw(draw_again, "Msn")
    assert BREATH.view(draw_again, 1) == BREATH.view(s, 1)
