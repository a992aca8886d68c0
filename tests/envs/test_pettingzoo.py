"""PettingZoo's own tests, for every game and number of players, and what they do not ask."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

import dogpark
from dogpark.envs.aec import DogparkAEC, env
from dogpark.envs.parallel import DogparkParallel
from dogpark.play.refused import Refused

# PettingZoo warns of observations with a mask beside them unless it knows the environment's name, and
# of a mask without choices, which is what a seat has when the game is over.
KNOWN_WARNINGS = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)
pytestmark = [pytest.mark.filterwarnings(words) for words in KNOWN_WARNINGS]


def test_it_passes_the_api_test(table: tuple[str, int]) -> None:
    api_test(env(*table), num_cycles=60)


def test_it_passes_the_seed_test(table: tuple[str, int]) -> None:
    seed_test(partial(env, *table), num_cycles=30)


def test_all_seats_at_once_pass_the_parallel_api_test(table: tuple[str, int]) -> None:
    parallel_api_test(DogparkParallel(*table), num_cycles=100)


def _finish(one: DogparkAEC, seed: int) -> dict[str, float]:
    """Plays a whole game; the rewards it ended with."""
    one.reset(seed=seed)
    rewards = {}
    for number, agent in enumerate(one.possible_agents):
        one.action_space(agent).seed(seed + number)
    for agent in one.agent_iter():
        seen, reward, over, _, _ = one.last()
        if over:
            rewards[agent] = reward
        one.step(None if over else one.action_space(agent).sample(seen["action_mask"]))
    return rewards


def test_whole_games_end_with_rewards_that_add_up_to_nothing(table: tuple[str, int]) -> None:
    short = {"dog": {"max_rounds": 3}, "monty": {"mode": "one_off"}}
    rewards = _finish(DogparkAEC(*table, options=short.get(table[0])), 3)
    assert set(rewards) == {f"seat_{seat}" for seat in range(table[1])}
    assert sum(rewards.values()) == pytest.approx(0)
    assert all(-1 <= reward <= 1 for reward in rewards.values())


def test_partners_are_rewarded_alike() -> None:
    rewards = _finish(DogparkAEC("dog", 4), 1)
    assert rewards["seat_0"] == rewards["seat_2"] == -rewards["seat_1"] == -rewards["seat_3"]
    assert abs(rewards["seat_0"]) == 1


def test_a_seed_is_the_game_that_the_seed_starts() -> None:
    one = DogparkAEC("breath", 3)
    one.reset(seed=7)
    position = dogpark.load("breath", 3).start(seed=7)
    for _ in range(40):
        assert position.turn is not None
        agent = f"seat_{position.turn}"
        assert one.agent_selection == agent
        codes = [action.code for action in position.legal(position.turn)]
        assert np.flatnonzero(one.observe(agent)["action_mask"]).tolist() == codes
        position.apply(position.turn, codes[-1])
        one.step(codes[-1])


def test_an_illegal_choice_is_refused_by_its_rule_and_changes_nothing() -> None:
    one = DogparkAEC("bonfire", 2, {"first_player": 0})
    one.reset(seed=1)
    before = one.observe("seat_0")
    legal = set(np.flatnonzero(before["action_mask"]).tolist())
    with pytest.raises(Refused, match="BON-"):
        one.step(next(code for code in range(54) if code not in legal))
    assert one.observe("seat_0")["observation"].tolist() == before["observation"].tolist()


def test_seats_that_decide_together_all_have_choices_in_one_step() -> None:
    one = DogparkParallel("dog", 4)
    seen, _ = one.reset(seed=1)
    assert all(seen[agent]["action_mask"].any() for agent in one.agents)
    gifts = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[0]) for agent in one.agents}
    seen, *_ = one.step(gifts)
    assert [bool(seen[agent]["action_mask"].any()) for agent in one.agents].count(True) == 1


def test_a_seat_asked_later_does_not_see_that_others_have_chosen() -> None:
    one = DogparkAEC("dog", 4)
    one.reset(seed=1)
    before = one.observe("seat_3")["observation"]
    for _ in range(3):
        seen, *_ = one.last()
        one.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert one.agent_selection == "seat_3"
    assert one.observe("seat_3")["observation"].tolist() == before.tolist()


def test_a_table_is_rendered_as_everybody_sees_it() -> None:
    one = DogparkAEC("breath", 2, render_mode="ansi")
    one.reset(seed=1)
    text = one.render()
    assert text is not None
    assert '"hand"' not in text
    assert DogparkAEC("breath", 2).render() is None
