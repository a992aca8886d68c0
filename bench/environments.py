"""``make bench``, second part: the vector environment beside its peers, into docs/benchmarks.md.

A step is one decision of a seat with everything around it: a random legal action chosen by its mask,
the rules, chance, the next observation and mask, and games that begin anew. Rates are by the wall
clock, since vector environments may use all cores; subjects take turns, and ratios are taken round by
round.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from dogpark import games
from dogpark.envs.vector import DogparkVector
from measure import Summary, interleave, machine, ratio
from peers import ensure_environments, environment_rate
from report import update_block

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
PARALLEL = 1024
CARD_GAMES = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
WANTED = {f"pettingzoo:{name}": 10.0 for name in CARD_GAMES} | {"pgx:backgammon": 2.0}


def say(words: str) -> None:
    print(f"  {words}", file=sys.stderr, flush=True)


def steps(name: str, players: int) -> Callable[[], int]:
    """A hundred steps of 1,024 games in self-play, every seat random."""
    env = DogparkVector(name, PARALLEL, players)
    env.reset(seed=1)

    def play() -> int:
        for _ in range(100):
            env.step(env.sample_actions())
        return 100 * PARALLEL

    return play


def wall_rate(work: Callable[[], int], seconds: float) -> float:
    units, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        units += work()
    return units / spent


def per_second(summary: Summary) -> str:
    millions = summary.median > 1e6
    return f"{summary.median / 1e6:.2f} M" if millions else f"{summary.median / 1e3:.1f} k"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds a measurement")
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    ensure_environments()
    subjects: dict[str, Callable[[], float]] = {}
    for name in games.names():
        say(f"compiling {name} (once)")
        subjects[name] = partial(wall_rate, steps(name, 4), wanted.seconds)
    for peer in WANTED:
        subjects[peer] = partial(environment_rate, peer, wanted.seconds)
    found = interleave(subjects, wanted.rounds, warmups=1, progress=say)
    reached = True
    rows = []
    for name in games.names():
        against = {peer: ratio(found[name], found[peer]) for peer in WANTED}
        reached &= all(against[peer].median >= times for peer, times in WANTED.items())
        cells = [f"{one.median:.0f} × ({one.low:.0f}–{one.high:.0f})" for one in against.values()]
        rows.append([games.rooms(name).facts.title, per_second(found[name]), *cells])
    rows.append(["the peer itself", "", *(per_second(found[peer]) for peer in WANTED)])
    rows.append(["wanted", "", *(f"{times:g} ×" for times in WANTED.values())])
    how = f"{wanted.rounds} interleaved rounds of {wanted.seconds:g} seconds."
    update_block(
        PAGE,
        "environments",
        f"Vector environment, {PARALLEL:,} games, steps a second by the clock on the wall",
        ["game, 4 players", "dogpark", *(peer.replace(":", " ") for peer in WANTED)],
        rows,
        notes=[f"Measured by `make bench` on: {machine()}. {how}"],
    )
    print(f"Written to {PAGE.relative_to(Path.cwd())}" if PAGE.is_relative_to(Path.cwd()) else PAGE)
    sys.exit(0 if reached else 1)


if __name__ == "__main__":
    main()
