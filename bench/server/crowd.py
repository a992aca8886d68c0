"""Many tables of people and bots, paced like people, faster and faster until it is too much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bench.server.ours import MovesWatch, Played, play, serving, times
from bench.server.processes import resident_kib

from dogpark.client.loadtest.plan import Plan

PACES = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0)  # moves a second at each table
SEATS, PEOPLE = 4, 2
KEPT_UP = 0.9  # of the moves that would have been made if nothing took any time


@dataclass(frozen=True)
class Step:
    """One pace."""

    rate: float
    scripted: float  # moves of scripted players acknowledged a second
    all_moves: float  # with those of the bots
    acknowledged: dict[str, float]
    memory_mib: float
    holds: bool


def climb(tables: int, seconds: float, p99: float, say: Callable[[str], None]) -> list[Step]:
    """One pace after the other, each on a fresh server, up to the first that is too much."""
    steps = []
    for rate in PACES:
        with serving() as server:
            plan = Plan(
                address=server.address,
                game="dog",
                players=SEATS,
                people=PEOPLE,
                tables=tables,
                seconds=max(seconds, 4 / rate),
                rate=rate,
            )
            watch = MovesWatch(server)
            played = play(server, plan, watch.look)
            step = _step(plan, played, watch.rate, resident_kib(server.pid) / 1024, p99, say)
        steps.append(step)
        if not step.holds:
            break
    return steps


def _step(
    plan: Plan,
    played: Played,
    all_moves: float,
    memory: float,
    p99: float,
    say: Callable[[str], None],
) -> Step:
    figures = played.figures
    found = times(figures.acknowledged)
    assert plan.rate is not None
    due = plan.tables * plan.rate * PEOPLE / SEATS
    say(
        f"{plan.tables:,} tables, {plan.rate:g} moves/s each: {figures.rate:,.0f} acknowledged/s, "
        f"{all_moves:,.0f} with bots, p99 {found['p99']:.0f} ms, "
        f"server {played.server_cpu:.0%}, client {figures.cpu / figures.seconds:.0%}"
    )
    return Step(
        rate=plan.rate,
        scripted=figures.rate,
        all_moves=all_moves,
        acknowledged=found,
        memory_mib=memory,
        holds=found["p99"] < p99 and figures.rate >= KEPT_UP * due,
    )
