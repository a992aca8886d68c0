"""What was typed on the command line, turned into games, seats and records."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from dogpark.cli import recorded
from dogpark.cli.errors import BadInput

if TYPE_CHECKING:
    from dogpark.api import Game
    from dogpark.kernel.facts import Facts
    from dogpark.play.record import Record


def facts_of(name: str) -> Facts:
    from dogpark import games

    known = games.names()
    wanted = name.lower()
    if wanted not in known:
        near = get_close_matches(wanted, known, 1, 0.5)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise BadInput(f"There is no game {name!r}; there are {', '.join(known)}.{hint}")
    return games.rooms(wanted).facts


def option_pairs(given: list[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in given:
        key, sign, value = text.partition("=")
        if not sign or not key or not value:
            raise BadInput(f"An option is written name=value, not {text!r}.")
        if key in pairs:
            raise BadInput(f"The option {key} is given twice.")
        pairs[key.strip()] = value.strip()
    return pairs


def game_of(name: str, players: int | None, options: list[str]) -> Game:
    """The game with the chosen house rules; BadInput or BadOption names what does not fit."""
    from dogpark.api import load

    facts = facts_of(name)
    return load(facts.name, players, option_pairs(options))


def lineup(text: str, players: int) -> list[str]:
    """``greedy`` for all seats, or ``greedy,random,…`` one by one."""
    from dogpark.agents.bots import BOTS

    names = [word.strip() for word in text.split(",") if word.strip()]
    for name in names:
        if name not in BOTS:
            raise BadInput(f"There is no bot {name!r}; there are {', '.join(BOTS)}.")
    if len(names) == 1:
        return names * players
    if len(names) != players:
        raise BadInput(
            f"{players} seats need {players} bots, or one name for all; {len(names)} are given."
        )
    return names


def read_text(path: Path) -> str:
    """The text of a file, or BadInput that says why it cannot be read."""
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise BadInput(f"There is no file {path}.") from None
    except IsADirectoryError:
        raise BadInput(f"{path} is a folder, not a record.") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not a record: it is not a text file.") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None


def record_from(path: Path) -> Record:
    """The record in a file; whether its game holds is for ``replay`` to say."""
    from dogpark.play.record import BadRecord, loads

    if recorded.is_parquet(path):
        raise BadInput(
            f"{path} holds many games: dogpark replay {path} --game 17 goes through one of them "
            "and says whether it holds."
        )
    text = read_text(path)
    try:
        return loads(text)
    except BadRecord as error:
        raise BadInput(f"{path} is not a sound record: {error}.") from None
