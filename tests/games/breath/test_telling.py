"""What happened, in words, and who may hear it."""

from __future__ import annotations

from dogpark.kernel.rooms import Event
from tests.games.breath.table import (
    at_turn,
    chance,
    do,
    draw,
    keys,
    lay_up,
    leave_in_deck,
    new_game,
    turn_of,
    undrawn,
)

ONE = "Msd Mbd Msn B Psd Vbd Vsn"
TWO = "Vsd Vsd Vbd Psd Pbd Pbd Msd"
SCAVENGING = "S Msd Msd Msn B Psd Vbd"


def told(events: list[Event]) -> list[str]:
    return [event.words for event in events]


def test_the_start_of_a_round_is_told() -> None:
    """BRE-2.1, BRE-2.3, BRE-2.5, BRE-2.6, BRE-2.7"""
    s = undrawn()
    assert told(chance(s, "starter 1")) == [
        "Seat 1 is drawn to start",
        "Round 1: 5 cards each, seat 1 starts",
    ]
    s = new_game()
    events = chance(s, "deal Msd")
    assert [(e.words, e.seats) for e in events] == [
        ("Seat 0 gets a card", None),
        ("You are dealt meat-snout-day", (0,)),
    ]
    for short in ["Msd", "Msn", "Msn", "B", "Psd", "Psd", "Psd", "Psd"]:
        chance(s, f"deal {short}")
    chance(s, "deal Vsd")
    assert told(do(s, "flip 2")) == ["Seat 0 flips row 1, column 2"]
    assert told(chance(s, "show Mbd")) == ["It is a meat-butt-day"]
    do(s, "flip 5")
    chance(s, "show G")
    assert told(do(s, "take 5")) == ["Seat 0 takes a guard dog"]
    before = s.copy()
    assert told(do(s, "stand")) == ["Seat 1 lets a meat-butt-day stand"]
    assert told(do(before, "turn_down")) == ["Seat 1 turns a meat-butt-day down"]
    assert told(do(before, "flip 2")) == ["Seat 1 flips row 1, column 2", "It is a meat-butt-day"]


def test_a_turn_is_told() -> None:
    """BRE-3.1, BRE-3.2, BRE-3.3, BRE-6.1"""
    s = at_turn(ONE, TWO)
    assert told(do(s, "draw")) == ["Seat 0 draws from the deck"]
    assert told(chance(s, "deal G")) == ["You draw a guard dog"]
    assert told(do(s, "discard G")) == ["Seat 0 discards a guard dog"]
    assert told(do(s, "end")) == ["Seat 0 ends the turn", "It is seat 1's turn"]
    assert told(do(s, "pick G")) == ["Seat 1 picks a guard dog from the discards"]
    do(s, "discard G")
    assert told(do(s, "out")) == [
        "Seat 1 is out! Everybody else has one more turn",
        "It is seat 0's turn",
    ]


def test_a_guard_dog_and_the_cards_that_make_up_for_it_are_told() -> None:
    """BRE-4.7, BRE-5.3"""
    s = at_turn(SCAVENGING, TWO.replace("Msd", "G"))
    do(s, "scavenge 1 B")
    assert told(do(s, "guard")) == ["Seat 1 plays a guard dog: seat 0 gets the card back"]
    events = chance(s, "deal B")
    assert [(e.words, e.seats) for e in events] == [
        ("Seat 0 draws a card to make up for it", None),
        ("You draw a bone", (0,)),
    ]
    assert chance(s, "deal B")[1].seats == (1,)


def test_a_new_deck_in_the_middle_of_it_is_told_too() -> None:
    """BRE-3.5, BRE-4.7"""
    s = at_turn(SCAVENGING, TWO.replace("Msd", "G"))
    leave_in_deck(s, "B")
    do(s, "scavenge 1 B", "guard")
    assert keys(chance(s, "deal B")) == ["made_up", "card", "shuffled"]


def test_a_false_alarm_and_staying_out_are_told() -> None:
    """BRE-6.4, BRE-6.5"""
    s = at_turn(ONE, SCAVENGING.replace("Msd Msd", "Vbn Vbn"))
    turn_of(s, "G", "G", "out")
    do(s, "scavenge 0 B", "let")
    chance(s, "blind Vsn")
    other = s.copy()
    assert told(do(s, "stay")) == ["Seat 0 stays out"]
    assert told(do(other, "false_alarm")) == [
        "Seat 0 calls a false alarm: nobody is out, play goes on"
    ]


def test_a_named_request_is_told_with_its_end() -> None:
    """BRE-11.4"""
    s = at_turn(SCAVENGING, TWO, named_request="on")
    do(s, "scavenge 1 B")
    assert told(do(s, "name Pbd")) == ["Seat 0 asks seat 1 for a poop-butt-day"]
    assert told(do(s.copy(), "let"))[:2] == [
        "Seat 1 lets it happen",
        "Seat 1 gives a poop-butt-day to seat 0 and gets a card for it",
    ]
    s = at_turn(SCAVENGING, TWO, named_request="on")
    do(s, "scavenge 1 B", "name G")
    assert told(do(s, "let"))[1:] == ["Seat 1 has none: seat 0 gets the card back"]


def test_the_score_of_a_round_is_told_line_by_line() -> None:
    """BRE-9.1, BRE-9.4, BRE-7.1"""
    s = at_turn(ONE, TWO)
    turn_of(s, "G", "G", "out")
    draw(s, "G")
    do(s, "discard G")
    assert told(do(s, "end")) == [
        "Seat 1 ends the turn",
        (
            "Seat 0 shows vege-snout-night, vege-butt-day, poop-snout-day, meat-snout-day, "
            "meat-snout-night, meat-butt-day, bone: "
            "21 points – 18 for 3 meat with a bone, 3 for 1 pair"
        ),
        (
            "Seat 1 shows 2 vege-snout-day, vege-butt-day, poop-snout-day, 2 poop-butt-day, "
            "meat-snout-day: 33 points – 15 for 3 poop, 12 for 3 vege, 6 for 2 pairs"
        ),
        "Seat 0 was out, and somebody has more: 5 points less",
        "Round 2: 5 cards each, seat 1 starts",
    ]


def test_the_end_of_the_match_is_told() -> None:
    """BRE-9.3"""
    s = at_turn(ONE, TWO, rounds=1)
    turn_of(s, "G", "G", "out")
    draw(s, "G")
    do(s, "discard G")
    last = do(s, "end")[-1]
    assert last.words == "The last round is over: seat 1 wins with 33 points"
    assert last.data == {"winners": [1], "places": [2, 1], "points": [16, 33]}
    tied = at_turn(ONE, TWO, rounds=1)
    tied.total = [17, 0, 0, 0]
    turn_of(tied, "G", "G", "out")
    draw(tied, "G")
    do(tied, "discard G")
    assert do(tied, "end")[-1].words.endswith(
        "seat 0 and seat 1 share the first place with 33 points"
    )


def test_picking_a_discard_is_seen_by_all() -> None:
    """BRE-10.2"""
    s = at_turn(ONE, TWO)
    lay_up(s, "B")
    (event,) = do(s, "pick B")
    assert (event.seats, event.data) == (None, {"seat": 0, "card": "bone"})
