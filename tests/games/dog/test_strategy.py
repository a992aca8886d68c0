"""The rules of thumb: sensible in plain positions, and far better than chance."""

from __future__ import annotations

import pytest

from dogpark.games.dog.actions import TABLE
from dogpark.games.dog.state import EXCHANGE, NONE, Dog
from dogpark.kernel.facts import MAX_SEATS
from dogpark.kernel.playout import GREEDY, RANDOM
from dogpark.kernel.seed import dice_for, seed_nature
from tests.games.dog.positions import DOG, board_of, hold, new_game, position, winner

GREEDY_CHOICE = DOG.python["greedy"]


def choice(s: Dog, seat: int) -> int:
    codes = DOG.legal(s, seat)
    before = s.copy()
    index = GREEDY_CHOICE(s, seat, codes, len(codes), [1, 2, 3, 4])
    assert s == before
    return codes[index]


def after_turn(pegs: str, cards: str, **table: object) -> str:
    """The board after the turn that the rules of thumb play."""
    players = int(str(table.pop("players", 4)))
    s = position(pegs, cards, players=players, **table)
    DOG.rules.apply(s, 0, choice(s, 0))
    while s.play != NONE:
        DOG.rules.apply(s, 0, choice(s, 0))
    return board_of(s)


def test_it_starts_a_peg() -> None:
    """DOG-4.1"""
    assert after_turn("", "A 5 X") == "0:[0*]"


def test_it_goes_four_back_from_the_star() -> None:
    """DOG-7.3: the fast route"""
    assert after_turn("0:[0*]", "4 5 6") == "0:[60]"


def test_it_walks_into_the_finish_and_deep() -> None:
    """DOG-7.1, DOG-7.4"""
    assert after_turn("0:[60]", "5 8 9") == "0:[F0.4]"
    assert after_turn("0:[2]", "4 9") == "0:[F0.2]"


def test_it_hits_opponents_but_not_its_partner() -> None:
    """DOG-6.2"""
    assert after_turn("0:[10] 1:[12] 2:[13]", "2 3") == "0:[12] 2:[13]"
    assert after_turn("0:[10] 2:[13]", "2 3") == "0:[12] 2:[13]"


def test_it_swaps_to_where_it_gains() -> None:
    """DOG-9.1"""
    assert after_turn("0:[5] 1:[60, 14]", "J") == "0:[60] 1:[5 14]"


def test_it_splits_a_seven_home() -> None:
    """DOG-8.1: three inside, four from the track"""
    assert after_turn("0:[62, F0.1]", "7") == "0:[F0.2 F0.4]"


def test_it_gives_a_start_card_to_a_partner_who_is_stuck() -> None:
    """DOG-2.3"""
    s = new_game(first_dealer=3)
    s.phase = EXCHANGE
    hold(s, 0, "K K 5 9 2 7")
    s.loc[0][0] = 10
    assert choice(s, 0) == TABLE.code("give", card="K")


@pytest.mark.parametrize(("players", "seed"), [(4, 1), (4, 2), (6, 3)])
def test_it_beats_chance(players: int, seed: int) -> None:
    """DOG-10.3: team 0 plays by the rules of thumb, the others at random"""
    s = new_game(players)
    seed_nature(s, seed)
    policies = [GREEDY if seat % (players // 2) == 0 else RANDOM for seat in range(players)]
    dice = [dice_for(seed, seat) for seat in range(MAX_SEATS)]
    DOG.python["play_on"](s, policies, dice, [0] * 32, [0] * 32, 20_000)
    assert winner(s) == 0
    assert s.round < 40
