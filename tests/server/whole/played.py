"""Whole games over real sockets, played once and looked at by many tests.

Everybody watches from before the game: all who play, a spectator, and a second device of a player
and of the spectator that comes and goes. What each of them was sent is kept to the byte, beside the
table's log, its record and what others were answered meanwhile.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import httpx

from dogpark import games
from dogpark.server.log.rows import Row
from dogpark.wire.tells import Snapshot, Update
from tests.server.whole.crowd import Device, Habits, Player, device
from tests.server.whole.guests import Guest, guest
from tests.server.whole.running import Here

TOLD_TO_NOBODY = "the fox knows"  # how everything begins that people say
OPTIONS: dict[str, dict[str, Any]] = {
    "monty": {"mode": "one_off"},
    "dog": {"max_rounds": 2},
    "dogpile": {
        "round_seconds": [1, 1, 1],
        "ready_seconds": 5,
        "sniff_seconds": 1,
        "action_ms": [90, 60, 60, 60],
    },
    "bonfire": {},
    "breath": {"rounds": 2},
}
PUBLIC = "dog"  # this one is in the lobby, all others are by invitation


@dataclass(frozen=True)
class Way:
    """How a game is played: by people alone and as few as may be, who take their time and read prompts."""

    game: str
    players: int | None = None
    words: bool = True  # else prompts come in short, as programs want them
    clock: str = "none"
    seconds: int | None = None  # for a decision
    bots: tuple[str, ...] = ()  # in the last seats
    sleeper: int | None = None  # a seat whose person falls asleep, and a bot has to stand in

    @property
    def seats(self) -> int:
        return self.players or games.rooms(self.game).facts.seats[0]


WAYS = {
    **{game: Way(game) for game in games.names()},
    "dog-for-six": Way("dog", players=6),
    "breath-in-short": Way("breath", words=False),
    "breath-by-the-clock": Way(
        "breath", players=4, clock="live", seconds=2, bots=("family",), sleeper=1
    ),
}
AWAKE = 3  # moves of the sleeper


@dataclass
class Played:
    """One game, from the first seat taken to the last byte."""

    way: Way
    table: str
    invite: str | None
    people: list[Guest]  # by seat
    spectator: Guest
    stranger: Guest
    devices: list[Device] = field(default_factory=list)  # of those who stayed; the spectator's last
    comers: list[list[Device]] = field(default_factory=list)  # of those who came and went
    rows: list[Row] = field(default_factory=list)
    record: str = ""
    answers: dict[str, httpx.Response] = field(default_factory=dict)  # during the game, by question
    late: dict[tuple[str, int], Snapshot] = field(default_factory=dict)  # after it: who, after what

    @property
    def game(self) -> str:
        return self.way.game

    @property
    def everybody(self) -> list[Device]:
        return [*self.devices, *(one for some in self.comers for one in some)]


async def play(here: Here, way: Way) -> Played:
    """A whole game, played that way."""
    people = [await guest(here.address) for _ in range(way.seats - len(way.bots) + 2)]
    async with AsyncExitStack() as stack:
        for one in people:
            stack.callback(one.api.close)
        played = await _open(people, way)
        for one in people[:-1]:
            new = await stack.enter_async_context(device(one, played.table))
            played.devices.append(new)
            await new.watch(invite=played.invite, words=way.words)
        await _ask_around(played, "open")
        for seat, one in enumerate(played.people[1:], 1):
            await one.at(played.table, "sit", seat=seat, invite=played.invite)
        await played.people[0].at(played.table, "start")
        await _ask_around(played, "playing")
        await _to_the_end(played)
        await _ask_around(played, "over")
        played.rows = await here.park.log.read(played.table)
        await _come_late(played)
    return played


async def _open(people: list[Guest], way: Way) -> Played:
    *playing, spectator, stranger = people
    opened = await playing[0].api.open_table(
        way.game,
        players=way.seats,
        options=OPTIONS[way.game],
        seats=["me", *["open"] * (len(playing) - 1), *way.bots],
        public=way.game == PUBLIC,
        clock=way.clock,
        seconds=way.seconds,
        bot_pace=0,
    )
    return Played(way, opened["table"], opened.get("invite"), playing, spectator, stranger)


async def _to_the_end(played: Played) -> None:
    *seated, spectator = played.devices
    for at in played.devices:
        await at.learn_the_way()
    players = [
        Player(at, f"{played.game}/{seat}", _habits(played.way, seat))
        for seat, at in enumerate(seated)
    ]
    words = f"{TOLD_TO_NOBODY} from the fence"
    await spectator.ask("say", table=played.table, words=words)
    async with asyncio.TaskGroup() as group:
        coming = [group.create_task(_come_and_go(played, at.who)) for at in (seated[0], spectator)]
        for player in players:
            group.create_task(player.play())
    played.comers = [task.result() for task in coming]
    for at in played.devices:
        await at.finished()


def _habits(way: Way, seat: int) -> Habits:
    awake = AWAKE if seat == way.sleeper else None
    return Habits(0.05, 0.1, f"{TOLD_TO_NOBODY} {seat}", awake=awake)


async def _come_and_go(played: Played, who: Guest) -> list[Device]:
    """Devices of somebody, one after the other, each asking for what it missed since the last."""
    dice, came = random.Random(f"{played.game}/{who.name}"), list[Device]()
    while not came or not came[-1].over:
        async with device(who, played.table) as at:
            after = came[-1].seq if came else 0
            await at.watch(after=after, invite=played.invite, words=played.way.words)
            came.append(at)
            enough = len(at.heard) + dice.randrange(1, 12)
            await at.until(partial(_has_heard, at, enough))
    return came


def _has_heard(at: Device, enough: int) -> bool:
    return at.over or len(at.heard) >= enough


async def _come_late(played: Played) -> None:
    """After the game: everybody once more, with what they say they have seen last."""
    last = played.rows[-1].seq
    for who in (*played.people, played.spectator):
        async with device(who, played.table) as at:
            for after in {0, 1, 2, last // 3, last // 2, last - 1, last, last + 5}:
                answer = await at.watch(after=after, invite=played.invite, words=played.way.words)
                assert isinstance(answer, Snapshot)
                played.late[who.id, after] = answer


async def _ask_around(played: Played, when: str) -> None:
    """What people who play, who watch, and who know nothing are answered over HTTP."""
    here = f"/api/tables/{played.table}"
    invited = f"?invite={played.invite}"
    base = played.stranger.address.http
    async with httpx.AsyncClient(base_url=base) as client:
        for name, who, path in (
            ("player", played.people[0], here),
            ("spectator", played.spectator, here + invited),
            ("stranger", played.stranger, here),
            ("player's record", played.people[0], f"{here}/record"),
            ("stranger's record", played.stranger, f"{here}/record"),
            ("player's replay", played.people[0], f"{here}/replay"),
            ("spectator's replay", played.spectator, f"{here}/replay{invited}&seat=0"),
            ("stranger's replay", played.stranger, f"{here}/replay?seat=0"),
            ("lobby", played.stranger, "/api/tables"),
            ("player's tables", played.people[0], "/api/me/tables"),
        ):
            answer = await client.get(path, headers=who.api.headers())
            played.answers[f"{name}, {when}"] = answer
    record = played.answers[f"player's record, {when}"]
    played.record = record.text if record.status_code == 200 else ""


def messages(at: Device) -> list[Snapshot | Update]:
    """What a device was told of its table."""
    return [one.told for one in at.heard if isinstance(one.told, Snapshot | Update)]
