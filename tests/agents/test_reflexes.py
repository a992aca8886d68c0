"""How quick the levels are at a live table."""

from __future__ import annotations

from itertools import pairwise

import pytest

from dogpark.agents.bots import LEVELS
from dogpark.agents.reflexes import hesitation, span_of
from dogpark.kernel.seed import dice_for


def test_each_level_is_quicker_than_the_one_below() -> None:
    for slower, quicker in pairwise(LEVELS):
        assert span_of(slower) > span_of(quicker)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_hesitates_within_its_span_by_its_own_dice(level: str) -> None:
    low, high = span_of(level)
    drawn = [hesitation(span_of(level), 2, dice_for(seed, 0)) for seed in range(200)]
    assert low <= min(drawn) < max(drawn) <= high
    assert len(set(drawn)) > 50
