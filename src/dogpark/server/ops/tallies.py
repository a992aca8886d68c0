"""Figures that are counted with every message: plain numbers, which Prometheus gets when it asks.

The library's own counters take a lock each time, since threads may share them. These are counted in
the event loop alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from math import inf

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

OTHER = "other"


class Tally:
    """Something that is counted."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def inc(self, by: int = 1) -> None:
        self.value += by


class Tallies(Collector):
    """A tally for each of a few known values of one label: ``entries["moved"].inc()``.

    Where "other" is among them, a value that nobody foresaw is counted there: a label cannot grow
    without end.
    """

    def __init__(
        self,
        registry: CollectorRegistry,
        name: str,
        words: str,
        label: str,
        values: Iterable[str],
    ) -> None:
        self._name, self._words, self._label = name, words, label
        self._tallies = {value: Tally() for value in values}
        registry.register(self)

    def __getitem__(self, value: str) -> Tally:
        return self._tallies.get(value) or self._tallies[OTHER]

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily(self._name, self._words, labels=[self._label])
        for value, tally in self._tallies.items():
            family.add_metric([value], tally.value)
        yield family


class Times(Collector):
    """How long something takes, by bounds in seconds."""

    def __init__(
        self, registry: CollectorRegistry, name: str, words: str, bounds: tuple[float, ...]
    ) -> None:
        self._name, self._words, self._bounds = name, words, tuple(map(float, bounds))
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0
        registry.register(self)

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        buckets, count = [], 0
        for bound, more in zip((*self._bounds, inf), self._counts, strict=True):
            count += more
            buckets.append(("+Inf" if bound == inf else str(bound), count))
        yield HistogramMetricFamily(self._name, self._words, buckets=buckets, sum_value=self._sum)
