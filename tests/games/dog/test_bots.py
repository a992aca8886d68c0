"""What DOG's bots rest on: what a table is worth, whole plays, and worlds that are dealt quickly."""

from __future__ import annotations

from dogpark.agents.rollouts import whole_plays
from dogpark.games.dog.actions import TABLE
from dogpark.games.dog.state import NONE, Dog
from dogpark.kernel.playout import SURE
from tests.games.dog.positions import DOG, board_of, position

WITHIN = DOG.levels.within
VALUE = DOG.python["value"]


def plays_of(s: Dog, most: int = 400) -> list[tuple[int, ...]]:
    return whole_plays(DOG, s, 0, DOG.legal(s, 0), WITHIN, most)


def table_after(s: Dog, play: tuple[int, ...]) -> Dog:
    new = s.copy()
    for code in play:
        DOG.rules.apply(new, 0, code)
    return new


def test_a_seven_is_listed_once_for_each_table_it_leads_to() -> None:
    """DOG-8.1: eight results of two pegs, whatever the order of the steps; pegs are told apart"""
    s = position("0:[10, 12]", "7 2")
    sevens = [play for play in plays_of(s) if play[0] == TABLE.code("play", card="7", use="split")]
    tables = [table_after(s, play) for play in sevens]
    assert len({repr(table) for table in tables}) == len(tables)
    assert len({board_of(table) for table in tables}) == 8
    assert all(table.play == NONE for table in tables)


def test_where_there_are_too_many_plays_none_is_lost_but_all_are_cut_short() -> None:
    """DOG-8.1: the beginnings are kept, to be gone on with by rules of thumb"""
    s = position("0:[10, 20, 30, 40]", "7 X")
    first = {play[0] for play in plays_of(s, most=30)}
    assert first == set(DOG.legal(s, 0))


def test_chances_of_the_teams_add_up_to_one() -> None:
    """DOG-10.3"""
    for players in (4, 6):
        s = position("0:[10, F0.4] 1:[3, 40] 2:[60]", "5", players=players)
        chances = [VALUE(s, seat) for seat in range(players // 2)]
        assert SURE - players <= sum(chances) <= SURE
        assert VALUE(s, 0) == VALUE(s, players // 2)


def test_a_player_who_is_done_is_worth_more_than_pegs_spread_over_both() -> None:
    """DOG-10.1: two then play for one"""
    done = position("0:[F0.1, F0.2, F0.3, F0.4]", "5")
    spread = position("0:[F0.3, F0.4] 2:[F2.3, F2.4]", "5")
    assert VALUE(done, 0) > VALUE(spread, 0)


def test_a_peg_that_shuts_the_finish_is_worth_less_than_one_at_its_end() -> None:
    """DOG-7.5"""
    deep, shallow = position("0:[F0.4]", "5"), position("0:[F0.1]", "5")
    assert VALUE(deep, 0) > VALUE(shallow, 0)


def test_a_try_out_ends_with_the_round() -> None:
    """DOG-2.8"""
    s = position("0:[10]", "5")
    before = DOG.python["chapter"](s)
    s.round += 1
    assert DOG.python["chapter"](s) != before
