"""Two people at one screen: nothing of one is printed while the other looks."""

from __future__ import annotations

import re

import pytest

from dogpark.api import load
from dogpark.cli.table.story import may_know, told
from dogpark.kernel.rooms import Event, Rooms
from tests.cli.conftest import Run

CURTAIN = "Pass the device to"


def segments(out: str) -> list[tuple[int, str]]:
    """What was printed for whom, curtain by curtain."""
    parts = re.split(rf"{CURTAIN}\s+(\d)", out)
    return [(int(seat), text) for seat, text in zip(parts[1::2], parts[2::2], strict=True)]


def start_events(game: str, seed: str) -> list[Event]:
    """Everything that the deal tells anybody."""
    first = load(game).begin(seed, "manual")
    history = load(game).start(seed).history()
    return [event for seat, action, _ in history for event in first.apply(seat, action)]


def test_fetch_shows_each_their_own_ball_only(run: Run, listed_toy: Rooms) -> None:
    typed = ["", "1", "", "1"] * 2
    ran = run("play", "fetch", "--seed", "3", "--humans", "all", typed=typed)
    assert ran.code == 0
    shown = segments(ran.out.split("Winner")[0])
    assert [seat for seat, _ in shown] == [0, 1, 0, 1]
    private = {
        seat: [e.words for e in start_events_of_toy(listed_toy) if e.seats == (seat,)]
        for seat in (0, 1)
    }
    assert private[0] != private[1]
    assert private[0][0] in shown[0][1]
    assert private[1][0] not in shown[0][1]
    assert private[1][0] in shown[1][1]
    assert private[0][0] not in shown[1][1]


def start_events_of_toy(rooms: Rooms) -> list[Event]:
    from dogpark.play.game import Game

    game = Game(rooms, 2, rooms.facts.read_options({}, 2))
    first = game.begin("3", "manual")
    return [e for seat, action, _ in game.start("3").history() for e in first.apply(seat, action)]


@pytest.mark.parametrize("seed", ["5", "6", "7"])
def test_dog_deals_behind_the_curtain(run: Run, seed: str) -> None:
    ran = run("play", "dog", "--seed", seed, "--humans", "0,2", typed=["", "1", "", "1"])
    before, *_ = ran.out.split(CURTAIN)
    assert "You get" not in before
    shown = segments(ran.out)
    assert [seat for seat, _ in shown[:2]] == [0, 2]
    events = start_events("dog", seed)
    dealt = {}
    for seat in (0, 2):
        known = told([event for event in events if may_know(event, seat)])
        (dealt[seat],) = [words for words in known if words.startswith("You get")]
    for seat, text in shown:
        other = 2 - seat
        assert dealt[other] not in text
    assert dealt[0] in shown[0][1]
    assert dealt[2] in shown[1][1]


def test_the_picked_card_stays_secret(run: Run) -> None:
    ran = run("play", "dog", "--seed", "5", "--humans", "all", typed=["", "1"] * 4)
    for seat, text in segments(ran.out)[:4]:
        picks = re.findall(r"You pick .* for (\w+)", text)
        assert picks == [("Yellow", "Green", "Red", "Blue")[seat]], seat


def test_the_log_is_told_from_the_seats_eyes(run: Run) -> None:
    typed = ["", "1", "", "log", "1"]
    ran = run("play", "dog", "--seed", "5", "--humans", "0,2", typed=typed)
    second = segments(ran.out)[1][1]
    assert "What happened" in second
    assert "You pick the ace for Yellow" not in second


def test_no_curtain_for_one_person_or_an_open_game(run: Run) -> None:
    assert CURTAIN not in run("play", "dog", "--seed", "5", typed=["1"]).out
    ran = run("play", "bonfire", "--seed", "5", "--humans", "all", typed=["1"] * 20)
    assert CURTAIN not in ran.out
