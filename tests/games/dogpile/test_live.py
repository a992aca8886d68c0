"""At a live table: the clock of the table says when things happen."""

from __future__ import annotations

import pytest

import dogpark
from dogpark.play.position import Position
from dogpark.play.record import replay
from dogpark.play.refused import Refused
from tests.games.dogpile.table import code_of


def live(**options: object) -> Position:
    """The round begins at 5000 ms: the dogs were ready after two seconds."""
    position = dogpark.load("dogpile", 2, options=options).start(seed="live")
    position.apply(0, "ready", at=500)
    position.apply(1, "ready", at=2000)
    return position


def no(position: Position, seat: int, text: str, at: int) -> tuple[str, str | None, str]:
    with pytest.raises(Refused) as caught:
        position.apply(seat, text, at=at)
    return caught.value.kind, caught.value.rule, caught.value.message


def test_the_countdown_starts_when_the_last_paws_are_up() -> None:
    """PILE-2.2, PILE-2.3"""
    position = live()
    assert position.due == 5000
    kind, _, words = no(position, 0, "dig 1", 4999)
    assert (kind, "paws off the pile" in words) == ("not your turn", True)
    position.apply(0, "dig 1", at=5000)
    assert position.now == 5000


def test_a_missing_dog_is_not_waited_for_any_longer() -> None:
    """PILE-2.2"""
    position = dogpark.load("dogpile", 2).start(seed="live")
    position.apply(0, "ready", at=500)
    told = position.wait(63_000)
    assert [event.key for event in told] == ["begin", "countdown", "go"]
    assert position.active == (0, 1)


def test_a_busy_dog_is_told_for_how_long() -> None:
    """PILE-2.5"""
    position = live()
    position.apply(0, "dig 1", at=6000)
    assert no(position, 0, "keep", 6500) == (
        "illegal now",
        "PILE-2.5",
        "you are busy for another 200 ms",
    )
    position.apply(1, "dig 2", at=6550)
    position.apply(0, "keep", at=6700)


def test_who_comes_second_is_refused_with_the_reason() -> None:
    """PILE-2.6"""
    position = live()
    position.apply(1, "dig 20", at=6000)
    assert no(position, 0, "dig 20", 6001)[:2] == ("illegal now", "PILE-2.6")
    position.apply(0, "dig 21", at=6002)


def test_the_round_ends_on_time_whoever_is_in_the_middle_of_something() -> None:
    """PILE-2.4, PILE-2.5, PILE-3.7"""
    position = live()
    position.apply(0, "dig 1", at=34_999)
    told = position.wait(35_000)
    assert told[0].key == "time_up"
    assert position.now == 35_000
    assert len(position.view(1)["players"][0]["loot"][0]) == 1


def test_an_action_at_zero_comes_too_late() -> None:
    """PILE-2.5"""
    position = live()
    position.apply(1, "dig 2", at=20_000)
    kind, _, words = no(position, 1, "keep", 35_000)
    assert (kind, "wait for seat 0, who sniffs" in words) == ("not your turn", True)
    assert position.view(0)["phase"] == "sniff"


def test_a_dog_that_is_busy_until_the_end_is_told_so() -> None:
    """PILE-2.5"""
    position = live()
    position.apply(0, "dig 1", at=34_900)
    assert position.active == (1,)
    assert "busy until the time is up" in no(position, 0, "keep", 34_950)[2]


def test_a_sniff_that_takes_too_long_is_finished_by_chance() -> None:
    """PILE-5.6"""
    position = live()
    position.apply(0, "dig 1", at=6000)
    position.wait(35_000)
    sniffer = position.view(None)["sniff"]["sniffer"]
    assert position.active == (sniffer,)
    told = position.wait(55_000)
    assert "chance_chooses" in [event.key for event in told]
    assert position.now == 55_000


def test_a_live_game_can_be_replayed() -> None:
    """PILE-2.4: time is part of the record"""
    position = live(round_seconds=[2, 1, 1], sniff_seconds=1, ready_seconds=3)
    position.apply(0, "dig 1", at=5100)
    position.apply(0, "put 1 up", at=5900)
    position.wait(40_000)
    assert position.result is not None
    again = replay(position.record())
    assert again.state == position.state
    assert again.history() == position.history()
    assert position.history()[3].action.code == code_of("dig 1")
