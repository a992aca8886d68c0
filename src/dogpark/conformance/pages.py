"""A game's rules page: where it lies, and which rule ids it defines."""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from dogpark.kernel.rooms import Rooms

RULE_ID = r"[A-Z]{2,5}-\d+(?:\.\d+)+"
# A rule is defined where its id, in bold, opens a list item, a heading or a paragraph.
DEFINITION = re.compile(rf"^\s*(?:[-*+]\s+|#+\s+|\d+\.\s+)?\*\*({RULE_ID})\*\*", re.MULTILINE)


class NoPage(FileNotFoundError):
    """A game without a rules page; the message says where it was looked for."""


@cache
def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise NoPage(f"no package {package}")
    return Path(spec.origin).parent


def page_of(rooms: Rooms) -> Path:
    """In the installed package, in a checkout's docs, or beside the game's own code (toys)."""
    package = _folder("dogpark")
    places = [
        package / "rulespages" / f"{rooms.name}.md",
        package.parent.parent / "docs" / "rules" / f"{rooms.name}.md",
        _folder(rooms.package) / "rules.md",
    ]
    for place in places:
        if place.is_file():
            return place
    raise NoPage(f"no rules page for {rooms.name}; a checkout has it in docs/rules/{rooms.name}.md")


@cache
def _ids(page: Path) -> frozenset[str]:
    return frozenset(DEFINITION.findall(page.read_text("utf-8")))


def rule_ids(rooms: Rooms) -> frozenset[str]:
    """The ids that the rules page defines."""
    return _ids(page_of(rooms))
