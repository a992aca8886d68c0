"""``dogpark sim --record`` and ``dogpark replay`` of what it wrote: whole games as data."""

from __future__ import annotations

import errno
import json
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import dogpark
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.playout import POLICIES
from dogpark.kernel.seed import dice_for
from dogpark.lab import games_file, telling
from dogpark.lab.games_file import GamesFile
from dogpark.play.game import Game
from dogpark.play.position import Position
from tests.cli.conftest import Ran, Run
from tests.cli.helpers import one_sentence, watched_game

PYTHON = ("--device", "python", "--threads", 1)


@pytest.fixture
def bonfire(run: Run, tmp_path: Path) -> Path:
    """Ten games."""
    path = tmp_path / "games.parquet"
    ran = run("sim", "bonfire", "-n", 10, "--seed", 7, *PYTHON, "--record", path)
    assert ran.code == 0, ran.err
    return path


def _rewritten(path: Path, changes: dict[str, Any], *columns: pl.Expr) -> None:
    """The file with other words in its header, or other values in its columns."""
    metadata = pl.read_parquet_metadata(path)
    header = {**json.loads(metadata["dogpark"]), **changes}
    frame = pl.read_parquet(path).with_columns(*columns)
    told = {"dogpark": json.dumps(header), "actions": metadata["actions"]}
    frame.write_parquet(path, metadata=told)


def _left_beside(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir())


# -- the games are those of the seed --------------------------------------------------------------


def _played(game: Game, bots: list[str], seed: str) -> Position:
    """The game of that seed at a table, every move judged by the referee."""
    position = game.start(seed)
    dice = [dice_for(seed, seat) for seat in range(game.players)]
    choose = game.rooms.python["choose"]
    codes = [0] * game.rooms.buffer
    while (seat := position.turn) is not None:
        policy = POLICIES.index(bots[seat])
        position.apply(seat, choose(position.state, seat, policy, codes, dice[seat]))
    return position


@pytest.mark.parametrize(
    ("name", "bots", "option"),
    [
        ("bonfire", ["greedy", "random", "puppy"], "rounds=3"),
        ("breath", ["random", "greedy"], "rounds=2"),
        ("dog", ["greedy", "family", "greedy", "family"], "jack_targets=any_other"),
        ("dogpile", ["random", "random", "greedy"], "round_seconds=60,5,1"),
        ("monty", ["greedy", "random", "random"], "geometry=track"),
    ],
)
def test_a_recorded_game_is_the_one_that_is_played_from_its_seed(
    run: Run, tmp_path: Path, name: str, bots: list[str], option: str
) -> None:
    path = tmp_path / "games.parquet"
    args = ("sim", name, "-n", 3, "--players", len(bots), "--bots", ",".join(bots), *PYTHON)
    args = (*args, "--option", option, "--seed", "dusk", "--json")
    told = json.loads(run(*args, "--record", path).out)
    alike = json.loads(run(*args).out)
    for key in ("wins", "decisions", "points", "options", "games"):
        assert told[key] == alike[key]

    file = GamesFile(path)
    rows = file.games().collect().to_dicts()
    assert [row["number"] for row in rows] == [0, 1, 2]
    for row in rows:
        record = file.record(row["number"])
        played = _played(file.game, bots, f"dusk/{row['number']}")
        assert played.result is not None
        assert row["seats"] == [line.seat for line in played.history()]
        assert row["codes"] == [line.action.code for line in played.history()]
        assert row["decisions"] == sum(seat != CHANCE for seat in row["seats"])
        assert record.lines == tuple(played.history())
        assert record.result == played.result.to_dict()
        assert (record.seed, record.header.seats) == (played.seed, bots)
        assert dogpark.replay(record).result == played.result
        assert dogpark.loads(record.dumps()) == record


def test_games_longer_than_their_row_are_whole(
    run: Run, bonfire: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling, "FIRST_WIDTH", 3)
    monkeypatch.setattr(telling, "MOST_CELLS", 500)
    other = tmp_path / "other.parquet"
    run("sim", "bonfire", "-n", 10, "--seed", 7, *PYTHON, "--record", other)
    assert pl.read_parquet(other).equals(pl.read_parquet(bonfire))


def test_native_writes_the_same_file(run: Run, bonfire: Path, tmp_path: Path) -> None:
    other = tmp_path / "native.parquet"
    ran = run("sim", "bonfire", "-n", 10, "--seed", 7, "--threads", 3, "--record", other)
    assert ran.code == 0, ran.err
    assert pl.read_parquet(other).equals(pl.read_parquet(bonfire))
    assert GamesFile(other).header == GamesFile(bonfire).header


def test_many_parts_make_one_file(
    run: Run, bonfire: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_file, "GROUP", 4)
    other = tmp_path / "parts.parquet"
    run("sim", "bonfire", "-n", 10, "--seed", 7, *PYTHON, "--record", other)
    assert pl.read_parquet(other).equals(pl.read_parquet(bonfire))
    assert GamesFile(other).record(9) == GamesFile(bonfire).record(9)
    assert _left_beside(other) == ["games.parquet", "parts.parquet"]


def test_the_file_says_what_its_codes_mean(bonfire: Path) -> None:
    file = GamesFile(bonfire)
    actions = file.actions()
    listed = json.loads(pl.read_parquet_metadata(bonfire)["actions"])
    assert [action["do"] for action in listed] == actions["kind"].to_list()
    first = file.games().collect().row(0, named=True)
    words = [str(line.action) for line in file.record(0).lines]
    assert [actions["action"][code] for code in first["codes"]] == words


# -- writing --------------------------------------------------------------------------------------


def _stopped_after(games: int, run: Run, monkeypatch: pytest.MonkeyPatch, *args: object) -> Ran:
    """Ctrl-C once so many games are through."""
    played = telling.simulate_telling

    def stopping(*given: Any, progress: Any, **more: Any) -> Any:
        def stop(outcome: Any) -> None:
            progress(outcome)
            if outcome.games >= games:
                raise KeyboardInterrupt

        return played(*given, progress=stop, **more)

    monkeypatch.setattr(telling, "simulate_telling", stopping)
    return run("sim", "bonfire", "-n", 500, "--seed", 7, *PYTHON, *args)


def test_ctrl_c_leaves_the_games_so_far(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.parquet"
    ran = _stopped_after(8, run, monkeypatch, "--record", path, "--json")
    told = json.loads(ran.out)
    assert ran.code == 130
    assert (told["games"], told["recorded"], told["complete"]) == (8, 8, False)
    assert "8 of 500 games in" in " ".join(ran.err.split())
    assert len(GamesFile(path)) == 8
    assert GamesFile(path).record(7).finished
    assert _left_beside(path) == ["games.parquet"]
    assert "8 games of 500 that were wanted" in run("replay", path, "--list").out


def test_a_full_disk_is_told_and_leaves_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: Any, **more: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(pl.DataFrame, "write_parquet", full)
    path = tmp_path / "games.parquet"
    ran = run("sim", "bonfire", "-n", 10, *PYTHON, "--record", path)
    assert ran.code == 2
    assert "cannot be written: No space left on device." in one_sentence(ran.err)
    assert _left_beside(path) == []


def test_a_file_that_is_there_is_replaced_only_by_force(run: Run, bonfire: Path) -> None:
    before = bonfire.read_bytes()
    again = ("sim", "bonfire", "-n", 2, *PYTHON, "--record", bonfire)
    ran = run(*again)
    assert ran.code == 2
    assert "--force" in one_sentence(ran.err)
    assert bonfire.read_bytes() == before
    assert run(*again, "--force").code == 0
    assert len(GamesFile(bonfire)) == 2


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--record", "{folder}/none/games.parquet"], "not a folder you may write to"),
        (["--record", "{folder}"], "is a folder; name a file"),
        (["--record", "{folder}/g.parquet", "--device", "cuda"], "--device native plays the same"),
        (
            ["--record", "{folder}/g.parquet", "--bots", "champion"],
            "'champion' simulates; there are",
        ),
    ],
)
def test_what_cannot_be_recorded_is_refused_before_play(
    run: Run, tmp_path: Path, args: list[str], says: str
) -> None:
    given = [arg.format(folder=tmp_path) for arg in args]
    ran = run("sim", "dog", "-n", 2, "--device", "python", *given)
    assert ran.code == 2
    assert ran.out == ""
    assert says in one_sentence(ran.err)
    assert list(tmp_path.iterdir()) == []


def test_without_polars_both_commands_name_the_extra(
    run: Run, bonfire: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "dogpark.lab.games_file")
    monkeypatch.setitem(sys.modules, "polars", None)
    for args in (
        ("sim", "bonfire", "-n", 2, *PYTHON, "--record", tmp_path / "new.parquet"),
        ("replay", bonfire),
    ):
        ran = run(*args)
        assert ran.code == 2
        assert "polars, which is not installed: pip install dogpark[lab]" in one_sentence(ran.err)


# -- reading --------------------------------------------------------------------------------------


def test_any_game_of_the_file_is_replayed(run: Run, bonfire: Path) -> None:
    first = run("replay", bonfire, "--plain")
    assert first.code == 0
    assert "Game 0 in" in first.out
    assert first.out == run("replay", bonfire, "--plain", "--game", 0).out
    last = run("replay", bonfire, "--game", 9, "--json").out.splitlines()
    assert len(last) == len(GamesFile(bonfire).record(9).lines)
    assert json.loads(last[-1])["events"][-1]["event"] == "game_over"


def test_a_replayed_game_reads_like_its_record(run: Run, bonfire: Path, tmp_path: Path) -> None:
    record = tmp_path / "one.jsonl"
    record.write_text(GamesFile(bonfire).record(4).dumps(), "utf-8")
    for how in (["--json"], ["--json", "--from-seat", "1"], ["--json", "--open"]):
        assert run("replay", bonfire, "--game", 4, *how).out == run("replay", record, *how).out
    assert run("check", record).code == 0


def test_the_list_tells_what_is_in_the_file(run: Run, bonfire: Path) -> None:
    ran = run("replay", bonfire, "--list")
    assert ran.code == 0
    for words in ("2 players: 10 games", "random, random; seed 7", "rules version 1", "won by"):
        assert words in ran.out
    header, *rows = map(json.loads, run("replay", bonfire, "--list", "--json").out.splitlines())
    assert (header["game"], header["games"], header["seed"]) == ("bonfire", 10, "7")
    assert [row["seed"] for row in rows] == [f"7/{number}" for number in range(10)]
    assert all(row["moves"] > row["decisions"] > 0 for row in rows)


def test_a_game_that_is_not_there_is_refused(run: Run, bonfire: Path) -> None:
    ran = run("replay", bonfire, "--game", 10)
    assert ran.code == 2
    assert "numbered from 0 to 9" in one_sentence(ran.err)


@pytest.mark.parametrize("args", [["--list"], ["--game", 1]])
def test_a_record_of_one_game_has_no_list(run: Run, tmp_path: Path, args: list[object]) -> None:
    path = watched_game(run, tmp_path / "one.jsonl", "bonfire", "--seed", 5, "--bots", "puppy")
    ran = run("replay", path, *args)
    assert ran.code == 2
    assert "one game" in one_sentence(ran.err)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"rules": "0"}, "rules version 0 of Here Comes the Dog; this version knows 1"),
        ({"format": 2, "version": "9.9"}, "format 2 of dogpark 9.9; this version reads format 1"),
        ({"game": "cat"}, "cannot be replayed"),
        ({"players": 9}, "cannot be replayed"),
        ({"seed": 7}, "cannot be read"),
    ],
)
def test_a_file_of_other_rules_is_refused(
    run: Run, bonfire: Path, changes: dict[str, Any], says: str
) -> None:
    _rewritten(bonfire, changes)
    for args in ([], ["--list"]):
        ran = run("replay", bonfire, *args)
        assert ran.code == 2
        assert says in one_sentence(ran.err)


def test_a_file_whose_codes_mean_something_else_is_refused(run: Run, bonfire: Path) -> None:
    metadata = pl.read_parquet_metadata(bonfire)
    told = {"dogpark": metadata["dogpark"], "actions": '[{"do":"bark"}]'}
    pl.read_parquet(bonfire).write_parquet(bonfire, metadata=told)
    assert "mean other actions" in one_sentence(run("replay", bonfire).err)


@pytest.mark.parametrize(
    ("column", "says"),
    [
        (pl.col("places").list.reverse(), "claims the result"),
        (pl.col("codes").list.head(9), "not as many seats as codes"),
        (pl.col("seats", "codes").list.head(9), "its actions lead to None"),
        (pl.col("codes").list.reverse(), "move 1"),
        (pl.col("seed") + "x", "the seed draws"),
        (pl.col("codes").cast(pl.List(pl.Int64)), "columns of format 1"),
    ],
)
def test_a_changed_game_does_not_hold(run: Run, bonfire: Path, column: pl.Expr, says: str) -> None:
    _rewritten(bonfire, {}, column)
    ran = run("replay", bonfire, "--game", 2)
    assert ran.code == 2
    assert says in one_sentence(ran.err)


def test_other_parquet_files_are_told_apart(run: Run, bonfire: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.parquet"
    pl.DataFrame({"game": [1]}).write_parquet(other)
    assert "has no whole games" in one_sentence(run("replay", other).err)
    other.write_bytes(bonfire.read_bytes()[:-100])
    assert "cut short" in one_sentence(run("replay", other).err)
