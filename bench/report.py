"""Generated tables inside a page that people write.

A page holds the place of each table by two comments, which stay where they are::

    <!-- bench:begin playouts -->
    <!-- bench:end playouts -->

Everything between them belongs to the generator, everything else to people.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
FIGURE = re.compile(r"[~≈]?[-+]?\d[\d.,\s_]*(?:[kMG%×]|ms|µs|s)?")


class MarkerError(ValueError):
    """The page's markers for a block are missing a partner, doubled or in the wrong order."""


def update_block(
    page: Path,
    name: str,
    title: str,
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    notes: Sequence[str] = (),
) -> bool:
    """Write a block into the page, in place of the old one or at the end; whether it changed."""
    before = page.read_text(encoding="utf-8")
    after = with_block(before, name, block(title, header, rows, notes=notes))
    if after == before:
        return False
    beside = page.with_name(f".{page.name}.new")
    beside.write_text(after, encoding="utf-8")
    beside.replace(page)  # at once: nobody finds half a page
    return True


def block(
    title: str,
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    notes: Sequence[str] = (),
) -> str:
    """A heading, a table, and a paragraph for each note, in Markdown."""
    return "\n\n".join([f"### {_cell(title)}", table(header, rows), *notes])


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; columns that hold only figures are set to the right."""
    for row in rows:
        if len(row) != len(header):
            raise ValueError(f"a row has {len(row)} cells, the header {len(header)}: {row!r}")
    lines = [[_cell(cell) for cell in line] for line in (header, *rows)]
    widths = [max(3, *(len(line[i]) for line in lines)) for i in range(len(header))]
    right = [_is_figures([row[i] for row in rows]) for i in range(len(header))]
    rule = ["-" * (w - 1) + ":" if r else "-" * w for w, r in zip(widths, right, strict=True)]
    return "\n".join(
        "| "
        + " | ".join(
            cell.rjust(w) if r else cell.ljust(w)
            for cell, w, r in zip(line, widths, right, strict=True)
        )
        + " |"
        for line in (lines[0], rule, *lines[1:])
    )


def with_block(text: str, name: str, content: str) -> str:
    """The text with the content between the markers of that name; they are added if missing."""
    if not NAME.fullmatch(name):
        raise ValueError(f"not a block's name: {name!r}")
    begin, end = f"<!-- bench:begin {name} -->", f"<!-- bench:end {name} -->"
    inside = f"{begin}\n\n{content.strip()}\n\n{end}"
    if begin not in text and end not in text:
        return f"{text.rstrip()}\n\n{inside}\n".lstrip()
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise MarkerError(f"the page needs one {begin!r} and, after it, one {end!r}")
    head, _, rest = text.partition(begin)
    _, _, tail = rest.partition(end)
    return f"{head}{inside}{tail}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _is_figures(cells: Sequence[str]) -> bool:
    return bool(cells) and all(
        not cell.strip() or FIGURE.fullmatch(cell.strip()) is not None for cell in cells
    )
