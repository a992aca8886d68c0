"""The drawing for a game that has none of its own: what the view says, in a tidy list."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from dogpark.cli import seats


def draw(view: dict[str, Any], _prompt: dict[str, Any] | None, _width: int) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    players = [value for value in view.values() if isinstance(value, list)]
    for key, value in view.items():
        grid.add_row(key.replace("_", " "), _value(value, by_seat=_by_seat(value, players)))
    return Panel(grid, box=box.ROUNDED, border_style="dim", expand=False)


def _by_seat(value: Any, lists: list[list[Any]]) -> bool:
    """A list as long as the other lists of a view has one entry a seat, in all likelihood."""
    lengths = {len(other) for other in lists}
    return isinstance(value, list) and lengths == {len(value)} and len(value) <= len(seats.NAMES)


def _value(value: Any, *, by_seat: bool = False) -> Text:
    if by_seat:
        parts = [Text.assemble(seats.label(n), " ", _value(v)) for n, v in enumerate(value)]
        return Text("   ").join(parts)
    if isinstance(value, bool):
        return Text("yes" if value else "no")
    if isinstance(value, dict):
        pairs = [Text.assemble((f"{key} ", "dim"), _value(inner)) for key, inner in value.items()]
        return Text("  ").join(pairs)
    if isinstance(value, list):
        return Text(", ").join(_value(inner) for inner in value)
    return Text("–" if value is None else str(value))
