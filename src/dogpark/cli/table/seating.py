"""Who sits where: people and bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dogpark.agents.bots import BOTS, LEVELS
from dogpark.cli.errors import BadInput

YOU = "you"
DEFAULT_BOT = "family"


@dataclass(frozen=True)
class Seating:
    """One name a seat: ``you`` for a person, else a bot."""

    names: tuple[str, ...]

    @property
    def humans(self) -> tuple[int, ...]:
        return tuple(seat for seat, name in enumerate(self.names) if name == YOU)

    def flags(self) -> str:
        """The same seating on the command line."""
        return f"--seats {','.join(self.names)}"


def seat_people(
    players: int,
    seats: str | None = None,
    humans: str | None = None,
    bots: str | None = None,
    saved: Sequence[str] | None = None,
) -> Seating:
    """From what was asked for; else as in the saved game; else you at seat 0 and family dogs."""
    if seats is not None:
        if humans is not None or bots is not None:
            raise BadInput("--seats says it all: leave --humans and --bots out.")
        return _by_name([word.strip() for word in seats.split(",")], players)
    if humans is None and bots is None and saved is not None:
        return _by_name(list(saved), players)
    people = _people(humans, players)
    others = [seat for seat in range(players) if seat not in people]
    names = [YOU] * players
    for seat, name in zip(others, _bots(bots, len(others)), strict=True):
        names[seat] = name
    return Seating(tuple(names))


def _by_name(names: list[str], players: int) -> Seating:
    if len(names) != players:
        raise BadInput(f"--seats needs {players} names, one a seat; {len(names)} are given.")
    for name in names:
        if name != YOU:
            _known(name)
    return Seating(tuple(names))


def _people(humans: str | None, players: int) -> set[int]:
    if humans is None:
        return {0}
    if humans == "none":
        return set()
    if humans == "all":
        return set(range(players))
    people = set()
    for word in humans.split(","):
        if not word.strip().isdigit() or int(word) >= players:
            raise BadInput(
                f"--humans takes seats from 0 to {players - 1}, all or none, not {word.strip()!r}."
            )
        people.add(int(word))
    return people


def _bots(bots: str | None, count: int) -> list[str]:
    names = [word.strip() for word in (bots or DEFAULT_BOT).split(",")]
    for name in names:
        _known(name)
    if len(names) == 1:
        return names * count
    if len(names) != count:
        raise BadInput(f"{count} seats are left for bots, but {len(names)} bots are named.")
    return names


def _known(name: str) -> None:
    if name not in BOTS:
        raise BadInput(f"There is no bot {name!r}; there are {', '.join(LEVELS)}.")
