"""Search for games with hidden information: worlds, rollouts, sequential halving.

Worlds are dealt from what the seat knows (``belief``). In each of them every candidate is played and
the game goes on by rules of thumb, each seat from its own knowledge. No world is ever solved with open
hands: the best answers to worlds that the seat cannot tell apart would be mixed up as if it could.

Candidates meet the same worlds and the same luck (common random numbers), so that it is their
differences that are measured; the worse half is dropped again and again (sequential halving, Karnin
et al. 2013), so that most of the work goes to the close decisions. What the rules of thumb would play
stays to the end and is left only for something that was better beyond what luck explains: with few
try-outs the best of many is often just the luckiest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2, sqrt

import numpy as np

from dogpark.agents.protocol import Seen
from dogpark.agents.regret import secret_choice
from dogpark.agents.rollouts import LONGEST, Play, Rollouts, Values, whole_plays
from dogpark.kernel.actions import Action
from dogpark.kernel.levels import AtOnce, Search
from dogpark.kernel.playout import GREEDY
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import Row, State

FIRST_LOOK = 6  # worlds in which all plays are judged at once, without playing on
PLAYS = 400  # of one turn that are looked at
CAREFUL = 1.0  # standard errors by which a play must do better than the usual one
IN_PYTHON = 16  # times fewer try-outs where the compiled twin is not there yet


def best_play(seen: Seen, search: Search, dice: Row) -> Play:
    """The play that leads to most, by its codes."""
    rooms, seat = seen.rooms, seen.seat
    at_once = rooms.levels.at_once
    codes = [action.code for action in seen.legal]
    rollouts = Rollouts(rooms, seat, dice)
    if at_once is not None:
        return _open_play(seen, search, at_once, rollouts, dice)
    world = seen.sample(dice)
    plays = whole_plays(rooms, world, seat, codes, rooms.levels.within, PLAYS)
    if len(plays) == 1:
        return plays[0]
    usual = usual_play(rooms, world, seat, rooms.levels.within, dice)
    if len(plays) > search.candidates:
        worlds = [seen.sample(dice) for _ in range(FIRST_LOOK)]
        sums = rollouts.values(worlds, plays, 0).sum(axis=0)
        order = np.argsort(-sums, kind="stable")[: search.candidates]
        plays = [plays[i] for i in order]

    def tried(plays: list[Play], count: int) -> Values:
        worlds = [seen.sample(dice) for _ in range(count)]
        return rollouts.values(worlds, plays, search.horizon, _futures(search, rollouts))

    return _halved(search, plays, usual, rollouts, tried)


def _open_play(seen: Seen, search: Search, at_once: AtOnce, rollouts: Rollouts, dice: Row) -> Play:
    """Where nothing is hidden but what others seal at the same time: one world, many futures."""
    rooms, seat = seen.rooms, seen.seat
    world = at_once.reopen(seen.sample(dice), seat)
    stage = rooms.stage(world, seat)
    if stage in at_once.secret:
        code = secret_choice(seen, search, at_once, dice)
        if code is not None:
            return (code,)
    plays: list[Play] = [(action.code,) for action in seen.legal]
    usual: Play | None = None
    if stage == at_once.word:
        world = _all_but(rooms, world, seat, dice)
        plays = _words_and_deeds(rooms, world, seat, plays, at_once.deed)
    elif len(plays) > search.candidates:
        judge, look = rooms.python["judge"], rooms.python["glance"](world, seat)
        promise = [-judge(world, look, seat, play[0]) for play in plays]
        order = np.argsort(promise, kind="stable")[: search.candidates]
        plays = [plays[i] for i in order]
    if stage != at_once.word:
        usual = usual_play(rooms, world, seat, (), dice)

    def tried(plays: list[Play], count: int) -> Values:
        return rollouts.values([world], plays, search.horizon, count * _futures(search, rollouts))

    return _halved(search, plays, usual, rollouts, tried)


def _futures(search: Search, rollouts: Rollouts) -> int:
    """How many lucks a world is tried with."""
    return search.futures if rollouts.is_native else max(1, search.futures // IN_PYTHON)


def _all_but(rooms: Rooms, world: State, seat: int, dice: Row) -> State:
    """All others have spoken, by rules of thumb; the seat is the last to be asked."""
    new = world.copy()
    for other in rooms.active_seats(world):
        if other != seat:
            code = rooms.python["choose"](new, other, GREEDY, [0] * rooms.buffer, dice)
            rooms.rules.apply(new, other, code)
    return new


def _words_and_deeds(
    rooms: Rooms, world: State, seat: int, words: list[Play], deed: str
) -> list[Play]:
    """Everything that may be said, true or not, with everything that may be done then."""
    found: list[Play] = []
    for word in words:
        said = world.copy()
        rooms.rules.apply(said, seat, word[0])
        if rooms.stage(said, seat) == deed:
            found += [(*word, code) for code in rooms.legal(said, seat)]
        else:
            found.append(word)
    return found


def usual_play(rooms: Rooms, world: State, seat: int, within: Sequence[str], dice: Row) -> Play:
    """What the rules of thumb would play, to the end of the play."""
    s = world.copy()
    play: list[int] = []
    while len(play) < LONGEST:
        play.append(rooms.python["choose"](s, seat, GREEDY, [0] * rooms.buffer, dice))
        rooms.rules.apply(s, seat, play[-1])
        if rooms.active_seats(s) != (seat,) or rooms.stage(s, seat) not in within:
            break
    return tuple(play)


def _halved(
    search: Search,
    plays: list[Play],
    usual: Play | None,
    rollouts: Rollouts,
    tried: Callable[[list[Play], int], Values],
) -> Play:
    if usual is not None:  # it comes first, and never goes
        plays = [usual, *(play for play in plays if play != usual)]
    rounds = max(1, ceil(log2(len(plays))))
    shares = [2.0 ** (done - rounds) for done in range(rounds)]  # half as many plays each time
    allowed = search.worlds if rollouts.is_native else max(rounds, search.worlds // IN_PYTHON)
    found = np.zeros((0, len(plays)))
    for share in shares:
        count = max(1, round(allowed * share / sum(shares)))
        found = np.concatenate([found, tried(plays, count)])
        order = np.argsort(-found.sum(axis=0), kind="stable")[: ceil(len(plays) / 2)]
        if usual is not None:
            order = np.concatenate([[0], order[order != 0]])
        plays, found = [plays[i] for i in order], found[:, order]
    if usual is None or len(plays) == 1:
        return plays[0]
    best = 1 + int(np.argmax(found[:, 1:].sum(axis=0)))
    gains = found[:, best] - found[:, 0]
    doubt = gains.std() / sqrt(len(gains))
    return plays[best] if gains.mean() > CAREFUL * doubt else usual


def search_choice(seen: Seen, search: Search, dice: Row) -> Action:
    """The first choice of the best play."""
    if len(seen.legal) == 1:
        return seen.legal[0]
    code = best_play(seen, search, dice)[0]
    return next(action for action in seen.legal if action.code == code)
