"""Arguments that several commands take."""

from __future__ import annotations

from typing import Annotated

import typer

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game; `dogpark games` lists them.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Players = Annotated[
    int | None,
    typer.Option("--players", "-p", help="How many play; the smallest table if not said."),
]
Options = Annotated[
    list[str],
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="A house rule; may be repeated."),
]
Seed = Annotated[str | None, typer.Option("--seed", help="The same seed gives the same chance.")]
