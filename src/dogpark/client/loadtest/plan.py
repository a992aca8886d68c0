"""What a load test is to do."""

from __future__ import annotations

from typing import Any

import msgspec

from dogpark.client.address import Address, read_address

MOST_SECONDS = 3600
MOST_TABLES = 100_000
MOST_SPECTATORS = 1000
MOST_PROCESSES = 64


class BadPlan(ValueError):
    """A load test that cannot or must not be; the message says why."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A load test."""

    address: str
    game: str
    players: int  # seats of a table
    people: int  # of them scripted players; bots of the server have the others
    tables: int
    spectators: int = 0  # at each table
    seconds: float = 30
    rate: float | None = None  # moves a second at each table; None: as fast as it goes
    bots: str = "greedy"
    options: dict[str, Any] = {}
    words: bool = True  # prompts are asked for in words, as people need them; else in short
    processes: int = 1
    number: int = 0  # of this process, from 0

    @property
    def place(self) -> Address:
        return read_address(self.address)

    @property
    def gap(self) -> float:
        """Seconds between two moves at a table."""
        return 1 / self.rate if self.rate else 0.0

    @property
    def bot_pace(self) -> int:
        """Milliseconds a bot of the server takes for a move."""
        return min(10_000, round(1000 * self.gap))

    def shares(self) -> list[Plan]:
        """What each process does of it."""
        count = self.processes
        return [
            msgspec.structs.replace(
                self,
                tables=_share(self.tables, number, count),
                processes=1,
                number=number,
            )
            for number in range(count)
        ]


def _share(whole: int, number: int, count: int) -> int:
    return (whole * (number + 1)) // count - (whole * number) // count


def check(plan: Plan) -> None:
    """Raises BadPlan, or BadAddress, unless the plan can be carried out and harms nobody."""
    place = plan.place
    if not place.here:
        raise BadPlan(
            f"a load test is only for a server on this machine (127.0.0.1, ::1 or localhost), "
            f"and {place.host} may be somebody else's"
        )
    if place.secure:
        raise BadPlan("a load test speaks plain HTTP with a server on this machine: use http://")
    _within("--seconds", plan.seconds, 1, MOST_SECONDS)
    _within("--tables", plan.tables, 1, MOST_TABLES)
    _within("--players-per-table", plan.people, 1, plan.players)
    _within("--spectators", plan.spectators, 0, MOST_SPECTATORS)
    _within("--processes", plan.processes, 1, min(MOST_PROCESSES, plan.tables))
    if plan.rate is not None:
        _within("--rate", plan.rate, 0.001, 1000)


def _within(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise BadPlan(f"{name} must be from {low:g} to {high:g}, not {value:g}")
