"""Files of many games, as ``dogpark sim --record`` writes them: opened, and shown as a list."""

from __future__ import annotations

import json as jsonlib
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich import box
from rich.table import Table
from rich.text import Text

from dogpark.cli import errors, seats, terminal

if TYPE_CHECKING:
    from dogpark.lab.games_file import GamesFile

SHOWN = 20  # games of a list for people


def is_parquet(path: Path) -> bool:
    """By what is in it, whatever its name; no for what cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(4) == b"PAR1"
    except OSError:
        return False


def opened(path: Path) -> GamesFile:
    try:
        from dogpark.lab.games_file import GamesFile
    except ModuleNotFoundError as missing:
        raise errors.BadInput(
            f"Files of many games need {missing.name}, which is not installed: "
            "pip install dogpark[lab]."
        ) from None
    return GamesFile(path)


def show(many: GamesFile, *, json: bool) -> int:
    """What was played, and the games one by one: all for programs, the first for people."""
    if json:
        header = msgspec.to_builtins(many.header)
        for told in ({**header, "games": len(many)}, *many.summaries()):
            print(jsonlib.dumps(told, ensure_ascii=False))
        return errors.OK
    console = terminal.out()
    console.print(Text(heading(many), "bold"))
    console.print(Text(_particulars(many), "dim"))
    console.print(_table(many))
    more = len(many) - SHOWN
    rest = f"{more:,} more. " if more > 0 else ""
    console.print(Text(f"{rest}--game N goes through one of them.", "dim"))
    return errors.OK


def heading(many: GamesFile) -> str:
    """The game and how many there are of it."""
    header = many.header
    wanted = "" if len(many) == header.wanted else f" of {header.wanted:,} that were wanted"
    return f"{many.game.facts.title}, {header.players} players: {len(many):,} games{wanted}"


def _particulars(many: GamesFile) -> str:
    header, game = many.header, many.game
    usual = game.facts.read_options({}, game.players)
    changed = [f"{name}={v}" for name, v in game.options.items() if v != usual[name]]
    return (
        f"{', '.join(header.bots)}; seed {header.seed}; "
        f"house rules: {', '.join(changed) or 'as usual'}; "
        f"rules version {header.rules}, dogpark {header.version}"
    )


def _table(many: GamesFile) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("game", "decisions", "moves"):
        table.add_column(name, justify="right")
    table.add_column("won by")
    table.add_column("points", justify="right")
    for told in islice(many.summaries(), SHOWN):
        table.add_row(
            *(str(told["number"]), f"{told['decisions']:,}", f"{told['moves']:,}"),
            *(_winners(told["places"]), " ".join(map(str, told["points"]))),
        )
    return table


def _winners(places: list[int]) -> Text:
    first = [seat for seat, place in enumerate(places) if place == 1]
    if len(first) == len(places):
        return Text("nobody", "dim")
    return Text(" and ").join(seats.label(seat) for seat in first)
