"""What bonfire's bots know of their chances, and the solver that they are measured by."""

from __future__ import annotations

import pytest

from dogpark.agents.exact import Exact, TooLarge
from dogpark.api import Game, load
from dogpark.games.bonfire import strategy
from dogpark.games.bonfire.state import CHARCOAL, FIRE, MEAT, TURN, Bonfire
from dogpark.kernel.playout import SURE


def small(turns: int) -> Game:
    return load("bonfire", 2, {"rounds": 1, "max_turns": turns, "first_player": 0})


def started(game: Game) -> Bonfire:
    s = game.rooms.blank(game.players, game.options)
    game.rooms.rules.start(s)
    assert isinstance(s, Bonfire)
    s.phase = TURN
    s.turn = 0
    return s


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_the_start_everybody_has_the_same_chance(players: int) -> None:
    s = started(load("bonfire", players))
    for seat in range(players):
        assert strategy.value(s, seat) == SURE // players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_chances_of_all_seats_make_one(players: int) -> None:
    s = started(load("bonfire", players))
    for seat in range(players):
        s.dogs[seat] = seat
        s.villagers[seat] = 3 - seat % 3
    chances = [strategy.value(s, seat) for seat in range(players)]
    assert abs(sum(chances) - SURE) <= players


def test_a_lead_counts_for_more_the_fewer_rounds_are_to_come() -> None:
    s = started(load("bonfire", 4))
    s.dogs[2] = 3
    chances = []
    for number in (2, 3, 4, 5):
        s.round = number
        chances.append(strategy.value(s, 2))
    assert chances == sorted(chances)
    assert chances[0] > SURE // 4


def test_a_seat_that_is_out_has_no_chance_and_is_nobodys_rival() -> None:
    s = started(load("bonfire", 3))
    s.out[1] = 1
    assert strategy.value(s, 1) == 0
    assert strategy.value(s, 0) == SURE // 2


def test_meat_in_hand_is_worth_more_the_surer_the_feed() -> None:
    s = started(load("bonfire", 4))
    s.held[0][MEAT], s.bonfire[MEAT] = 4, 5
    likely = strategy.value(s, 0)
    s.held[1][CHARCOAL], s.bonfire[CHARCOAL] = 6, 1
    assert strategy.value(s, 0) < likely


def test_with_one_turn_the_first_player_wins_by_nothing_but_the_dice() -> None:
    """No stick is held when the only turn's dice fall: whatever they show, nobody gains."""
    game = small(1)
    assert Exact(game).value(started(game)) == 0.5


def test_the_value_of_a_position_is_that_of_its_best_choice() -> None:
    game = small(2)
    exact = Exact(game)
    s = started(game)
    s.turns = 1
    s.held[0][MEAT], s.bonfire[MEAT] = 2, 7
    s.held[1][MEAT], s.bonfire[MEAT] = 3, 4
    s.held[0][FIRE], s.bonfire[FIRE] = 1, 4
    for seat in (0, 1):
        s.turn = seat
        choices = exact.choices(s, seat)
        assert exact.value(s, seat) == pytest.approx(max(choices.values()))


def test_both_seats_chances_make_one() -> None:
    game = small(2)
    exact = Exact(game)
    s = started(game)
    assert exact.value(s, 0) + exact.value(s, 1) == pytest.approx(1)
    assert exact.positions > 1


def test_only_small_settings_are_solved() -> None:
    with pytest.raises(TooLarge):
        Exact(load("bonfire", 2))
    with pytest.raises(TooLarge):
        Exact(load("bonfire", 3, {"max_turns": 5}))
