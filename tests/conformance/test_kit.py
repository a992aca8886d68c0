"""The kit itself: which tables it tries, and what its report says."""

from __future__ import annotations

import shlex
from collections.abc import Callable

import pytest

from dogpark.conformance import Nonconforming, run, tables
from dogpark.conformance.__main__ import main
from dogpark.conformance.equality import within
from dogpark.conformance.kit import UnknownCheck
from dogpark.conformance.packing import bytes_of
from dogpark.conformance.walk import policies_of
from dogpark.kernel.native import Native
from dogpark.kernel.rooms import Rooms
from tests.toys.broken import BROKEN


def test_every_option_is_tried_at_each_of_its_values_for_every_number_of_players(
    fetch: Rooms,
) -> None:
    tried = [(table.players, dict(table.changed)) for table in tables(fetch)]
    assert tried == [
        (2, {}),
        (3, {}),
        (2, {"rounds": 1}),
        (2, {"rounds": 3}),
        (2, {"heavy": "on"}),
        (3, {"rounds": 1}),
        (3, {"rounds": 3}),
        (3, {"heavy": "on"}),
    ]


def test_games_are_random_greedy_and_mixed_in_turn() -> None:
    assert policies_of("kit/0", 3) == [0, 0, 0]
    assert policies_of("kit/1", 3) == [1, 1, 1]
    assert {policy for n in range(2, 40, 3) for policy in policies_of(f"kit/{n}", 3)} == {0, 1}


def test_a_failure_names_game_options_seed_step_and_difference() -> None:
    rooms = BROKEN["conservation"]()
    report = run(rooms, at=tables(rooms)[2:3], games=1, checks={"conservation"})
    assert not report
    (failure,) = report.failures
    text = str(failure)
    for part in ("conservation", "fetch", "2 players", "rounds=1", "kit/0", "step 4", "weight 0"):
        assert part in text


def test_one_command_shows_a_failure_again(capsys: pytest.CaptureFixture[str]) -> None:
    report = run(Rooms("tests.toys.balloon"), games=2, checks={"bounds"})
    (failure,) = report.failures
    words = shlex.split(failure.command)
    assert words[1:3] == ["-m", "dogpark.conformance"]
    assert main(words[3:]) == 1
    assert failure.problem in capsys.readouterr().out


def test_the_command_answers_zero_when_everything_held(
    fetch: Rooms, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([fetch.package, "--games", "1", "--check", "legal", "--check", "ends"]) == 0
    assert capsys.readouterr().out.startswith("conforms: 8 games")


def test_a_report_that_is_insisted_on_raises_with_every_finding() -> None:
    rooms = BROKEN["stage"]()
    report = run(rooms, at=tables(rooms)[:2], games=1, checks={"stage"})
    with pytest.raises(Nonconforming, match="2 findings") as caught:
        report.insist()
    assert str(caught.value).count("again: ") == 2
    assert report.failures[0].to_dict()["check"] == "stage"


def test_a_check_that_does_not_exist_is_refused(fetch: Rooms) -> None:
    with pytest.raises(UnknownCheck, match="conservation"):
        run(fetch, checks={"luck"})


def test_a_game_that_breaks_down_is_a_finding() -> None:
    class Raising(Rooms):
        def events(self, *args: object) -> list[object]:  # type: ignore[override]
            raise ZeroDivisionError("oh")

    rooms = Raising("tests.toys.fetch")
    report = run(rooms, at=tables(rooms)[:1], games=1)
    assert "ends" in report.failed
    assert "ZeroDivisionError: oh" in str(report)


def test_packed_bytes_are_the_bytes_of_the_record(fetch: Rooms) -> None:
    s = fetch.blank(3, fetch.facts.read_options({"rounds": 3}, 3))
    fetch.rules.start(s)
    s.rng_key = [2**32 - 1, 1, 2, 3]
    record = fetch.state.records(1)
    s.write_record(record[0])
    assert bytes_of(s) == record.tobytes()


def test_where_games_are_long_fewer_are_compared_but_two_at_the_least(
    fetch: Rooms, compiled: Callable[[str], Native]
) -> None:
    twin = compiled(fetch.package)
    games = [(tables(fetch)[0], f"kit/{number}") for number in range(9)]  # four decisions each
    assert [len(within(games, twin, most)) for most in (0, 8, 15, 20, 99)] == [2, 2, 3, 5, 9]
