"""Coming home: Home Stages, places, awards, and the end of the match."""

from __future__ import annotations

import pytest

from dogpark.games.monty.home import give_awards
from dogpark.games.monty.state import DUSK, HOME_STAGE, OVER
from tests.games.monty.table import MONTY, Garden, garden


def example_four(**options: object) -> Garden:
    """T38, example 4 of the rulebook: Blue is 0, Red is 1, Green is 2."""
    g = garden(
        "PATH PATH PATH",
        at={0: (6, 4), 1: (5, 4)},
        leader=0,
        deck="STAGE PATH STAGE",
        **options,  # type: ignore[arg-type] # house rules
    )
    g.commit(2, 4, 5)
    g.explore()
    return g


def test_the_first_home_stage_is_crossed_and_the_second_ends_the_race() -> None:
    """MON-13.1, MON-13.2, MON-15.1, MON-15.3 (T38)"""
    g = example_four(mode="one_off")
    assert g.over
    assert (g.kind((7, 4)), g.kind((9, 4))) == ("KEEP", "HOME")
    assert g.pawns == [(8, 4), (9, 4), (3, 4)]  # Green never moves
    assert (g.s.ending, g.s.finisher, g.s.stage) == (HOME_STAGE, 1, 2)
    assert g.ranks == [2, 1, 3]
    assert g.awards == g.points == [2, 3, 1]


def test_after_a_race_the_next_one_is_set_up() -> None:
    """MON-17.1, MON-3.4, MON-3.2"""
    g = example_four()
    assert (g.stage, g.asked) == ("start", (0,))
    assert g.points == [2, 3, 1]
    g.play("start 6 6 V")
    assert (g.pawns, g.crown, g.holder) == ([(6, 6)] * 3, (6, 6), None)
    assert (g.s.race, g.s.round, g.s.stage) == (2, 1, 0)
    assert g.s.deck == [4, 2, 2, 4, 4, 1, 2]
    assert g.s.corners == [6, 6]
    assert g.s.tiles == 1


def awarded(ranks: list[int], **options: object) -> list[int]:
    g = garden(players=len(ranks), **options)  # type: ignore[arg-type] # house rules
    g.s.rank[: len(ranks)] = ranks
    give_awards(g.s)
    return g.awards


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ([1, 2, 2, 2], [3, 1, 1, 1]),
        ([1, 2, 2, 3, 4], [3, 1, 1, 0, 0]),
        ([1, 2, 3], [3, 2, 1]),
        ([1, 2, 2, 2, 2], [3, 0, 0, 0, 0]),
        ([1, 2, 3, 3], [3, 2, 0, 0]),
        ([1, 2, 2], [3, 1, 1]),
        ([1, 1, 2], [3, 3, 0]),
        ([1, 1, 1], [2, 2, 2]),
        ([1, 1, 1, 1], [1, 1, 1, 1]),
        ([1, 1, 1, 1, 1], [1, 1, 1, 1, 1]),
        ([2, 1, 3, 4], [2, 3, 1, 0]),
        ([3, 4, 1, 2, 5], [1, 0, 3, 2, 0]),
    ],
)
def test_awards_go_by_places_and_never_exceed_six_points(
    ranks: list[int], points: list[int]
) -> None:
    """MON-16.1, MON-16.2, MON-16.3, MON-1.8 (T39)"""
    assert awarded(ranks) == points
    assert sum(points) <= 6


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ([1, 2, 2, 2, 2], [3, 1, 1, 1, 1]),
        ([1, 2, 3, 3], [3, 2, 1, 1]),
        ([1, 1, 2], [3, 3, 1]),
        ([1, 2, 2, 3, 4], [3, 1, 1, 0, 0]),
        ([1, 2, 3], [3, 2, 1]),
    ],
)
def test_by_house_rule_a_place_for_which_bronze_does_not_fit_gets_it_all_the_same(
    ranks: list[int], points: list[int]
) -> None:
    """MON-19.29"""
    assert awarded(ranks, overflow="all_bronze") == points


def test_tokens_are_counted_by_their_worth() -> None:
    """MON-17.3, MON-1.8"""
    g = garden(players=4)
    for ranks in ([1, 2, 3, 3], [1, 2, 2, 2]):
        g.s.rank[:4] = ranks
        give_awards(g.s)
    assert g.points == [6, 3, 1, 1]
    assert (g.s.gold[0], g.s.silver[1], g.s.bronze[1], g.s.bronze[2]) == (2, 1, 1, 1)


# -- dusk -----------------------------------------------------------------------------------------


def at_dusk(leader: int | None, **options: object) -> Garden:
    """T40b: the last round is over; pawns 0 and 2 are four links behind."""
    g = garden(
        "PATH PATH PATH PATH",
        at={1: (7, 4)},
        crown=None if leader is not None else (7, 4),
        leader=leader,
        mode="one_off",
        **options,  # type: ignore[arg-type] # house rules
    )
    g.s.round = g.s.rule_max_rounds
    g.fail(4, 0, 2)  # they stand on Start and stay there
    return g


def test_at_dusk_the_crown_card_counts_as_home() -> None:
    """MON-15.6, MON-15.2 (T40b)"""
    g = at_dusk(1)
    assert g.over
    assert (g.s.ending, g.s.finisher) == (DUSK, 1)
    assert g.far((3, 4)) == 4
    assert g.ranks == [2, 1, 2]
    assert g.awards == [1, 3, 1]


def test_at_dusk_without_a_leader_the_nearest_share_the_first_place() -> None:
    """MON-15.5, MON-15.6"""
    g = garden("PATH PATH PATH PATH", at={0: (5, 4), 1: (5, 4)}, crown=(7, 4), mode="one_off")
    g.s.round = 60
    g.fail(4, 0, 1)
    assert g.over
    assert (g.s.ending, g.s.finisher) == (DUSK, -1)
    assert g.ranks == [1, 1, 1]  # all were sent back to Start
    assert g.awards == [2, 2, 2]


def test_at_dusk_home_is_open_towards_a_card_that_the_crown_card_was_closed_to() -> None:
    """MON-15.6, MON-15.3, MON-2.5: pawn 0 stands right below the crown, behind a fence"""
    g = garden(
        tiles="TRAMP 4,4 / PATH 5,4 / PATH 6,4 / CPLAIN 0 4,5 / PATH 5,5 / CPLAIN 3 6,5",
        at={0: (6, 5), 1: (3, 4), 2: (6, 4)},
        leader=2,
        max_rounds=1,
        mode="one_off",
    )
    assert (g.far((6, 5)), g.far((3, 4))) == (5, 3)
    g.s.round = 1
    g.carry_on_with(6)  # every number has moved
    assert g.over
    assert g.pawns == [(6, 5), (3, 4), (6, 4)]
    assert (g.s.ending, g.s.finisher, g.kind((6, 4))) == (DUSK, 2, "HOME")
    assert (g.far((6, 5)), g.far((3, 4))) == (1, 3)
    assert g.ranks == [2, 3, 1]
    assert g.awards == [2, 1, 3]


@pytest.mark.parametrize("rounds", [1, 5, 60, 200])
def test_dusk_comes_after_as_many_rounds_as_agreed(rounds: int) -> None:
    """MON-19.31, MON-15.6"""
    g = garden(max_rounds=rounds, mode="one_off")
    for number in range(1, rounds + 1):
        assert (g.s.round, g.over) == (number, False)
        g.commit(3, 3, 3)
        g.pass_all()
    assert g.over
    assert g.s.ending == DUSK
    assert g.ranks == [1, 1, 1]


def test_a_pawn_without_a_way_home_is_last() -> None:
    """MON-15.3: pawn 1 is pushed home at (1, 4); the leader in the row above cannot come back"""
    g = garden(
        "TRAMP",
        players=4,
        tiles="TREE 2,4 / PATH 1,5 / TRAMP 2,5 / PATH 4,3",
        at={0: (1, 5), 1: (2, 4), 2: (4, 3)},
        leader=2,
        stage=1,
        deck="STAGE",
        mode="one_off",
    )
    g.run(0, 1, "push W", "explore W draw")
    assert g.over
    assert (g.kind((1, 4)), g.s.finisher) == ("HOME", 1)
    assert [g.far(cell) for cell in g.pawns] == [1, 0, None, 2]
    assert g.ranks == [2, 1, 4, 3]


# -- the match ------------------------------------------------------------------------------------


def standing(g: Garden, tokens: str) -> None:
    """The points so far: tokens of each seat, ``"g- ss -"`` (gold, silver, bronze)."""
    for seat, row in enumerate(tokens.split()):
        g.s.gold[seat], g.s.silver[seat] = row.count("g"), row.count("s")
        g.s.bronze[seat] = row.count("b")
        g.s.points[seat] = 3 * row.count("g") + 2 * row.count("s") + row.count("b")


def finish(tokens: str, **options: object) -> Garden:
    """T38's race, which 1 wins before 0 and 2, after races that gave these tokens."""
    g = garden(
        "PATH PATH PATH",
        at={0: (6, 4), 1: (5, 4)},
        leader=0,
        deck="STAGE PATH STAGE",
        **options,  # type: ignore[arg-type] # house rules
    )
    standing(g, tokens)
    g.commit(2, 4, 5)
    g.explore()
    return g


def test_a_match_goes_to_six_points_and_the_better_place_in_the_last_race_decides() -> None:
    """MON-17.1, MON-17.2 (T40a): A is 1 with 3 points before, B is 0 with 4"""
    g = finish("ss g -")
    assert g.points == [6, 6, 1]
    assert g.over
    assert MONTY.places(g.s) == ([2, 1, 3], [6, 6, 1])


def test_with_less_than_six_points_the_match_goes_on() -> None:
    """MON-17.1"""
    g = finish("sb s b")
    assert g.points == [5, 5, 2]
    assert g.stage == "start"


def test_the_most_points_win_whoever_won_the_last_race() -> None:
    """MON-17.2"""
    g = finish("sss b s")
    assert MONTY.places(g.s) == ([1, 2, 3], [8, 4, 3])


def tied(ranks: list[int], tokens: str, **options: object) -> list[int]:
    """Places in a match that is over, from places in its last race and all tokens."""
    g = garden(players=len(ranks), **options)  # type: ignore[arg-type] # house rules
    standing(g, tokens)
    g.s.rank[: len(ranks)] = ranks
    g.s.phase = OVER
    return MONTY.places(g.s)[0]


@pytest.mark.parametrize(
    ("ranks", "tokens", "places"),
    [
        ([2, 1, 3], "gg gsb -", [2, 1, 3]),  # the better place in the last race
        ([1, 1, 2], "gsb gg -", [2, 1, 3]),  # then more gold
        ([1, 1, 2], "gsb gbbb -", [1, 2, 3]),  # then more silver
        ([1, 1, 2], "gg gg b", [1, 1, 3]),  # then the place is shared
    ],
)
def test_equal_points_are_settled_by_last_race_gold_and_silver(
    ranks: list[int], tokens: str, places: list[int]
) -> None:
    """MON-17.2 (ruling A51)"""
    assert tied(ranks, tokens) == places


def test_by_house_rule_equal_points_share_the_place() -> None:
    """MON-19.30"""
    assert tied([2, 1, 3], "gg gsb -", match_tie="joint") == [1, 1, 3]
    assert tied([2, 1, 3], "gg gs -", match_tie="joint") == [1, 2, 3]
