"""Steps a second of peers' environments with random legal actions; run by their own Python.

    environment_peers.py pettingzoo:gin_rummy --seconds 2
    environment_peers.py pgx:backgammon --seconds 2

PettingZoo steps one game at a time, as its environments do; Pgx 1,024 games together, 100 steps in
one compiled loop. Compiling is not counted.
"""

from __future__ import annotations

import argparse
import importlib
import json
import time
from collections.abc import Callable

GAMES = 1024  # of Pgx, together
SCAN = 100  # steps of Pgx between two looks at the clock


def rate(steps: Callable[[], int], seconds: float) -> float:
    """By the wall clock: a peer may use all cores, as dogpark does."""
    steps()  # what is compiled at first use
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        done += steps()
    return done / spent


def pettingzoo(game: str) -> Callable[[], int]:
    env = importlib.import_module(f"pettingzoo.classic.{game}").env()
    seeds = iter(range(10**9))

    def play() -> int:
        env.reset(seed=next(seeds))
        steps = 0
        for agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            over = ended or cut
            env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
            steps += not over
        return steps

    return play


def pgx(game: str) -> Callable[[], int]:
    import jax  # noqa: PLC0415 (only the peer that is asked for is imported)
    import jax.numpy as jnp  # noqa: PLC0415 (as above)
    from pgx import make  # noqa: PLC0415 (as above)
    from pgx.experimental.wrappers import auto_reset  # noqa: PLC0415 (as above)

    env = make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry, _):
        state, key = carry
        key, choice, chance = jax.random.split(key, 3)
        scores = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(choice, scores, axis=-1)
        return (step(state, action, jax.random.split(chance, GAMES)), key), None

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=SCAN)[0])
    first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), GAMES))
    kept = [(first, jax.random.PRNGKey(2))]

    def play() -> int:
        kept[0] = jax.block_until_ready(run(kept[0]))
        return GAMES * SCAN

    return play


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--seconds", type=float, default=2.0)
    wanted = parser.parse_args()
    library, _, game = wanted.name.partition(":")
    play = {"pettingzoo": pettingzoo, "pgx": pgx}[library](game)
    print(json.dumps({"name": wanted.name, "steps_per_second": rate(play, wanted.seconds)}))


if __name__ == "__main__":
    main()
