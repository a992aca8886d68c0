"""``python -m dogpark.envs``: compiles what vector environments need, once; a game for each core."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor, as_completed

from dogpark import games
from dogpark.agents.simulate import cores
from dogpark.kernel import native
from dogpark.kernel.parts import OBSERVING


def compile_game(name: str) -> str:
    native.fill(games.rooms(name), part=OBSERVING)
    return name


if __name__ == "__main__":
    with ThreadPoolExecutor(cores()) as pool:
        for done in as_completed([pool.submit(compile_game, name) for name in games.names()]):
            sys.stdout.write(f"{done.result()} is ready\n")
            sys.stdout.flush()
