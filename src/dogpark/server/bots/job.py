"""What a bot is asked, in a form that travels to another process.

A job holds a world that its seat could not tell from the real one, never the real one: whoever takes
a job apart, a bot, a worker or somebody who listens on the way, learns no more than the seat knows.
"""

from __future__ import annotations

import time
from hashlib import sha256
from typing import Any

import msgspec

from dogpark import games
from dogpark.agents.bots import bot
from dogpark.agents.protocol import Seen
from dogpark.kernel.rng import forget_nature
from dogpark.kernel.schema import Row, State
from dogpark.kernel.seed import dice_for
from dogpark.play.position import Position
from dogpark.server.table.fair import Question, judge


class Job(msgspec.Struct, frozen=True, tag="move"):
    """A decision of one seat. The number of players and the house rules are part of the world."""

    game: str
    seat: int
    level: str  # the bot's name
    legal: list[int]
    world: dict[str, Any]
    dice: list[int]  # the bot's own


_ENCODER = msgspec.msgpack.Encoder()
_ANYTHING: msgspec.msgpack.Decoder[Job | Question] = msgspec.msgpack.Decoder(Job | Question)
_DECODER: msgspec.msgpack.Decoder[Job] = msgspec.msgpack.Decoder(Job)


def encode(job: Job | Question) -> bytes:
    return _ENCODER.encode(job)


def decode(body: bytes) -> Job:
    return _DECODER.decode(body)


def job_for(position: Position, seat: int, level: str, dice_seed: str) -> Job:
    """The job of a seat that is asked now.

    Its dice depend on the seed and the moment alone: whichever process thinks, and however often,
    a bot comes to the same move. The world is dealt by dice that do not travel, and its future is
    then drawn from the bot's: otherwise the deal could be reckoned backwards to the real one.
    """
    legal = [action.code for action in position.legal(seat)]
    if not legal:
        raise ValueError(f"seat {seat} is not asked anything now")
    dice = _dice(dice_seed, "bot", position.length, seat)
    veil = _dice(dice_seed, "veil", position.length, seat)
    world = position.rooms.redeal(position.state, seat, veil)
    forget_nature(world, dice)
    return Job(position.rooms.name, seat, level, legal, world.to_dict(), dice)


def _dice(seed: str, purpose: str, moment: int, seat: int) -> Row:
    return dice_for(sha256(f"{seed}/{purpose}/{moment}".encode()).hexdigest(), seat)


def think(job: Job) -> int:
    """The code of the move that the bot makes; what it is shown is what ``agents.look`` shows."""
    rooms = games.rooms(job.game)
    world = rooms.state.from_dict(job.world)

    def sample(dice: Row) -> State:
        return rooms.redeal(world, job.seat, dice)

    legal = [rooms.table.action(code) for code in job.legal]
    seen = Seen(rooms, job.seat, rooms.view(world, job.seat), legal, sample)
    return bot(job.level).choose(seen, list(job.dice)).code


# -- the answer -----------------------------------------------------------------------------------


class Answer(msgspec.Struct, frozen=True):
    """What came of a job: a code or, of a question, words; or the name of what went wrong."""

    code: int | None
    trouble: str | None
    seconds: float  # it thought
    words: str | None = None


_ANSWERS: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)


def answer(body: bytes) -> bytes:
    """Thinks about an encoded job or question, whatever the bot may do; its answer, encoded."""
    started = time.perf_counter()
    code: int | None = None
    trouble = words = None
    try:
        asked = _ANYTHING.decode(body)
        if isinstance(asked, Question):
            words = judge(asked)
        else:
            code = int(think(asked))
    except BaseException as error:  # noqa: BLE001 (a bot may raise anything, SystemExit too)
        trouble = type(error).__name__
    return _ENCODER.encode(Answer(code, trouble, time.perf_counter() - started, words))


def read_answer(body: bytes) -> Answer:
    return _ANSWERS.decode(body)
