"""The list of moves, laid out for the room there is."""

from __future__ import annotations

from rich.text import Text

from dogpark.cli import seats
from dogpark.cli.table.moves import Choice

GAP = 3
NUMBER = 5  # cells of a move's number
MANY = 40  # from here on not every move is listed where there is no room


def choice_lines(choices: list[Choice], width: int, rows: int) -> list[Text]:
    """One move a line, with its short form where that fits; else columns; else short forms alone.

    ``rows`` is the room there is. Where even the short forms need more, they take it, unless there
    are so many that nothing else would be left on the screen: then the first of them must do.
    """
    entries = [_entry(choice) for choice in choices]
    widest = max((entry.cell_len for entry in entries), default=0)
    short = max((len(choice.text) for choice in choices), default=0)
    if len(entries) <= rows:
        if widest + GAP + short + 2 > width:
            return entries
        return [
            _padded(entry, widest + GAP).append(choice.text, "dim italic")
            for entry, choice in zip(entries, choices, strict=True)
        ]
    lines = _columns(entries, widest, width)
    if len(lines) <= rows:
        return lines
    lines = _columns([_short(choice) for choice in choices], short + NUMBER, width)
    if len(lines) <= rows or len(choices) < MANY:
        return lines
    return _some(choices, entries, widest, width, rows)


def _some(
    choices: list[Choice], entries: list[Text], widest: int, width: int, rows: int
) -> list[Text]:
    """As many as fit, and how to type the others."""
    columns = max(1, (width + GAP) // (widest + GAP))
    listed = columns * (rows - 1)
    example = seats.plain(choices[len(choices) // 2].text)
    rest = f"  …  {len(choices) - listed} more: type its number, or the move, such as {example}"
    return [*_columns(entries[:listed], widest, width), Text(rest, "dim")]


def _entry(choice: Choice) -> Text:
    return Text.assemble((f"{choice.number:>3}  ", "bold cyan"), seats.coloured(choice.words))


def _padded(text: Text, width: int) -> Text:
    padded = text.copy()
    padded.pad_right(width - text.cell_len)
    return padded


def _short(choice: Choice) -> Text:
    return Text.assemble((f"{choice.number:>3}  ", "bold cyan"), choice.text)


def _columns(entries: list[Text], widest: int, width: int) -> list[Text]:
    """Filled from top to bottom."""
    columns = max(1, (width + GAP) // (widest + GAP))
    height = -(-len(entries) // columns)
    return [
        Text.assemble(*(_padded(cell, widest + GAP) for cell in entries[row::height]))
        for row in range(height)
    ]
