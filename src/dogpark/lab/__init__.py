"""The lab: change a rule, see a hundred thousand games.

    from dogpark import lab
    study = lab.study(lab.plan("dog", vary={"jack_targets": ["any_other"]}, games=20_000))
    lab.effects(study)          # a Polars frame: measures, differences, 95 % intervals
    lab.games(study)            # a row a game
    lab.report(study, "jack.html")

Playing needs nothing but dogpark; frames and reports need the extra ``dogpark[lab]``, and load its
libraries when they are first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from dogpark.lab.crew import LocalCrew, RayCrew
from dogpark.lab.plan import BadPlan, Plan, Variant, plan
from dogpark.lab.study import Effect, Study, run, study

if TYPE_CHECKING:
    from dogpark.lab.frames import effects, games, to_dict
    from dogpark.lab.games_file import GamesFile
    from dogpark.lab.reporting import report

__all__ = [
    "BadPlan",
    "Effect",
    "GamesFile",
    "LocalCrew",
    "Plan",
    "RayCrew",
    "Study",
    "Variant",
    "effects",
    "games",
    "plan",
    "report",
    "run",
    "study",
    "to_dict",
]

_LATER = {
    "GamesFile": "games_file",
    "effects": "frames",
    "games": "frames",
    "to_dict": "frames",
    "report": "reporting",
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"dogpark.lab.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
