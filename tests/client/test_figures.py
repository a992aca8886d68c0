"""What a load test counts."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dogpark.client.loadtest.figures import Figures, Histogram, total


@given(
    st.lists(st.integers(1, 10**9), min_size=1, max_size=200), st.sampled_from([0.5, 0.95, 0.99])
)
def test_a_percentile_is_within_two_per_cent_of_the_exact_one(
    times: list[int], share: float
) -> None:
    histogram = Histogram()
    for time in times:
        histogram.add(time / 1e6)
    exact = next(t for n, t in enumerate(sorted(times), 1) if n >= share * len(times))
    found = histogram.percentile(share)
    assert found is not None
    assert found * 1000 == pytest.approx(exact, rel=0.02, abs=1.5)


def test_without_times_there_is_no_percentile() -> None:
    assert Histogram().percentile(0.5) is None


def test_figures_of_processes_add_up() -> None:
    parts = []
    for number in (1, 2):
        part = Figures(seconds=10, accepted=50 * number, sockets=number, refused={"stale": number})
        part.acknowledged.add(0.001 * number)
        parts.append(msgspec.json.decode(msgspec.json.encode(part), type=Figures))
    parts[1].err("a move was never answered")
    whole = total(parts)
    assert (whole.seconds, whole.accepted, whole.rate, whole.sockets) == (10, 150, 15, 3)
    assert whole.refused == {"stale": 3}
    assert whole.errors == {"a move was never answered": 1}
    assert whole.acknowledged.count == 2


def test_counting_anew_forgets_all_but_troubles_and_what_is_open() -> None:
    figures = Figures(sockets=4, tables=1, accepted=9, reconnects=2, refused={"stale": 1})
    figures.err("a move was never answered")
    figures.acknowledged.add(1)
    figures.forget()
    left = Figures(sockets=4, tables=1, reconnects=2, errors={"a move was never answered": 1})
    assert figures == left
