"""``dogpark check``: whether records hold, and what exactly was verified."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.text import Text

from dogpark.cli import errors, seats, terminal
from dogpark.cli.inputs import record_from
from dogpark.kernel.facts import CHANCE
from dogpark.play.record import BadRecord, Record, replay


@dataclass(frozen=True)
class Verdict:
    """What became of one file."""

    file: Path
    trouble: str | None
    record: Record | None = None

    @property
    def outcomes(self) -> int:
        return sum(seat == CHANCE for seat, *_ in self.record.lines) if self.record else 0

    def to_dict(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "file": str(self.file),
            "holds": self.trouble is None,
            "trouble": self.trouble,
        }
        if self.record:
            told |= {
                "game": self.record.header.game,
                "players": self.record.header.players,
                "lines": len(self.record.lines),
                "outcomes": self.outcomes,
                "finished": self.record.finished,
                "outcomes_from_seed": self.record.seed is not None,
                "result": self.record.result,
            }
        return told


def run(files: list[Path], *, json: bool) -> int:
    verdicts = [_verdict(file) for file in files]
    if json:
        terminal.print_json([verdict.to_dict() for verdict in verdicts])
    else:
        for verdict in verdicts:
            _tell(verdict)
    return errors.BAD_INPUT if any(verdict.trouble for verdict in verdicts) else errors.OK


def _verdict(file: Path) -> Verdict:
    record = None
    try:
        record = record_from(file)
        replay(record)
    except errors.BadInput as error:
        return Verdict(file, str(error).rstrip("."))
    except BadRecord as error:
        return Verdict(file, f"{file} does not hold: {error}", record)
    return Verdict(file, None, record)


def _tell(verdict: Verdict) -> None:
    if verdict.trouble or verdict.record is None:
        terminal.err().print(
            Text.assemble(("✗ ", "bold red"), f"{verdict.trouble}."), soft_wrap=True
        )
        return
    console = terminal.out()
    console.print(Text.assemble(("✓ ", "bold green"), f"{verdict.file} holds."), soft_wrap=True)
    for line in verified(verdict.record, verdict.outcomes):
        console.print(Text(f"  {line}", "dim"))
    if verdict.record.result:
        winners = verdict.record.result["winners"]
        words = " and ".join(seats.name(seat) for seat in winners)
        ending = f"{words} won." if winners else "Nobody won."
        console.print(seats.coloured(f"  {ending}"))


def verified(record: Record, outcomes: int) -> list[str]:
    """What was looked at, in words."""
    header = record.header
    moves = len(record.lines) - outcomes
    told = [
        f"Form: {header.game} for {header.players} players, rules version {header.rules}.",
        "Digest: no line was changed, added or left out.",
        f"Legality: {moves} moves, each allowed to that seat at that moment.",
    ]
    if record.seed is None:
        told.append(f"Chance: {outcomes} outcomes, each possible; the seed is not told.")
    else:
        told.append("Commitment: the seed is the one fixed before the game.")
        told.append(f"Chance: {outcomes} outcomes, each the one that the seed draws.")
    ending = "the one these moves lead to" if record.finished else "the game is not over yet"
    told.append(f"Result: {ending}.")
    return told
