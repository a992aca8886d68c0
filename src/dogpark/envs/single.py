"""Gymnasium's plain environment: one seat of one game, bots in the others.

Importing this module registers every game: ``gymnasium.make("dogpark/bonfire-v1")`` for one game and
``gymnasium.make_vec("dogpark/bonfire-v1", num_envs=1024)`` for many.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import gymnasium
from gymnasium import spaces

from dogpark import games
from dogpark.envs.opponents import opponent
from dogpark.envs.session import Observation, Seeds, Session
from dogpark.envs.spaces import action_space, observation_space
from dogpark.envs.words import table_text
from dogpark.kernel.seed import dice_for
from dogpark.play.refused import Refused


class DogparkEnv(gymnasium.Env[Observation, int]):
    """The seat is asked whenever it has to decide; everybody else is a bot. In Python.

    An illegal choice raises ``Refused``; with ``illegal="lose"`` it ends the episode at reward -1, for
    learners that do not look at the mask.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (Gymnasium declares it so)

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        opponents: str = "random",
        seat: int = 0,
        illegal: Literal["raise", "lose"] = "raise",
        render_mode: str | None = None,
    ) -> None:
        self._session = Session(game, players, options)
        if not 0 <= seat < self._session.players:
            raise ValueError(f"seats run from 0 to {self._session.players - 1}, not {seat}")
        self._seat = seat
        self._illegal = illegal
        self._policy = opponent(self._session.rooms, opponents)
        self._seeds = Seeds()
        self._dice: list[list[int]] = []
        self.render_mode = render_mode
        self.observation_space: spaces.Space[Any] = observation_space(self._session.sight)
        self.action_space: spaces.Space[Any] = action_space(self._session.sight)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        text = self._seeds.next(seed)
        self._session.start(text)
        self._dice = [dice_for(text, seat) for seat in range(self._session.players)]
        self._play_on()
        return self._seen(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The seat's choice, then everybody's until it is asked again."""
        try:
            self._session.apply(self._seat, action)
        except Refused:
            if self._illegal == "raise":
                raise
            return self._seen(), -1.0, True, False, {}
        self._play_on()
        over = self._session.turn is None
        rewards = self._session.rewards()
        return self._seen(), rewards[self._seat], over, False, {"rewards": rewards}

    def _play_on(self) -> None:
        session = self._session
        while (turn := session.turn) is not None and turn != self._seat:
            session.apply(turn, session.choose(turn, self._policy, self._dice[turn]))

    def _seen(self) -> Observation:
        return self._session.observe(self._seat, asked=self._session.turn == self._seat)

    def render(self) -> str | None:
        """What everybody at the table sees, as text."""
        return table_text(self._session) if self.render_mode == "ansi" else None


def register() -> None:
    """Makes every game known to Gymnasium by its name and the version of its rules."""
    for name in games.names():
        gymnasium.register(
            id=f"dogpark/{name}-v{games.rooms(name).facts.rules_version}",
            entry_point="dogpark.envs.single:DogparkEnv",
            vector_entry_point="dogpark.envs.vector:DogparkVector",
            kwargs={"game": name},
        )


register()
