"""``dogpark replay`` and ``dogpark check``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dogpark.kernel.rooms import Rooms
from tests.cli.conftest import Run
from tests.cli.helpers import lines_of, one_sentence, watched_game

Rows = list[str]


@pytest.fixture
def bonfire(run: Run, tmp_path: Path) -> Path:
    args = ("bonfire", "--seed", "5", "--option", "rounds=1")
    return watched_game(run, tmp_path / "bonfire.jsonl", *args)


@pytest.fixture
def dog(run: Run, tmp_path: Path) -> Path:
    args = ("dog", "--seed", "5", "--option", "max_rounds=2")
    return watched_game(run, tmp_path / "dog.jsonl", *args)


@pytest.fixture
def left(run: Run, tmp_path: Path) -> Path:
    """A game of DOG that is not over."""
    file = tmp_path / "left.jsonl"
    run("play", "dog", "--seed", "5", "--save", file, typed=["1", "quit"])
    return file


# -- check ----------------------------------------------------------------------------------------


def test_a_sound_record_holds(run: Run, bonfire: Path, dog: Path) -> None:
    ran = run("check", bonfire, dog)
    assert ran.code == 0
    for words in ("Digest", "Legality", "Commitment", "the one that the seed draws", "Result"):
        assert words in ran.out


def test_check_as_json(run: Run, bonfire: Path, left: Path) -> None:
    ran = run("check", bonfire, left, "--json")
    whole, half = json.loads(ran.out)
    assert ran.code == 0
    assert whole["holds"] is half["holds"] is True
    assert whole["finished"] is True
    assert half["finished"] is False
    assert whole["lines"] == len(lines_of(bonfire)) - 2
    assert whole["outcomes_from_seed"] is True


def test_a_record_that_keeps_its_seed_secret(run: Run, tmp_path: Path) -> None:
    from dogpark.api import load

    file = tmp_path / "public.jsonl"
    file.write_text(load("bonfire", 2).start("5").record().dumps())
    ran = run("check", file)
    assert ran.code == 0
    assert "the seed is not told" in ran.out


def rehashed(rows: Rows) -> Rows:
    """The rows with a digest that fits, as a careful forger would leave them."""
    from dogpark.play import record

    closing = json.loads(rows[-1])
    closing["lines"] = len(rows) - 2
    closing["digest"] = record._digest(rows[:-1], closing["result"], closing["seed"])
    return [*rows[:-1], json.dumps(closing)]


def empty(rows: Rows) -> Rows:
    return []


def truncated(rows: Rows) -> Rows:
    return rows[:-1]


def halved_line(rows: Rows) -> Rows:
    return [*rows[:5], rows[5][:10]]


def not_json(rows: Rows) -> Rows:
    return ["woof", *rows[1:]]


def changed(rows: Rows) -> Rows:
    return [row.replace("charcoal", "fire") for row in rows]


def unknown_game(rows: Rows) -> Rows:
    return [rows[0].replace('"bonfire"', '"cat"'), *rows[1:]]


def out_of_bounds(rows: Rows) -> Rows:
    return [rows[0].replace('"rounds":1', '"rounds":99'), *rows[1:]]


def other_version(rows: Rows) -> Rows:
    return [rows[0].replace('"rules":"1"', '"rules":"0"'), *rows[1:]]


def wrong_seat(rows: Rows) -> Rows:
    first = next(n for n, row in enumerate(rows) if '"by":0' in row)
    return rehashed([*rows[:first], rows[first].replace('"by":0', '"by":1'), *rows[first + 1 :]])


def no_such_action(rows: Rows) -> Rows:
    return rehashed([row.replace('"do":"roll"', '"do":"bark"') for row in rows])


def other_dice(rows: Rows) -> Rows:
    first = next(n for n, row in enumerate(rows) if '"do":"dice"' in row)
    row = json.loads(rows[first])
    row |= {"a": "meat", "b": "meat", "c": "meat" if row["c"] != "meat" else "fire"}
    return rehashed([*rows[:first], json.dumps(row, separators=(",", ":")), *rows[first + 1 :]])


def other_seed(rows: Rows) -> Rows:
    return rehashed([*rows[:-1], rows[-1].replace('"seed":"5"', '"seed":"6"')])


def other_result(rows: Rows) -> Rows:
    closing = json.loads(rows[-1])
    closing["result"]["points"][0] += 1
    return rehashed([*rows[:-1], json.dumps(closing)])


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (empty, "empty"),
        (truncated, "cut short"),
        (halved_line, "cut short"),
        (not_json, "line 1"),
        (changed, "changed"),
        (unknown_game, "cat"),
        (out_of_bounds, "from 1 to 9"),
        (other_version, "rules version 0"),
        (wrong_seat, "not asked now"),
        (no_such_action, "bark"),
        (other_dice, "the seed draws"),
        (other_seed, "committed"),
        (other_result, "result"),
    ],
)
@pytest.mark.parametrize("command", ["check", "replay"])
def test_a_record_that_does_not_hold_is_refused(
    run: Run, bonfire: Path, command: str, spoil: object, says: str
) -> None:
    assert callable(spoil)
    bonfire.write_text("\n".join(spoil(bonfire.read_text().splitlines())))
    ran = run(command, bonfire)
    assert ran.code == 2
    assert says in one_sentence(ran.err)
    assert "holds" not in ran.out


@pytest.mark.parametrize("command", ["check", "replay"])
def test_files_that_cannot_be_read(run: Run, tmp_path: Path, command: str) -> None:
    for path, says in ((tmp_path / "none", "no file"), (tmp_path, "folder")):
        ran = run(command, path)
        assert ran.code == 2
        assert says in one_sentence(ran.err)


def test_one_bad_record_among_good_ones(run: Run, bonfire: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("woof")
    ran = run("check", bad, bonfire)
    assert ran.code == 2
    assert "bonfire.jsonl holds" in ran.out
    verdicts = json.loads(run("check", bad, bonfire, "--json").out)
    assert [verdict["holds"] for verdict in verdicts] == [False, True]


# -- replay ---------------------------------------------------------------------------------------


def test_all_events_in_words(run: Run, bonfire: Path) -> None:
    ran = run("replay", bonfire, "--plain")
    assert ran.code == 0
    assert "rolls" in ran.out
    assert "bonfire ─" not in ran.out
    assert "points" in ran.out
    assert "bonfire ─" in run("replay", bonfire).out


def test_a_line_of_json_per_move(run: Run, dog: Path) -> None:
    rows = [json.loads(row) for row in run("replay", dog, "--json").out.splitlines()]
    assert len(rows) == len(lines_of(dog)) - 2
    assert [row["n"] for row in rows] == list(range(1, len(rows) + 1))
    assert all("hand" not in row["view"] for row in rows)
    mine = [
        json.loads(row) for row in run("replay", dog, "--json", "--from-seat", 2).out.splitlines()
    ]
    assert all(row["view"]["you"] == 2 for row in mine)


def test_games_against_the_clock_are_told_with_their_times(
    run: Run, bonfire: Path, tmp_path: Path
) -> None:
    args = ("dogpile", "--seed", "4", "--option", "round_seconds=2,1,1")
    path = watched_game(run, tmp_path / "dogpile.jsonl", *args)
    times = [line["at"] for line in lines_of(path)[1:-1]]
    ran = run("replay", path, "--json")
    assert [json.loads(line)["at"] for line in ran.out.splitlines()] == times
    for form in ([], ["--plain"]):
        told = run("replay", path, *form).out
        assert "   3   3.0 s · Go! 2 seconds to dig" in told
        number = times.index(5000) + 1
        assert f"{number:>4}   5.0 s · " in told
    assert "at" not in json.loads(run("replay", bonfire, "--json").out.splitlines()[0])
    assert " s · " not in run("replay", bonfire, "--plain").out


def test_a_seat_sees_its_own_cards_only(run: Run, dog: Path) -> None:
    spectator = run("replay", dog, "--plain").out
    seat = run("replay", dog, "--plain", "--from-seat", 1).out
    everyone = run("replay", dog, "--plain", "--from-seat", "all").out
    assert spectator.count("You get") == 0
    assert 0 < seat.count("You get") < everyone.count("You get")
    assert run("replay", dog, "--plain", "--open").out == everyone
    rows = run("replay", dog, "--json", "--open").out.splitlines()
    assert len(json.loads(rows[-1])["views"]) == 4


def test_an_unfinished_game_keeps_its_secrets(run: Run, left: Path) -> None:
    for args in (["--open"], ["--from-seat", "all"]):
        ran = run("replay", left, *args)
        assert ran.code == 2
        assert "hidden" in one_sentence(ran.err)
    ran = run("replay", left, "--plain")
    assert ran.code == 0
    assert "Here the game was left" in ran.out


@pytest.mark.parametrize("seat", ["4", "-1", "me"])
def test_seats_that_do_not_exist(run: Run, dog: Path, seat: str) -> None:
    ran = run("replay", dog, f"--from-seat={seat}")
    assert ran.code == 2
    assert "0 to 3" in one_sentence(ran.err)


def test_stepping_needs_a_terminal(run: Run, bonfire: Path) -> None:
    ran = run("replay", bonfire, "--step")
    assert ran.code == 2
    assert "--plain" in one_sentence(ran.err)


def test_the_toy_is_replayed_too(run: Run, tmp_path: Path, listed_toy: Rooms) -> None:
    file = watched_game(run, tmp_path / "fetch.jsonl", "fetch", "--seed", "1")
    assert run("check", file).code == 0
    assert "has thrown" in run("replay", file).out
