"""Counting what can happen: how many chains of choices, and how many different boards they lead to.

The counts are kept in ``perft.json``. A change of any count is a change of the rules, or a bug.
``python -m tests.games.dog.perft`` writes the counts anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from dogpark.games.dog.state import TURN, Dog
from tests.games.dog.positions import DOG, hold, position, whole_plays

FILE = Path(__file__).with_name("perft.json")
NODE_LIMIT = 3000


def table(entry: dict[str, Any]) -> Dog:
    s = position(
        entry["pegs"], entry["hands"][0], players=entry["players"], **entry.get("options", {})
    )
    for seat, cards in enumerate(entry["hands"][1:], start=1):
        hold(s, seat, cards)
    return s


def chains(s: Dog) -> list[int]:
    """Chains of 1, 2, 3 … choices, until there are too many, or a deal or the end is in sight."""
    counts = []
    frontier = [s]
    while frontier and len(frontier) <= NODE_LIMIT:
        following = []
        for state in frontier:
            for seat in DOG.active_seats(state):
                for code in DOG.legal(state, seat):
                    new = state.copy()
                    DOG.rules.apply(new, seat, code)
                    following.append(new)
        counts.append(len(following))
        frontier = [state for state in following if state.phase >= TURN]
    return counts


def results(s: Dog) -> int:
    """Different states after one whole play of the seat to move."""
    return len({repr(after) for _, after in whole_plays(s)})


def count(entry: dict[str, Any]) -> dict[str, Any]:
    s = table(entry)
    return {**entry, "chains": chains(s), "results": results(s)}


def entries() -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
    return loaded


if __name__ == "__main__":
    rows = ",\n".join(json.dumps(count(entry)) for entry in entries())
    FILE.write_text(f"[\n{rows}\n]\n", "utf-8")
