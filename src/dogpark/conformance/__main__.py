"""``python -m dogpark.conformance GAME``: the kit from a shell, and one failure once more."""

from __future__ import annotations

import argparse
import json
import sys

from dogpark import games
from dogpark.conformance import CHECKS, Table, run, tables
from dogpark.kernel import native
from dogpark.kernel.rooms import Rooms


def main(arguments: list[str] | None = None) -> int:
    """Runs what was asked for; 0 if everything held, 1 if not."""
    told = _parser().parse_args(arguments)
    rooms = games.rooms(told.game) if told.game in games.names() else Rooms(told.game)
    at = None if told.players is None else [Table(rooms, told.players, told.options)]
    seed, first, count = told.seed, 0, told.games
    if seed.rpartition("/")[2].isdecimal() and "/" in seed:  # the seed of one game
        seed, _, number = seed.rpartition("/")
        first, count = int(number), 1
    wanted = set(told.check or CHECKS)
    report = run(
        rooms,
        at=at if at is not None else tables(rooms),
        games=count,
        first=first,
        every=told.every,
        seed=seed,
        checks=wanted,
        twin=native.warm(rooms) if "native" in wanted else None,
        twin_games=count,
        simulator_steps=told.simulator_steps if "simulator" in wanted else 0,
    )
    print(report)  # noqa: T201 (a command line prints)
    return 0 if report else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m dogpark.conformance", description=__doc__)
    parser.add_argument("game", help="a game, or the package of one (tests.toys.fetch)")
    parser.add_argument("--players", type=int, help="one table only, of so many players")
    parser.add_argument("--options", type=json.loads, default={}, help="its house rules, as JSON")
    parser.add_argument("--seed", default="kit", help="of the run, or (with /number) of one game")
    parser.add_argument("--games", type=int, default=3, help="at each table")
    parser.add_argument("--every", type=int, default=1, help="costly checks at one step in so many")
    parser.add_argument("--check", action="append", choices=list(CHECKS), help="only this one")
    parser.add_argument("--simulator-steps", type=int, default=100)
    return parser


if __name__ == "__main__":
    sys.exit(main())
