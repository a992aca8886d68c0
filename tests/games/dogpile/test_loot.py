"""What loot is worth, and who wins."""

from __future__ import annotations

import pytest

from dogpark.games.dogpile.state import OVER, Dogpile
from tests.games.dogpile.table import (
    PILE,
    after_round,
    arm,
    loot,
    new_game,
    round_begun,
    seen,
    time_up,
)


def over(*loots: tuple[str, ...], **options: object) -> Dogpile:
    """A finished game with this loot, three texts a dog."""
    s = new_game(len(loots), **options)
    for seat, rounds in enumerate(loots):
        loot(s, seat, *rounds)
    s.phase, s.round = OVER, 2
    assert PILE.problems(s) == []
    return s


def places(s: Dogpile) -> tuple[list[int], list[int]]:
    return PILE.places(s)


@pytest.mark.parametrize(
    ("paws", "points", "feat"),
    [
        ("A♥ 2♥ 3♥", 21, "straight fetch"),
        ("3♥ A♥ 2♥", 21, "straight fetch"),
        ("K♠ K♥ K♦", 49, "three of a collar"),
        ("3♠ 3♥ 3♣", 19, "three of a collar"),
        ("J♠ Q♠ K♠", 51, "straight fetch"),
        ("Q♠ K♠ A♠", 26, None),
        ("K♠ A♠ 2♠", 16, None),
        ("A♥ 2♥ 3♠", 6, None),
        ("A♥ 3♥ 5♥", 9, None),
        ("5♥ 5♠ 6♠", 16, None),
        ("A♠ A♥ A♦", 13, "three of a collar"),
        ("2♠ 2♥ 2♦", 16, "three of a collar"),
        ("10♣ J♣ Q♣", 48, "straight fetch"),
        ("joker★ joker☆ K♠", 13, None),
        ("joker★ Q♠ K♠", 25, None),
        ("joker★ joker☆", 0, None),
        ("K♠ K♥", 26, None),
        ("", 0, None),
    ],
)
def test_points_of_a_round(paws: str, points: int, feat: str | None) -> None:
    """PILE-4.2, PILE-4.3, PILE-4.4, PILE-4.5"""
    s = after_round(paws, "4♣")
    assert seen(s, 1)["players"][0]["points"] == [points]
    s = round_begun()
    arm(s, 0, paws)
    told = [event.data for event in time_up(s) if event.key == "loot"]
    assert (told[0]["points"], told[0]["feat"]) == (points, feat)


@pytest.mark.parametrize(
    ("rounds", "total", "ranks"),
    [
        (("A♠", "A♥", "A♦"), 3 + 50, ["A"]),
        (("A♠ A♥ A♦", "", ""), 13, []),
        (("A♠ A♥ A♦", "A♣", ""), 14, []),
        (("A♣", "", "A♠ A♥ A♦"), 14, []),
        (("A♠ A♥", "A♦ A♣", ""), 4 + 50, ["A"]),
        (("A♠ A♥ 2♠", "A♦ 2♥ 2♦", ""), 3 + 6 + 100, ["A", "2"]),
        (("2♠", "2♥ 2♦", ""), 6 + 50, ["2"]),
        (("2♠ 2♥ 2♦", "2♣ A♠ A♥", "A♦"), 16 + 4 + 1 + 50, ["A"]),
        (("A♠", "A♥", ""), 2, []),
        (("3♠", "3♥", "3♦"), 9, []),
    ],
)
def test_boneathons(rounds: tuple[str, ...], total: int, ranks: list[str]) -> None:
    """PILE-4.6, PILE-4.7, PILE-6.1"""
    s = over(rounds, ("", "", ""))
    mine = seen(s, 1)["players"][0]
    assert (mine["total"], mine["boneathons"]) == (total, ranks)
    assert sum(mine["points"]) == total - 50 * len(ranks)


LOW_20 = ("joker★ joker☆ A♠", "2♠ 3♠ 2♥", "3♥ 4♠ 5♠")  # 1 + 7 + 12
RICH = ("J♥ Q♥ K♥", "J♦ Q♦ K♦", "10♣ J♣ Q♣")  # 51 + 51 + 48


def test_a_blackjaw_beats_any_total() -> None:
    """PILE-6.2: a full loot and 20 against 150"""
    s = over(RICH, LOW_20)
    assert places(s) == ([2, 1], [150, 20])
    assert seen(s, None)["result"]["blackjaws"] == [1]


@pytest.mark.parametrize(
    ("totals", "ranking"),
    [
        ((14, 19), [1, 2, 4, 3]),
        ((19, 14), [2, 1, 4, 3]),
        ((14, 14), [1, 1, 4, 3]),
        ((21, 20), [3, 1, 4, 2]),
    ],
)
def test_of_several_blackjaws_the_lowest_wins(totals: tuple[int, int], ranking: list[int]) -> None:
    """PILE-6.2, PILE-6.4: then come all others, higher totals in front"""
    one = ("joker★ A♠ 2♠", "A♥ 3♥ 3♠", "2♥ 4♠ 4♥")
    two = ("joker☆ A♦ 2♦", "A♣ 3♣ 3♦", "2♣ 4♣ 4♦")
    s = over(one, two, ("K♠", "", ""), ("K♥ K♦", "", ""))
    assert places(s) == ([1, 1, 4, 3], [20, 20, 13, 26]), "no deck has two lower ones than these"
    for seat, total in enumerate(totals):
        s.points[seat] = [total, 0, 0]
    assert places(s)[0] == ranking


def test_feats_and_boneathons_spoil_a_blackjaw() -> None:
    """PILE-6.2"""
    aces = ("joker★ joker☆ A♠", "A♥ 2♥ 3♠", "A♦ 2♠ 3♥")  # 13, and a boneathon
    assert places(over(aces, ("K♠", "K♥", ""))) == ([1, 2], [13 + 50, 26])
    straight = ("joker★ joker☆ 2♥", "A♠ 2♠ 3♠", "A♦ 3♦ 3♣")  # 15, and a straight fetch
    assert places(over(straight, ("K♠ K♥", "10♠", ""))) == ([2, 1], [15 + 15, 36])
    plain = ("joker★ joker☆ 2♥", "A♠ 2♠ 3♥", "A♦ 3♦ 3♣")
    assert places(over(plain, ("K♠ K♥", "10♠", ""))) == ([1, 2], [15, 36])


def test_a_total_of_21_is_no_blackjaw_and_neither_is_a_loot_of_eight() -> None:
    """PILE-6.2, PILE-6.3"""
    low_21 = ("joker★ joker☆ A♠", "2♠ 3♠ 2♥", "3♥ 4♠ 6♠")
    assert places(over(low_21, ("K♠ K♥", "", ""))) == ([2, 1], [21, 26])
    eight = ("joker★ joker☆ A♠", "A♥ 2♠ 3♠", "2♥ 3♥")
    assert places(over(eight, ("K♠", "", ""))) == ([2, 1], [12, 13])


def test_without_a_blackjaw_the_highest_total_wins_and_ties_share() -> None:
    """PILE-6.3, PILE-6.4, PILE-6.5"""
    s = over(("K♠ K♥", "", ""), ("Q♠", "7♠", "7♥"), ("A♣", "", ""), ("K♦ K♣", "", ""))
    assert places(s) == ([1, 1, 4, 1], [26, 26, 1, 26])
    assert seen(s, None)["result"] == {
        "places": [1, 1, 4, 1],
        "points": [26, 26, 1, 26],
        "blackjaws": [],
    }
