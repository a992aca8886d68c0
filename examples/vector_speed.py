"""How many decisions a second a vector environment of random players makes.

    python examples/vector_speed.py [game] [games at once]

Needs dogpark[envs]; the first run of a game compiles it, which takes a while.
"""

import sys
import time

from dogpark.envs.vector import DogparkVector

name = sys.argv[1] if len(sys.argv) > 1 else "bonfire"
count = int(sys.argv[2]) if len(sys.argv) > 2 else 1024

env = DogparkVector(name, count)
env.reset(seed=1)
steps = finished = 0
began = time.perf_counter()
while (spent := time.perf_counter() - began) < 3:
    _, _, ended, _, _ = env.step(env.sample_actions())
    steps += count
    finished += int(ended.sum())
env.close()
print(f"{name}: {steps / spent:,.0f} decisions a second, {finished:,} games finished")
