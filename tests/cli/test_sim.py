"""``dogpark sim``: tables, JSON, bad input, Ctrl-C."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from dogpark.agents import simulate as simulator
from dogpark.cli.commands import sim
from dogpark.kernel import cuda
from dogpark.kernel.native import Native
from tests.cli.conftest import Run
from tests.cli.helpers import one_sentence

SOME = ("--games", 12, "--device", "python")
KEYS = {
    "game",
    "players",
    "games",
    "seconds",
    "decisions",
    "decisions_per_second",
    "device",
    "wins",
    "seed",
}


def test_json_carries_what_programs_need(run: Run) -> None:
    ran = run("sim", "bonfire", *SOME, "--players", 3, "--bots", "greedy,random,random", "--json")
    told = json.loads(ran.out)
    assert ran.code == 0
    assert told.keys() >= KEYS
    assert (told["games"], told["players"], told["device"]) == (12, 3, "python")
    assert told["bots"] == ["greedy", "random", "random"]
    assert len(told["wins"]) == 3
    assert told["complete"] is True


def test_the_same_seed_gives_the_same_games(run: Run) -> None:
    def wins(seed: str) -> Any:
        told = json.loads(run("sim", "bonfire", *SOME, "--seed", seed, "--json").out)
        return told["wins"], told["decisions"]

    assert wins("7") == wins("7")
    assert wins("7") != wins("8")


def test_the_table_has_intervals_speed_and_length(run: Run) -> None:
    ran = run("sim", "bonfire", *SOME, "--option", "rounds=2")
    assert ran.code == 0
    for words in ("95 % interval", "decisions/s", "decisions a game", "rounds=2", "Red", "random"):
        assert words in ran.out


def test_partners_are_named(run: Run) -> None:
    ran = run("sim", "dog", "--games", 1, "--device", "python", "--bots", "greedy")
    assert "Red and Yellow, Blue and Green" in ran.out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["bonfire", "--players", 9], "2, 3, 4 players"),
        (["bonfire", "--option", "rounds=99"], "from 1 to 9"),
        (["bonfire", "--option", "cats=1"], "no option 'cats'"),
        (["bonfire", "--option", "rounds"], "name=value"),
        (["bonfire", "--option", "rounds=1", "--option", "rounds=2"], "twice"),
        (["bonfire", "--bots", "genius"], "no bot 'genius'"),
        (["bonfire", "--bots", "random,random,random"], "2 bots"),
        (["bonfire", "--games", 0], "--games"),
        (["bonfire", "--seed", ""], "seed"),
        (["cat"], "no game 'cat'"),
    ],
)
def test_bad_input_names_what_is_wrong(run: Run, args: list[object], says: str) -> None:
    ran = run("sim", *args, "--device", "python", "--json")
    assert ran.code == 2
    assert ran.out == ""
    assert says in one_sentence(ran.err)


def test_without_a_gpu_the_message_says_why(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "trouble", lambda: "no CUDA device was found; use --device native")
    ran = run("sim", "bonfire", "--device", "cuda")
    assert ran.code == 2
    assert "--device native" in one_sentence(ran.err)


@pytest.mark.parametrize("json_wanted", [True, False])
def test_ctrl_c_keeps_what_there_is(
    run: Run, monkeypatch: pytest.MonkeyPatch, json_wanted: bool
) -> None:
    def stopped(*args: Any, progress: Any, **more: Any) -> Any:
        def stop(outcome: simulator.Simulation) -> None:
            progress(outcome)
            raise KeyboardInterrupt

        return simulator.simulate(*args, progress=stop, **more)

    monkeypatch.setattr(sim, "simulate", stopped)
    args = ["--json"] if json_wanted else []
    ran = run("sim", "bonfire", "--games", 500, "--device", "python", "--threads", 1, *args)
    assert ran.code == 130
    if json_wanted:
        told = json.loads(ran.out)
        assert 0 < told["games"] < 500
        assert (told["wanted"], told["complete"]) == (500, False)
    else:
        assert "of 500" in ran.out


def test_ctrl_c_before_anything_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*args: Any, **more: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(sim, "simulate", stopped)
    ran = run("sim", "bonfire")
    assert ran.code == 130
    assert "Stopped" in ran.err


def test_native_plays_the_same_games(run: Run, compiled: Callable[[str], Native]) -> None:
    compiled("dogpark.games.bonfire")
    told = [
        json.loads(run("sim", "bonfire", "--games", 12, "--device", device, "--json").out)
        for device in ("python", "native")
    ]
    assert told[0]["wins"] == told[1]["wins"]
    assert told[0]["decisions"] == told[1]["decisions"]


def test_speeds_are_read_at_a_glance() -> None:
    assert sim.speed_words(950) == "950"
    assert sim.speed_words(17_400) == "17.4 thousand"
    assert sim.speed_words(2_200_000) == "2.2 million"
    assert sim.speed_words(1.3e9) == "1.3 billion"
