"""A game's rule page: found, taken apart into rules by id, and searched."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import dogpark
from dogpark.cli.errors import BadInput

_RULE = re.compile(r"^(?P<lead>#+ |\s*(?:[-*]|\d+\.) |\s*)\*\*(?P<id>[A-Z]{2,5}-\d+(?:\.\d+)*)\*\*")
_HEADING = re.compile(r"^#+ ")
_PICTURE = re.compile(r"^!\[.*\]\(.*\)\n+", re.MULTILINE)
_TABLE_ROW = re.compile(r"^\|\s*\*\*(?P<id>[A-Z]{2,5}-\d+(?:\.\d+)*)\*\*")


@dataclass(frozen=True)
class Rule:
    """One rule: its id, the chapter it stands in, and its text as Markdown."""

    id: str
    chapter: str
    text: str


@dataclass(frozen=True)
class Rulebook:
    """The page of one game."""

    game: str
    text: str
    rules: tuple[Rule, ...]

    def find(self, wanted: str, prefix: str) -> list[Rule]:
        """The rule of that id (``5.2`` will do for ``DOG-5.2``), or all below it (``DOG-5``)."""
        name = wanted.upper()
        if not name.startswith(f"{prefix}-"):
            name = f"{prefix}-{name}"
        exact = [rule for rule in self.rules if rule.id == name]
        return exact or [rule for rule in self.rules if rule.id.startswith(f"{name}.")]

    def search(self, words: list[str]) -> list[Rule]:
        """Rules that hold all of these words, in the order of the page."""
        wanted = [word.lower() for word in words]
        return [
            rule
            for rule in self.rules
            if all(word in f"{rule.chapter} {rule.text}".lower() for word in wanted)
        ]


def looks_like_id(text: str, prefix: str) -> bool:
    return re.fullmatch(rf"(?:{prefix}-)?\d+(\.\d+)*", text.upper()) is not None


def _folders() -> list[Path]:
    package = Path(dogpark.__file__).parent
    return [package / "rulespages", package.parents[1] / "docs" / "rules"]


@cache
def rulebook(game: str) -> Rulebook:
    for folder in _folders():
        page = folder / f"{game}.md"
        if page.is_file():
            text = _PICTURE.sub("", page.read_text("utf-8"))  # a terminal shows no pictures
            return Rulebook(game, text, tuple(_rules(text)))
    raise BadInput(f"The rule page of {game} is missing from this installation.")


def _rules(text: str) -> list[Rule]:
    """A rule goes on until the next rule or heading, or a line that is not indented below it."""
    found: list[Rule] = []
    chapter, identity = "", ""
    lines: list[str] = []

    def close() -> None:
        if identity:
            found.append(Rule(identity, chapter, "\n".join(lines).strip()))

    for line in text.splitlines():
        rule = _RULE.match(line) or _TABLE_ROW.match(line)
        if rule:
            close()
            identity = rule["id"]
            lines = [_body(line)]
        elif _HEADING.match(line):
            close()
            identity, chapter = "", line.lstrip("# ").strip()
        elif identity:
            lines.append(line.removeprefix("  "))
    close()
    return found


def _body(line: str) -> str:
    """The line without its id and without what made it a heading, list item or table row."""
    if line.startswith("|"):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        return " · ".join(cells[1:])
    return _RULE.sub("", line).strip().lstrip(".:—– ")
