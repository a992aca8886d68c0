"""Gymnasium's vector environment: many games at once, stepped by native code.

Observations, masks and all else lie in arrays that are written in place: what ``step`` returns are
windows onto them, good until the next step (``copy=True`` for arrays to keep).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from dogpark.agents.simulate import cores
from dogpark.envs.arrays import Ints, Stepper, make_arrays
from dogpark.envs.opponents import opponent
from dogpark.envs.session import Observation, reward_scale
from dogpark.envs.spaces import action_space, observation_space
from dogpark.kernel.facts import MAX_SEATS
from dogpark.kernel.rng import LIMBS
from dogpark.kernel.seed import fresh_seed, seed_words
from dogpark.kernel.sight import sight_of
from dogpark.play.game import load
from dogpark.play.referee import judge

GAMES_A_THREAD = 256  # with fewer, handing work to a thread takes longer than doing it
Floats = npt.NDArray[np.floating[Any]]
Bools = npt.NDArray[np.bool_]


class DogparkVector(VectorEnv[Observation, Ints, Any]):
    """``num_envs`` games at the same kind of table.

    Without ``opponents`` every seat is stepped (self-play): ``info["seat"]`` says whose turn it is in
    each game, and the reward is that of the seat that has just moved. With ``opponents``, a bot such
    as "random" or "greedy", one seat of each game is stepped, by default another one in each; the
    rewards are its own. ``info["rewards"]`` has those of all seats.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        opponents: str | None = None,
        seats: int | Sequence[int] | None = None,
        autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
        threads: int | None = None,
        copy: bool = False,
    ) -> None:
        if autoreset_mode is AutoresetMode.DISABLED:
            raise ValueError("games that are over begin anew, in the same step or in the next one")
        self.game = load(game, players, options)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": autoreset_mode, "render_modes": []}
        sight = sight_of(self.game.rooms)
        self.single_observation_space = observation_space(sight)
        self.single_action_space = action_space(sight)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._scale = reward_scale(self.game)
        self._seeds: list[str] | None = None
        self._resets = 0
        self._arrays = make_arrays(self.game, num_envs, self._asked(opponents, seats))
        policies = np.full(MAX_SEATS, opponent(self.game.rooms, opponents or "random"), np.int32)
        self._stepper = Stepper(
            self.game,
            self._arrays,
            policies,
            threads=threads or max(1, min(cores(), num_envs // GAMES_A_THREAD)),
            restart=autoreset_mode is AutoresetMode.SAME_STEP,
        )
        self._movers = np.zeros(num_envs, np.int32)
        self._rows = np.arange(num_envs)
        self._sampled = np.zeros(num_envs, np.int32)
        self._dice = np.zeros(LIMBS, np.uint32)
        self._observed: Observation = {
            "observation": _window(self._arrays.observations),
            "action_mask": _window(self._arrays.masks),
        }
        # At its end a game has nothing left to choose.
        self._final: Observation = {
            "observation": _window(self._arrays.finals),
            "action_mask": _window(np.zeros_like(self._arrays.masks)),
        }
        self._seats = _window(self._arrays.seats)

    def _asked(self, opponents: str | None, seats: int | Sequence[int] | None) -> list[int]:
        """The seats that are stepped, as a mask for each game."""
        players = self.game.players
        if opponents is None:
            if seats is not None:
                raise ValueError("seats are chosen where opponents play the others")
            return [(1 << players) - 1] * self.num_envs
        if seats is None:
            seats = [number % players for number in range(self.num_envs)]
        elif isinstance(seats, int):
            seats = [seats] * self.num_envs
        if len(seats) != self.num_envs or not all(0 <= seat < players for seat in seats):
            raise ValueError(f"one seat from 0 to {players - 1} for each of {self.num_envs} games")
        return [1 << seat for seat in seats]

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """All games anew. Game i of seed 7 is the one that ``Game.start`` of seed 7 + i would be."""
        if seed is not None:
            given = range(seed, seed + self.num_envs) if isinstance(seed, int) else seed
            if len(given) != self.num_envs:
                raise ValueError(f"{self.num_envs} games need {self.num_envs} seeds")
            self._seeds, self._resets = [str(one) for one in given], 0
        self._stepper.lay_out(self._texts())
        self._stepper.step()
        self._arrays.ended[:] = 0
        return self._seen(), self._info()

    def _texts(self) -> list[str]:
        if self._seeds is None:
            texts = [fresh_seed() for _ in range(self.num_envs)]
        elif self._resets == 0:
            texts = self._seeds
        else:
            texts = [f"{text}/{self._resets}" for text in self._seeds]
        self._resets += 1
        self._dice[:] = np.frombuffer(seed_words(f"{texts[0]}/sample"), "<u4")[:LIMBS]
        return texts

    def step(self, actions: Ints) -> tuple[Observation, Floats, Bools, Bools, dict[str, Any]]:
        """One choice in each game; raises Refused, and nothing has changed, if one is illegal.

        Where a game is over and begins in the next step, its action counts for nothing.
        """
        arrays = self._arrays
        arrays.actions[:] = actions
        wrong = self._stepper.first_illegal()
        if wrong >= 0:
            self._refuse(wrong)
        self._movers[:] = arrays.seats
        self._stepper.step()
        info = self._info()
        ended: Bools = arrays.ended.astype(np.bool_)
        if ended.any() and self.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP:
            info["final_obs"] = self._kept(self._final)
            info["_final_obs"] = ended
        rewards: Floats = arrays.gained[self._rows, self._movers] * self._scale
        cut: Bools = np.zeros(self.num_envs, np.bool_)  # no game is ever cut short
        return self._seen(), rewards, ended, cut, info

    def _refuse(self, number: int) -> None:
        rooms, arrays = self.game.rooms, self._arrays
        state = rooms.state.read_record(arrays.states[number])
        judge(rooms, state, int(arrays.seats[number]), int(arrays.actions[number]))

    def _seen(self) -> Observation:
        return self._kept(self._observed)

    def _kept(self, seen: Observation) -> Observation:
        return {name: array.copy() for name, array in seen.items()} if self._copy else seen

    def _info(self) -> dict[str, Any]:
        rewards = self._arrays.gained[:, : self.game.players] * self._scale
        return {"seat": self._seats.copy() if self._copy else self._seats, "rewards": rewards}

    def sample_actions(self) -> Ints:
        """A legal action for each game, each as likely as another; written anew by the next call."""
        self._stepper.pick_any(self._dice, self._sampled)
        return self._sampled

    def close_extras(self, **kwargs: Any) -> None:
        self._stepper.close()


def _window(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same memory, to look at only: native code trusts what it has written there."""
    view = array.view()
    view.flags.writeable = False
    return view
