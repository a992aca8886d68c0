"""What a load test counts. Figures of several processes can be added up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

FINE = 6  # bits: 64 bins for each doubling, so that a figure is off by at most 1.6 %


class Histogram(msgspec.Struct):
    """Times, in bins that grow with them; as good after an hour as after a second."""

    bins: dict[int, int] = msgspec.field(default_factory=dict)
    count: int = 0

    def add(self, seconds: float) -> None:
        place = int(seconds * 1e6)
        shift = place.bit_length() - FINE - 1
        if shift > 0:
            place = (shift << FINE) + (place >> shift)
        bins = self.bins
        bins[place] = bins.get(place, 0) + 1
        self.count += 1

    def merge(self, other: Histogram) -> None:
        for place, count in other.bins.items():
            self.bins[place] = self.bins.get(place, 0) + count
        self.count += other.count

    def percentile(self, share: float) -> float | None:
        """The time, in milliseconds, within which this share of all was done."""
        wanted = share * self.count
        so_far = 0
        for place in sorted(self.bins):
            so_far += self.bins[place]
            if so_far >= wanted:
                return _middle(place) / 1000
        return None

    def to_dict(self) -> dict[str, float | None]:
        found = {f"p{share:g}": self.percentile(share / 100) for share in (50, 95, 99, 99.9)}
        return {
            **{name: None if v is None else round(v, 3) for name, v in found.items()},
            "count": self.count,
        }


def _middle(place: int) -> float:
    """The middle of a bin, in microseconds."""
    if place < 2 << FINE:
        return place + 0.5
    shift = (place >> FINE) - 1
    low = (place - (shift << FINE)) << shift
    return low + (1 << shift) / 2


class Figures(msgspec.Struct):
    """What happened so far."""

    seconds: float = 0  # since counting began
    cpu: float = 0  # seconds of CPU the test itself took meanwhile
    sockets: int = 0  # open now
    tables: int = 0  # being played now
    games: int = 0  # played to their end
    accepted: int = 0
    reconnects: int = 0
    refused: dict[str, int] = msgspec.field(default_factory=dict)
    errors: dict[str, int] = msgspec.field(default_factory=dict)
    acknowledged: Histogram = msgspec.field(default_factory=Histogram)
    seen: Histogram = msgspec.field(default_factory=Histogram)  # by any other seat or spectator
    asked: Histogram = msgspec.field(default_factory=Histogram)  # by another seat that is to act

    def refuse(self, kind: str) -> None:
        self.refused[kind] = self.refused.get(kind, 0) + 1

    def err(self, what: str) -> None:
        self.errors[what] = self.errors.get(what, 0) + 1

    @property
    def rate(self) -> float:
        """Moves acknowledged a second."""
        return self.accepted / self.seconds if self.seconds else 0.0

    def forget(self) -> None:
        """Begins to count anew; what is open stays open, and no trouble is ever forgotten."""
        self.games = self.accepted = 0
        self.refused = {}
        self.acknowledged, self.seen, self.asked = Histogram(), Histogram(), Histogram()

    def merge(self, other: Figures) -> None:
        self.seconds = max(self.seconds, other.seconds)
        for name in ("cpu", "sockets", "tables", "games", "accepted", "reconnects"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.refused = dict(Counter(self.refused) + Counter(other.refused))
        self.errors = dict(Counter(self.errors) + Counter(other.errors))
        self.acknowledged.merge(other.acknowledged)
        self.seen.merge(other.seen)
        self.asked.merge(other.asked)

    def to_dict(self) -> dict[str, Any]:
        return {
            "seconds": round(self.seconds, 3),
            "moves_acknowledged": self.accepted,
            "moves_per_second": round(self.rate, 1),
            "acknowledged_ms": self.acknowledged.to_dict(),
            "seen_by_others_ms": self.seen.to_dict(),
            "seen_by_next_ms": self.asked.to_dict(),
            "sockets": self.sockets,
            "tables": self.tables,
            "games_finished": self.games,
            "refused": self.refused,
            "errors": self.errors,
            "reconnects": self.reconnects,
            "client_cpu_seconds": round(self.cpu, 3),
        }


def total(parts: list[Figures]) -> Figures:
    """The figures of several processes in one."""
    whole = Figures()
    for part in parts:
        whole.merge(part)
    return whole
