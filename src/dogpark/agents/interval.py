"""95 % confidence intervals for shares and means."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy.typing as npt

Z = 1.959963984540054  # the 97.5 % point of the normal distribution


@dataclass(frozen=True)
class Interval:
    """An estimate with the bounds between which the true value lies in 95 % of such runs."""

    value: float
    low: float
    high: float

    def to_dict(self) -> dict[str, float]:
        return {"value": self.value, "low": self.low, "high": self.high}


def share_interval(hits: int, tries: int) -> Interval:
    """Wilson's score interval: honest at 0 %, at 100 % and for few games."""
    if tries == 0:
        return Interval(0.0, 0.0, 1.0)
    share = hits / tries
    scale = 1 + Z * Z / tries
    middle = (share + Z * Z / (2 * tries)) / scale
    spread = Z * sqrt(share * (1 - share) / tries + Z * Z / (4 * tries * tries)) / scale
    return Interval(share, max(0.0, middle - spread), min(1.0, middle + spread))


def mean_interval(values: npt.NDArray[Any]) -> Interval:
    if len(values) == 0:
        return Interval(0.0, 0.0, 0.0)
    mean = float(values.mean())
    spread = Z * float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Interval(mean, mean - spread, mean + spread)
