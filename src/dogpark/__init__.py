"""dogpark: five dog games at one table, one source of the rules."""

from dogpark.api import Game, load
from dogpark.games import UnknownGame, names
from dogpark.kernel.actions import Action
from dogpark.kernel.facts import CHANCE, BadOption
from dogpark.play.position import Position
from dogpark.play.record import BadRecord, Record, loads, replay
from dogpark.play.refused import Refused
from dogpark.play.result import Result

__all__ = [
    "CHANCE",
    "Action",
    "BadOption",
    "BadRecord",
    "Game",
    "Position",
    "Record",
    "Refused",
    "Result",
    "UnknownGame",
    "load",
    "loads",
    "names",
    "replay",
]
