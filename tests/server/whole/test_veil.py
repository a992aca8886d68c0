"""Veiled windows over real sockets: nobody can tell from what is sent whether there is a guard dog."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest

from dogpark.server import entries
from dogpark.server.live import veil
from dogpark.server.settings import Settings
from dogpark.server.table.table import Table
from dogpark.wire.tells import Accepted, Refused
from tests.server.whole import leaky
from tests.server.whole.crowd import Device, devices, elsewhere, timeless
from tests.server.whole.guests import Guest, guests
from tests.server.whole.running import Here, in_loop, serving
from tests.server.whole.scavenged import Scene, at_the_table, scene, set_up, time_passes

LONG_MS = 600_000  # however busy the machine is, a window stays open until the test lets it close
SOON_MS = 400
SPECTATOR = 3


@pytest.fixture(autouse=True)
def _long_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(veil.LENGTHS_MS, "none", LONG_MS)


async def send_scavenger(at: list[Device], found: Scene) -> None:
    """Opens the window; everybody knows of it."""
    answer = await at[found.sender].act(found.sender, found.move)
    assert isinstance(answer, Accepted)
    assert answer.seq is not None
    for one in at:
        await one.reached(answer.seq)


def choices(at: Device, seat: int) -> list[str]:
    prompt = at.sights[seat].prompt
    return [] if prompt is None else [choice["action"]["do"] for choice in prompt["choices"]]


async def close(here: Here, at: list[Device], seq: int) -> None:
    """The window's time is over."""
    await time_passes(here, at[SPECTATOR].table)
    await closed(at, seq)


async def closed(at: list[Device], seq: int) -> None:
    """The window is over, and everybody knows what came of it."""
    for one in at:
        await one.reached(seq + 1)
        await one.until(partial(_guarded, one))
        await one.ask("ping")


def _guarded(at: Device) -> bool:
    (sight,) = at.sights.values()
    return bool(sight.view["phase"] != "guard")


def table_of(here: Here, at: Device) -> Table:
    return here.park.sittings[at.table].table


# -- what everybody else is sent ------------------------------------------------------------------


@dataclass
class Seen:
    """What somebody was sent from the sending of the scavenger on."""

    until_closed: list[tuple[int, Any]] = field(default_factory=list)  # sizes and contents
    told_after: list[Any] = field(default_factory=list)
    seen_after: dict[str, Any] = field(default_factory=dict)


Answers = Callable[[list[Device], Scene], Awaitable[None]]


async def nothing(at: list[Device], found: Scene) -> None:
    """Nobody answers."""


async def lets_it_happen(at: list[Device], found: Scene) -> None:
    """Who has the guard dog, or could have it, answers at once."""
    answer = await at[found.holder].act(found.holder, {"do": "let"})
    assert isinstance(answer, Accepted)
    assert answer.seq is None


async def thinks_it_over(at: list[Device], found: Scene) -> None:
    """And answers late; changes its mind, even."""
    await asyncio.sleep(0.2)
    if "guard" in choices(at[found.holder], found.holder):
        assert isinstance(await at[found.holder].act(found.holder, {"do": "guard"}), Accepted)
    await lets_it_happen(at, found)


WAYS: tuple[Answers, ...] = (nothing, lets_it_happen, thinks_it_over)


async def seen_by_others(
    here: Here, people: list[Guest], found: Scene, answers: Answers, eyes: int | None
) -> dict[int, Seen]:
    """What the sender, the other who is asked and the spectator are sent in one window."""
    async with set_up(here, people, found, eyes) as at:
        table = at[SPECTATOR].table
        watching = [found.sender, found.other, SPECTATOR]
        before = {number: len(at[number].heard) for number in watching}
        await send_scavenger(at, found)
        opened = at[SPECTATOR].seq
        await answers(at, found)
        seen = {number: Seen() for number in watching}
        for number, one in seen.items():
            await at[number].ask("ping")  # what was sent before has come
            heard = at[number].heard[before[number] :]
            one.until_closed = [(_size(h.raw), timeless(h.raw, table)) for h in heard]
        assert table_of(here, at[SPECTATOR]).window is not None
        await close(here, at, opened)
        for number, one in seen.items():
            told = [h for h in at[number].happened if h.seq > opened]
            one.told_after = [(h.event, h.words, h.data) for h in told]
            (sight,) = at[number].sights.values()
            one.seen_after = {**sight.view, "prompt": sight.prompt}
        return seen


def _size(raw: bytes) -> int:
    """Pongs tell the time to a fraction of a millisecond, which has no fixed size."""
    return 0 if raw.startswith(b'{"type":"pong"') else len(raw)


async def differences(here: Here, people: list[Guest], found: Scene) -> list[str]:
    """What others could tell from: how the holder answered, and what was dealt."""
    deals = (None, found.sender, found.other)
    async with asyncio.TaskGroup() as group:
        tasks = {
            (eyes, way.__name__): group.create_task(seen_by_others(here, people, found, way, eyes))
            for eyes in deals
            for way in WAYS
        }
    windows = {which: task.result() for which, task in tasks.items()}
    dealt = windows[None, "nothing"]
    noticed = []
    for (eyes, way), seen in windows.items():
        for who, one in seen.items():
            assert one.until_closed
            assert one.told_after
            if one != windows[eyes, "nothing"][who]:
                noticed.append(f"{who} sees how it was answered: {way}")
            blind = eyes in (who, None) or who == SPECTATOR
            if blind and one.until_closed != dealt[who].until_closed:
                noticed.append(f"{who} sees what was dealt")
    return noticed


def test_with_a_guard_dog_or_without_everybody_else_is_sent_the_same(
    sqlite: Settings,
) -> None:
    """Answered early, late or not at all: the same in number, size and content until it closes."""

    async def main() -> Sequence[list[str]]:
        async with serving(sqlite) as here, guests(here.address, 4) as people:
            return await asyncio.gather(
                differences(here, people, scene(first=True)),
                differences(here, people, scene(first=False)),
            )

    assert [*in_loop(main)] == [[], []]


def test_lists_of_ones_tables_tell_only_whether_one_has_answered_oneself(sqlite: Settings) -> None:
    """With a guard dog or without, the list of everybody else stays as it was."""

    async def waits(people: list[Guest], table: str) -> list[bool]:
        lists = [(await one.api.get("/api/me/tables"))["tables"] for one in people[:3]]
        return [
            any(one.get("waits_for_you") for one in some if one["table"] == table) for some in lists
        ]

    async def windows(here: Here, people: list[Guest], eyes: int | None) -> list[list[bool]]:
        found = scene(first=True)
        async with set_up(here, people, found, eyes) as at:
            table = at[SPECTATOR].table
            await here.park.listed(here.park.sittings[table])
            told = [await waits(people, table)]
            await send_scavenger(at, found)
            told.append(await waits(people, table))
            await lets_it_happen(at, found)
            told.append(await waits(people, table))
            return told

    async def main() -> None:
        found = scene(first=True)
        async with serving(sqlite) as here, guests(here.address, 4) as people:
            dealt = await windows(here, people, None)
            assert dealt == [
                [seat == found.sender for seat in range(3)],
                [seat in found.asked for seat in range(3)],
                [seat == found.other for seat in range(3)],
            ]
            for eyes in (found.sender, found.other):
                assert await windows(here, people, eyes) == dealt

    in_loop(main)


def test_a_server_that_lets_answers_be_noticed_is_caught(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaky.answers_that_are_noticed(monkeypatch)

    async def main() -> list[str]:
        async with serving(sqlite) as here, guests(here.address, 4) as people:
            return await differences(here, people, scene(first=True))

    assert any("lets_it_happen" in one for one in in_loop(main))


def test_a_window_stays_open_to_its_end_although_everybody_has_answered(sqlite: Settings) -> None:
    async def main() -> int:
        found = scene(first=True)
        async with at_the_table(sqlite, found) as (here, at):
            await send_scavenger(at, found)
            opened = at[SPECTATOR].seq
            for seat in found.asked:
                assert isinstance(await at[seat].act(seat, {"do": "let"}), Accepted)
            end = await time_passes(here, at[SPECTATOR].table, until=SOON_MS)
            await closed(at, opened)
            rows = await here.park.log.read(at[SPECTATOR].table)
            return rows[opened].at - end

    assert in_loop(main) >= 0


def test_the_holder_alone_is_offered_the_guard_dog_and_all_are_asked_at_once(
    sqlite: Settings,
) -> None:
    async def main() -> None:
        async with serving(sqlite) as here, guests(here.address, 4) as people:
            for first in (True, False):
                found = scene(first=first)
                for eyes in (None, found.sender):
                    async with set_up(here, people, found, eyes) as at:
                        await send_scavenger(at, found)
                        mine = choices(at[found.holder], found.holder)
                        assert mine == (["let", "guard"] if eyes is None else ["let"])
                        assert choices(at[found.other], found.other) == ["let"]
                        deadlines = {at[seat].sights[seat].deadline for seat in found.asked}
                        window = table_of(here, at[SPECTATOR]).window
                        assert window is not None
                        assert deadlines == {window.opened + window.length}
                        for one in (at[found.sender], at[SPECTATOR]):
                            assert all(sight.deadline is None for sight in one.sights.values())
                        for one in at:  # whoever looks on sees the candle burn down too
                            ends = {sight.window for sight in one.sights.values()}
                            assert ends == deadlines

    in_loop(main)


def test_numbers_undo_and_explanations_tell_nothing_while_a_window_is_open(
    sqlite: Settings,
) -> None:
    async def main() -> None:
        found = scene(first=False)
        async with at_the_table(sqlite, found) as (here, at):
            await send_scavenger(at, found)
            opened, holder, sender = at[SPECTATOR].seq, at[found.holder], at[found.sender]
            words = await holder.ask(
                "explain", table=holder.table, seat=found.holder, move={"do": "guard"}
            )
            assert isinstance(words, Accepted)
            assert words.words
            sealed = await holder.act(found.holder, {"do": "guard"})
            assert isinstance(sealed, Accepted)
            assert sealed.seq is None
            undone = await sender.ask("undo", table=sender.table, seat=found.sender)
            assert isinstance(undone, Refused)
            assert undone.kind == "illegal now"
            assert not sender.sights[found.sender].undo
            said = await at[SPECTATOR].ask("emote", table=at[SPECTATOR].table, emote="paw")
            assert isinstance(said, Accepted)
            assert said.seq == opened + 1  # as if nobody had answered
            refused = await sender.act(found.sender, {"do": "guard"})
            assert isinstance(refused, Refused)
            await close(here, at, opened + 1)
            assert {one.event for one in at[SPECTATOR].happened} >= {"emoted"}

    in_loop(main)


def test_a_guard_dog_sealed_in_time_saves_the_card_whoever_is_asked_first(sqlite: Settings) -> None:
    async def guarded(here: Here, people: list[Guest], *, first: bool) -> None:
        found = scene(first=first)
        async with set_up(here, people, found) as at:
            await send_scavenger(at, found)
            opened, holder = at[SPECTATOR].seq, at[found.holder]
            await holder.act(found.holder, {"do": "guard"}, key="my-answer")
            await close(here, at, opened)
            moves = await moves_after(here, holder.table, opened)
            guard = next(one for one in moves if one.seat == found.holder)
            assert (guard.by, guard.key) == ("person", "my-answer")
            others = [one for one in moves if one.seat == found.other]
            assert [one.by for one in others] == ([] if first else ["window"])
            again = await holder.act(found.holder, {"do": "guard"}, key="my-answer")
            assert isinstance(again, Accepted)  # as the first time, and now with its number
            assert again.seq == opened + len(others) + 1

    async def main() -> None:
        async with (
            serving(sqlite) as here,
            guests(here.address, 4) as people,
            asyncio.TaskGroup() as group,
        ):
            for first in (True, False):
                group.create_task(guarded(here, people, first=first))

    in_loop(main)


async def moves_after(here: Here, table: str, seq: int) -> list[entries.Moved]:
    rows = await here.park.log.read(table, seq)
    found = [entries.decode(row.body) for row in rows]
    return [one for one in found if isinstance(one, entries.Moved)]


def test_an_acknowledged_answer_survives_a_restart_within_the_window(backend: Settings) -> None:
    async def main() -> list[entries.Moved]:
        found = scene(first=False)
        async with (
            serving(backend) as here,
            guests(here.address, 4) as people,
            set_up(here, people, found) as at,
        ):
            await send_scavenger(at, found)
            table, opened = at[SPECTATOR].table, at[SPECTATOR].seq
            answer = await at[found.holder].act(found.holder, {"do": "guard"}, key="kept")
            assert isinstance(answer, Accepted)
        async with serving(backend) as here:
            again = [elsewhere(one, here.address) for one in people]
            async with devices(again, table, after=opened) as at:
                waiting = at[found.holder]
                assert choices(waiting, found.holder) == ["let", "guard"]
                await close(here, at, opened)
                return await moves_after(here, table, opened)

    other, holder = in_loop(main)[:2]
    assert other.by == "window"
    assert (holder.by, holder.key) == ("person", "kept")
