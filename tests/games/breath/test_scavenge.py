"""Scavengers and guard dogs."""

from __future__ import annotations

from typing import Any

import pytest

from dogpark.games.breath.state import SORTS, Breath
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
    outcomes,
    refused,
    sort_of,
)

SCAVENGING = "S Msd Msd Msn B Psd Vbd"
PLAIN = "Vsd Vsd Vbd Psd Pbd Pbd Msd"
GUARDING = "G Vsn Vsn Vbn Psn Pbn Pbn"


def table(*others: str, **options: Any) -> Breath:
    return at_turn(SCAVENGING, *others, **options)


def test_a_scavenger_before_drawing_keeps_the_hand_at_seven_and_then_eight() -> None:
    """BRE-4.1, BRE-4.3, BRE-4.7: acceptance case 9"""
    s = table(PLAIN)
    assert s.cards[0] == 7
    do(s, "scavenge 1 Vbd")
    assert s.cards[0] == 6
    do(s, "let")
    chance(s, "blind Pbd")
    assert s.cards[:2] == [6, 7]
    assert s.hand[0] == hand("Msd Msd Msn B Psd Pbd")
    assert s.hand[1] == hand("Vsd Vsd Vbd Vbd Psd Pbd Msd")
    assert asked(s) == CHANCE
    chance(s, "deal S")
    assert s.cards[0] == 7
    assert not any(choice.startswith("scavenge") for choice in choices(s))
    assert refused(s, "scavenge 1 Psd") == "BRE-4.1"  # a second one in the same turn
    draw(s, "S")
    assert s.cards[0] == 8
    assert refused(s, "scavenge 1 Psd") == "BRE-4.1"
    do(s, "discard S")
    assert s.cards[0] == 7
    assert refused(s, "scavenge 1 Psd") == "BRE-4.1"
    assert choices(s) == ["end", "out"]


def test_a_scavenger_may_be_played_between_drawing_and_discarding() -> None:
    """BRE-4.1, BRE-4.7"""
    s = table(PLAIN)
    draw(s, "B")
    do(s, "scavenge 1 B", "let")
    chance(s, "blind Vsd")
    chance(s, "deal Mbd")
    assert s.cards[0] == 8
    assert choices(s)[0].startswith("discard")


def test_a_scavenger_may_be_played_after_discarding() -> None:
    """BRE-4.1"""
    s = table(PLAIN)
    draw(s, "B")
    do(s, "discard B", "scavenge 1 B", "let")
    chance(s, "blind Vsd")
    chance(s, "deal Mbd")
    assert s.cards[0] == 7
    assert choices(s) == ["end", "out"]


def test_the_next_turn_allows_another_one() -> None:
    """BRE-4.1"""
    s = at_turn("S S Msd Msn B Psd Vbd", PLAIN)
    do(s, "scavenge 1 Vbd", "let")
    chance(s, "blind Vsd")
    chance(s, "deal B")
    draw(s, "B")
    do(s, "discard B", "end")
    draw(s, "B")
    do(s, "discard B", "end")
    assert "scavenge 1 bone" in choices(s)


def test_a_scavenger_picked_from_the_discards_may_be_played_at_once() -> None:
    """BRE-4.2"""
    s = at_turn(PLAIN, "Vsn Vsn Vbn Psn Pbn Pbn B")
    lay_up(s, "S")
    do(s, "pick S", "scavenge 1 Msd", "let")
    chance(s, "blind B")
    chance(s, "deal B")
    assert s.hand[0][sort_of("B")] == 2


def test_any_other_card_may_be_laid_down_before_any_opponent() -> None:
    """BRE-4.3: a second scavenger too, but not the one that is played"""
    s = at_turn("S Msd B B B B B", PLAIN, GUARDING)
    assert [c for c in choices(s) if c.startswith("scavenge")] == [
        f"scavenge {seat} {card}" for seat in (1, 2) for card in ("meat-snout-day", "bone")
    ]
    s = at_turn("S S B B B B B", PLAIN, GUARDING)
    assert "scavenge 1 scavenger" in choices(s)
    do(s, "scavenge 1 S", "let", "let")
    chance(s, "blind Msd")
    assert s.hand[1][sort_of("S")] == 1


def test_the_card_is_taken_blind_each_as_likely_as_another() -> None:
    """BRE-4.4: two of seven are vege snouts; the card laid down is not among them"""
    s = table(PLAIN)
    do(s, "scavenge 1 B", "let")
    assert outcomes(s) == {
        "blind vege-snout-day": 2,
        "blind vege-butt-day": 1,
        "blind poop-snout-day": 1,
        "blind poop-butt-day": 2,
        "blind meat-snout-day": 1,
    }


def test_only_the_two_players_see_the_swap() -> None:
    """BRE-4.5"""
    s = table(PLAIN, GUARDING)
    told = do(s, "scavenge 1 B")
    assert [(event.key, event.seats) for event in told] == [
        ("scavenger", None),
        ("offered", (0,)),
    ]
    assert "bone" not in str([event.to_dict() for event in told if event.seats is None])
    do(s, "let", "let")
    told = chance(s, "blind Msd")
    assert [(event.key, event.seats) for event in told] == [
        ("swapped", None),
        ("swap", (0,)),
        ("swap", (1,)),
    ]
    assert told[0].data == {"seat": 0, "target": 1}
    assert told[1].words == "You get a meat-snout-day for a bone"
    assert told[2].words == "You get a bone for a meat-snout-day"


def test_used_specials_lie_face_down_and_cannot_be_picked() -> None:
    """BRE-4.6"""
    s = table(PLAIN)
    do(s, "scavenge 1 B", "let")
    chance(s, "blind Msd")
    chance(s, "deal B")
    assert (s.face_up, s.face_down) == (hand(""), hand("S"))
    assert choices(s) == ["draw"]
    assert BREATH.view(s, None)["discards"] == {"face_up": {}, "face_down": {"scavenger": 1}}


def test_a_guard_dog_of_a_third_player_stops_the_scavenger() -> None:
    """BRE-5.3, BRE-4.6, BRE-4.7: acceptance case 10"""
    s = table(PLAIN, GUARDING)
    do(s, "scavenge 1 B", "let")
    assert asked(s) == 2
    assert choices(s) == ["let", "guard"]
    do(s, "guard")
    assert s.face_down == hand("S G")
    assert s.hand[0] == hand("Msd Msd Msn B Psd Vbd")  # the bone is back
    assert s.hand[1] == hand(PLAIN)
    assert s.cards[:3] == [6, 7, 6]
    chance(s, "deal Mbd")
    assert s.cards[:3] == [7, 7, 6]
    chance(s, "deal Mbn")
    assert s.cards[:3] == [7, 7, 7]
    assert s.hand[0][sort_of("Mbd")] == s.hand[2][sort_of("Mbn")] == 1
    assert asked(s) == 0
    assert choices(s)[0] == "draw"


def test_the_target_itself_may_guard_and_nobody_else_is_asked() -> None:
    """BRE-5.1, BRE-5.3"""
    s = table(GUARDING, "G Vsd Vsd Vbd Pbd Pbd Psd")
    do(s, "scavenge 1 B")
    assert asked(s) == 1
    do(s, "guard")
    assert asked(s) == CHANCE
    chance(s, "deal Mbd")
    chance(s, "deal Mbd")
    assert asked(s) == 0
    assert s.hand[2][sort_of("G")] == 1


@pytest.mark.parametrize(("target", "order"), [(1, [1, 2, 3]), (2, [2, 3, 1]), (3, [3, 1, 2])])
def test_the_target_is_asked_first_then_the_others_in_turn_order(
    target: int, order: list[int]
) -> None:
    """BRE-5.1, BRE-5.2: nobody holds a guard dog, and everybody is asked all the same"""
    s = at_turn(SCAVENGING, PLAIN, "Vsn Vsn Vbn Psn Pbn Pbn B", "Mbd Mbd Mbn Msn B B B")
    do(s, f"scavenge {target} B")
    seats = []
    while asked(s) != CHANCE:
        seats.append(asked(s))
        assert choices(s) == ["let"]
        do(s, "let")
    assert seats == order


def test_letting_it_happen_looks_the_same_with_and_without_a_guard_dog() -> None:
    """BRE-5.2: to the others, in views, words and refusals"""
    worlds = [at_turn(SCAVENGING, held, PLAIN) for held in (GUARDING, "B Vsn Vsn Vbn Psn Pbn Pbn")]
    told: list[list[object]] = []
    for s in worlds:
        do(s, "scavenge 1 Msd")
        seen: list[object] = [BREATH.view(s, 2), BREATH.prompt(s, 2), BREATH.view(s, None)]
        seen += [refused(s, "guard", seat=2), refused(s, "draw", seat=0)]
        events = do(s, "let")
        assert keys(events) == ["let"]
        seen += [event.to_dict() for event in events]
        seen += [BREATH.view(s, 0), BREATH.view(s, 2), BREATH.prompt(s, 2)]
        told.append(seen)
    assert told[0] == told[1]


def test_the_card_laid_down_is_shown_to_nobody_else() -> None:
    """BRE-4.5, BRE-10.1"""
    worlds = [table(PLAIN, GUARDING), table(PLAIN, GUARDING)]
    do(worlds[0], "scavenge 1 B")
    do(worlds[1], "scavenge 1 Msd")
    assert [BREATH.view(s, 0)["offer"] for s in worlds] == ["bone", "meat-snout-day"]
    for seat in (1, 2, None):
        assert BREATH.view(worlds[0], seat) == BREATH.view(worlds[1], seat)
        assert BREATH.view(worlds[0], seat).get("offer") is None
    assert BREATH.view(worlds[0], 2)["scavenge"] == {
        "by": 0,
        "target": 1,
        "wish": None,
        "naming": False,
        "guard": None,
    }


def test_a_guard_dog_may_be_kept() -> None:
    """BRE-5.2"""
    s = table(GUARDING)
    do(s, "scavenge 1 B", "let")
    chance(s, "blind G")
    assert s.hand[0][sort_of("G")] == 1
    assert s.face_down == hand("S")


def test_the_guard_dog_just_played_may_come_back_from_a_new_deck() -> None:
    """BRE-3.5, BRE-4.6, BRE-4.7"""
    s = at_turn("S Vsd Vbd Vbd Psd Psd Pbd", "G Vsn Vbn Vbn Psn Psn Pbn", guard_dogs=1)
    leave_in_deck(s, "")
    do(s, "scavenge 1 Vsd", "guard")
    assert outcomes(s)["deal guard-dog"] == 1
    chance(s, "deal G")
    assert s.hand[0] == hand("G Vsd Vbd Vbd Psd Psd Pbd")
    assert s.face_down == [0] * SORTS
