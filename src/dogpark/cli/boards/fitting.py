"""A board that looks at the terminal before it is drawn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, TypeAlias

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement

View: TypeAlias = dict[str, Any]


class Fitting(ABC):
    """Drawn anew for every height of the terminal; the width is given."""

    def __init__(self, view: View, prompt: View | None, width: int) -> None:
        self._view, self._prompt, self._width = view, prompt, width

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self._drawn(console.height)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self._drawn(console.height))

    @abstractmethod
    def _drawn(self, height: int) -> RenderableType:
        """The board for a terminal of so many rows."""
