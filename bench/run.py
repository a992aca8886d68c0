"""``make bench``: dogpark beside its peers, in one run on one machine, into docs/benchmarks.md.

Every ratio is taken round by round between subjects that take turns, so that a busy moment of the
machine hits both. Rates are decisions of seats per CPU-second on one thread; chance is not counted.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle
from pathlib import Path

import numpy as np

from dogpark.agents.simulate import make_batch, play_native
from dogpark.api import Game, load
from dogpark.kernel import native
from dogpark.kernel.facts import CHANCE_BIT
from dogpark.kernel.playout import lowest_seat
from measure import Summary, cpu_rate, interleave, machine, ratio
from peers import ensure_openspiel, openspiel
from report import update_block

PYTHON_RATIO = 50  # how many times its own Python path native code must be
PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


@dataclass(frozen=True)
class Duel:
    """A game of ours, the peer's game it is held against, and what the ratio must reach."""

    game: Game
    peer: str
    wanted: float
    batch: int  # games between two looks at the clock


def say(words: str) -> None:
    print(f"  {words}", file=sys.stderr, flush=True)


def native_play(game: Game, count: int) -> Callable[[], int]:
    """Random games in native code, one thread; seeds are dealt out before the clock runs."""
    twin = native.warm(
        game.rooms, lambda name, done, total: say(f"compiling {name} {done}/{total}")
    )
    bots = ["random"] * game.players
    batches = [make_batch(game, bots, f"bench/{number}", 0, count) for number in range(20)]
    turn = cycle(batches)

    def play() -> int:
        ready = next(turn)
        batch = replace(ready, states=ready.states.copy(), dice=ready.dice.copy())
        play_native(twin, batch)
        return int(batch.decisions.sum())

    return play


def python_play(game: Game) -> Callable[[], int]:
    """The same, by the Python path."""
    seeds = iter(range(10**9))
    return lambda: game.simulate(1, seed=f"bench/{next(seeds)}", device="python").decisions


def peer_rate(name: str, seconds: float) -> float:
    """The fastest of the peer's own native routes."""
    (found,) = openspiel(seconds, games=[name], routes=["rollouts"])["games"]
    return found["decisions_per_second"]


def forced_share(game: Game, games: int) -> float:
    """Decisions with one legal action, of all decisions, in random play."""
    twin = native.warm(game.rooms)
    batch = make_batch(game, ["random"] * game.players, "forced", 0, games)
    codes, weights = np.zeros((2, game.rooms.buffer), dtype=np.int32)
    decisions = forced = 0
    for number in range(games):
        twin.start_at(batch.states, number)
        while mask := twin.active_at(batch.states, number):
            if not mask & CHANCE_BIT:
                seat = lowest_seat(mask)
                decisions += 1
                forced += twin.legal_at(batch.states, number, seat, codes) == 1
            one = batch.part(number, number + 1)
            twin.step_many(one.states, one.policies, one.dice, codes, weights, one.decisions)
    return forced / decisions


def second_start(game: str) -> float:
    """Wall seconds of a fresh process that loads compiled code and plays a game."""
    code = f"import dogpark; dogpark.load({game!r}).simulate(1)"
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - began


def cold_compile(game: str) -> float:
    """Wall seconds to compile a game into an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        code = f"from dogpark.kernel import native; from dogpark import games; native.load(games.rooms({game!r}))"
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", code], check=True, env={**os.environ, "DOGPARK_CACHE": cache}
        )
        return time.perf_counter() - began


def per_second(summary: Summary) -> str:
    return (
        f"{summary.median / 1e6:.2f} M" if summary.median > 1e6 else f"{summary.median / 1e3:.1f} k"
    )


def compare(duels: list[Duel], seconds: float, rounds: int) -> bool:
    """Ours against theirs and against our own Python path; whether every ratio was reached."""
    subjects: dict[str, Callable[[], float]] = {}
    for duel in duels:
        name = duel.game.rooms.name
        ours, slow = native_play(duel.game, duel.batch), python_play(duel.game)
        subjects[name] = partial(cpu_rate, ours, seconds)
        subjects[duel.peer] = partial(peer_rate, duel.peer, seconds)
        subjects[f"{name} in Python"] = partial(cpu_rate, slow, seconds)
    found = interleave(subjects, rounds, warmups=1, progress=say)
    beside, ourselves, reached = [], [], True
    for duel in duels:
        name = duel.game.rooms.name
        title = f"{duel.game.facts.title}, {duel.game.players} players"
        against = ratio(found[name], found[duel.peer])
        python = ratio(found[name], found[f"{name} in Python"])
        reached &= against.median >= duel.wanted and python.median >= PYTHON_RATIO
        beside.append(
            [
                title,
                per_second(found[name]),
                duel.peer,
                per_second(found[duel.peer]),
                f"{against.median:.2f} × ({against.low:.2f}–{against.high:.2f})",
                f"{duel.wanted} ×",
            ]
        )
        ourselves.append(
            [
                title,
                per_second(found[f"{name} in Python"]),
                f"{python.median:.0f} × ({python.low:.0f}–{python.high:.0f})",
                f"{PYTHON_RATIO} ×",
                f"{100 * forced_share(duel.game, 20):.0f} %",
            ]
        )
    how = f"{machine()}. {rounds} interleaved rounds of {seconds:g} CPU-seconds."
    update_block(
        PAGE,
        "playouts",
        "Random playouts, one thread, decisions a second",
        ["game", "dogpark", "OpenSpiel game", "OpenSpiel", "ratio (rounds)", "wanted"],
        beside,
        notes=[f"Measured by `make bench` on: {how}"],
    )
    update_block(
        PAGE,
        "python",
        "The same against our own Python path",
        ["game", "in Python", "native is (rounds)", "wanted", "forced decisions"],
        ourselves,
        notes=["From the same run."],
    )
    return reached


def starts(games: list[str]) -> None:
    rows = []
    for name in games:
        game = load(name)
        say(f"cold compile of {name}")
        cold = cold_compile(name)
        native.warm(game.rooms)
        warm = Summary(tuple(second_start(name) for _ in range(3)))
        size = game.rooms.state.dtype.itemsize
        rows.append([game.facts.title, f"{size} bytes", f"{cold:.1f} s", f"{warm.median:.2f} s"])
    update_block(
        PAGE,
        "starts",
        "Compiling once, starting again",
        ["game", "state", "first compile", "second start (import, load, one game)"],
        rows,
        notes=[f"Wall clock, measured by `make bench` on: {machine()}."],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU-seconds a measurement")
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    ensure_openspiel()
    duels = [
        Duel(load("dog", 4), "maedn(players=4)", 1.5, 40),
        Duel(load("bonfire", 4), "pig(players=4)", 1.0, 2000),
    ]
    reached = compare(duels, wanted.seconds, wanted.rounds)
    starts(["bonfire", "dog"])
    print(f"Written to {PAGE.relative_to(Path.cwd())}" if PAGE.is_relative_to(Path.cwd()) else PAGE)
    sys.exit(0 if reached else 1)


if __name__ == "__main__":
    main()
