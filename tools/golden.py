"""Golden playthroughs: one game of every table as text that people can read. `make golden`.

A change of rules, words or views shows up in review as a difference of these files. Long games are
told from their start and at their end. Games written down move by move (tools/plays.py) are told
besides, whole.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tools.plays import Play, plays

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
PLAY_LOOK_EVERY = 80  # a play itself says how the table looks
MANY = 6  # outcomes are counted rather than listed beyond this
MOST = 40  # choices that are listed


def wanted(names: tuple[str, ...] | None = None) -> dict[str, Table | Play]:
    """File names and what they tell: every game at every number of players, and the plays."""
    found: dict[str, Table | Play] = {}
    chosen = games.names() if names is None else names
    for name in chosen:
        rooms = games.rooms(name)
        for players in rooms.facts.seats:
            found[f"{name}-{players}.txt"] = Table(rooms, players, {})
    for play in plays(chosen):
        found[f"{play.name}.txt"] = play
    return found


def playthrough(told: Table | Play, seed: str = SEED) -> str:
    """The text of one game."""
    if isinstance(told, Play):
        who = f"as written in {told.name}"
        return "\n".join([_title(told.table, who), *_blocks(told.walk(), PLAY_LOOK_EVERY)])
    bots = ", ".join(POLICIES[policy] for policy in policies_of(seed, told.players))
    blocks = list(_blocks(walk(told, seed, Counter()), LOOK_EVERY))
    if sum(map(len, blocks)) > HEAD + TAIL:
        blocks = _shortened(blocks)
    return "\n".join([_title(told, f"{bots}; seed {seed}"), *blocks])


def _title(table: Table, who: str) -> str:
    facts = table.rooms.facts
    lines = [
        f"{facts.title} ({facts.edition})",
        f"rules version {facts.rules_version}, {table.players} players: {who}",
        f"house rules: {json.dumps(table.game.options)}",
        "Written by `make golden`. Steps: who, what, [who is told] what. Now and then: what is new to see.",
    ]
    return "\n".join(lines) + "\n"


def _blocks(moments: Iterable[Moment], look_every: int) -> Iterator[str]:
    """One block of text for each step."""
    asked: list[str] = []
    known: dict[int | None, dict[str, Any]] = {}
    for moment in moments:
        lines = list(asked)
        if moment.before is not None:
            lines += _step(moment)
        over = not moment.position.active
        if moment.step % look_every == 0 or over:
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
        if len(legal) > MOST:
            legal[MOST // 2 : -MOST // 2] = [f"… {len(legal) - MOST} more …"]
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
    for name, game in files.items():
        text = playthrough(game)
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
