"""What the kit found: how often each check looked, and what failed, ready to be seen again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from dogpark.conformance.tables import Table


@dataclass(frozen=True)
class Failure:
    """One finding. ``command`` shows it again."""

    check: str
    table: Table
    seed: str
    step: int | None
    problem: str

    @property
    def command(self) -> str:
        return self.table.command(self.seed, self.check)

    def __str__(self) -> str:
        where = "" if self.step is None else f", step {self.step}"
        return (
            f"{self.check}: {self.table}, seed {self.seed}{where}\n"
            f"    {self.problem}\n"
            f"    again: {self.command}"
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "check": self.check,
            "game": self.table.rooms.name,
            "players": self.table.players,
            "options": dict(self.table.changed),
            "seed": self.seed,
            "step": self.step,
            "problem": self.problem,
            "again": self.command,
        }


class Nonconforming(AssertionError):
    """A game failed the kit; the message lists every finding."""


@dataclass
class Report:
    """The outcome of a run; true when nothing failed."""

    failures: list[Failure] = field(default_factory=list)
    looked: Counter[str] = field(default_factory=Counter)
    games: int = 0
    steps: int = 0
    changed: Counter[str] = field(default_factory=Counter)  # what re-deals really changed

    def __bool__(self) -> bool:
        return not self.failures

    @property
    def failed(self) -> set[str]:
        """The names of the checks that failed."""
        return {failure.check for failure in self.failures}

    def has(self, check: str, table: Table) -> bool:
        """Whether that check has failed at that table already: one finding of each is enough."""
        return any(f.check == check and f.table is table for f in self.failures)

    def merge(self, other: Report) -> None:
        self.failures += other.failures
        self.looked += other.looked
        self.games += other.games
        self.steps += other.steps

    def insist(self) -> None:
        """Raises Nonconforming unless everything held."""
        if self.failures:
            raise Nonconforming(str(self))

    def __str__(self) -> str:
        played = f"{self.games} games, {self.steps} steps, {len(self.looked)} checks"
        if not self.failures:
            return f"conforms: {played}"
        found = "\n\n".join(map(str, self.failures))
        return f"{len(self.failures)} findings in {played}\n\n{found}"
