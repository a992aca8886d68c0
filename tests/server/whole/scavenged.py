"""A table just before a scavenger is sent, as it was dealt or dealt again; set up as often as one likes.

The log is the same every time, up to the move that opens the window. In one deal somebody who will
be asked has a guard dog. In others nobody has, and certain eyes cannot tell the difference.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from dogpark.kernel.rng import dice_below
from dogpark.kernel.schema import State
from dogpark.kernel.seed import dice_for
from dogpark.play.game import load
from dogpark.play.position import Position
from dogpark.server import entries
from dogpark.server.entries import AnyEntry, Who
from dogpark.server.live import veil
from dogpark.server.log.rows import Row
from dogpark.server.park.names import new_id
from dogpark.server.park.sitting import wall_ms
from dogpark.server.settings import Settings
from tests.server.whole.crowd import Device, devices
from tests.server.whole.guests import Guest, guests
from tests.server.whole.running import Here, serving

GUARD = "guard-dog"


@dataclass(frozen=True)
class Scene:
    """A game just before a scavenger is sent, who sends it, and who of those asked has a guard dog."""

    seed: str
    lines: list[list[list[int]]]  # of every entry, the first being the beginning's
    seats: list[int | None]  # who moved; None at the beginning
    sender: int
    move: dict[str, Any]
    asked: tuple[int, ...]
    holder: int
    dealt_again: dict[int, State | None]  # by seat, a deal without guard dogs that it cannot tell

    @property
    def other(self) -> int:
        """Who is asked as well, and has none."""
        (seat,) = set(self.asked) - {self.holder}
        return seat


def holders(position: Position, asked: tuple[int, ...]) -> list[int]:
    return [seat for seat in asked if position.view(seat)["hand"].get(GUARD)]


@cache
def scene(*, first: bool) -> Scene:
    """Of the two who are asked, one has a guard dog: who is asked first, or second."""
    for number in range(400):
        found = _look_for(f"{number:064x}")
        if found is None or (found.asked[0] == found.holder) != first:
            continue
        if found.dealt_again[found.sender] and found.dealt_again[found.other]:
            return found
    raise AssertionError("no such game found")


def _look_for(seed: str) -> Scene | None:
    game = load("breath", players=3)
    position = game.begin(seed, "seeded")
    position.roll()
    lines, seats, dice = [position.since(0)], list[int | None]([None]), dice_for(seed, 0)
    while position.active:
        seat = position.turn
        assert seat is not None
        legal = position.legal(seat)
        for action in legal:
            ahead = position.copy()
            ahead.apply(seat, action)
            if veil.veiled(ahead):
                asked = veil.asked(ahead)
                with_one = holders(ahead, asked)
                if len(asked) != 2 or len(with_one) != 1:
                    return None
                unaware = {
                    one: without_guard_dog(position, one, asked, (seat, action.code))
                    for one in range(3)
                }
                return Scene(
                    seed, lines, seats, seat, action.to_dict(), asked, with_one[0], unaware
                )
        before = position.length
        position.apply(seat, legal[dice_below(dice, len(legal))])
        lines.append(position.since(before))
        seats.append(seat)
    return None


def without_guard_dog(
    position: Position, eyes: int, asked: tuple[int, ...], sends: tuple[int, int]
) -> State | None:
    """Another deal that these eyes cannot tell from this one: of those asked nobody has one.

    The same seat can send the scavenger there. None where it is known who has a guard dog.
    """
    sender, code = sends
    rooms, dice = position.rooms, dice_for("another deal", 0)
    for _ in range(60):
        world = rooms.redeal(position.state, eyes, dice)
        guarded = any(rooms.view(world, seat)["hand"].get(GUARD) for seat in asked)
        if not guarded and code in rooms.legal(world, sender):
            return world
    return None


# -- setting the table ----------------------------------------------------------------------------


@asynccontextmanager
async def set_up(
    here: Here, people: list[Guest], scene: Scene, dealt_again_for: int | None = None
) -> AsyncIterator[list[Device]]:
    """The table with everybody watching: three who play, in order, and a spectator."""
    table = await write(here, people, scene)
    sitting = here.park.sittings[table]
    if dealt_again_for is not None:
        position = sitting.table.position
        assert position is not None
        world = scene.dealt_again[dealt_again_for]
        assert world is not None
        position._own()
        position._state = world.copy()
    async with devices(people, table) as at:
        yield at


async def write(here: Here, people: list[Guest], scene: Scene) -> str:
    """Writes the table's log, with three people in its seats, and loads it; its name."""
    who = [Who(id=one.id, name=one.name) for one in people]
    written: list[AnyEntry] = [
        entries.Opened(game="breath", players=3, options={}, host=who[0], public=True, bot_pace=0)
    ]
    written += [entries.Sat(seat=seat, who=one) for seat, one in enumerate(who[:3])]
    for seat, lines in zip(scene.seats, scene.lines, strict=True):
        if seat is None:
            written.append(entries.Begun(seed=scene.seed, lines=lines))
        else:
            written.append(entries.Moved(seat=seat, lines=lines, who=who[seat].id))
    table = new_id()
    for seq, entry in enumerate(written, 1):
        assert await here.park.log.append(Row(table, seq, wall_ms(), entries.encode(entry)))
    await here.park.sitting(table)
    return table


@asynccontextmanager
async def at_the_table(
    settings: Settings, scene: Scene
) -> AsyncIterator[tuple[Here, list[Device]]]:
    """A server, and the table as it was dealt."""
    async with (
        serving(settings) as here,
        guests(here.address, 4) as people,
        set_up(here, people, scene) as at,
    ):
        yield here, at


async def time_passes(here: Here, table: str, until: int = 0) -> int:
    """A window closes now, or in so many milliseconds, however long it should be; when."""
    sitting = here.park.sittings[table]
    while not sitting.kept:
        await asyncio.sleep(0.01)
    window = sitting.table.window
    assert window is not None
    closes = wall_ms() + until
    sitting.table.window = replace(window, opened=closes - window.length)
    here.park.keeping.attend(sitting)
    return closes
