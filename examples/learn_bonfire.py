"""Learns to play Here Comes the Dog for two against the greedy bot, in a minute or two.

    python examples/learn_bonfire.py [updates]

A linear policy over the observation, trained by REINFORCE on Gymnasium's vector environment: 128 games
at once, each with one seat to learn and the kernel's greedy bot in the other. Needs dogpark[envs].
"""

import sys

import numpy as np

from dogpark.envs.vector import DogparkVector

GAMES = 128

RATE = 1.0


def features(seen):
    """The observation, scaled to about one, and a constant."""
    numbers = seen["observation"].astype(np.float32)
    return np.hstack([numbers / SCALE, np.ones((len(numbers), 1), np.float32)])


def policy(weights, seen):
    """Probabilities of the legal actions."""
    scores = features(seen) @ weights
    scores[seen["action_mask"] == 0] = -np.inf
    scores -= scores.max(axis=1, keepdims=True)
    odds = np.exp(scores)
    return odds / odds.sum(axis=1, keepdims=True)


env = DogparkVector("bonfire", GAMES, 2, opponents="greedy", seats=0, copy=True)
space = env.single_observation_space["observation"]
SCALE = np.maximum(np.minimum(space.high, 50), 1).astype(np.float32)
rng = np.random.default_rng(1)
weights = np.zeros((space.shape[0] + 1, env.single_action_space.n), np.float32)
seen, _ = env.reset(seed=1)
traces = np.zeros((GAMES, *weights.shape), np.float32)  # what each game's choices ask for so far
baseline, updates = 0.0, int(sys.argv[1]) if len(sys.argv) > 1 else 150

for update in range(1, updates + 1):
    change, results = np.zeros_like(weights), []
    while len(results) < 4 * GAMES:
        odds = policy(weights, seen)
        picks = (odds.cumsum(axis=1) > rng.random((GAMES, 1))).argmax(axis=1)
        towards = -odds
        towards[np.arange(GAMES), picks] += 1
        traces += features(seen)[:, :, None] * towards[:, None, :]
        seen, rewards, ended, _, _ = env.step(picks)
        for game in np.flatnonzero(ended):
            change += (rewards[game] - baseline) * traces[game]
            results.append(rewards[game])
            traces[game] = 0
    weights += RATE * change / len(results)
    baseline = 0.9 * baseline + 0.1 * np.mean(results)
    won = np.mean(np.array(results) > 0)
    bar = "█" * round(60 * won)
    print(f"update {update:3}: {won:6.1%} of {len(results)} games won  {bar}", flush=True)
