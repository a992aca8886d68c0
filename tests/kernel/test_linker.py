"""The linker: rule functions cloned into one namespace, and what it refuses."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import FunctionType, ModuleType

import numpy as np
import pytest

from dogpark.kernel import linker, playout
from dogpark.kernel.linker import NotDialect, fingerprint, link
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.seed import dice_for


def _module(name: str, source: str, **imported: object) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(imported)
    exec(source, vars(module))
    return module


def _plain(function: FunctionType) -> FunctionType:
    return function


HOOKS = """
FAR = 3
WAYS = ((1, 2), (3, 4))
NAMES = ("a", "b")
def start(s): pass
def active(s): return helper(s)
def legal(s, seat, codes): return FAR
def chance(s, codes, weights): return WAYS[1][0]
def apply(s, seat, code): pass
def result(s, places, points): pass
"""


def test_functions_of_all_rule_modules_find_each_other() -> None:
    board = _module("board", "def helper(s): return 41")
    rules = _module("rules", HOOKS, helper=board.helper)
    driver = link(rules, [board], _plain, arrays=False)
    assert driver["active"](None) == 41
    assert driver["legal"](None, 0, []) == 3
    assert driver["chance"](None, [], []) == 3


def test_the_clones_leave_the_originals_alone() -> None:
    board = _module("board", "def helper(s): return 41")
    rules = _module("rules", HOOKS, helper=board.helper)
    driver = link(rules, [board], _plain, arrays=False)
    assert driver["active"] is not rules.active
    assert driver["active"].__code__ is rules.active.__code__
    assert playout.active.__module__ == playout.__name__


def test_tuples_of_numbers_become_arrays_for_compilers_and_stay_tuples_for_python() -> None:
    rules = _module("rules", HOOKS, helper=len)
    compiled = link(rules, [], _plain, arrays=True)["chance"].__globals__
    assert isinstance(compiled["WAYS"], np.ndarray)
    assert compiled["WAYS"].dtype == np.int32
    assert link(rules, [], _plain, arrays=False)["chance"].__globals__["WAYS"] == ((1, 2), (3, 4))
    assert "NAMES" not in compiled


@pytest.mark.parametrize(
    "source",
    [
        "def legal(s, seat, codes=None): return 0",
        "def legal(s, seat, *, codes=None): return 0",
        "def outer():\n    n = 1\n    def legal(s): return n\n    return legal\nlegal = outer()",
    ],
)
def test_default_values_and_closures_are_refused_by_name(source: str) -> None:
    with pytest.raises(NotDialect, match="legal: no default values or closures"):
        link(_module("rules", source), [], _plain, arrays=False)


def test_a_games_functions_take_the_place_of_the_stand_ins() -> None:
    python = Rooms("tests.toys.chase").python
    own = {"start", "active", "legal", "chance", "apply", "result", "greedy", "turn"}
    assert own < set(linker.HOOKS)
    for hook in own:
        assert python[hook].__code__.co_filename.endswith(("rules.py", "strategy.py"))
    for stand_in in (playout.active, partial(playout.judge, look=0, seat=0, code=0)):
        with pytest.raises(NotImplementedError):
            stand_in(None)


def test_a_game_that_judges_moves_plays_the_best_one_and_of_equals_any(fetch: Rooms) -> None:
    worth = {10: 1, 11: 7, 12: 7, 13: -2}
    driver = fetch.python | {"judge": lambda _s, _look, _seat, code: worth[code]}
    greedy = FunctionType(playout.greedy.__code__, driver)
    dice = dice_for("equals", 0)
    picks = [greedy(None, 0, [10, 11, 12, 13], 4, dice) for _ in range(200)]
    assert set(picks) == {1, 2}
    assert 60 < picks.count(1) < 140
    assert greedy(None, 0, [13], 1, dice) == 0


def test_machines_act_from_the_lowest_seat_on_where_a_game_does_not_say_otherwise(
    fetch: Rooms,
) -> None:
    assert [fetch.python["turn"](None, mask) for mask in (0b1, 0b110, 0b100000)] == [0, 1, 5]


def _source(tmp_path: Path, text: str) -> ModuleType:
    path = tmp_path / "rules.py"
    path.write_text(text, "utf-8")
    module = ModuleType("rules")
    module.__file__ = str(path)
    return module


def test_the_fingerprint_follows_the_code_and_not_the_remarks(tmp_path: Path) -> None:
    one = fingerprint([_source(tmp_path, "def legal(s):\n    return 1\n")])
    remark = fingerprint([_source(tmp_path, "# why\ndef legal(s):\n    return (1)  # one\n")])
    other = fingerprint([_source(tmp_path, "def legal(s):\n    return 2\n")])
    assert one == remark
    assert one != other


def test_the_fingerprint_covers_state_and_actions(fetch: Rooms) -> None:
    without = fingerprint(fetch.modules)
    assert fetch.fingerprint != without
    assert fetch.fingerprint == Rooms("tests.toys.fetch").fingerprint
