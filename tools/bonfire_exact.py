"""How far bonfire's bots are from perfect play, in a setting small enough to be solved.

    python -m tools.bonfire_exact --turns 8 --games 200

Two players, one round, a turn limit. Each bot plays against the perfect player, from both seats. What a
choice gives away is the difference between the exact values of the best choice and of the one that was
made; over a game these sum up, on average, to what the bot's chance to win falls short of.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field

import numpy as np

from dogpark.agents.bots import bot
from dogpark.agents.exact import PLAYERS, Exact
from dogpark.agents.interval import mean_interval
from dogpark.agents.protocol import look_at
from dogpark.api import Game, load
from dogpark.kernel import native
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.schema import State
from dogpark.kernel.seed import dice_for

BOTS = ("random", "puppy", "family", "greedy", "working", "champion")
ROOM = 67_108_859  # positions: a gigabyte, and a prime, which spreads their keys


@dataclass
class Account:
    """What one bot gave away."""

    choices: list[float] = field(default_factory=list)  # of each decision between several
    games: list[float] = field(default_factory=list)  # summed over each game


def first_position(game: Game) -> State:
    s = game.rooms.blank(game.players, game.options)
    game.rooms.rules.start(s)
    return s


def play(game: Game, exact: Exact, name: str, seat: int, seed: str, account: Account) -> None:
    """One game of a bot against the perfect player."""
    rooms = game.rooms
    s = first_position(game)
    nature = np.random.default_rng(list(seed.encode()))
    dice = dice_for(seed, seat)
    given_away = 0.0
    while rooms.rules.active(s):
        mover = rooms.turn(s)
        if mover == CHANCE:
            codes, weights = zip(*rooms.chance(s), strict=True)
            code = int(nature.choice(codes, p=np.array(weights) / sum(weights)))
        else:
            worth = exact.choices(s, mover)
            code = max(worth, key=worth.__getitem__)
            if mover == seat and len(worth) > 1:
                best = worth[code]
                code = bot(name).choose(look_at(rooms, s, seat, dice), dice).code
                account.choices.append(best - worth[code])
                given_away += best - worth[code]
        rooms.rules.apply(s, mover, code)
    account.games.append(given_away)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--turns", type=int, default=8, help="the turn limit (max_turns)")
    parser.add_argument("--games", type=int, default=200, help="of each bot")
    parser.add_argument("--bots", default=",".join(BOTS))
    wish = parser.parse_args()
    game = load("bonfire", PLAYERS, {"rounds": 1, "max_turns": wish.turns, "first_player": 0})
    native.warm(game.rooms)
    began = time.monotonic()
    exact = Exact(game, ROOM, compiled=True)
    value = exact.value(first_position(game))
    spent = time.monotonic() - began
    print(
        f"{wish.turns} turns: the first player wins {value:.4%} of games between perfect players;"
    )
    print(f"{exact.positions:,} positions, {spent:.0f} s")
    print(
        f"{'bot':10} {'games':>6} {'a game, points':>20} {'a choice':>9} {'worst':>6} {'perfect':>8}"
    )
    for name in wish.bots.split(","):
        account = Account()
        for number in range(wish.games):
            play(game, exact, name, number % PLAYERS, f"exact/{number}", account)
        lost = mean_interval(100 * np.array(account.games))
        choices = 100 * np.array(account.choices)
        print(
            f"{name:10} {wish.games:6} {lost.value:8.2f} ± {lost.high - lost.value:<5.2f} "
            f"{choices.mean():12.3f} {choices.max():6.1f} {np.mean(choices < 1e-7):8.1%}",
            flush=True,
        )


if __name__ == "__main__":
    main()
