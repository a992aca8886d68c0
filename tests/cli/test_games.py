"""``dogpark games``, and what all commands have in common."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from dogpark import games
from dogpark.cli import main as entry
from tests.cli.conftest import Run
from tests.cli.helpers import one_sentence

COMMANDS = ("games", "rules", "play", "sim", "replay", "check", "doctor")


def test_the_table_names_every_game(run: Run) -> None:
    ran = run("games")
    assert ran.code == 0
    for name in games.names():
        facts = games.rooms(name).facts
        assert name in ran.out
        assert facts.title in ran.out


def test_json_carries_the_declared_facts(run: Run) -> None:
    told = {game["name"]: game for game in json.loads(run("games", "--json").out)}
    dog = told["dog"]
    assert dog["players"] == [4, 6]
    assert dog["teams"]["4"] == [[0, 2], [1, 3]]
    assert dog["hidden"] is True
    assert dog["rules_version"]
    options = {option["name"]: option for option in dog["options"]}
    assert options["jack_targets"]["values"][0] == options["jack_targets"]["default"]
    assert options["max_rounds"]["low"] == 1
    assert all(option["words"] and option["rule"] and option["bounds"] for option in dog["options"])
    faces = next(o for o in told["bonfire"]["options"] if o["name"] == "die_faces")
    assert (faces["kind"], faces["default"], faces["total"]) == ("split", [2, 2, 2], 6)


def test_listing_games_imports_neither_the_compiler_nor_the_line_editor() -> None:
    code = (
        "import sys; from dogpark.cli.main import main; main(['games']); "
        "print(sorted({'numba', 'prompt_toolkit'} & set(sys.modules)), file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr.strip() == "[]"


def test_the_module_is_the_command() -> None:
    command = [sys.executable, "-m", "dogpark", "games", "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0
    assert json.loads(ran.stdout)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert "Usage" in ran.out


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").out.startswith("dogpark ")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["sim"], "GAME"),
        (["nonsense"], "nonsense"),
        (["games", "--nonsense"], "--nonsense"),
        (["sim", "bonfire", "--device", "abacus"], "abacus"),
        (["sim", "bonfire", "--games", "none"], "--games"),
    ],
)
def test_a_wrong_call_is_one_sentence_and_exit_2(run: Run, args: list[str], says: str) -> None:
    ran = run(*args)
    assert ran.code == 2
    assert says in one_sentence(ran.err)


def test_a_fault_of_ours_is_an_apology(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> tuple[str, ...]:
        raise RuntimeError("the dog ate it")

    monkeypatch.setattr(games, "names", broken)
    ran = run("games")
    assert ran.code == 70
    assert "DOGPARK_DEBUG=1" in one_sentence(ran.err)
    monkeypatch.setenv("DOGPARK_DEBUG", "1")
    with pytest.raises(RuntimeError, match="ate it"):
        entry.main(["games"])
