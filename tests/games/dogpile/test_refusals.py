"""What is refused is refused by the most specific rule, in words."""

from __future__ import annotations

import pytest

from dogpark.games.dogpile.state import COUNTDOWN
from tests.games.dogpile.table import (
    PILE,
    after_round,
    arm,
    dig,
    do,
    left_waiting,
    nature,
    new_game,
    refused,
    round_begun,
    sniff_three,
)


@pytest.mark.parametrize(
    ("text", "rule", "says"),
    [
        ("dig 20", "PILE-2.6", "no bone lies on spot 20 any more"),
        ("keep", "PILE-3.4", "you have not dug up a bone to keep"),
        ("put 20 up", "PILE-3.5", "you have not dug up a bone to put"),
        ("bury 1 5 down", "PILE-2.6", "a bone lies on spot 5 already"),
        ("bury 2 1 down", "PILE-3.6", "your paws hold 1 bone"),
        ("ready", "PILE-2.2", "the round has begun"),
        ("sniff 4", "PILE-5.1", "sniffing comes after the round"),
        ("stop", "PILE-5.1", "sniffing comes after the round"),
        ("lay 1", "PILE-5.1", "sniffing comes after the round"),
        ("time_up", "PILE-2.4", "only the clock"),
        ("go 0", "PILE-2.3", "countdown"),
        ("begin", "PILE-2.3", "countdown"),
        ("bone K♠", "PILE-1.4", "nobody chooses it"),
    ],
)
def test_while_the_clock_runs(text: str, rule: str, says: str) -> None:
    """PILE-2.2, PILE-2.3, PILE-2.4, PILE-2.6, PILE-3.4, PILE-3.5, PILE-3.6, PILE-5.1, PILE-1.4"""
    s = round_begun()
    arm(s, 0, "5♠")
    dig(s, 1, 20, "6♠")
    got = refused(s, 0, text)
    assert got[0] == rule
    assert says in got[1]


def test_a_dig_with_full_paws_or_an_unsettled_bone() -> None:
    """PILE-3.2, PILE-3.3"""
    s = round_begun()
    arm(s, 0, "2♠ 3♠ 4♠")
    assert refused(s, 0, "dig 9")[0] == "PILE-3.2"
    assert refused(s, 0, "dig 1")[0] == "PILE-3.2", "full paws come before an empty spot"
    dig(s, 1, 9, "K♠")
    assert refused(s, 1, "dig 10")[0] == "PILE-3.3"


@pytest.mark.parametrize(
    ("text", "rule"),
    [("dig 1", "PILE-2.3"), ("keep", "PILE-2.3"), ("sniff 1", "PILE-5.1"), ("go 0", "PILE-2.3")],
)
def test_before_the_round(text: str, rule: str) -> None:
    """PILE-2.3, PILE-5.1"""
    assert refused(new_game(), 0, text)[0] == rule


def test_who_may_do_nothing_is_told_why() -> None:
    """PILE-2.2, PILE-2.3, PILE-1.4, PILE-2.5"""
    s = new_game()
    do(s, 0, "ready")
    assert left_waiting(s, 0) == "Your paws are up already; wait for the others"
    do(s, 1, "ready")
    assert s.phase == COUNTDOWN
    assert left_waiting(s, 0) == "Keep your paws off the pile until the countdown is over"
    nature(s, "go 0")
    do(s, 0, "dig 1")
    assert left_waiting(s, 1) == "A bone is being turned over"
    s = round_begun()
    s.ready_at[1] = s.limit
    assert left_waiting(s, 1) == "You are busy until the time is up"


def test_too_soon() -> None:
    """PILE-2.5"""
    s = round_begun()
    dig(s, 0, 1, "2♠")
    s.now += 450
    refusal = PILE.too_soon(s, 0)
    assert (refusal.rule, refusal.words) == ("PILE-2.5", "you are busy for another 250 ms")


def test_in_a_sniff() -> None:
    """PILE-5.2, PILE-5.3"""
    s = after_round("A♠", "K♥")
    assert refused(s, 0, "sniff 1") == ("PILE-5.2", "no bone lies on spot 1")
    assert refused(s, 0, "lay 1")[0] == "PILE-5.2"
    sniff_three(s, 0, "K♣", "2♣", "3♣")
    assert refused(s, 1, "lay 3") == ("PILE-5.3", "a bone lies on spot 3 already")
    assert refused(s, 1, "sniff 3") == ("PILE-5.3", "lay the bones back on empty spots")
