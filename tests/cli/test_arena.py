"""``dogpark arena``: the matrix, JSON, resuming, the picture, bad input."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.cli.helpers import one_sentence

FEW = ("--games", 8, "--players", 2, "--option", "rounds=2", "--processes", 1)


def test_json_carries_the_matrix_with_intervals(run: Run) -> None:
    ran = run("arena", "bonfire", *FEW, "--bots", "random,puppy,greedy", "--json")
    told = json.loads(ran.out)
    assert ran.code == 0
    assert told["complete"] is True
    assert [(row["one"], row["two"]) for row in told["matrix"]] == [
        ("random", "puppy"),
        ("random", "greedy"),
        ("puppy", "greedy"),
    ]
    for row in told["matrix"]:
        assert row["games"] == 8
        assert 0 <= row["share"]["low"] <= row["share"]["value"] <= row["share"]["high"] <= 1
    assert told["ratings"].keys() == {"random", "puppy", "greedy"}


def test_the_report_names_bots_and_the_picture_needs_no_other_file(
    run: Run, tmp_path: Path
) -> None:
    picture = tmp_path / "matrix.svg"
    ran = run("arena", "bonfire", *FEW, "--bots", "random,working", "--picture", picture)
    assert ran.code == 0
    for words in ("random", "working", "8 games", "rating", "reply p50"):
        assert words in ran.out
    drawn = picture.read_text("utf-8")
    assert drawn.startswith("<svg")
    assert "url(" not in drawn.replace("url(#", "")
    assert "working" in drawn


def test_deals_are_kept_and_gone_on_with(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "deals.jsonl"
    some = ("--bots", "random,greedy", "--json", "--keep", kept)
    run("arena", "bonfire", *FEW[2:], "--games", 4, *some)
    first = kept.read_text("utf-8").splitlines()
    told = json.loads(run("arena", "bonfire", *FEW[2:], "--games", 8, *some).out)
    both = kept.read_text("utf-8").splitlines()
    assert both[: len(first)] == first
    assert len(both) == 2 * len(first) - 1  # one heading
    at_once = json.loads(run("arena", "bonfire", *FEW, "--bots", "random,greedy", "--json").out)
    assert told["matrix"] == at_once["matrix"]


def test_no_games_shows_what_is_kept(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "deals.jsonl"
    some = (*FEW[2:], "--bots", "random,greedy", "--json", "--keep", kept)
    run("arena", "bonfire", "--games", 4, *some)
    before = kept.read_bytes()
    told = json.loads(run("arena", "bonfire", "--games", 0, *some).out)
    assert told["matrix"][0]["games"] == 4
    assert kept.read_bytes() == before


def test_deals_of_another_game_are_not_mixed_in(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "deals.jsonl"
    some = ("--bots", "random,greedy", "--keep", kept)
    run("arena", "bonfire", *FEW, *some)
    before = kept.read_bytes()
    for other in (("--seed", 2), ("--alone",), ("--players", 3)):
        ran = run("arena", "bonfire", *FEW, *some, *other)
        assert ran.code == 2
        assert "another game" in one_sentence(ran.err)
    assert kept.read_bytes() == before


def test_one_bot_sits_alone_against_a_table(run: Run) -> None:
    ran = run("arena", "bonfire", *FEW, "--bots", "random,greedy", "--alone", "--json")
    told = json.loads(ran.out)
    assert told["alone"] is True
    assert [(row["one"], row["two"]) for row in told["matrix"]] == [
        ("random", "greedy"),
        ("greedy", "random"),
    ]


def test_unknown_bots_and_a_bot_against_itself_are_refused(run: Run) -> None:
    ran = run("arena", "bonfire", *FEW, "--bots", "random,wolf")
    assert ran.code == 2
    assert "'wolf'" in one_sentence(ran.err)
    assert "champion" in one_sentence(ran.err)
    ran = run("arena", "bonfire", *FEW, "--bots", "random,random")
    assert ran.code == 2
    assert "each named once" in one_sentence(ran.err)
