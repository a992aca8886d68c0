"""Bots against each other: deals, seats, shares, what is kept of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import dogpark
from dogpark.agents.arena import Deal, Played, alone, arrangements, duel, play, share
from dogpark.agents.matrix import Matrix, missing
from dogpark.kernel.native import Native


def deal(one: str, two: str, number: int, *shares: float) -> Deal:
    return Deal(one, two, number, shares, {})


# -- seats ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players"), [("bonfire", 2), ("bonfire", 3), ("breath", 4), ("monty", 5)]
)
def test_both_bots_sit_in_every_seat_equally_often(name: str, players: int) -> None:
    lineups = arrangements(dogpark.load(name, players=players), "a", "b")
    for seat in range(players):
        here = [lineup[seat] for lineup in lineups]
        assert here.count("a") == here.count("b") > 0


@pytest.mark.parametrize("players", [4, 6])
def test_partners_are_one_and_the_same_bot(players: int) -> None:
    game = dogpark.load("dog", players=players)
    for seating in (arrangements, alone):
        for lineup in seating(game, "a", "b"):
            for team in game.facts.team_of(players):
                assert len({lineup[seat] for seat in team}) == 1


def test_a_bot_alone_meets_a_table_of_the_other_in_every_seat() -> None:
    lineups = alone(dogpark.load("dogpile", players=4), "a", "b")
    assert [lineup.index("a") for lineup in lineups] == [0, 1, 2, 3]
    assert all(lineup.count("b") == 3 for lineup in lineups)


# -- games ----------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_deal(compiled: Callable[[str], Native]) -> None:
    compiled("dogpark.games.bonfire")
    game = dogpark.load("bonfire", players=2)
    assert (
        duel(game, "greedy", "puppy", "x", 3).shares == duel(game, "greedy", "puppy", "x", 3).shares
    )
    deals = {duel(game, "greedy", "puppy", "x", number).shares for number in range(12)}
    assert len(deals) > 1


def test_bots_that_search_are_asked_and_their_thoughts_are_timed(
    compiled: Callable[[str], Native],
) -> None:
    compiled("dogpark.games.bonfire")
    game = dogpark.load("bonfire", players=2, options={"rounds": 2})
    played = play(game, ("champion", "random"), "x")
    assert sorted(played.places) in ([1, 2], [1, 1])
    assert {name for name, _ in played.thoughts} == {"champion"}
    assert all(seconds > 0 for _, seconds in played.thoughts)


def test_a_shared_win_is_shared() -> None:
    played = Played(("a", "b", "a", "b"), (1, 1, 1, 4), (0, 0, 0, 0), ())
    assert share("a", played) == pytest.approx(2 / 3)
    assert share("b", played) == pytest.approx(1 / 3)


# -- what comes of many ---------------------------------------------------------------------------


def test_a_deal_counts_as_one_trial() -> None:
    matrix = Matrix(("a", "b"))
    for number in range(50):
        matrix.add(deal("a", "b", number, *((1.0, 0.0) if number % 2 else (1.0, 1.0))))
    found = matrix.share("a", "b")
    assert found.value == 0.75
    assert matrix.games("a", "b") == 100
    spread = found.high - found.value
    assert spread == pytest.approx(1.96 * 0.2525 / 50**0.5, rel=0.01)


def test_the_matrix_reads_both_ways() -> None:
    matrix = Matrix(("a", "b"))
    for number in range(10):
        matrix.add(deal("a", "b", number, 1.0, 0.5 if number else 1.0))
    one, two = matrix.share("a", "b"), matrix.share("b", "a")
    assert two.value == pytest.approx(1 - one.value)
    assert (two.low, two.high) == pytest.approx((1 - one.high, 1 - one.low))


def test_to_win_every_deal_of_a_few_proves_no_certainty() -> None:
    matrix = Matrix(("a", "b"))
    for number in range(10):
        matrix.add(deal("a", "b", number, 1.0, 1.0))
    found = matrix.share("a", "b")
    assert found.value == 1.0
    assert 0.6 < found.low < 0.8


def test_who_wins_more_is_rated_higher() -> None:
    matrix = Matrix(("a", "b", "c"))
    for number in range(60):
        matrix.add(deal("a", "b", number, 0.0, float(number % 3 == 0)))
        matrix.add(deal("b", "c", number, 0.0, float(number % 3 == 0)))
    ratings = matrix.ratings()
    assert ratings["c"] > ratings["b"] > ratings["a"]


def test_alone_each_bot_meets_a_table_of_each_other_one() -> None:
    matrix = Matrix(("a", "b"), alone=True)
    assert matrix.pairs == [("a", "b"), ("b", "a")]
    matrix.add(deal("a", "b", 0, 1.0, 1.0, 1.0, 0.0))
    assert matrix.share("a", "b").value == 0.75
    assert matrix.games("b", "a") == 0
    assert matrix.ratings() == {}


def test_pairs_take_turns_and_nothing_is_played_twice() -> None:
    matrix = Matrix(("a", "b", "c"))
    matrix.add(deal("a", "b", 0, 1.0))
    todo = list(missing(matrix, matrix.pairs, 2))
    assert todo == [("a", "c", 0), ("b", "c", 0), ("a", "b", 1), ("a", "c", 1), ("b", "c", 1)]
