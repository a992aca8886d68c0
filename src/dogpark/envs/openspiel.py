"""OpenSpiel games: importing this module registers ``dogpark_dog``, ``dogpark_bonfire`` and
``dogpark_breath`` with every house rule as a parameter::

    pyspiel.load_game("dogpark_breath(players=2,rounds=1)")

Nature's outcomes are explicit chance nodes. Where the rules ask several seats at the same time (DOG's
exchange), they choose one after the other without any sign of what the others chose, or that they
have: hidden commitments, which the rules lift once all are in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pyspiel

from dogpark import games
from dogpark.envs.course import Course
from dogpark.kernel.facts import CHANCE, Option, SeatChoice, Whole
from dogpark.kernel.rng import LIMBS
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.sight import Sight, sight_of
from dogpark.play.game import load

WORD = 1 << 32
ANY_SEAT = -1  # of a house rule that names a seat


class DogparkGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel's compiled module has no types
    """A table: the game, its number of players and its house rules."""

    name: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rooms = games.rooms(self.name)
        given = {key: _read(value) for key, value in (params or {}).items()}
        self.table = load(self.name, given.pop("players", None), given)
        self.sight = sight_of(rooms)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.sight.actions,
            max_chance_outcomes=len(rooms.table) - self.sight.actions,
            num_players=self.table.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=rooms.facts.max_steps,
        )
        super().__init__(game_type(rooms), info, params or {})

    def new_initial_state(self) -> DogparkState:
        return DogparkState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> DogparkObserver:
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return DogparkObserver(self.sight, recall=recall)


class DogparkState(pyspiel.State):  # type: ignore[misc] # see above
    """A position. Codes of seats are OpenSpiel's actions, those of nature its chance outcomes."""

    def __init__(self, game: DogparkGame) -> None:
        super().__init__(game)
        self.course = Course(game.table, game.sight)

    @property
    def _first_outcome(self) -> int:
        return self.course.sight.actions

    def current_player(self) -> int:
        if self.course.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        turn = self.course.turn
        return int(pyspiel.PlayerId.CHANCE) if turn == CHANCE else turn

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.legal(player) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.course.chance()
        total = sum(weight for _, weight in outcomes)
        return [(code - self._first_outcome, weight / total) for code, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        seat = self.course.turn
        self.course.apply(seat, action + self._first_outcome if seat == CHANCE else action)

    def _action_to_string(self, player: int, action: int) -> str:
        code = action + self._first_outcome if player == pyspiel.PlayerId.CHANCE else action
        return str(self.course.game.rooms.table.action(code))

    def is_terminal(self) -> bool:
        return self.course.is_over

    def returns(self) -> list[float]:
        """By place, as in all environments: 1 for who leaves all others behind, -1 for the last."""
        return self.course.rewards()

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> DogparkState:
        """Another world that this player cannot tell from the real one (the game's ``belief``)."""
        dice = [int(probability_sampler() * WORD) or 1 for _ in range(LIMBS)]
        new: DogparkState = self.clone()
        new.course.redeal(player_id, dice)
        return new

    def __str__(self) -> str:
        return f"{self.course.game.rooms.name}: {self.course.s!r}"


class DogparkObserver:
    """What a seat sees, as numbers by the names of ``PARTS``; with perfect recall also as a story.

    There is no tensor of a whole story: games are too long for one of a fixed size.
    """

    def __init__(self, sight: Sight, *, recall: bool) -> None:
        self._recall = recall
        self.tensor = np.zeros(sight.size, np.float32)
        ends = np.cumsum([part.size for part in sight.parts])[:-1]
        rows = np.split(self.tensor, ends)  # windows onto the tensor
        self.dict = {part.name: row for part, row in zip(sight.parts, rows, strict=True)}

    def set_from(self, state: DogparkState, player: int) -> None:
        self.tensor[:] = state.course.sight.observe(state.course.s, player)

    def string_from(self, state: DogparkState, player: int) -> str:
        now = state.course.observed(player)
        return "\n".join([*state.course.told(player), now]) if self._recall else now


def game_type(rooms: Rooms) -> pyspiel.GameType:
    facts = rooms.facts
    information = pyspiel.GameType.Information
    options = {option.name: _default(option) for option in facts.options}
    return pyspiel.GameType(
        short_name=f"dogpark_{facts.name}",
        long_name=facts.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION
        if facts.hidden
        else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(facts.seats),
        min_num_players=min(facts.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(facts.seats), **options},
    )


def _default(option: Option) -> int | str:
    """As OpenSpiel keeps it: by type, and with slashes in lists, since commas end a parameter."""
    if isinstance(option, SeatChoice):
        return ANY_SEAT
    if isinstance(option, Whole):
        return option.default
    value = option.default
    return "/".join(map(str, value)) if isinstance(value, tuple) else value


def _read(value: Any) -> Any:
    if value == ANY_SEAT:
        return SeatChoice.default
    return value.replace("/", ",") if isinstance(value, str) else value


class DogGame(DogparkGame):
    name = "dog"


class BonfireGame(DogparkGame):
    name = "bonfire"


class BreathGame(DogparkGame):
    name = "breath"


for _game in (DogGame, BonfireGame, BreathGame):
    pyspiel.register_game(game_type(games.rooms(_game.name)), _game)
