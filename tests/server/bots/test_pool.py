"""Bots think beside the event loop; whatever they do, a move comes and nobody else notices."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from dogpark import games
from dogpark.agents.bots import BOTS
from dogpark.server.bots import minds
from dogpark.server.bots.job import Job, job_for, think
from dogpark.server.bots.minds import ProcessMind
from dogpark.server.bots.pool import Choice, Closed, Thinkers, ladder
from tests.server.bots.badbots import Hanging
from tests.server.bots.conftest import played

EXTRA = ["tests.server.bots.badbots"]
LONG = 30.0  # seconds; for bots that come to a move
BOUND = 120.0  # seconds; nothing here takes so long

MakeJob = Callable[[str], Job]
Misbehave = Callable[[str], None]


def choose(job: Job, timeout: float = LONG, workers: int = 1) -> tuple[Choice, Thinkers]:
    """What a pool of its own comes to."""

    async def run() -> tuple[Choice, Thinkers]:
        async with Thinkers(workers, extra=EXTRA) as thinkers, asyncio.timeout(BOUND):
            return await thinkers.choose(job, timeout), thinkers

    return asyncio.run(run())


@pytest.mark.parametrize("workers", [0, 1], ids=["thread", "process"])
@pytest.mark.parametrize("name", games.names())
def test_a_bot_makes_the_move_that_it_would_make_here(name: str, workers: int) -> None:
    position = played(name, 20)
    assert position.turn is not None
    job = job_for(position, position.turn, "greedy", "dice")
    choice, thinkers = choose(job, workers=workers)
    assert choice.code == think(job)
    assert (choice.level, choice.stumbled, choice.why) == ("greedy", None, None)
    assert choice.seconds > 0
    assert thinkers.figures.thoughts == {"greedy": 1}
    assert thinkers.figures.seconds["greedy"] == choice.seconds
    assert not thinkers.figures.stumbles


@pytest.mark.parametrize("workers", [0, 1], ids=["thread", "process"])
@pytest.mark.parametrize(
    ("level", "why"),
    [("raising", "failed"), ("leaving", "failed"), ("nonsensical", "nonsense")],
)
def test_a_bot_that_fails_is_replaced_by_the_next_simpler_one(
    job: MakeJob, misbehave: Misbehave, level: str, why: str, workers: int
) -> None:
    misbehave(level)
    choice, thinkers = choose(job(level), workers=workers)
    assert choice == Choice(think(job("greedy")), "greedy", level, why, choice.seconds)  # type: ignore[arg-type] # of the parameters
    assert thinkers.figures.stumbles == {level: 1}


def test_a_bot_that_takes_its_process_down_is_replaced(job: MakeJob, misbehave: Misbehave) -> None:
    misbehave("dying")
    choice, thinkers = choose(job("dying"))
    assert (choice.level, choice.stumbled, choice.why) == ("greedy", "dying", "died")
    assert choice.code == think(job("greedy"))
    assert thinkers.figures.stumbles == {"dying": 1}


@pytest.mark.parametrize("workers", [0, 1], ids=["thread", "process"])
def test_a_bot_that_takes_too_long_is_replaced(
    job: MakeJob, misbehave: Misbehave, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    enough = threading.Event()
    monkeypatch.setattr(Hanging, "enough", enough)
    misbehave("hanging")
    choice, _ = choose(job("hanging"), timeout=1.0, workers=workers)
    enough.set()  # for the thread; a process was ended
    assert (choice.level, choice.stumbled, choice.why) == ("greedy", "hanging", "too slow")
    assert choice.code == think(job("greedy"))


def test_what_a_bot_prints_and_reads_disturbs_nothing(job: MakeJob, misbehave: Misbehave) -> None:
    misbehave("talkative")
    asked = job("talkative")
    choice, _ = choose(asked)
    assert (choice.code, choice.level, choice.stumbled) == (asked.legal[-1], "talkative", None)


def test_when_every_bot_fails_the_first_legal_move_is_made(
    job: MakeJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minds, "FIRST_REST", 60.0)  # it is not started again and again meanwhile
    monkeypatch.setattr(sys, "executable", "/bin/false")
    asked = job("greedy")
    choice, thinkers = choose(asked)
    assert choice == Choice(asked.legal[0], "random", "greedy", "died")
    assert thinkers.figures.stumbles == {"greedy": 1, "family": 1, "puppy": 1, "random": 1}


def test_a_level_that_no_longer_exists_is_played_by_another_bot(job: MakeJob) -> None:
    choice, _ = choose(job("of an earlier version"), workers=0)
    assert choice.level == list(BOTS)[-1]
    assert (choice.stumbled, choice.why) == ("of an earlier version", "unknown")


def test_the_ladder_leads_down_to_the_simplest_bot() -> None:
    assert ladder("champion") == ["champion", "working", *ladder("greedy")]
    assert ladder("greedy") == ["greedy", "family", "puppy", "random"]
    assert ladder("random") == ["random"]


def test_a_process_that_somebody_killed_is_nobodys_fault(job: MakeJob) -> None:
    async def run() -> list[Choice]:
        async with Thinkers(1) as thinkers, asyncio.timeout(BOUND):
            choices = [await thinkers.choose(job("greedy"), LONG)]
            (mind,) = thinkers._minds
            assert isinstance(mind, ProcessMind)
            assert mind.pid is not None
            os.kill(mind.pid, signal.SIGKILL)
            choices.append(await thinkers.choose(job("greedy"), LONG))
            return choices

    first, second = asyncio.run(run())
    assert first.code == second.code
    assert second.stumbled is None


def test_other_tables_get_their_moves_while_bots_die_and_hang(
    job: MakeJob, misbehave: Misbehave
) -> None:
    for level in ("dying", "hanging", "raising"):
        misbehave(level)
    good = job("greedy")
    bad = [job(level) for level in ("dying", "hanging", "raising")]

    async def run() -> list[Choice]:
        async with Thinkers(2, extra=EXTRA) as thinkers, asyncio.timeout(BOUND):
            asked = [thinkers.choose(one, 1.0, f"bad {n}") for n, one in enumerate(bad)]
            asked += [thinkers.choose(good, LONG, f"good {n}") for n in range(30)]
            return list(await asyncio.gather(*asked))

    choices = asyncio.run(run())
    assert all(choice.code in good.legal for choice in choices)
    assert [choice.stumbled for choice in choices[:3]] == ["dying", "hanging", "raising"]
    assert {choice.stumbled for choice in choices[3:]} == {None}
    assert {choice.level for choice in choices[3:]} == {"greedy"}


def test_the_event_loop_goes_on_while_a_bot_thinks(job: MakeJob, misbehave: Misbehave) -> None:
    misbehave("napping")

    async def run() -> int:
        rounds = 0
        async with Thinkers(1, extra=EXTRA) as thinkers, asyncio.timeout(BOUND):
            thinking = asyncio.create_task(thinkers.choose(job("napping"), LONG))
            while not thinking.done():
                rounds += 1
                await asyncio.sleep(0)
            assert (await thinking).level == "napping"
        return rounds

    assert asyncio.run(run()) > 100


def test_tables_take_turns_however_many_jobs_one_of_them_has(job: MakeJob) -> None:
    async def run() -> tuple[list[str], int]:
        order: list[str] = []
        async with Thinkers(1) as thinkers, asyncio.timeout(BOUND):

            async def ask(table: str) -> None:
                await thinkers.choose(job("random"), LONG, table)
                order.append(table)

            async with asyncio.TaskGroup() as group:
                for _ in range(6):
                    group.create_task(ask("greedy table"))
                for table in ("a", "b", "c"):
                    group.create_task(ask(table))
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                waiting = thinkers.waiting
        return order, waiting

    order, waiting = asyncio.run(run())
    assert order[:4] == ["greedy table", "a", "b", "c"]
    assert order[4:] == ["greedy table"] * 5
    assert waiting == 9


def test_a_queue_that_is_full_answers_at_once_and_says_so(job: MakeJob) -> None:
    async def run() -> list[Choice]:
        async with Thinkers(1, limit=2) as thinkers, asyncio.timeout(BOUND):
            asked = [thinkers.choose(job("greedy"), LONG, str(n)) for n in range(3)]
            return list(await asyncio.gather(*asked))

    choices = asyncio.run(run())
    assert [choice.why for choice in choices] == [None, None, "busy"]
    assert choices[2] == Choice(job("greedy").legal[0], "random", "greedy", "busy")


def test_a_move_that_nobody_waits_for_any_more_leaves_the_queue(
    job: MakeJob, misbehave: Misbehave
) -> None:
    misbehave("hanging")

    async def run() -> None:
        async with Thinkers(1, extra=EXTRA) as thinkers, asyncio.timeout(BOUND):
            tasks = [
                asyncio.create_task(thinkers.choose(job("hanging"), 2.0, str(n))) for n in range(3)
            ]
            while thinkers.waiting != 2:
                await asyncio.sleep(0.01)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert thinkers.waiting == 0
            assert (await thinkers.choose(job("greedy"), LONG)).level == "greedy"

    asyncio.run(run())


def test_closing_ends_every_process_and_tells_who_waits(job: MakeJob, misbehave: Misbehave) -> None:
    misbehave("hanging")

    async def run() -> tuple[list[int], list[object]]:
        thinkers = Thinkers(2, extra=EXTRA)
        async with asyncio.timeout(BOUND):
            tasks = [asyncio.create_task(thinkers.choose(job("hanging"), 60)) for _ in range(3)]
            while thinkers.thinking < 2 or thinkers.waiting != 1 or not all(pids(thinkers)):
                await asyncio.sleep(0.01)
            children = pids(thinkers)
            await thinkers.close()
            with pytest.raises(Closed):
                await thinkers.choose(job("greedy"), LONG)
            return children, list(await asyncio.gather(*tasks, return_exceptions=True))

    children, answers = asyncio.run(run())
    assert all(isinstance(answer, Closed) for answer in answers)
    assert not any(map(alive, children))


def pids(thinkers: Thinkers) -> list[int]:
    return [mind.pid or 0 for mind in thinkers._minds if isinstance(mind, ProcessMind)]


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


SERVER = """
import asyncio
from dogpark.agents.bots import BOTS
from dogpark.server.bots.job import job_for
from dogpark.server.bots.pool import Thinkers
from tests.server.bots.badbots import register
from tests.server.bots.conftest import played
from tests.server.bots.test_pool import pids

async def main():
    register(BOTS)
    position = played("dog", 30, 4)
    job = job_for(position, position.turn, "hanging", "dice")
    thinkers = Thinkers(2, extra=["tests.server.bots.badbots"])
    asyncio.create_task(thinkers.choose(job, 600))
    while thinkers.thinking < 1 or not all(pids(thinkers)):
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)
    print(*pids(thinkers), flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


def test_no_process_outlives_a_server_that_is_killed_even_in_mid_thought() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            children = [int(word) for word in server.stdout.readline().split()]
            assert len(children) == 2
            assert all(map(alive, children))
        finally:
            server.kill()

    async def gone() -> None:
        async with asyncio.timeout(BOUND):
            while any(map(alive, children)):
                await asyncio.sleep(0.02)

    asyncio.run(gone())
