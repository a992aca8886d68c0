"""OpenSpiel's information-set tree search against a bot of dogpark at Dog's Breath, one round each.

    python examples/ismcts_breath.py [bot] [games] [simulations]

The bot sees what a player sees and nothing else; the search deals its worlds by the same belief.
Needs dogpark[envs].
"""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import dogpark.envs.openspiel  # noqa: F401 (registers the games)
from dogpark.agents.bots import bot
from dogpark.agents.protocol import look_at
from dogpark.kernel.seed import dice_for

level = sys.argv[1] if len(sys.argv) > 1 else "family"
games = int(sys.argv[2]) if len(sys.argv) > 2 else 4
simulations = int(sys.argv[3]) if len(sys.argv) > 3 else 20

game = pyspiel.load_game("dogpark_breath(players=2,rounds=1)")
random = np.random.RandomState(1)
search = ismcts.ISMCTSBot(
    game,
    mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random),
    uct_c=1.4,
    max_simulations=simulations,
    random_state=random,
    use_observation_string=True,
    allow_inconsistent_action_sets=True,
)
ours, dice = bot(level), dice_for("ismcts", 0)
won = [0, 0, 0]  # by the search, by ours, shared

for number in range(games):
    searching = number % 2  # they change seats
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            action = random.choice(outcomes, p=odds)
        elif state.current_player() == searching:
            action = search.step(state)
        else:
            course = state.course
            seen = look_at(course.game.rooms, course.s, state.current_player(), dice)
            action = ours.choose(seen, dice).code
        state.apply_action(int(action))
    result = state.returns()[searching]
    won[0 if result > 0 else 1 if result < 0 else 2] += 1
    print(f"game {number + 1}: ISMCTS {won[0]}, {level} {won[1]}, shared {won[2]}", flush=True)
