"""What each card may do in given positions: complete lists of plays, with who is sent home.

The numbers are those of the acceptance scenarios that DOG was specified with.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.games.dog.positions import DOG, act, board_of, hand, moves, offered, position, winner


class Case(NamedTuple):
    number: int
    sentence: str
    pegs: str
    cards: str
    plays: list[str]
    table: dict[str, Any] = {}

    @property
    def label(self) -> str:
        return f"{self.number}: {self.sentence}"


def cases(*rows: Case) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", rows, ids=[row.label for row in rows])


def check(case: Case) -> None:
    assert moves(position(case.pegs, case.cards, **case.table)) == set(case.plays)


@cases(
    Case(7, "a hand that can do nothing folds", "", "2 5 7 9 J Q", ["fold"]),
    Case(9, "an ace starts", "", "A 5", ["A start"]),
    Case(9, "a joker starts, in one way only", "", "X 9", ["X start"]),
    Case(10, "the own fresh peg is in the way of a start", "0:[0*]", "K", ["K 0*>13"]),
    Case(11, "a start sends an opponent home", "1:[0]", "K", ["K start x1"]),
    Case(12, "a start sends the own peg home", "0:[0]", "K", ["K start x0", "K 0>13"]),
    Case(13, "a start sends the partner home, by force", "2:[0]", "K 6", ["K start x2"]),
)
def test_starting(case: Case) -> None:
    """DOG-4.1, DOG-4.2, DOG-4.3, DOG-3.3, DOG-2.7: starting a peg"""
    check(case)


@cases(
    Case(14, "stops landing and passing", "0:[14] 1:[16*]", "A 2 3", ["A start", "A 14>15"]),
    Case(15, "stops the own pegs too", "0:[62, 0*]", "2 3", ["2 0*>2", "3 0*>3"]),
    Case(16, "stops a four backwards", "0:[18] 1:[16*]", "4", ["4 18>22"]),
    Case(17, "is no more once it was left", "0:[14] 1:[16]", "2 3", ["2 14>16 x1", "3 14>17"]),
    Case(18, "may leave nothing but folding", "0:[14] 1:[16*]", "3 6 10", ["fold"]),
    Case(33, "stops the own four backwards", "0:[2, 0*]", "4", ["4 2>6", "4 0*>4", "back 0*>60"]),
)
def test_a_fresh_peg(case: Case) -> None:
    """DOG-5.1, DOG-5.2, DOG-5.3, DOG-5.4: the blockade"""
    check(case)


@cases(
    Case(19, "passing is harmless", "0:[10] 1:[12, 15]", "5", ["5 10>15 x1"]),
    Case(20, "own pegs are hit", "0:[10, 15]", "5", ["5 10>15 x0", "5 15>20"]),
    Case(21, "the partner is hit, by force", "0:[10] 2:[15]", "5", ["5 10>15 x2"]),
    Case(22, "an ace has three uses", "0:[20]", "A", ["A start", "A 20>21", "A 20>31"]),
    Case(23, "a four hits both ways", "0:[20] 3:[16]", "4", ["4 20>24", "back 20>16 x3"]),
    Case(0, "plain numbers", "0:[1]", "2 3 5 6 8", ["2 1>3", "3 1>4", "5 1>6", "6 1>7", "8 1>9"]),
    Case(0, "larger numbers", "0:[1]", "9 10 Q", ["9 1>10", "10 1>11", "Q 1>13"]),
    Case(0, "the ring closes", "0:[1] 1:[62]", "6", ["6 62>4"], {"seat": 1}),
    Case(0, "backwards the ring closes too", "1:[2]", "4", ["4 2>6", "back 2>62"], {"seat": 1}),
)
def test_moving_and_hitting(case: Case) -> None:
    """DOG-6.1, DOG-6.2, DOG-6.3, DOG-6.4, DOG-3.1, DOG-3.2, DOG-3.4, DOG-3.8, DOG-2.6: walking"""
    check(case)


FAST = "0:[60]"


@cases(
    Case(24, "a fresh peg cannot enter", "0:[0*]", "3", ["3 0*>3"]),
    Case(25, "a four back sets up the fast route", "0:[0*]", "4", ["4 0*>4", "back 0*>60"]),
    Case(25, "five enters", FAST, "5", ["5 60>1", "5 60>F0.1"]),
    Case(25, "six enters", FAST, "6", ["6 60>2", "6 60>F0.2"]),
    Case(25, "eight enters", FAST, "8", ["8 60>4", "8 60>F0.4"]),
    Case(25, "nine is too much", FAST, "9", ["9 60>5"]),
    Case(25, "seven enters", FAST, "7", ["7 0:[3]", "7 0:[F0.3]"]),
    Case(26, "a count that does not fit costs a lap", "0:[63]", "6", ["6 63>5"]),
    Case(26, "entering is free choice", "0:[63]", "5", ["5 63>4", "5 63>F0.4"]),
    Case(27, "up to the safe peg", "0:[63, F0.2]", "2", ["2 63>1", "2 63>F0.1", "2 F0.2>F0.4"]),
    Case(27, "not across the safe peg", "0:[63, F0.2]", "3", ["3 63>2"]),
    Case(27, "nor with a four", "0:[63, F0.2]", "4", ["4 63>3", "back 63>59"]),
    Case(
        28,
        "inside only deeper, one by one",
        "0:[F0.1, F0.3]",
        "A 2 3 4",
        ["A start", "A F0.1>F0.2", "A F0.3>F0.4"],
    ),
    Case(29, "inside by exact count", "0:[F0.1]", "2 3 4", ["2 F0.1>F0.3", "3 F0.1>F0.4"]),
    Case(30, "back from 1 to F3", "0:[1]", "4", ["4 1>5", "back 1>61", "back 1>F0.3"]),
    Case(30, "back from 2 to F2", "0:[2]", "4", ["4 2>6", "back 2>62", "back 2>F0.2"]),
    Case(30, "back from 3 to F1", "0:[3]", "4", ["4 3>7", "back 3>63", "back 3>F0.1"]),
    Case(30, "back from 4 to the star", "0:[4]", "4", ["4 4>8", "back 4>0"]),
    Case(31, "back needs empty fields", "0:[2, F0.2]", "4", ["4 2>6", "back 2>62"]),
    Case(31, "F1 before F2", "0:[3, F0.2]", "4", ["4 3>7", "back 3>63", "back 3>F0.1"]),
    Case(
        34,
        "a peg back on its star enters",
        "0:[0]",
        "A 4",
        ["A start x0", "A 0>1", "A 0>F0.1", "A 0>11", "4 0>4", "4 0>F0.4", "back 0>60"],
    ),
    Case(
        35,
        "others on the star are jumped",
        "0:[62] 1:[0]",
        "4",
        ["4 62>2", "4 62>F0.2", "back 62>58"],
    ),
    Case(36, "a seven takes them home", "0:[61] 1:[0]", "7", ["7 0:[4] x1", "7 0:[F0.4] x1"]),
    Case(0, "not from a foreign star", "0:[16]", "3", ["3 16>19"]),
    Case(0, "safe pegs do not go back", "0:[F0.4]", "4 J", ["fold"]),
)
def test_the_finish(case: Case) -> None:
    """DOG-7.1, DOG-7.2, DOG-7.3, DOG-7.4, DOG-7.5, DOG-7.6: the way into the finish"""
    check(case)


@cases(
    Case(
        37,
        "opponents in play and not fresh",
        "0:[10, 0*] 1:[20, 16*, F1.4] 2:[40] 3:[50]",
        "J",
        ["J 10<>20", "J 10<>50"],
    ),
    Case(38, "else the partner", "0:[10] 1:[16*] 2:[40, 32*] 3:[F3.1]", "J", ["J 10<>40"]),
    Case(39, "else without effect", "0:[10] 1:[F1.1]", "J", ["J null"]),
    Case(39, "but only as a last resort", "0:[10] 1:[F1.1]", "J 5", ["5 10>15"]),
    Case(40, "a fresh opponent forbids that", "0:[10] 1:[16*]", "J J", ["fold"]),
    Case(41, "the own fresh peg is not swapped", "0:[0*] 1:[20]", "J", ["fold"]),
    Case(0, "nothing of mine in play, no blank jack", "0:[F0.4]", "J", ["fold"]),
    Case(0, "a fresh peg of mine is enough for it", "0:[0*]", "J", ["J null"]),
    Case(43, "a swap that hurts is still a duty", "0:[62] 1:[5]", "J", ["J 62<>5"]),
)
def test_the_jack(case: Case) -> None:
    """DOG-9.1, DOG-9.2, DOG-9.4, DOG-3.5, DOG-2.6: what a jack swaps with"""
    check(case)


def test_a_blank_jack_is_spent_and_nothing_moves() -> None:
    """DOG-9.4 (scenario 39)"""
    s = position("0:[10] 1:[F1.1]", "J 2", seat=0)
    s = act(act(act(s, "play 2 2"), "peg 0"), "dest 0")  # seat 0 alone holds cards and goes on
    after = act(s, "play J null")
    assert board_of(after) == board_of(s) == "0:[12] 1:[F1.1]"
    assert hand(after, 0) == ""
    assert after.discard[10] == 1


def test_a_joker_with_a_peg_in_play_always_has_another_use() -> None:
    """DOG-9.4, DOG-3.6: so it is never a blank jack, even where the house allows more of those"""
    for where in ("0:[F0.4, F0.3, F0.2, 0]", "0:[F0.4, F0.3, F0.2, 15] 1:[16*]"):
        plays = offered(position(where, "J X", jack_null="no_target"))
        assert "play J null" not in plays
        assert "play X null" not in plays


def test_after_a_swap_neither_peg_is_fresh() -> None:
    """DOG-9.3, DOG-5.4 (scenario 42)"""
    s = position("0:[10] 1:[0]", "J 3")
    assert moves(s) == {"J 10<>0", "3 10>13"}
    after = act(act(act(s, "play J swap"), "peg 0"), "target 1 0")
    assert board_of(after) == "0:[0] 1:[10]"
    assert moves(after) == {"3 0>3", "3 0>F0.3"}


ALL_SAFE = "0:[F0.1, F0.2, F0.3, F0.4]"


@cases(
    Case(44, "hits all it treads on", "0:[10] 1:[12, 15] 2:[14]", "7", ["7 0:[17] x1 x1 x2"]),
    Case(
        45,
        "is split into the finish",
        "0:[62, F0.1]",
        "7",
        [
            "7 0:[5 F0.1]",
            "7 0:[4 F0.2]",
            "7 0:[3 F0.3]",
            "7 0:[2 F0.4]",
            "7 0:[F0.2 F0.4]",
        ],
    ),
    Case(
        46,
        "opens the own blockade first",
        "0:[62, 0*]",
        "7",
        [
            "7 0:[7 62]",
            "7 0:[6 63]",
            "7 0:[0 5]",
            "7 0:[1 4]",
            "7 0:[2 3]",
            "7 0:[4 F0.1]",
            "7 0:[3 F0.2]",
            "7 0:[2 F0.3]",
            "7 0:[1 F0.4]",
            "7 0:[4] x0",
            "7 0:[3] x0",
        ],
    ),
    Case(
        47,
        "hits own pegs",
        "0:[10, 12]",
        "7",
        [
            "7 0:[17] x0",
            "7 0:[16] x0",
            "7 0:[15] x0",
            "7 0:[14 15]",
            "7 0:[13 16]",
            "7 0:[12 17]",
            "7 0:[11 18]",
            "7 0:[10 19]",
        ],
    ),
    Case(48, "needs seven steps in the finish", "0:[F0.1]", "7", ["fold"]),
    Case(48, "needs seven steps before a blockade", "0:[12] 1:[16*]", "7", ["fold"]),
    Case(0, "starts no pegs", "", "7", ["fold"]),
    Case(
        49,
        "goes on with the partner's pegs",
        "0:[63, F0.2, F0.3, F0.4] 2:[40]",
        "7",
        ["7 0:[6 F0.2 F0.3 F0.4]", "7 0:[F0.1 F0.2 F0.3 F0.4] 2:[45]"],
    ),
    Case(
        49,
        "needs a partner's peg for that",
        "0:[63, F0.2, F0.3, F0.4]",
        "7",
        ["7 0:[6 F0.2 F0.3 F0.4]"],
    ),
    Case(
        50,
        "is not let off by the victory",
        ALL_SAFE + " 2:[31, F2.2, F2.3, F2.4]",
        "7",
        ["7 2:[38 F2.2 F2.3 F2.4]"],
    ),
)
def test_a_seven(case: Case) -> None:
    """DOG-8.1, DOG-8.2, DOG-8.3, DOG-8.4, DOG-8.5, DOG-8.6, DOG-8.7, DOG-3.5: the seven"""
    check(case)


def test_a_joker_is_any_card() -> None:
    """DOG-3.6 (scenario 51)"""
    plain = {f"X {n} 20>{20 + n}" for n in (1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13)}
    special = {"X start", "X 5 20>25 x1", "X back 20>16", "X split 0:[27] x1", "X swap 20<>25"}
    assert moves(position("0:[20] 1:[25]", "X")) == plain | special


@cases(
    Case(52, "starts and moves them", ALL_SAFE + " 2:[40]", "K", ["K start", "K 40>53"]),
    Case(53, "swaps them", ALL_SAFE + " 2:[40] 1:[20]", "J", ["J 40<>20"]),
    Case(53, "may play a blank jack", ALL_SAFE + " 2:[40]", "J", ["J null"]),
    Case(
        54,
        "leads them into their finish",
        ALL_SAFE + " 2:[31, F2.2, F2.3, F2.4]",
        "2 9",
        ["2 31>33", "2 31>F2.1", "9 31>40"],
    ),
)
def test_a_player_whose_pegs_are_safe_moves_the_partners(case: Case) -> None:
    """DOG-10.1, DOG-10.2: helping"""
    check(case)


def test_a_helper_starts_the_partners_peg_on_the_partners_star() -> None:
    """DOG-10.2 (scenario 52)"""
    after = act(position(ALL_SAFE + " 2:[40]", "K"), "play K start")
    assert board_of(after) == "0:[F0.1 F0.2 F0.3 F0.4] 2:[32* 40]"


def test_the_eighth_safe_peg_wins_at_once() -> None:
    """DOG-10.3, DOG-10.5 (scenario 54)"""
    s = position(ALL_SAFE + " 2:[31, F2.2, F2.3, F2.4] 1:[F1.4]", "2 9")
    after = act(act(act(s, "play 2 2"), "peg 0"), "dest 1")
    assert winner(after) == 0
    assert hand(after, 0) == "9"
    assert DOG.active_seats(after) == ()
    assert DOG.places(after) == ([1, 2, 1, 2], [8, 1, 8, 1])


SIX: dict[str, Any] = {"players": 6}


@cases(
    Case(55, "is entered in passing", "0:[5]", "6", ["6 5>11", "6 5>U3+"], SIX),
    Case(
        55, "is entered at both ends", "2:[50]", "10", ["10 50>60", "10 50>U12-"], SIX | {"seat": 2}
    ),
    Case(
        56, "gives a third way", "1:[8]", "Q", ["Q 8>20", "Q 8>U12+", "Q 8>F1.4"], SIX | {"seat": 1}
    ),
    Case(57, "is left at the far end", "0:[U10+]", "6 8", ["6 U10+>56", "8 U10+>58"], SIX),
    Case(57, "is not entered again with the same card", "0:[U14+]", "7", ["7 0:[61]"], SIX),
    Case(57, "is entered again with the next card", "0:[56]", "3", ["3 56>59", "3 56>U13-"], SIX),
    Case(
        58,
        "knows no backwards",
        "0:[V3+, 26]",
        "4",
        ["4 V3+>V7+", "4 26>30", "back 26>22"],
        SIX,
    ),
    Case(59, "is a place for hits", "0:[U4+] 1:[U9-]", "5", ["5 U4+>U9+ x1"], SIX),
    Case(59, "is a place for passing", "0:[U4+] 1:[U9-]", "6", ["6 U4+>U10+"], SIX),
    Case(59, "is a place for sevens", "0:[U4+] 1:[U9-]", "7", ["7 0:[U11+] x1"], SIX),
    Case(59, "is a place for jacks", "0:[U4+] 1:[U9-]", "J", ["J U4+<>U9-"], SIX),
    Case(
        60,
        "is open to jacks from outside",
        "0:[5] 1:[20] 2:[35] 3:[50] 4:[70] 5:[U2-]",
        "J",
        ["J 5<>20", "J 5<>35", "J 5<>70", "J 5<>U2-"],
        SIX,
    ),
    Case(0, "is out of reach behind a blockade", "0:[14] 1:[16*]", "J Q", ["fold"], SIX),
    Case(0, "may lead past the own star", "2:[8]", "2", ["2 8>10", "2 8>U2+"], SIX | {"seat": 2}),
    Case(0, "the ring has 96 fields", "1:[90]", "10", ["10 90>4"], SIX | {"seat": 1}),
    Case(
        0,
        "a seven crosses from path to track and back",
        "0:[54]",
        "7",
        ["7 0:[61]", "7 0:[U11-]"],
        SIX,
    ),
)
def test_a_central_path(case: Case) -> None:
    """DOG-11.1, DOG-11.2, DOG-11.3, DOG-11.4, DOG-11.5, DOG-11.6, DOG-11.7, DOG-11.8, DOG-11.9"""
    check(case)


def test_swapped_pegs_take_over_the_heading_of_the_place() -> None:
    """DOG-11.8 (scenarios 59, 60)"""
    s = position("0:[U4+] 1:[U9-]", "J", players=6)
    after = act(act(act(s, "play J swap"), "peg 0"), "target 1 0")
    assert board_of(after) == "0:[U9-] 1:[U4+]"
    s = position("0:[5] 5:[U2-]", "J", players=6)
    after = act(act(act(s, "play J swap"), "peg 0"), "target 5 0")
    assert board_of(after) == "0:[U2-] 5:[5]"


def test_with_six_the_other_teams_share_the_second_place() -> None:
    """DOG-10.3 (scenario 60)"""
    s = position(ALL_SAFE + " 3:[47, F3.2, F3.3, F3.4]", "2", players=6)
    after = act(act(act(s, "play 2 2"), "peg 0"), "dest 1")
    assert winner(after) == 0
    assert DOG.places(after)[0] == [1, 2, 2, 1, 2, 2]


def test_destinations_are_numbered_by_rising_field() -> None:
    """DOG-3.7: a turn is a chain of choices, each completable (scenario 56)"""
    s = position("1:[8, F1.1]", "Q 2", seat=1, players=6)
    assert offered(s) == {"play Q 12", "play 2 2"}
    s = act(s, "play 2 2")
    assert offered(s) == {"peg 0", "peg 1"}
    assert offered(act(s, "peg 1")) == {"dest 0"}
    after = {board_of(act(act(s, "peg 0"), f"dest {j}")) for j in range(2)}
    assert after == {"1:[10 F1.1]", "1:[U2+ F1.1]"}
