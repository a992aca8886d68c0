"""Drawn boards, one file a game: ``draw(view, prompt, width)`` draws from what a seat may see.

A game is drawn by the file of its name here; one without a file gets the plain drawing.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from rich.console import RenderableType

View: TypeAlias = dict[str, Any]
Draw: TypeAlias = Callable[[View, View | None, int], RenderableType]


def drawer(game: str) -> Draw:
    """How that game is drawn."""
    name = f"{__name__}.{game}"
    module = import_module(name if find_spec(name) else f"{__name__}.plain")
    draw: Draw = module.draw
    return draw
