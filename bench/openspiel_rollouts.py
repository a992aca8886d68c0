"""Random playouts of OpenSpiel's own games, in decisions per CPU-second on one thread.

Runs inside the environment that ``bench/peers.py`` makes; knows OpenSpiel and nothing of dogpark.

Three routes, each from the same pool of start states (every chance event before the first decision
is already drawn; its cost counts against nobody) to the end of the game:

``rollouts``
    ``RandomRolloutEvaluator`` inside ``MCTSBot.mcts_search`` with one simulation. With one
    simulation the search evaluates its unexpanded root and stops, so that the call is the
    evaluator's C++ loop of whole random games and, once per call, one search node.
``bots``
    ``evaluate_bots`` with ``make_uniform_random_bot``: one C++ call for each game.
``python``
    ``legal_actions`` and ``apply_action`` called from Python, for context: not a native loop.

A decision is a move of a player, forced moves and passes included; chance events are not counted.
In ``bots`` and ``python`` decisions are counted exactly. The evaluator of ``rollouts`` tells nobody
how long its games were, so its decisions are games times the mean length of games that ``bots``
played from the same start states under the same policy; the standard error of that mean is given.
``--verify`` checks the assumption: it lets the same evaluator, with the same seed, play a Python
game that wraps the native one and counts. Equal returns show that the playouts were the same ones,
and the exact rate is printed beside the estimated one.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import pyspiel

GAMES = ("maedn(players=4)", "pig(players=4)", "gin_rummy", "go_fish(players=4)")
ROUTES = ("rollouts", "bots", "python")
NATIVE = ("rollouts", "bots")

STARTS = 24  # start states in the pool; each slice plays all of them equally often
PROBES = 8  # games per start state that are looked at before measuring
SLICE_S = 0.1  # the routes take turns in slices of about this much CPU time
MEAN_ERROR = 0.003  # games are counted until the mean length is known to this relative error
MEAN_GAMES = 40_000  # … or until so many were counted

# Given a number of games per start state, plays them; says CPU seconds, and decisions if it knows.
Slice = Callable[[int], tuple[float, int | None]]


def start_states(game: Any) -> list[Any]:
    """The pool: initial states with the chance events before the first decision drawn."""
    rng = random.Random(2026)
    pool = []
    for _ in range(STARTS):
        state = game.new_initial_state()
        while state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        pool.append(state)
    return pool


def decisions_of(state: Any) -> int:
    """How many moves of players led to this state."""
    return sum(1 for move in state.full_history() if move.player >= 0)


class Lengths:
    """Decisions per game, with their mean and its standard error."""

    def __init__(self) -> None:
        self.games = 0
        self.total = 0
        self.squares = 0

    def add(self, decisions: int) -> None:
        self.games += 1
        self.total += decisions
        self.squares += decisions * decisions

    @property
    def mean(self) -> float:
        return self.total / self.games

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return math.sqrt(max(self.squares / self.games - self.mean**2, 0.0) / self.games)


def rollouts_route(game: Any, pool: list[Any]) -> Slice:
    """Games inside the C++ rollout evaluator."""
    searches: dict[int, Any] = {}

    def play(each: int) -> tuple[float, int | None]:
        if each not in searches:
            searches[each] = search(game, each, seed=each)
        bot = searches[each]
        begin = time.process_time()
        for state in pool:
            bot.mcts_search(state)
        return time.process_time() - begin, None

    return play


def search(game: Any, rollouts: int, seed: int) -> Any:
    """A search that does nothing but let the evaluator play from its root."""
    return pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(rollouts, seed),
        1.0,  # exploration: never used, as the tree is never expanded
        1,  # simulations
        16,  # megabytes
        False,  # solve
        1,  # seed
        False,  # verbose
    )


def bots_route(game: Any, pool: list[Any], lengths: Lengths) -> Slice:
    """One C++ call for each game; what it played is counted afterwards, off the clock."""
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    seed = 0

    def play(each: int) -> tuple[float, int | None]:
        nonlocal seed
        spent = 0.0
        decisions = 0
        for state in pool:
            begin = time.process_time()
            ended = [state.clone() for _ in range(each)]
            for copy in ended:
                seed += 1
                pyspiel.evaluate_bots(copy, bots, seed)
            spent += time.process_time() - begin
            before = decisions_of(state)
            for copy in ended:
                length = decisions_of(copy) - before
                lengths.add(length)
                decisions += length
        return spent, decisions

    return play


def probe(game: Any, pool: list[Any]) -> tuple[bool, float]:
    """Whether all chance outcomes are equally likely, and which share of decisions is forced."""
    rng = random.Random(7)
    even = True
    decisions = forced = 0
    for start in pool:
        for state in (game.new_initial_state(), *(start.clone() for _ in range(PROBES))):
            while not state.is_terminal():
                actions = state.legal_actions()
                weights = None
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    even = even and max(weights) - min(weights) < 1e-9
                else:
                    decisions += 1
                    forced += len(actions) == 1
                state.apply_action(rng.choices(actions, weights)[0])
    return even, forced / decisions


def python_route(pool: list[Any], even: bool) -> Slice:
    """The quickest loop in Python known to us; even chances are drawn like moves, which is faster."""
    draw = random.Random(5).random
    chance_seat = int(pyspiel.PlayerId.CHANCE)

    def one(state: Any) -> int:
        player, legal, outcomes, apply = (
            state.current_player,
            state.legal_actions,
            state.chance_outcomes,
            state.apply_action,
        )
        decisions = 0
        while (seat := player()) >= chance_seat:
            if seat >= 0:
                decisions += 1
            elif not even:
                left = draw()
                drawn = pyspiel.INVALID_ACTION
                for action, chance in outcomes():
                    drawn = action
                    left -= chance
                    if left < 0.0:
                        break
                apply(drawn)
                continue
            actions = legal()
            apply(actions[int(draw() * len(actions))])
        return decisions

    def play(each: int) -> tuple[float, int | None]:
        begin = time.process_time()
        decisions = 0
        for state in pool:
            for _ in range(each):
                decisions += one(state.clone())
        return time.process_time() - begin, decisions

    return play


def count_games(counted: Slice, lengths: Lengths) -> None:
    """Play on, off the clock, until the mean length of a game is known well enough."""
    while lengths.games < 2 or (
        lengths.error > MEAN_ERROR * lengths.mean and lengths.games < MEAN_GAMES
    ):
        counted(8)


def games_per_slice(play: Slice) -> int:
    """How many games from each start state take about SLICE_S; warms the route up as well."""
    each = 1
    while True:
        spent, _ = play(each)
        if spent >= SLICE_S / 4 or each >= 1 << 20:
            return max(1, round(each * SLICE_S / spent))
        each *= 4


def measure(name: str, seconds: float, routes: tuple[str, ...]) -> dict[str, Any]:
    """One game by all routes in turn, slice by slice, each until it has had its seconds of CPU."""
    game = pyspiel.load_game(name)
    pool = start_states(game)
    even, forced = probe(game, pool)
    lengths = Lengths()
    counted = bots_route(game, pool, lengths)
    known: dict[str, Callable[[], Slice]] = {
        "rollouts": lambda: rollouts_route(game, pool),
        "bots": lambda: counted,
        "python": lambda: python_route(pool, even),
    }
    plays = {route: known[route]() for route in routes}
    each = {route: games_per_slice(play) for route, play in plays.items()}
    spent = dict.fromkeys(routes, 0.0)
    slices: dict[str, list[tuple[float, int | None]]] = {route: [] for route in routes}
    while any(time_spent < seconds for time_spent in spent.values()):
        for route, play in plays.items():
            if spent[route] < seconds:
                took, decisions = play(each[route])
                spent[route] += took
                slices[route].append((took, decisions))

    count_games(counted, lengths)

    results = {
        route: summary(slices[route], each[route] * STARTS, spent[route], lengths.mean)
        for route in routes
    }
    best = max(
        (route for route in routes if route in NATIVE),
        key=lambda route: results[route]["decisions_per_second"],
        default=None,
    )
    fastest = {} if best is None else {"route": best, **results[best]}
    return {
        "name": name,
        **fastest,
        "decisions_per_game": lengths.mean,
        "decisions_per_game_error": lengths.error,
        "forced_share": forced,
        "version": pyspiel.__version__,
        "routes": results,
    }


def summary(
    slices: list[tuple[float, int | None]], games: int, spent: float, mean: float
) -> dict[str, Any]:
    """What a route did in all, and how its slices varied."""
    exact = all(decisions is not None for _, decisions in slices)
    counts = [games * mean if decisions is None else decisions for _, decisions in slices]
    rates = sorted(count / took for count, (took, _) in zip(counts, slices, strict=True))
    return {
        "decisions_per_second": sum(counts) / spent,
        "games": games * len(slices),
        "decisions": round(sum(counts)),
        "decisions_exact": exact,
        "seconds": spent,
        "slices": len(slices),
        "slice_median": rates[len(rates) // 2],
        "slice_low": rates[0],
        "slice_high": rates[-1],
    }


def counting_twin(name: str, counter: list[int]) -> tuple[Any, Any]:
    """A Python game, and its states, that play the native one and count each decision."""
    native = pyspiel.load_game(name)
    kind = native.get_type()
    twin_type = pyspiel.GameType(
        short_name=f"counting_{kind.short_name}",
        long_name=f"Counting {kind.long_name}",
        dynamics=kind.dynamics,
        chance_mode=kind.chance_mode,
        information=kind.information,
        utility=kind.utility,
        reward_model=kind.reward_model,
        max_num_players=native.num_players(),
        min_num_players=native.num_players(),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    twin_info = pyspiel.GameInfo(
        num_distinct_actions=native.num_distinct_actions(),
        max_chance_outcomes=native.max_chance_outcomes(),
        num_players=native.num_players(),
        min_utility=native.min_utility(),
        max_utility=native.max_utility(),
        utility_sum=0.0,
        max_game_length=native.max_game_length(),
    )

    class TwinState(pyspiel.State):  # type: ignore[misc] # pyspiel has no types
        def __init__(self, game: Any, inner: Any) -> None:
            super().__init__(game)
            self.inner = inner

        def __deepcopy__(self, memo: Any) -> TwinState:
            return TwinState(self.get_game(), self.inner.clone())

        def current_player(self) -> Any:
            return self.inner.current_player()

        def is_terminal(self) -> Any:
            return self.inner.is_terminal()

        def _legal_actions(self, player: int) -> Any:
            return self.inner.legal_actions(player)

        def chance_outcomes(self) -> Any:
            return self.inner.chance_outcomes()

        def _apply_action(self, action: int) -> None:
            counter[0] += self.inner.current_player() >= 0
            self.inner.apply_action(action)

        def returns(self) -> Any:
            return self.inner.returns()

        def _action_to_string(self, player: int, action: int) -> Any:
            return self.inner.action_to_string(player, action)

        def __str__(self) -> str:
            return str(self.inner)

    class TwinGame(pyspiel.Game):  # type: ignore[misc] # the same
        def __init__(self, params: Any = None) -> None:
            super().__init__(twin_type, twin_info, params or {})

        def new_initial_state(self) -> TwinState:
            return TwinState(self, native.new_initial_state())

    pyspiel.register_game(twin_type, TwinGame)
    return pyspiel.load_game(twin_type.short_name), TwinState


def verify(name: str, rollouts: int) -> dict[str, Any]:
    """The same playouts natively and counted; raises if they were not the same."""
    game = pyspiel.load_game(name)
    pool = start_states(game)
    counter = [0]
    twin, twin_state = counting_twin(name, counter)
    native, counting = search(game, rollouts, seed=11), search(twin, rollouts, seed=11)
    spent = 0.0
    for state in pool:
        begin = time.process_time()
        root = native.mcts_search(state)
        spent += time.process_time() - begin
        twin_root = counting.mcts_search(twin_state(twin, state.clone()))
        if (root.explore_count, root.total_reward) != (1, twin_root.total_reward):
            raise RuntimeError(f"{name}: the counted playouts are not those that were timed")
    lengths = Lengths()
    count_games(bots_route(game, pool, lengths), lengths)
    games = rollouts * STARTS
    return {
        "name": name,
        "games": games,
        "counted_decisions_per_game": counter[0] / games,
        "estimated_decisions_per_game": lengths.mean,
        "counted_decisions_per_second": counter[0] / spent,
        "estimated_decisions_per_second": games * lengths.mean / spent,
    }


def for_people(report: dict[str, Any]) -> None:
    """Print what --json would give as a short table."""
    print(f"OpenSpiel {report['version']}, decisions per CPU-second, one thread")
    for game in report["games"]:
        print(
            f"{game['name']}: {game['decisions_per_game']:.1f} ± "
            f"{game['decisions_per_game_error']:.1f} decisions per game, "
            f"{game['forced_share']:.0%} of them forced"
        )
        for route, figures in game["routes"].items():
            print(
                f"  {route:<9}{figures['decisions_per_second']:>13,.0f}"
                f"   slices {figures['slice_low']:,.0f} to {figures['slice_high']:,.0f}"
                f"   {figures['games']:,} games in {figures['seconds']:.2f} s"
            )
    for name, why in report["skipped"].items():
        print(f"{name}: skipped: {why}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Random playouts of OpenSpiel's games.")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time per game and route")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--game", action="append", help=f"default: {' '.join(GAMES)}")
    parser.add_argument("--route", action="append", choices=ROUTES, help="default: all")
    parser.add_argument(
        "--verify", type=int, metavar="N", help="count N rollouts per start state exactly, instead"
    )
    options = parser.parse_args()
    names = tuple(options.game or GAMES)
    routes = tuple(options.route or ROUTES)
    if options.verify:
        for name in names:
            print(json.dumps(verify(name, options.verify)))
        return
    games: list[dict[str, Any]] = []
    skipped: dict[str, str] = {}
    for name in names:
        try:
            games.append(measure(name, options.seconds, routes))
        except pyspiel.SpielError as error:
            skipped[name] = str(error).strip().splitlines()[0]
    report = {
        "version": pyspiel.__version__,
        "python": sys.version.split()[0],
        "games": games,
        "skipped": skipped,
    }
    if options.json:
        print(json.dumps(report, indent=1))
    else:
        for_people(report)


if __name__ == "__main__":
    main()
