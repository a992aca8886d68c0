"""Which code and which tests stand for each rule: `make rules`.

Rules are defined in docs/rules/<game>.md, as a bold id that opens a list item, a heading or a
paragraph: **DOG-5.2**. They are cited by id in the game's code, in the bots and the terminal, and
in its tests. Ends with 1, naming them, if a rule has no test or no code, if an id is cited that no
page defines, or if one is defined twice.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from dogpark.conformance.pages import DEFINITION, RULE_ID

ROOT = Path(__file__).parent.parent
CITATION = re.compile(rf"\b{RULE_ID}\b")


@dataclass
class Book:
    """One game's rules: where each is defined, and who cites it, as path:line."""

    game: str
    defined: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    code: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    page: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def problems(self) -> dict[str, list[str]]:
        """What is missing or wrong, by kind; empty lists where all is well."""
        cited = {**self.page, **self.code, **self.tests}
        return {
            "rules without a test": [rule for rule in self.defined if not self.tests.get(rule)],
            "rules that no code cites": [rule for rule in self.defined if not self.code.get(rule)],
            "cited but not defined": [
                f"{rule} ({self._citing(rule)})"
                for rule in in_order(set(cited) - set(self.defined))
            ],
            "defined twice": [
                f"{rule} ({', '.join(places)})"
                for rule, places in self.defined.items()
                if len(places) > 1
            ],
        }

    def _citing(self, rule: str) -> str:
        places = [*self.page.get(rule, []), *self.code.get(rule, []), *self.tests.get(rule, [])]
        return ", ".join(places[:3])

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "rules": [
                {"rule": rule, "code": self.code.get(rule, []), "tests": self.tests.get(rule, [])}
                for rule in self.defined
            ],
            "problems": self.problems(),
        }


def in_order(rules: set[str]) -> list[str]:
    """DOG-2.1 before DOG-10.1."""
    return sorted(rules, key=lambda rule: [int(part) for part in re.findall(r"\d+", rule)])


def read(root: Path) -> list[Book]:
    """All rule books of a checkout. A game folder without a page counts as an empty book."""
    names = {page.stem for page in (root / "docs" / "rules").glob("*.md")} - {"index"}
    folder = root / "src" / "dogpark" / "games"
    names |= {path.parent.name for path in folder.glob("*/__init__.py")}
    return [_book(root, name) for name in sorted(names)]


def _book(root: Path, name: str) -> Book:
    book = Book(name)
    page = root / "docs" / "rules" / f"{name}.md"
    if page.is_file():
        text = page.read_text("utf-8")
        for match in DEFINITION.finditer(text):
            line = text.count("\n", 0, match.start(1)) + 1
            book.defined[match[1]].append(f"{_short(root, page)}:{line}")
        _gather(root, [page], book.page)
    prefixes = {rule.partition("-")[0] for rule in book.defined}
    package = root / "src" / "dogpark"
    _gather(root, (package / "games" / name).rglob("*.py"), book.code)
    _gather(root, (root / "tests" / "games" / name).rglob("*.py"), book.tests)
    shared: dict[str, list[str]] = defaultdict(list)
    for part in ("cli", "agents"):
        _gather(root, (package / part).rglob("*.py"), shared)
    for rule, places in shared.items():
        if rule.partition("-")[0] in prefixes:
            book.code[rule] += places
    return book


def _gather(root: Path, paths: Any, into: dict[str, list[str]]) -> None:
    for path in sorted(paths):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for rule in dict.fromkeys(CITATION.findall(line)):
                into[rule].append(f"{_short(root, path)}:{number}")


def _short(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix().removeprefix("src/dogpark/")


def _rows(book: Book) -> Iterator[tuple[str, str, str]]:
    for rule in book.defined:
        yield rule, _places(book.code.get(rule, [])), _places(book.tests.get(rule, []))


def _places(found: list[str]) -> str:
    """games/dog/rules.py:12 and 40, shortened to what a reader needs."""
    files: dict[str, list[str]] = defaultdict(list)
    for place in found:
        path, _, line = place.rpartition(":")
        files[path.rpartition("/")[2]].append(line)
    return "\n".join(f"{name} {', '.join(lines[:6])}" for name, lines in files.items())


def show(books: list[Book], console: Console) -> None:
    for book in books:
        table = Table(title=book.game, title_justify="left", expand=False)
        for heading in ("rule", "code", "tests"):
            table.add_column(heading)
        for row in _rows(book):
            table.add_row(*row)
        console.print(table)


def complaints(books: list[Book]) -> list[str]:
    lines = []
    for book in books:
        if not book.defined:
            lines.append(f"{book.game}: docs/rules/{book.game}.md defines no rules")
        for kind, found in book.problems().items():
            if found:
                lines.append(f"{book.game}: {kind}: {', '.join(found)}")
    return lines


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="the same for programs")
    parser.add_argument("--quiet", action="store_true", help="only what is wrong")
    parser.add_argument("--root", type=Path, default=ROOT, help="another checkout")
    told = parser.parse_args(arguments)
    books = read(told.root)
    wrong = complaints(books)
    if told.json:
        print(json.dumps({"books": [book.to_dict() for book in books], "wrong": wrong}, indent=1))
    elif not told.quiet:
        show(books, Console())
    for line in wrong:
        print(line, file=sys.stderr)
    if not wrong and not told.json:
        rules = sum(len(book.defined) for book in books)
        print(f"{rules} rules of {len(books)} games: each has code and a test")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
