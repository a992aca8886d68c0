"""Golden playthroughs: one game of every table as text that people can read. `make golden`.

A change of rules, words or views shows up in review as a difference of these files. Long games are
told from their start and at their end.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dogpark import games
from dogpark.conformance.tables import Table
from dogpark.conformance.walk import Moment, policies_of, walk
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.playout import POLICIES
from dogpark.kernel.rooms import Rooms

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "golden"
SEED = "golden/2"  # games whose number leaves 2 are played by a mixture of bots
HEAD, TAIL = 46_000, 10_000  # characters told of a long game
LOOK_EVERY = 40  # steps between two looks around the table
MANY = 6  # outcomes are counted rather than listed beyond this


def wanted(names: tuple[str, ...] | None = None) -> dict[str, Table]:
    """File names and their tables: every game at every number of players."""
    found = {}
    for name in games.names() if names is None else names:
        rooms = games.rooms(name)
        for players in rooms.facts.seats:
            found[f"{name}-{players}.txt"] = Table(rooms, players, {})
    return found


def playthrough(table: Table, seed: str = SEED) -> str:
    """The text of one game."""
    blocks = list(_blocks(table, seed))
    if sum(map(len, blocks)) > HEAD + TAIL:
        blocks = _shortened(blocks)
    return "\n".join([_title(table, seed), *blocks])


def _title(table: Table, seed: str) -> str:
    facts = table.rooms.facts
    bots = ", ".join(POLICIES[policy] for policy in policies_of(seed, table.players))
    lines = [
        f"{facts.title} ({facts.edition})",
        f"rules version {facts.rules_version}, {table.players} players: {bots}; seed {seed}",
        f"house rules: {json.dumps(table.game.options)}",
        "Written by `make golden`. Steps: who, what, [who is told] what. Now and then: what is new to see.",
    ]
    return "\n".join(lines) + "\n"


def _blocks(table: Table, seed: str) -> Iterator[str]:
    """One block of text for each step."""
    asked: list[str] = []
    known: dict[int | None, dict[str, Any]] = {}
    for moment in walk(table, seed, Counter()):
        lines = list(asked)
        if moment.before is not None:
            lines += _step(moment)
        over = not moment.position.active
        if moment.step % LOOK_EVERY == 0 or over:
            lines += _views(moment, known)
        if over:
            lines.append(f"result: {json.dumps(_result(moment))}")
        asked = _asked(moment)
        yield "\n".join(lines) + "\n"


def _step(moment: Moment) -> Iterator[str]:
    action = moment.rooms.table.action(moment.code)
    who = "chance" if moment.seat == CHANCE else f"seat {moment.seat}"
    yield f"#{moment.step} {who}: {action} ({action.words})"
    for event in moment.events:
        audience = "all" if event.seats is None else ",".join(map(str, event.seats))
        yield f"  [{audience}] {event.words}  {event.key} {json.dumps(dict(event.data))}"


def _asked(moment: Moment) -> list[str]:
    """What may happen next: outcomes with weights, or what each seat may do."""
    rooms: Rooms = moment.rooms
    if CHANCE in moment.position.active:
        chances = rooms.chance(moment.s)
        if len(chances) > MANY:
            return [f"chance may bring {len(chances)} things, weights {sum(w for _, w in chances)}"]
        outcomes = [f"{rooms.table.action(code)} ×{weight}" for code, weight in chances]
        return [f"chance may bring: {' | '.join(outcomes)}"]
    lines = []
    for seat in moment.position.active:
        legal = [str(rooms.table.action(code)) for code in rooms.legal(moment.s, seat)]
        lines.append(f"seat {seat} may ({rooms.stage(moment.s, seat)}): {' | '.join(legal)}")
    return lines


def _views(moment: Moment, known: dict[int | None, dict[str, Any]]) -> Iterator[str]:
    """What a spectator sees, then each seat besides; only what is new since the last look."""
    public = moment.rooms.view(moment.s, None)
    for viewer in (None, *moment.seats):
        own = moment.rooms.view(moment.s, viewer)
        if viewer is not None:
            own = {key: value for key, value in own.items() if public.get(key) != value}
        last = known.get(viewer, {})
        who = "a spectator" if viewer is None else f"seat {viewer}"
        yield f"-- after step {moment.step}, {who} sees"
        for key, value in own.items():
            if key not in last or last[key] != value:
                yield f"   {key}: {json.dumps(value)}"
        known[viewer] = own


def _result(moment: Moment) -> dict[str, Any] | None:
    result = moment.position.result
    return result.to_dict() if result else None


def _shortened(blocks: list[str]) -> list[str]:
    head, size = 0, 0
    while size < HEAD:
        size += len(blocks[head])
        head += 1
    tail, size = len(blocks), 0
    while size < TAIL:
        tail -= 1
        size += len(blocks[tail])
    return [*blocks[:head], f"… {tail - head} steps …\n", *blocks[tail:]]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", help="only these games")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    told = parser.parse_args(arguments)
    folder: Path = told.folder
    folder.mkdir(parents=True, exist_ok=True)
    files = wanted(tuple(told.game) or None)
    for name, table in files.items():
        text = playthrough(table)
        path = folder / name
        changed = not path.exists() or path.read_text("utf-8") != text
        path.write_text(text, "utf-8")
        print(f"{'written  ' if changed else 'unchanged'} {name}  {len(text) // 1000} kB")
    if not told.game:
        for path in folder.glob("*.txt"):
            if path.name not in files:
                path.unlink()
                print(f"removed   {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
