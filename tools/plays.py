"""Games written down move by move: tests/golden/plays. Read here, told by tools/golden.py.

A play begins with its table, ``monty 3 mode=one_off``. Then every line is a move, ``0: commit 2`` or
``chance: draw path``, or says how the table looks at that moment, ``= …``, which is for the game's
own tests to check. Lines that begin with # are for people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dogpark import games
from dogpark.conformance.tables import Table
from dogpark.conformance.walk import Moment
from dogpark.kernel.facts import CHANCE

FOLDER = Path(__file__).parent.parent / "tests" / "golden" / "plays"
LOOK = "="


@dataclass(frozen=True)
class Play:
    """A table and the lines of a game at it."""

    name: str
    table: Table
    lines: tuple[str, ...]

    @property
    def moves(self) -> Iterator[tuple[int, str]]:
        """Seats and what they do; CHANCE for nature."""
        for line in self.lines:
            if not line.startswith(LOOK):
                who, _, move = line.partition(": ")
                yield CHANCE if who == "chance" else int(who), move

    def walk(self) -> Iterator[Moment]:
        """Every moment of the game, through the referee."""
        position = self.table.game.begin(None, "manual")
        notes = Counter[str]()
        yield Moment(self.table, self.name, 0, position, position.state, [], notes)
        for step, (seat, move) in enumerate(self.moves, 1):
            before = position.state
            events = position.apply(seat, move)
            code = self.table.rooms.table.from_text(move).code
            yield Moment(
                *(self.table, self.name, step, position, position.state, [], notes),
                *(before, seat, code, events),
            )


def plays(names: Iterable[str]) -> list[Play]:
    """All plays of these games."""
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        lines = [line.strip() for line in path.read_text("utf-8").splitlines()]
        table, *rest = [line for line in lines if line and not line.startswith("#")]
        name, players, *options = table.split()
        if name in names:
            changed = dict(option.split("=") for option in options)
            found.append(
                Play(path.stem, Table(games.rooms(name), int(players), changed), tuple(rest))
            )
    return found
