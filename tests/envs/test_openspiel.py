"""OpenSpiel's own tests for the games registered with it, and hidden information there."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest

from dogpark import games
from dogpark.envs import openspiel

SHORT = {"dog": "max_rounds=2", "bonfire": "rounds=2", "breath": "rounds=1"}
TABLES = [(name, players) for name in SHORT for players in games.rooms(name).facts.seats]
each_table = pytest.mark.parametrize(("name", "players"), TABLES)


def _load(name: str, players: int) -> Any:
    assert openspiel.DogparkGame  # importing it registers the games
    return pyspiel.load_game(f"dogpark_{name}(players={players},{SHORT[name]})")


def _walk(name: str, players: int, seed: int) -> Any:
    """Every state of a random game."""
    state = _load(name, players).new_initial_state()
    random = np.random.RandomState(seed)
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choice(actions, p=chances))
        else:
            state.apply_action(random.choice(state.legal_actions()))
    yield state


@each_table
def test_it_passes_the_random_simulation_test(name: str, players: int) -> None:
    pyspiel.random_sim_test(_load(name, players), num_sims=1, serialize=True, verbose=False)


@each_table
def test_a_resampled_world_looks_the_same_to_who_asked(name: str, players: int) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    differ = 0
    for number, state in enumerate(_walk(name, players, 1)):
        if number % 11 or state.is_terminal():
            continue
        for player in range(players):
            world = state.resample_from_infostate(player, sampler)
            for look in ("information_state_string", "observation_string", "observation_tensor"):
                assert getattr(world, look)(player) == getattr(state, look)(player)
            assert world.legal_actions() == state.legal_actions() or (
                state.current_player() != player
            )
            differ += str(world) != str(state)
    assert differ


@each_table
def test_returns_are_those_of_places_and_add_up_to_nothing(name: str, players: int) -> None:
    *_, last = _walk(name, players, 2)
    assert last.is_terminal()
    assert sum(last.returns()) == pytest.approx(0)
    assert max(map(abs, last.returns())) <= 1


def test_perfect_recall_tells_seats_apart_that_see_the_same_now() -> None:
    *_, state = (one for one, _ in zip(_walk("breath", 2, 3), range(60), strict=False))
    story = state.information_state_string(0)
    assert story.endswith(state.observation_string(0))
    assert len(story.splitlines()) > 20
    assert story != state.information_state_string(1)


def test_in_dogs_exchange_commitments_stay_hidden() -> None:
    for state in _walk("dog", 4, 4):
        if state.is_chance_node() or state.current_player() != 0:
            continue
        first, *_, last = state.legal_actions()
        if first == last:
            continue
        stories = set()
        for action in (first, last):
            after = state.clone()
            after.apply_action(action)
            assert after.current_player() == 1
            stories.add(after.information_state_string(1))
        assert len(stories) == 1
        break


def test_house_rules_are_parameters_and_a_state_survives_writing_down() -> None:
    game = pyspiel.load_game("dogpark_bonfire(players=3,die_faces=1/2/3,first_player=1)")
    assert game.num_players() == 3
    state = game.new_initial_state()
    assert state.current_player() == 1
    state.apply_action(state.legal_actions()[0])
    assert next(round(6 * 6 * 6 * chance) for _, chance in state.chance_outcomes()) == 1
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game("dogpark_bonfire(colour=red)")
