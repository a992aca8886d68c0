"""The four levels at every game: they know what their seat knows, and play whole games."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

import dogpark
from dogpark import games
from dogpark.agents.bots import BOTS, LEVELS, UnknownBot, bot, policy_of
from dogpark.agents.protocol import look_at
from dogpark.agents.rollouts import Play, Rollouts, Values
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.native import Native
from dogpark.kernel.rng import dice_below
from dogpark.kernel.schema import Row, State
from dogpark.kernel.seed import dice_for
from dogpark.play.game import Game

EVERY_GAME = games.names()
Compiled = Callable[[str], Native]


def moments(game: Game, seed: str, every: int, most: int) -> Iterator[tuple[State, int]]:
    """Some positions of a game between the rules of thumb, with a seat that has a choice there."""
    rooms = game.rooms
    s = game.start(seed=seed).state
    dice = dice_for(seed, 0)
    codes, weights = [0] * rooms.buffer, [0] * rooms.buffer
    met = found = 0
    while rooms.rules.active(s) and found < most:
        seats = rooms.active_seats(s)
        if seats == (CHANCE,):
            rooms.rules.apply(s, CHANCE, rooms.python["draw_outcome"](s, codes, weights))
            continue
        seat = seats[dice_below(dice, len(seats))]
        if len(rooms.legal(s, seat)) > 1:
            met += 1
            if met % every == 0:
                found += 1
                yield s.copy(), seat
        rooms.rules.apply(s, seat, rooms.python["choose"](s, seat, 1, codes, dice))


def chosen(game: Game, level: str, s: State, seat: int, dice: Row) -> int:
    return bot(level).choose(look_at(game.rooms, s, seat, dice), dice).code


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", EVERY_GAME)
def test_shuffling_what_a_seat_cannot_know_never_changes_what_it_plays(
    name: str, level: str, compiled: Compiled
) -> None:
    compiled(f"dogpark.games.{name}")
    game = dogpark.load(name)
    searches = policy_of(game.rooms, level) is None
    looked = different = 0
    for s, seat in moments(game, f"fuzz {level}", every=5 if searches else 2, most=8):
        for other in range(2 if searches else 4):
            world = game.rooms.redeal(s, seat, dice_for(f"other {looked}", other))
            different += repr(world) != repr(s)
            dice = [dice_for(f"mind {looked}", other) for _ in range(2)]
            assert chosen(game, level, s, seat, dice[0]) == chosen(
                game, level, world, seat, dice[1]
            )
            looked += 1
    assert looked >= 8
    assert different == looked  # the generator at least is always another


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_bot_plays_the_same_with_the_same_dice_and_draws_on_them(
    name: str, compiled: Compiled
) -> None:
    compiled(f"dogpark.games.{name}")
    game = dogpark.load(name)
    for s, seat in moments(game, "again", every=7, most=3):
        dice = [dice_for("mind", 1) for _ in range(2)]
        assert chosen(game, "champion", s, seat, dice[0]) == chosen(
            game, "champion", s, seat, dice[1]
        )
        assert dice[0] == dice[1] != dice_for("mind", 1)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_without_compiled_code_the_searching_levels_answer_too(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dogpark.agents.rollouts.twin_of", lambda rooms: None)
    game = dogpark.load(name)
    for s, seat in moments(game, "python", every=9, most=1):
        for level in ("working", "champion"):
            assert chosen(game, level, s, seat, dice_for("mind", 0)) in game.rooms.legal(s, seat)


def test_a_forced_move_needs_no_thought() -> None:
    game = dogpark.load("bonfire")
    for s, seat in moments(game, "forced", every=1, most=1):
        seen = look_at(game.rooms, s, seat, dice_for("x", 0))
        only = type(seen)(seen.rooms, seen.seat, seen.view, seen.legal[:1], seen.sample)
        dice = dice_for("mind", 0)
        assert bot("champion").choose(only, dice) == seen.legal[0]
        assert dice == dice_for("mind", 0)


def test_the_levels_are_listed_from_the_weakest() -> None:
    assert [name for name in BOTS if name in LEVELS] == list(LEVELS)


def test_an_unknown_bot_is_refused_with_the_list() -> None:
    with pytest.raises(UnknownBot, match=r"'wolf'.*champion"):
        bot("wolf")


@pytest.mark.parametrize("name", ["bonfire", "breath", "dog"])
def test_without_machine_code_a_champion_tries_out_about_a_sixteenth(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = dogpark.load(name)
    s, seat = next(moments(game, "slow", every=3, most=1))

    def tried_out(*, native: bool) -> int:
        tries = 0

        def values(_: Rollouts, worlds: list[State], plays: list[Play], *more: int) -> Values:
            nonlocal tries
            lucks = len(worlds) * (more[1] if len(more) > 1 else 1)
            tries += lucks * len(plays)
            return np.zeros((lucks, len(plays)))

        monkeypatch.setattr(Rollouts, "is_native", native)
        monkeypatch.setattr(Rollouts, "values", values)
        chosen(game, "champion", s, seat, dice_for("slow", 1))
        return tries

    assert 10 * tried_out(native=False) < tried_out(native=True)
