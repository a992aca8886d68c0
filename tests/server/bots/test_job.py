"""Jobs: a bot is told what its seat knows, and nothing else travels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

import msgspec
import pytest

from dogpark import games
from dogpark.agents.bots import bot
from dogpark.agents.protocol import look
from dogpark.kernel.rng import dice_word
from dogpark.kernel.seed import dice_for, seed_nature
from dogpark.play.game import load
from dogpark.play.position import Position
from dogpark.server.bots import job as jobs
from dogpark.server.bots.job import Job, job_for, think
from tests.games.breath.table import at_turn, sort_of
from tests.server.bots.conftest import played

GAMES = games.names()


def world_of(job: Job) -> Position:
    """The world in a job, as a position."""
    state = games.rooms(job.game).state.from_dict(job.world)
    return load(job.game, state.players).place(state)


def moments(name: str) -> list[tuple[Position, int]]:
    """Moments of games of that name, each with a seat that is asked."""
    found = []
    for players in sorted({min(games.rooms(name).facts.seats), max(games.rooms(name).facts.seats)}):
        for steps in (1, 9, 33, 60):
            position = played(name, steps, players)
            found += [(position, seat) for seat in position.active if seat < players]
    assert len(found) >= 8
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_job_shows_a_bot_what_its_seat_sees_and_may_do(name: str) -> None:
    for position, seat in moments(name):
        job = job_for(position, seat, "random", "dice")
        assert world_of(job).view(seat) == position.view(seat)
        assert world_of(job).legal(seat) == position.legal(seat)
        assert job.legal == [action.code for action in position.legal(seat)]


@pytest.mark.parametrize("name", GAMES)
def test_a_job_travels_and_every_bot_comes_to_a_legal_move(name: str) -> None:
    for position, seat in moments(name):
        for level in ("random", "greedy"):
            job = jobs.decode(jobs.encode(job_for(position, seat, level, "dice")))
            assert think(job) in job.legal


def test_a_bot_thinks_as_it_would_at_a_table_in_this_process() -> None:
    """Greedy play depends on what is seen, not on the sampled world, so it is the same from both."""
    for steps in range(20, 60):
        position = played("dog", steps, 4)
        seat = position.turn
        assert seat is not None
        job = job_for(position, seat, "greedy", "dice")
        dice = list(job.dice)
        here = bot("greedy").choose(look(position, seat, dice_for("others", 0)), dice)
        assert position.rooms.table.action(think(job)) == here


@pytest.mark.parametrize("name", GAMES)
def test_whoever_thinks_and_however_often_the_move_is_the_same(name: str) -> None:
    for position, seat in moments(name):
        first, second = (job_for(position.copy(), seat, "greedy", "dice") for _ in range(2))
        assert jobs.encode(first) == jobs.encode(second)
        assert think(first) == think(first) == think(second)


def test_dice_change_with_the_moment_the_seat_and_the_seed() -> None:
    position = load("dog", 4).start(seed=1)
    same_moment = [job_for(position, seat, "random", "dice").dice for seat in (0, 1)]
    other_seed = job_for(position, 0, "random", "dice 2").dice
    position.apply(1, position.legal(1)[0])
    later = job_for(position, 0, "random", "dice").dice
    assert len({tuple(dice) for dice in (*same_moment, other_seed, later)}) == 4


def test_a_seat_that_is_not_asked_has_no_job() -> None:
    position = played("dog", 30, 4)
    (asked,) = position.active
    with pytest.raises(ValueError, match="not asked"):
        job_for(position, (asked + 1) % 4, "random", "dice")


# -- nothing else travels -------------------------------------------------------------------------


def numbers(value: object) -> set[int]:
    """Every whole number anywhere in a form."""
    if isinstance(value, dict):
        return set().union(*map(numbers, value.values()))
    if isinstance(value, list):
        return set().union(set(), *map(numbers, value))
    return {value} if isinstance(value, int) else set()


@pytest.mark.parametrize("name", GAMES)
def test_neither_the_seed_nor_natures_generator_is_in_a_job(name: str) -> None:
    for position, seat in moments(name):
        assert position.seed is not None
        job = job_for(position, seat, "random", position.seed + "'s dice")
        s = position.state
        secret = {word for word in (*s.rng_key, *s.rng_block) if word > 10**6}
        assert len(secret) >= 4
        assert not secret & numbers(msgspec.to_builtins(job))
        assert position.seed.encode() not in jobs.encode(job)


def test_the_future_in_a_job_is_the_bots_own_so_that_nothing_tells_how_its_world_was_dealt() -> (
    None
):
    """Who knew the dice of the deal could reckon it backwards, and four words of theirs tell them."""
    position = played("breath", 30, 4)
    seat = position.active[0]
    job = job_for(position, seat, "random", "seed")
    dice = dice_for(sha256(f"seed/bot/{position.length}".encode()).hexdigest(), seat)
    assert job.world["rng_key"] == [dice_word(dice) for _ in range(4)]
    assert job.dice == dice


def twins(name: str) -> Iterator[tuple[Job, Job]]:
    """Jobs of the same seat in two worlds that it cannot tell apart."""
    different = 0
    for position, seat in moments(name):
        other = position.copy()
        other._state = position.rooms.redeal(position.state, seat, dice_for("other world", seat))
        different += dealt(other) != dealt(position)
        yield job_for(position, seat, "greedy", "dice"), job_for(other, seat, "greedy", "dice")
    assert different or not games.rooms(name).facts.hidden, "they were all the same: proves nothing"


def dealt(position: Position) -> dict[str, object]:
    """All of a state but the chance to come."""
    return {name: value for name, value in position.state.to_dict().items() if name[:4] != "rng_"}


@pytest.mark.parametrize("name", ["bonfire", "dog", "dogpile", "monty"])
def test_worlds_a_seat_cannot_tell_apart_give_the_same_job_to_the_byte(name: str) -> None:
    for real, other in twins(name):
        assert jobs.encode(real) == jobs.encode(other)


def test_worlds_a_seat_cannot_tell_apart_give_jobs_alike_in_breath() -> None:
    """There the same dice deal another world from another one; but none that the seat could tell."""
    for real, other in twins("breath"):
        assert (real.legal, real.dice) == (other.legal, other.dice)
        assert world_of(real).view(real.seat) == world_of(other).view(real.seat)


def test_how_often_a_hidden_card_turns_up_in_jobs_does_not_depend_on_where_it_is() -> None:
    """Dog's Breath: seat 1 holds three guard dogs in one world and none in the other."""
    held = Counter[str]()
    worlds = {
        "full": at_turn("Msd Msd Msn B Psd Vbd Vbd", "G G G Vsd Vsd Psd Pbd"),
        "none": at_turn("Msd Msd Msn B Psd Vbd Vbd", "Vsn Vsn Pbn Vsd Vsd Psd Pbd"),
    }
    for label, s in worlds.items():
        seed_nature(s, "any")
        position = load("breath", 2).place(s)
        for number in range(400):
            job = job_for(position, 0, "random", f"dice {number}")
            held[label] += job.world["hand"][1][sort_of("G")]
    expected = 400 * 7 * 4 / 49  # seven cards out of the 49 unseen, four of them guard dogs
    for label in worlds:
        assert abs(held[label] - expected) < 80, held  # three and a half standard deviations
