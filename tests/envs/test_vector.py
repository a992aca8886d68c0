"""Many games at once: the same games as one by one, in arrays written in place."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from dogpark import games
from dogpark.agents.bots import UnknownBot
from dogpark.envs.session import Session
from dogpark.envs.single import DogparkEnv
from dogpark.envs.vector import DogparkVector
from dogpark.play.refused import Refused

NAMES = games.names()
# Compiling takes a minute a game: every run has two games in native code, the soak has all.
QUICK = ("bonfire", "breath")
NATIVE = [name if name in QUICK else pytest.param(name, marks=pytest.mark.soak) for name in NAMES]
NATIVE_TABLES = [
    pytest.param((name, seats), marks=() if name in QUICK else pytest.mark.soak)
    for name in NAMES
    for seats in games.rooms(name).facts.seats
]


@pytest.mark.parametrize("name", NAMES)
def test_one_seat_passes_gymnasiums_own_check(name: str) -> None:
    made = gymnasium.make(f"dogpark/{name}-v1", illegal="lose", render_mode="ansi")
    check_env(made.unwrapped)


@pytest.mark.parametrize("name", NATIVE)
def test_what_it_returns_lies_in_its_spaces(name: str) -> None:
    env = gymnasium.make_vec(f"dogpark/{name}-v1", num_envs=6)
    assert env.observation_space == gymnasium.vector.utils.batch_space(
        env.single_observation_space, 6
    )
    seen, info = env.reset(seed=1)
    assert info["seat"].shape == (6,)
    for _ in range(300):
        assert seen in env.observation_space
        actions = env.unwrapped.sample_actions()
        assert actions in env.action_space
        seen, rewards, ended, cut, info = env.step(actions)
        assert rewards.shape == ended.shape == cut.shape == (6,)
        assert not cut.any()
        assert not rewards[~ended].any()
        assert np.allclose(info["rewards"].sum(axis=1), 0)
    env.close()


@pytest.mark.parametrize("at", NATIVE_TABLES)
def test_every_seat_of_every_table_is_stepped_as_in_python(at: tuple[str, int]) -> None:
    name, players = at
    env = DogparkVector(name, 2, players)
    seen, info = env.reset(seed=11)
    sessions = [Session(name, players) for _ in range(2)]
    for number, session in enumerate(sessions):
        session.start(11 + number)
    for _ in range(120):
        for number, session in enumerate(sessions):
            assert session.turn == info["seat"][number]
            own = session.observe(int(info["seat"][number]), asked=True)
            for key, row in own.items():
                assert seen[key][number].tolist() == row.tolist()
        actions = env.sample_actions()
        for session, action in zip(sessions, actions, strict=True):
            assert session.turn is not None
            session.apply(session.turn, action)
        seen, _, ended, _, info = env.step(actions)
        if ended.any():
            break


@pytest.mark.parametrize("name", NATIVE)
def test_one_seat_against_bots_plays_as_the_plain_environment(name: str) -> None:
    env = DogparkVector(name, 3, opponents="greedy", seats=1)
    alone = [DogparkEnv(name, opponents="greedy", seat=1) for _ in range(3)]
    seen, _ = env.reset(seed=5)
    singly = [one.reset(seed=5 + number)[0] for number, one in enumerate(alone)]
    going = set(range(3))
    for _ in range(150):
        for number in going:
            assert (seen["observation"][number] == singly[number]["observation"]).all()
            assert (seen["action_mask"][number] == singly[number]["action_mask"]).all()
        actions = env.sample_actions().copy()
        seen, rewards, ended, _, info = env.step(actions)
        for number in list(going):
            singly[number], reward, over, _, _ = alone[number].step(int(actions[number]))
            assert (reward, over) == (rewards[number], ended[number])
            if over:
                final = info["final_obs"]["observation"][number]
                assert (final == singly[number]["observation"]).all()
                assert info["_final_obs"][number]
                going.discard(number)
        if not going:
            break


def test_two_threads_play_the_same_games_as_one() -> None:
    one, two = (DogparkVector("bonfire", 64, 3, threads=threads) for threads in (1, 2))
    seen = [env.reset(seed=9)[0] for env in (one, two)]
    for _ in range(200):
        actions = one.sample_actions()
        assert (seen[0]["observation"] == seen[1]["observation"]).all()
        seen = [env.step(actions)[0] for env in (one, two)]
    two.close()


def test_the_same_seed_plays_the_same_and_resets_go_on_from_it() -> None:
    runs = []
    for _ in range(2):
        env = DogparkVector("breath", 4, 2, copy=True)
        first, _ = env.reset(seed=3)
        second, _ = env.reset()
        runs.append((first["observation"], second["observation"]))
    assert (runs[0][0] == runs[1][0]).all()
    assert (runs[0][1] == runs[1][1]).all()
    env = DogparkVector("breath", 2, 2, copy=True)
    assert (env.reset(seed=[6, 3])[0]["observation"][1] == runs[0][0][0]).all()


def test_observations_are_written_in_place_and_nobody_else_writes_there() -> None:
    env = DogparkVector("bonfire", 4, 2)
    first, _ = env.reset(seed=1)
    seen, *_ = env.step(env.sample_actions())
    assert seen["observation"] is first["observation"]
    with pytest.raises(ValueError, match="read-only"):
        seen["action_mask"][:] = 1
    kept = DogparkVector("bonfire", 4, 2, copy=True)
    first, _ = kept.reset(seed=1)
    seen, *_ = kept.step(kept.sample_actions())
    assert seen["observation"] is not first["observation"]


def test_a_game_that_is_over_begins_anew_in_the_next_step_if_asked() -> None:
    env = DogparkVector("bonfire", 8, 2, autoreset_mode=AutoresetMode.NEXT_STEP)
    env.reset(seed=1)
    was_over = np.zeros(8, bool)
    finished = 0
    for _ in range(300):
        seen, _, ended, _, info = env.step(env.sample_actions())
        assert not ended[was_over].any()  # it has only just begun
        assert (info["seat"][ended] == -1).all()
        assert not seen["action_mask"][ended].any()
        assert "final_obs" not in info
        finished += int(ended.sum())
        was_over = ended
    assert finished > 8


def test_statistics_of_gymnasium_count_the_episodes() -> None:
    env = RecordEpisodeStatistics(
        DogparkVector("bonfire", 8, 2, opponents="random", autoreset_mode=AutoresetMode.NEXT_STEP)
    )
    env.reset(seed=1)
    for _ in range(200):
        env.step(env.unwrapped.sample_actions())
    assert env.episode_count > 8
    assert set(env.return_queue) <= {-1.0, 0.0, 1.0}


def test_a_learner_sits_somewhere_else_in_each_game_unless_told() -> None:
    env = DogparkVector("bonfire", 6, 3, opponents="random")
    _, info = env.reset(seed=1)
    assert info["seat"].tolist() == [0, 1, 2, 0, 1, 2]


def test_an_illegal_action_is_refused_and_no_game_moves() -> None:
    env = DogparkVector("bonfire", 3, 2, copy=True)
    before, _ = env.reset(seed=1)
    actions = env.sample_actions()
    actions[2] = 53
    with pytest.raises(Refused, match="BON-"):
        env.step(actions)
    actions = env.sample_actions()
    actions[1] = -1
    with pytest.raises(Refused, match="action codes"):
        env.step(actions)
    assert (env._seen()["observation"] == before["observation"]).all()


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 1},
        {"opponents": "random", "seats": 2},
        {"opponents": "random", "seats": [0]},
        {"autoreset_mode": AutoresetMode.DISABLED},
    ],
)
def test_what_makes_no_sense_is_said_at_once(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"seat|begin anew"):
        DogparkVector("bonfire", 4, 2, **wrong)


def test_bots_that_search_do_not_play_in_an_environment() -> None:
    with pytest.raises(UnknownBot, match="there are random"):
        DogparkVector("dog", 4, opponents="nobody")


def test_an_illegal_choice_may_also_lose_the_game() -> None:
    env = DogparkEnv("bonfire", 2, illegal="lose")
    env.reset(seed=1)
    _, reward, over, _, _ = env.step(53)
    assert (reward, over) == (-1.0, True)
    strict = DogparkEnv("bonfire", 2)
    strict.reset(seed=1)
    with pytest.raises(Refused):
        strict.step(53)
