"""What a move costs the server by itself: from a socket's frame to everybody's messages, without network and disk.

    python -m bench.server.path                  # µs a move, and a digest of every byte that is sent
    python -m bench.server.path --instructions   # a move's instructions, which no other load disturbs (valgrind)

The same moves of the same games each time, by a clock of its own: two versions of the server that tell the
same have the same digest.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import hashlib
import os
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, cast

import msgspec

from dogpark.server import entries
from dogpark.server.bus.here import Here
from dogpark.server.entries import AnyEntry, Opened, Who
from dogpark.server.http import socket as sockets
from dogpark.server.http.outbox import Outbox
from dogpark.server.http.post import Post
from dogpark.server.http.socket import Connection
from dogpark.server.log.answer import Answer
from dogpark.server.log.rows import Row
from dogpark.server.ops.metrics import Metrics
from dogpark.server.park import sitting as sittings
from dogpark.server.park.park import Park
from dogpark.server.park.sitting import Sitting
from dogpark.server.settings import Settings
from dogpark.server.table import drafts
from dogpark.wire.asks import Watch

BEGAN_MS = 1_700_000_000_000
RATE = 5000  # moves a second, by the clock of the bench: it decides who is told how often
PORTION = 2000  # moves of which the time is taken together
FEW, MANY = 2000, 8000  # moves; what more of them cost in instructions is what moves cost


class Clock:
    """Stands in for ``time`` where moves are made."""

    def __init__(self) -> None:
        self._began = self.now = time.monotonic()

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)

    def monotonic(self) -> float:
        return self.now

    def time_ns(self) -> int:
        return BEGAN_MS * 1_000_000 + round((self.now - self._began) * 1e9)


class Disk:
    """A log that has saved everything as soon as it is asked to."""

    def __init__(self, post: Post) -> None:
        self._waiting: list[Answer[bool]] = []
        self._post = post

    def append(self, _: Row) -> Answer[bool]:
        answer: Answer[bool] = Answer()
        self._waiting.append(answer)
        return answer

    def save(self) -> None:
        waiting, self._waiting = self._waiting, []
        for answer in waiting:
            answer.give(outcome=True)
        self._post.go()


class Wire:
    """A client that reads everything at once."""

    def __init__(self) -> None:
        self.writable = asyncio.Event()
        self.writable.set()
        self.read = hashlib.sha256()

    def write(self, messages: Sequence[bytes]) -> None:
        for message in messages:
            self.read.update(message)


class Stage:
    """A park with games in it, and those who play them."""

    def __init__(self, game: str, players: int, tables: int) -> None:
        self._game, self._players = game, players
        self._dice = random.Random(7)
        self._numbers, self._asks = count(1), count(3, 2)
        self._post = Post()
        self.disk = Disk(self._post)
        self.wires: list[Wire] = []
        settings = Settings("sqlite:///nowhere", messages_per_second=1e9)
        log, nobody = cast("Any", self.disk), cast("Any", None)
        self.park = Park(settings, nobody, log, Here(), nobody, Metrics(), "bench")
        drafts.fresh_seed = self._seed
        self.games = [self._open() for _ in range(tables)]

    def _seed(self) -> str:
        return hashlib.sha256(self._dice.randbytes(8)).hexdigest()

    def _open(self) -> tuple[Sitting, list[Connection]]:
        sitting = Sitting(self.park, f"table{next(self._numbers):05}")
        people = [Who(f"{sitting.id}-{seat}", f"P{seat}") for seat in range(self._players)]

        def put(entry: AnyEntry) -> None:
            sitting._fold(sitting.table.seq + 1, BEGAN_MS, entry, None)

        put(Opened(self._game, self._players, {}, people[0]))
        for seat, who in enumerate(people):
            put(entries.Sat(seat, who))
        begun = drafts.begin(sitting.table, people[0].id)
        assert isinstance(begun, drafts.Draft)
        put(begun.entry)
        return sitting, [self._come(sitting, who) for who in people]

    def _come(self, sitting: Sitting, who: Who) -> Connection:
        wire = Wire()
        self.wires.append(wire)
        nobody = cast("Any", None)
        connection = Connection(who, nobody, Outbox(wire, self._post), self.park, nobody)
        connection.watched[sitting.id] = sitting
        watching = sitting.watch(connection, Watch(id=2, table=sitting.id, words=False))
        try:
            watching.send(None)  # there is nothing it has to wait for
        except StopIteration:
            return connection
        raise RuntimeError("who watches had to wait")

    def asks(self) -> Iterator[tuple[Connection, str]]:
        """A move at every table, over whose it is; where a game is over another has begun."""
        for number, (sitting, connections) in enumerate(self.games):
            if sitting.table.status != "playing":
                self.games[number] = self._open()
                continue
            table = sitting.table
            assert table.position is not None
            seat = self._dice.choice(table.asked)
            move = table.game.rooms.table.action(self._dice.choice(table.position.codes(seat)))
            ask = {"type": "act", "id": next(self._asks), "table": table.id, "seat": seat}
            ask |= {"move": move.to_dict(), "key": f"{ask['id']:x}"}
            yield connections[seat], msgspec.json.encode(ask).decode()


async def play(game: str, players: int, tables: int, moves: int) -> None:
    clock = Clock()
    for module in (sittings, sockets):
        module.time = cast("Any", clock)  # type: ignore[attr-defined] # in its place
    asyncio.get_running_loop().time = clock.monotonic  # type: ignore[method-assign] # so that frames are as long
    stage = Stage(game, players, tables)
    gc.freeze()
    gc.disable()
    portions, done, made, spent = list[float](), 0, 0, 0.0
    while done < moves:
        asks = list(stage.asks())
        clock.now += len(asks) / RATE
        await asyncio.sleep(0)  # frames that have ended are told
        began = time.process_time()
        for connection, text in asks:
            if not connection.take(text):
                raise RuntimeError(f"a move went the long way: {text}")
        stage.disk.save()
        spent += time.process_time() - began
        done, made = done + len(asks), made + len(asks)
        if made >= PORTION:
            portions.append(spent / made * 1e6)
            made, spent = 0, 0.0
            gc.collect(1)
    told = hashlib.sha256(b"".join(wire.read.digest() for wire in stage.wires))
    if portions:
        print(f"{statistics.median(portions):.0f} µs a move (median of {len(portions)} portions)")
    print(f"what was told: {told.hexdigest()[:16]}")


def instructions(arguments: list[str], moves: int) -> int:
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable]
    command += ["-m", "bench.server.path", *arguments, "--moves", str(moves)]
    # The threads of a library that nobody uses here would count while they wait.
    env = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    told = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", told.stderr)
    if found is None:
        raise SystemExit(f"valgrind counted nothing:\n{told.stderr[-2000:]}")
    return int(found[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--game", default="dog")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--tables", type=int, default=25)
    parser.add_argument("--moves", type=int, default=20_000)
    parser.add_argument("--instructions", action="store_true", help="count them with valgrind")
    given = parser.parse_args()
    if not given.instructions:
        asyncio.run(play(given.game, given.players, given.tables, given.moves))
        return
    same = ["--game", given.game, "--players", str(given.players), "--tables", str(given.tables)]
    few, many = instructions(same, FEW), instructions(same, MANY)
    print(f"{(many - few) / (MANY - FEW):,.0f} instructions a move")


if __name__ == "__main__":
    main()
