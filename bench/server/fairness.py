"""How fair is a live table? Simulated dogs with long and short ways go for the same bones.

``python -m bench.server.fairness`` writes what it finds into docs/live.md. Nothing here takes real
time: the same seeds give the same figures on every machine.

Two things are measured. *Contests*: two dogs strike at the same bone, up to 100 ms apart; does the
one that struck first get it? And *rounds*: whole rounds of DOGPILE by its real rules, in which all
dogs lay bones face-up and run for those of others; what does a dog with a long way win, and one
that only claims to have one?
"""

from __future__ import annotations

import argparse
import heapq
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bench.report import update_block

from dogpark.play.game import Game, load
from dogpark.play.refused import Refused
from dogpark.server.live.lag import ACTION_MS, FAVOURS, LagMeter, Quota, shortest
from dogpark.server.live.order import Action, Held, settled
from dogpark.server.live.toll import Toll

PAGE = Path(__file__).parent.parent.parent / "docs" / "live.md"
JITTER = 0.2  # of the lag, either way, every message
PINGS = 12  # before play begins
BINS = 5  # of 20 ms each


class Way:
    """A line to the server: its lag, what the server measures of it, what the client makes of it."""

    def __init__(self, dice: random.Random, lag: float, pretends: float = 0) -> None:
        self.dice, self.lag = dice, lag
        self.pretends = pretends  # milliseconds of lag that are not there
        self.meter = LagMeter()
        self.quota = Quota()
        trips = []
        for _ in range(PINGS):
            up, down = self.delay(), self.delay()
            trips.append((up + down, (up - down) / 2))
            self.meter.hear(up + down + 2 * pretends)  # who pretends answers so much later
        self.off = min(trips)[1]  # how wrong the clock is that the quickest ping has set

    def delay(self) -> float:
        return self.lag * self.dice.uniform(1 - JITTER, 1 + JITTER)

    def sent(self, struck: float) -> float:
        """The time the client says it sent a move at."""
        return struck - self.off - self.pretends

    def granted(self, struck: float, received: int, base: int) -> int:
        return self.quota.grant(received - self.sent(struck), self.meter.supports, base)

    def most(self, base: int) -> int:
        return self.quota.most(self.meter.supports, base)


# -- contests -------------------------------------------------------------------------------------


@dataclass
class Tally:
    """Contests, and how many of them went to the dog that struck first."""

    contests: int = 0
    without: int = 0
    given_back: int = 0
    behind: int = 0  # contests in which the dog with the longer way struck first
    behind_without: int = 0
    behind_given_back: int = 0


def contest(dice: random.Random, apart: float) -> tuple[Way, Way, bool, bool]:
    """Two dogs, one bone, one strikes ``apart`` ms before the other; whether it gets the bone.

    Its way, the other's way, and the outcome in the order of arrival and by what is built.
    """
    first, second = (Way(dice, dice.uniform(10, 150)) for _ in range(2))
    while abs(first.lag - second.lag) > ACTION_MS:
        second = Way(dice, dice.uniform(10, 150))
    struck = (1000.0, 1000.0 + apart)
    ways = (first, second)
    received = [at + way.delay() for at, way in zip(struck, ways, strict=True)]
    held, base = Held(f"contest/{apart}"), shortest([way.meter for way in ways])
    for seat in sorted((0, 1), key=lambda seat: received[seat]):
        arrived = int(received[seat])
        at = arrived - ways[seat].granted(struck[seat], arrived, base)
        held.add(Action(seat, "dig 7", at, arrived))
    window = max(way.most(base) for way in ways)
    winner = None
    for now in sorted(int(at) for at in (*received, *(a.at + window for a in held))):
        if winner is None:
            winner = held.take(now, window)
    assert winner is not None
    return first, second, received[0] <= received[1], winner.seat == 0


def contests(seed: str, count: int) -> list[Tally]:
    """By how much the two lags differ, in bins of 20 ms up to 100."""
    dice = random.Random(seed)
    tallies = [Tally() for _ in range(BINS)]
    for _ in range(count):
        first, second, without, given_back = contest(dice, dice.uniform(0, 100))
        differ = abs(first.lag - second.lag)
        tally = tallies[min(int(differ * BINS / ACTION_MS), BINS - 1)]
        tally.contests += 1
        tally.without += without
        tally.given_back += given_back
        if first.lag > second.lag:
            tally.behind += 1
            tally.behind_without += without
            tally.behind_given_back += given_back
    return tallies


# -- rounds ---------------------------------------------------------------------------------------

DOGS = 4  # that run; in the next seat sits one that lays bones face-up, one after the other
LAID_EVERY = 2000
KNOWN = 200  # milliseconds after that everybody has seen a bone, whatever the lag
REACTION = (200, 300)


class Round:
    """A round of DOGPILE among simulated dogs, on the real rules: everybody runs for every bone."""

    def __init__(
        self, ways: list[Way], dice: random.Random, *, compensate: bool, told: bool
    ) -> None:
        self.ways, self.dice, self.compensate = ways, dice, compensate
        self.told = told  # whether they run when they see it, or when they all knew they would
        self.position = _game().start(seed=dice.getrandbits(32))
        for seat in range(DOGS + 1):
            self.position.apply(seat, "ready", at=0)
        self.position.wait(3000)
        self.won = [0] * DOGS
        self.bones = 0
        self.in_order = 0  # bones that went to the dog that struck first
        self.favoured = [0] * DOGS
        self._first: dict[int, tuple[float, int]] = {}  # who struck first at each spot
        self._held = Held("round")
        self._queue: list[tuple[float, int, Callable[[float], None]]] = []
        self._count = 0

    def play(self) -> None:
        end = self.position.due
        assert end is not None
        for number, at in enumerate(range(3200, end - LAID_EVERY, LAID_EVERY)):
            spot = number + 1
            for move, when in ((f"dig {spot}", at), (f"put {spot} up", at + 800)):
                action = Action(DOGS, move, when, when, 0.0)
                self._later(when, lambda now, action=action: self._add(action, now))  # type: ignore[misc]
        while self._queue:
            now, _, event = heapq.heappop(self._queue)
            event(now)

    def _later(self, at: float, event: Callable[[float], None]) -> None:
        self._count += 1
        heapq.heappush(self._queue, (at, self._count, event))

    @property
    def _window(self) -> int:
        return max(way.most(self._base) for way in self.ways) if self.compensate else 0

    @property
    def _base(self) -> int:
        return shortest([way.meter for way in self.ways])

    # -- a dog --------------------------------------------------------------------------------

    def _run(self, seat: int, spot: int, now: float) -> None:
        struck = now + self.dice.uniform(*REACTION)
        self._first[spot] = min(self._first.get(spot, (struck, seat)), (struck, seat))
        arrives = struck + self.ways[seat].delay()
        self._later(arrives, lambda now: self._arrive(seat, f"dig {spot}", struck, now))

    def _settle(self, seat: int, spot: int, now: float) -> None:
        """Puts what it won back face-down, long before the next bone lies face-up."""
        arrives = now + self.ways[seat].delay()
        self._later(arrives, lambda at: self._arrive(seat, f"put {spot} down", now, at))

    # -- the table ----------------------------------------------------------------------------

    def _arrive(self, seat: int, move: str, struck: float, now: float) -> None:
        received = int(now)
        given = self.ways[seat].granted(struck, received, self._base) if self.compensate else 0
        self._add(Action(seat, move, received - given, received, struck), now)

    def _add(self, action: Action, now: float) -> None:
        self._held.add(action)
        self._later(max(now, action.at + self._window), self._release)

    def _release(self, now: float) -> None:
        while (action := self._held.take(int(now), self._window)) is not None:
            self.position.wait(action.at)
            toll = Toll.before(self.position, action, self._held.rivals(action))
            try:
                self.position.apply(action.seat, action.move, at=action.at)
            except Refused:
                continue  # somebody was faster
            self._done(action, toll.after(self.position), now)
        self.position.wait(settled(int(now), self._window))

    def _done(self, action: Action, favoured: bool, now: float) -> None:
        does, spot = str(action.move).split()[0], int(str(action.move).split()[1])
        if action.seat == DOGS:
            for seat in range(DOGS if does == "put" else 0):
                starts = now + self.ways[seat].delay() if self.told else action.at + KNOWN
                self._later(starts, lambda at, seat=seat: self._run(seat, spot, at))  # type: ignore[misc]
            return
        if favoured:
            self.ways[action.seat].quota.spend()
            self.favoured[action.seat] += 1
        if does == "dig":
            self.bones += 1
            self.won[action.seat] += 1
            self.in_order += self._first[spot][1] == action.seat
            self._later(now + 800, lambda at: self._settle(action.seat, spot, at))


@cache
def _game() -> Game:
    return load("dogpile", players=DOGS + 1)


@dataclass
class Rounds:
    """What came of many rounds for the dog in seat 0 among others."""

    rounds: int = 0
    bones: int = 0
    in_order: int = 0
    won: int = 0
    favoured: int = 0


def rounds(
    seed: str,
    count: int,
    *,
    lag: float,
    pretends: float = 0,
    compensate: bool = True,
    told: bool = False,
) -> Rounds:
    """Rounds of four dogs: seat 0 as given, the others with lags of 15 to 25 ms."""
    dice, found = random.Random(seed), Rounds()
    for _ in range(count):
        ways = [Way(dice, lag, pretends)]
        ways += [Way(dice, dice.uniform(15, 25)) for _ in range(DOGS - 1)]
        played = Round(ways, dice, compensate=compensate, told=told)
        played.play()
        found.rounds += 1
        found.bones += played.bones
        found.in_order += played.in_order
        found.won += played.won[0]
        found.favoured += played.favoured[0]
    return found


# -- the page -------------------------------------------------------------------------------------


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--contests", type=int, default=40_000)
    parser.add_argument("--rounds", type=int, default=60)
    given = parser.parse_args()
    tallies = contests("fairness", given.contests)
    update_block(
        PAGE,
        "contests",
        "Contests for one bone",
        (
            "lags differ by",
            "contests",
            "arrival",
            "given back",
            "arrival, longer way first",
            "given back, longer way first",
        ),
        [
            (
                f"{20 * number} to {20 * number + 20} ms",
                f"{t.contests}",
                percent(t.without, t.contests),
                percent(t.given_back, t.contests),
                percent(t.behind_without, t.behind),
                percent(t.behind_given_back, t.behind),
            )
            for number, t in enumerate(tallies)
        ],
        notes=(
            (
                f"{given.contests} simulated contests: lags of 10 to 150 ms one way, every message "
                f"{JITTER:.0%} more or less, keys struck up to 100 ms apart. The share that goes to the dog "
                "that struck first, by order of arrival and with lag given back; in the last two columns only "
                "those contests in which the dog with the longer way struck first."
            ),
        ),
    )
    cases: dict[str, dict[str, Any]] = {
        "honest, 20 ms": {"lag": 20},
        "honest, 50 ms": {"lag": 50},
        "honest, 100 ms": {"lag": 100},
        "honest, 100 ms, by order of arrival": {"lag": 100, "compensate": False},
        "liar, 20 ms, claims 50": {"lag": 20, "pretends": 30},
        "liar, 20 ms, claims 120": {"lag": 20, "pretends": 100},
        "liar, 20 ms, claims 300": {"lag": 20, "pretends": 280},
        "honest, 50 ms, runs when it sees the bone": {"lag": 50, "told": True},
    }
    found = {who: rounds("rounds", given.rounds, **case) for who, case in cases.items()}
    update_block(
        PAGE,
        "rounds",
        "Whole rounds, and a liar",
        ("the dog in seat 0", "to the first", "to seat 0", "favours a round"),
        [
            (
                who,
                percent(r.in_order, r.bones),
                percent(r.won, r.bones),
                f"{r.favoured / r.rounds:.1f}",
            )
            for who, r in found.items()
        ],
        notes=(
            (
                f"{given.rounds} rounds of 30 s each, by the rules of DOGPILE: seat 0 as described, three "
                "honest dogs with lags of 15 to 25 ms. Every two seconds a bone is laid face-up, and all "
                "four strike at it within 100 ms. The share of bones that went to the dog that struck "
                f"first; the share that seat 0 won, of which 25 % is fair; and how many of its {FAVOURS} "
                "favours it used. In the last row nobody knows of the bone before it is told."
            ),
        ),
    )
    print(f"written to {PAGE}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
