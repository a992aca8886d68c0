"""House rules at their values."""

from __future__ import annotations

import pytest

from dogpark.games.dogpile import FACTS
from dogpark.games.dogpile.state import READYING, SNIFFING
from dogpark.kernel.facts import BadOption
from tests.games.dogpile.table import (
    PILE,
    after_round,
    arm,
    at_spot,
    dig,
    do,
    nature,
    new_game,
    outcomes,
    paws_up,
    round_begun,
    seen,
    sniff,
    sniff_three,
    time_up,
)


@pytest.mark.parametrize("seconds", [[30, 20, 10], [1, 1, 1], [2, 12, 5], [300, 300, 300]])
def test_rounds_are_as_long_as_agreed(seconds: list[int]) -> None:
    """PILE-9.1"""
    s = new_game(round_seconds=seconds)
    lengths = []
    for _ in range(3):
        paws_up(s)
        lengths.append((s.limit - s.now) // 1000)
        time_up(s)
        while s.phase == SNIFFING:
            do(s, s.sniffer, "stop")
    assert lengths == seconds


@pytest.mark.parametrize("seconds", [1, 60, 600])
def test_a_round_waits_for_missing_dogs_as_long_as_agreed(seconds: int) -> None:
    """PILE-9.2"""
    s = new_game(ready_seconds=seconds)
    do(s, 0, "ready")
    s.now = 1000 * seconds - 1
    assert PILE.active_seats(s) == (1,)
    s.now += 1
    assert outcomes(s) == {"begin": 1}


@pytest.mark.parametrize(
    "ms", [[700, 400, 400, 400], [2000, 300, 500, 5000], [50, 60, 70, 80], [900, 900, 900, 900]]
)
def test_actions_take_as_long_as_agreed(ms: list[int]) -> None:
    """PILE-9.3"""
    s = round_begun(action_ms=ms)
    busy = []
    for text in ("dig 1", "keep", "dig 2", "put 2 down", "bury 1 1 down"):
        do(s, 0, text)
        if s.looked >= 0:
            nature(s, next(iter(outcomes(s))))
        busy.append(s.ready_at[0] - s.now)
    dig_ms, keep_ms, put_ms, bury_ms = ms
    assert busy == [dig_ms, keep_ms, dig_ms, put_ms, bury_ms]


@pytest.mark.parametrize("seconds", [1, 20, 600])
def test_chance_chooses_in_a_sniff_after_the_time_agreed(seconds: int) -> None:
    """PILE-9.4"""
    s = after_round("A♠", "K♥", sniff_seconds=seconds)
    assert s.limit - s.now == 1000 * seconds
    s.now = s.limit - 1
    assert PILE.active_seats(s) == (0,)
    s.now = s.limit
    assert "stop" in outcomes(s)
    nature(s, "stop")
    assert s.phase == READYING


@pytest.mark.parametrize("public", ["off", "on"])
def test_a_dug_bone_may_be_turned_over_in_the_open(public: str) -> None:
    """PILE-9.5, PILE-7.1"""
    s = round_begun(public_dig=public)
    told = dig(s, 0, 5, "6♣")
    shown = "6♣" if public == "on" else None
    assert (told[1].key, told[1].seats) == ("found", None if public == "on" else (0,))
    for viewer in (1, None):
        assert seen(s, viewer)["players"][0]["dug"] == {"bone": shown}
    do(s, 0, "put 5 down")
    for viewer in (1, None):
        assert at_spot(s, viewer, 5) == ("down", shown)


def test_a_sniff_stays_private_where_digs_are_public() -> None:
    """PILE-9.5, PILE-5.2"""
    s = after_round("A♠", "K♥", public_dig="on")
    sniff(s, 0, 20, "6♣")
    assert [seen(s, seat)["sniff"]["lifted"] for seat in (0, 1)] == [["6♣"], [None]]


@pytest.mark.parametrize(("mixed", "points"), [("off", 6), ("on", 21)])
def test_straights_may_be_of_mixed_suits(mixed: str, points: int) -> None:
    """PILE-9.6, PILE-4.4"""
    s = after_round("2♥ A♥ 3♠", "Q♥ K♠ A♠", mixed_straights=mixed)
    assert s.points[0][0] == points
    assert s.points[1][0] == 26, "the ace is low"


def test_mixed_straights_leave_jokers_and_collars_as_they_are() -> None:
    """PILE-9.6, PILE-4.5"""
    s = after_round("joker★ A♥ 2♠", "5♥ 5♠ 5♦", mixed_straights="on")
    assert [s.points[seat][0] for seat in (0, 1)] == [3, 25]


@pytest.mark.parametrize(("cover", "lies"), [("off", "up"), ("on", "down")])
def test_the_pile_may_be_covered_between_rounds(cover: str, lies: str) -> None:
    """PILE-9.7, PILE-2.7"""
    s = round_begun(cover_between_rounds=cover)
    dig(s, 0, 5, "6♣")
    do(s, 0, "put 5 up")
    arm(s, 0, "K♠")
    before = list(s.spot)
    told = [event.key for event in time_up(s)]
    assert ("covered" in told) == (cover == "on")
    assert s.spot == before, "positions are kept"
    assert at_spot(s, 1, 5) == (lies, "6♣"), "everybody has seen it"


def test_the_pile_is_not_covered_after_the_last_round() -> None:
    """PILE-9.7"""
    s = round_begun(cover_between_rounds="on")
    s.round = 2
    dig(s, 0, 5, "6♣")
    do(s, 0, "put 5 up")
    assert "covered" not in [event.key for event in time_up(s)]
    assert at_spot(s, 1, 5) == ("up", "6♣")


@pytest.mark.parametrize(("hidden", "shown"), [("off", "6♣"), ("on", None)])
def test_nobody_may_be_reminded_of_what_they_have_seen(hidden: str, shown: str | None) -> None:
    """PILE-9.8, PILE-7.5"""
    s = round_begun(no_memory_aid=hidden)
    dig(s, 0, 5, "6♣")
    do(s, 0, "put 5 down")
    assert at_spot(s, 0, 5) == ("down", shown)
    words = {choice["text"]: choice["words"] for choice in PILE.prompt(s, 0)["choices"]}
    assert ("6♣" in words["dig 5"]) == (hidden == "off")
    dig(s, 1, 5)
    do(s, 1, "keep")
    assert seen(s, 0)["players"][1]["paws"] == [shown]


def test_without_reminders_a_dog_still_sees_what_lies_open_and_what_it_holds() -> None:
    """PILE-9.8"""
    s = round_begun(no_memory_aid="on")
    dig(s, 0, 5, "6♣")
    assert seen(s, 0)["players"][0]["dug"] == {"bone": "6♣"}
    do(s, 0, "keep")
    assert seen(s, 0)["players"][0]["paws"] == ["6♣"]
    do(s, 0, "bury 1 5 up")
    assert at_spot(s, 1, 5) == ("up", "6♣")
    arm(s, 1, "K♠")
    time_up(s)
    assert seen(s, 0)["players"][1]["loot"][0] == ["K♠"]


def test_without_reminders_the_sniffer_sees_its_bones_only_until_they_are_laid_back() -> None:
    """PILE-9.8, PILE-5.4"""
    s = after_round("A♠", "K♥", no_memory_aid="on")
    sniff_three(s, 0, "6♣", "7♣", "8♣")
    do(s, 1, "lay 20")
    do(s, 1, "lay 21")
    assert seen(s, 0)["sniff"]["lifted"] == ["6♣", "7♣", "8♣"]
    do(s, 1, "lay 22")
    assert seen(s, 0)["sniff"] is None
    assert seen(s, 0)["shuffled"] == []


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("round_seconds", [0, 20, 10]),
        ("round_seconds", [30, 20]),
        ("round_seconds", [301, 20, 10]),
        ("ready_seconds", 0),
        ("ready_seconds", 601),
        ("action_ms", [49, 400, 400, 400]),
        ("action_ms", [700, 400, 400, 5001]),
        ("sniff_seconds", 0),
        ("sniff_seconds", 601),
        ("public_dig", "maybe"),
    ],
)
def test_values_out_of_bounds_are_refused(option: str, value: object) -> None:
    """PILE-9.1, PILE-9.2, PILE-9.3, PILE-9.4, PILE-9.5"""
    with pytest.raises(BadOption):
        FACTS.read_options({option: value}, 2)
