"""The spaces of a game, as Gymnasium and PettingZoo declare them."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from dogpark.kernel.sight import Sight


def observation_space(sight: Sight) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(sight.low, sight.high, dtype=np.int32),
            "action_mask": spaces.Box(0, 1, (sight.actions,), dtype=np.int8),
        }
    )


def action_space(sight: Sight) -> spaces.Discrete:
    return spaces.Discrete(sight.actions)
