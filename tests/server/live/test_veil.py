"""Veiled windows: nobody can read from time or traffic who has a guard dog."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from dogpark import games
from dogpark.kernel.rng import dice_below
from dogpark.kernel.seed import dice_for
from dogpark.play.game import load
from dogpark.play.position import Position
from dogpark.play.refused import Refused
from dogpark.server.live.veil import (
    BOTS_MS,
    HOUR_MS,
    LENGTHS_MS,
    SEARCH_MS,
    Window,
    ahead,
    asked,
    bots_need,
    judged,
    outcome,
    prompt,
    veiled,
    window,
)

encode = msgspec.json.encode


def scavenged(players: int, seed: str) -> Position:
    """A game of Dog's Breath in which somebody has just sent a scavenger."""
    position = load("breath", players=players).start(seed=seed)
    dice = dice_for(seed, 0)
    while position.result is None:
        seat = position.turn
        assert seat is not None
        if position.stage(seat) == "guard":
            return position
        legal = position.legal(seat)
        sent = [action for action in legal if action.kind == "scavenge"]
        position.apply(seat, (sent or legal)[dice_below(dice, len(sent or legal))])
    return scavenged(players, f"{seed}+")


def holders(position: Position) -> list[int]:
    return [seat for seat in asked(position) if position.view(seat)["hand"].get("guard-dog")]


def with_holders(players: int, count: int) -> Position:
    for number in range(200):
        position = scavenged(players, f"veil/{number}")
        if len(holders(position)) == count:
            return position
    raise AssertionError("no such game found")


# -- which stages ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.names())
def test_a_veiled_stage_is_one_of_the_games_and_names_a_move_of_it(name: str) -> None:
    rooms = games.rooms(name)
    for stage, move in rooms.facts.veiled.items():
        assert stage in rooms.facts.stages[1:]
        assert str(rooms.table.from_text(move))


def test_the_guard_dogs_of_breath_are_veiled_and_no_other_stage_of_any_game() -> None:
    declared = {name: dict(games.rooms(name).facts.veiled) for name in games.names()}
    assert {name: stages for name, stages in declared.items() if stages} == {
        "breath": {"guard": "let"}
    }


@pytest.mark.parametrize("name", games.names())
def test_whole_games_are_veiled_exactly_where_that_stage_is_asked(name: str) -> None:
    facts = games.rooms(name).facts
    position = load(name, players=facts.seats[-1]).start(seed=5)
    dice, found = dice_for("veil", 0), 0
    for _ in range(400):
        seat = position.turn
        if seat is None:
            break
        assert veiled(position) == (position.stage(seat) in facts.veiled)
        found += veiled(position)
        legal = position.legal(seat)
        position.apply(seat, legal[dice_below(dice, len(legal))])
    assert bool(found) == bool(facts.veiled)


# -- asking ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_but_the_scavenging_seat_are_asked_whose_card_is_wanted_first(players: int) -> None:
    position = scavenged(players, "asked")
    told = position.view(None)["scavenge"]
    by, target = told["by"], told["target"]
    rest = [(target + i) % players for i in range(1, players)]
    assert asked(position) == (target, *(seat for seat in rest if seat != by))


def test_everybody_is_asked_at_once_with_a_choice_or_without() -> None:
    position = with_holders(4, 1)
    for seat in asked(position):
        told = prompt(position, seat)
        assert told["stage"] == "guard"
        words = ["let", "guard"] if seat in holders(position) else ["let"]
        assert [choice["text"] for choice in told["choices"]] == words


def test_whoever_is_not_asked_waits_as_ever() -> None:
    position = with_holders(4, 1)
    by = position.view(None)["scavenge"]["by"]
    assert prompt(position, by) == position.prompt(by)
    with pytest.raises(Refused) as refused:
        ahead(position, by)
    assert refused.value.kind == "not your turn"


def test_an_answer_is_judged_where_the_seats_before_have_let_it_happen() -> None:
    position = with_holders(4, 1)
    last = asked(position)[-1]
    assert str(judged(position, last, "let")) == "let"
    bare = next(seat for seat in asked(position) if seat not in holders(position))
    with pytest.raises(Refused) as refused:
        judged(position, bare, "guard")
    assert refused.value.kind == "illegal now"
    with pytest.raises(Refused) as refused:
        judged(position, last, "draw")
    assert refused.value.rule == "BRE-5.1"


def test_looking_ahead_and_judging_leave_the_game_as_it_was() -> None:
    position = with_holders(4, 1)
    before = position.to_dict()
    for seat in asked(position):
        judged(position, seat, "let")
        prompt(position, seat)
    outcome(position, {})
    assert position.to_dict() == before


# -- the end of a window --------------------------------------------------------------------------


def closed(position: Position, answers: dict[int, str]) -> list[tuple[int, str]]:
    given = {seat: judged(position, seat, move) for seat, move in answers.items()}
    done = outcome(position, given)
    for seat, action in done:
        position.apply(seat, action)
    return [(seat, str(action)) for seat, action in done]


def test_who_has_not_answered_lets_it_happen() -> None:
    position = with_holders(4, 1)
    seats = asked(position)
    assert closed(position, {}) == [(seat, "let") for seat in seats]
    assert not veiled(position)


def test_the_first_guard_dog_in_order_stops_it_and_later_ones_stay_in_the_hand() -> None:
    position = with_holders(4, 2)
    first, second = holders(position)
    kept = position.view(second)["hand"]["guard-dog"]
    done = closed(position, {second: "guard", first: "guard"})
    assert done[-1] == (first, "guard")
    assert all(move == "let" for _, move in done[:-1])
    assert position.view(second)["hand"]["guard-dog"] == kept


def test_the_window_plays_what_the_rules_would_play_seat_by_seat() -> None:
    position = with_holders(4, 2)
    second = holders(position)[1]
    step_by_step = position.copy()
    for seat in asked(position):
        step_by_step.apply(seat, "guard" if seat == second else "let")
        if seat == second:
            break
    closed(position, {second: "guard"})
    assert position.to_dict() == step_by_step.to_dict()


# -- nothing shows --------------------------------------------------------------------------------


def transcript(position: Position, viewer: int | None, answers: dict[int, str]) -> list[bytes]:
    """Everything a viewer is sent of a window: as it opens, while it is open, as it closes."""
    seats = asked(position)
    sent = [encode(position.view(viewer))]
    if viewer is not None:
        sent.append(encode(prompt(position, viewer)))
    for seat, move in answers.items():
        judged(position, seat, move)  # others are sent nothing
    for seat, action in outcome(position, {s: judged(position, s, m) for s, m in answers.items()}):
        events = position.apply(seat, action)
        told: list[Any] = [e.to_dict() for e in events if e.seats is None or viewer in e.seats]
        sent += [encode(told), encode(position.view(viewer))]
    assert seats
    return sent


@pytest.mark.parametrize("players", [2, 3, 4])
def test_others_receive_the_same_bytes_whether_a_seat_had_a_choice_or_not(players: int) -> None:
    """The real table and one re-dealt for the viewer, in which other seats hold the guard dogs."""
    compared = 0
    for number in range(60):
        position = scavenged(players, f"bytes/{number}")
        viewer = position.view(None)["scavenge"]["by"]
        dice = dice_for(f"redeal/{number}", 0)
        world = position.rooms.redeal(position.state, viewer, dice)
        other = position.game.from_dict(
            position.to_dict() | {"state": world.to_dict(), "log": None}
        )
        other.chance = position.chance = "manual"  # what is taken blind is another matter
        if holders(position) == holders(other):
            continue
        compared += 1
        mine = transcript(position, viewer, dict.fromkeys(holders(position), "let"))
        assert mine == transcript(other, viewer, dict.fromkeys(holders(other), "let"))
    assert compared > 5


def test_when_a_window_closes_is_no_matter_of_the_answers() -> None:
    for clock, length in LENGTHS_MS.items():
        open_ = window(1000, clock, 30, None)
        times = {open_.closes(at, 3) for at in ([], [1001], [1500, 1500, 1500], [1001, 1002, 4999])}
        assert times == {1000 + length}


def test_bots_alone_take_as_long_as_for_any_other_move_and_have_time_to_think() -> None:
    assert window(1000, "live", 30, 900) == Window(1000, 900, 900)
    assert window(1000, "live", 30, 900).closes([1000], 1) == 1900
    assert bots_need(900, search=False) == 900
    assert bots_need(0, search=False) == BOTS_MS
    assert bots_need(0, search=True) == SEARCH_MS > BOTS_MS


def test_by_correspondence_it_closes_at_the_full_hour_after_the_last_answer() -> None:
    day = 24 * HOUR_MS
    open_ = window(1000, "correspondence", day // 1000, None)
    assert open_.closes([1001], 2) == 1000 + day
    assert open_.closes([1001, 1002], 2) == 1000 + HOUR_MS
    assert open_.closes([1001, 1000 + HOUR_MS + 1], 2) == 1000 + 2 * HOUR_MS
    assert open_.closes([1001, 1000 + 3 * day], 2) == 1000 + day
