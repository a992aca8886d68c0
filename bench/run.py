"""``make bench``: dogpark beside its peers, in one run on one machine, into docs/benchmarks.md.

Every ratio is taken round by round between subjects that take turns, so that a busy moment of the
machine hits both. Rates are decisions of seats per CPU-second on one thread; chance is not counted.
"""

from __future__ import annotations

import argparse
import json
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

from dogpark.agents.simulate import make_batch, play_native
from dogpark.api import Game, load
from dogpark.kernel import native
from dogpark.kernel.facts import CHANCE_BIT
from dogpark.kernel.schema import State
from dogpark.kernel.seed import dice_for
from measure import Summary, cpu_rate, interleave, machine, ratio
from peers import ensure_openspiel, openspiel
from report import update_block

REGISTRY_SECONDS = 180  # for all games to compile on two cores
PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


@dataclass(frozen=True)
class Duel:
    """A game of ours, the peer's games it stands beside, and what must be reached."""

    game: Game
    batch: int  # games between two looks at the clock
    peers: tuple[str, ...]
    wanted: float | None = None  # times each of the peers
    floor: float | None = None  # decisions a second
    python: float | None = None  # times our own Python path


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
    driver, rules = game.rooms.python, game.rooms.rules
    codes, weights = [0] * game.rooms.buffer, [0] * game.rooms.buffer
    policies = [0] * game.players
    decisions = forced = 0
    for number in range(games):
        s: State = game.begin(f"forced/{number}", "manual").state
        dice = [dice_for(f"forced/{number}", seat) for seat in range(game.players)]
        while mask := rules.active(s):
            if not mask & CHANCE_BIT:
                decisions += 1
                forced += rules.legal(s, driver["turn"](s, mask), codes) == 1
            driver["step"](s, mask, policies, dice, codes, weights)
    return forced / decisions


def second_start(game: str) -> float:
    """Wall seconds of a fresh process that loads compiled code and plays a game."""
    code = f"import dogpark; dogpark.load({game!r}).simulate(1)"
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - began


def cold_compile(games: list[str]) -> tuple[dict[str, float], float]:
    """Wall seconds to compile all games into an empty cache, one a core: each, and together."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-m", "dogpark", "doctor", "--warm", "--json"]
        began = time.perf_counter()
        done = subprocess.run(
            command,
            check=True,
            stdout=subprocess.PIPE,
            env={**os.environ, "DOGPARK_CACHE": cache},
        )
        together = time.perf_counter() - began
    told = json.loads(done.stdout)["games"]
    return {game["game"]: game["seconds"] for game in told if game["game"] in games}, together


def per_second(summary: Summary) -> str:
    return (
        f"{summary.median / 1e6:.2f} M" if summary.median > 1e6 else f"{summary.median / 1e3:.1f} k"
    )


def compare(duels: list[Duel], seconds: float, rounds: int) -> bool:
    """Ours beside theirs and beside our own Python path; whether all that is wanted was reached."""
    subjects: dict[str, Callable[[], float]] = {}
    for duel in duels:
        name = duel.game.rooms.name
        ours, slow = native_play(duel.game, duel.batch), python_play(duel.game)
        subjects[name] = partial(cpu_rate, ours, seconds)
        for peer in duel.peers:
            subjects[peer] = partial(peer_rate, peer, seconds)
        subjects[f"{name} in Python"] = partial(cpu_rate, slow, seconds)
    found = interleave(subjects, rounds, warmups=1, progress=say)
    beside, ourselves, reached = [], [], True
    for duel in duels:
        name = duel.game.rooms.name
        title = f"{duel.game.facts.title}, {duel.game.players} players"
        for peer in duel.peers:
            against = ratio(found[name], found[peer])
            reached &= against.median >= (duel.wanted or 0)
            reached &= found[name].median >= (duel.floor or 0)
            beside.append(
                [
                    title,
                    per_second(found[name]),
                    peer,
                    per_second(found[peer]),
                    f"{against.median:.2f} × ({against.low:.2f}–{against.high:.2f})",
                    goal(duel),
                ]
            )
        python = ratio(found[name], found[f"{name} in Python"])
        reached &= python.median >= (duel.python or 0)
        ourselves.append(
            [
                title,
                per_second(found[f"{name} in Python"]),
                f"{python.median:.0f} × ({python.low:.0f}–{python.high:.0f})",
                f"{duel.python:g} ×" if duel.python else "",
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


def goal(duel: Duel) -> str:
    """What must be reached, in words."""
    words = []
    if duel.wanted is not None:
        words.append(f"{duel.wanted:g} ×")
    if duel.floor is not None:
        words.append(f"{duel.floor / 1e6:g} M a second")
    return ", ".join(words)


def starts(games: list[str]) -> bool:
    """First compile and second start; whether the whole registry compiled in time."""
    rows = []
    say("cold compile of all games")
    cold, together = cold_compile(games)
    for name in games:
        game = load(name)
        native.warm(game.rooms)
        warm = Summary(tuple(second_start(name) for _ in range(3)))
        size = game.rooms.state.dtype.itemsize
        rows.append(
            [game.facts.title, f"{size} bytes", f"{cold[name]:.1f} s", f"{warm.median:.2f} s"]
        )
    all_of_them = (
        f"All games together, compiled side by side by `dogpark doctor --warm`: {together:.0f} s "
        f"(wanted: under {REGISTRY_SECONDS} s on 2 cores)."
    )
    update_block(
        PAGE,
        "starts",
        "Compiling once, starting again",
        ["game", "state", "first compile", "second start (import, load, one game)"],
        rows,
        notes=[
            all_of_them,
            f"Wall clock, measured by `make bench` on: {machine()}.",
        ],
    )
    return together < REGISTRY_SECONDS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.5, help="CPU-seconds a measurement")
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    ensure_openspiel()
    cards = ("go_fish(players=4)", "gin_rummy")
    duels = [
        Duel(load("dog", 4), 40, ("maedn(players=4)",), wanted=1.5, python=50),
        Duel(load("bonfire", 4), 2000, ("pig(players=4)",), wanted=1.0, python=50),
        Duel(load("breath", 4), 200, cards, wanted=1.0, floor=1e6),
        Duel(load("dogpile", 4), 100, cards, floor=1e6),
        Duel(load("monty", 4), 20, cards, floor=3e5),
    ]
    reached = compare(duels, wanted.seconds, wanted.rounds)
    reached &= starts([duel.game.rooms.name for duel in duels])
    print(f"Written to {PAGE.relative_to(Path.cwd())}" if PAGE.is_relative_to(Path.cwd()) else PAGE)
    sys.exit(0 if reached else 1)


if __name__ == "__main__":
    main()
