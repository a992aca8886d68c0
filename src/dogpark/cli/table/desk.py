"""What can be typed at the table besides a move, and what is answered."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from dogpark.cli import seats
from dogpark.cli.commands.rules import rule_list
from dogpark.cli.errors import BadInput
from dogpark.cli.rulebook import looks_like_id, rulebook
from dogpark.cli.table import saving
from dogpark.cli.table.choices import choice_lines
from dogpark.cli.table.moves import Choice, any_action, matching
from dogpark.cli.table.screen import Gone
from dogpark.kernel.actions import Action
from dogpark.play.referee import judge
from dogpark.play.refused import Refused

if TYPE_CHECKING:
    from dogpark.cli.table.match import Match

COMMANDS = ("help", "rules", "why", "log", "save", "back", "quit")

HELP = (
    ("1, 2, 3, …", "make the move of that number"),
    ("play K start", "or its name; a part that fits only one move will do: k s"),
    ("why MOVE", "what it would do, or which rule forbids it; alone: the last refusal"),
    ("rules [WORDS]", "the rules: all, one by its number (5.2), or those with these words"),
    ("log", "what happened so far, as you may know it"),
    ("back", "take your last choice back, while it has shown nothing new to anyone"),
    ("save [FILE]", "keep the game to go on later"),
    ("quit", "leave the table"),
    ("Enter", "draw the table again"),
)


@dataclass(frozen=True)
class Take:
    """The person makes this move."""

    action: dict[str, Any]


class Back:
    """A choice was taken back: ask anew."""


class Quit(Exception):
    """Somebody leaves the table."""


Answer: TypeAlias = Take | Back | None  # None: ask the same again


class Desk:
    """Answers what a person types."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._last_rule: str | None = None

    def answer(self, seat: int, typed: str, choices: list[Choice]) -> Answer:
        if not typed:
            return None
        word, _, rest = typed.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in {"back", "undo"}:
            return self._back(seat)
        if word in {"quit", "exit", "q"}:
            raise Quit
        if word in {"?", "help"}:
            self._match.screen.page("Help", _help())
        elif word == "rules":
            self._rules(rest)
        elif word == "log":
            self._log(seat)
        elif word == "save":
            self._save(rest)
        elif word == "why":
            self._why(seat, rest, choices)
        else:
            return self._move(seat, typed, choices)
        return None

    def _say(self, *parts: str | Text | tuple[str, str]) -> None:
        self._match.screen.note(Text.assemble(*parts))

    # -- moves ------------------------------------------------------------------------------------

    def _move(self, seat: int, typed: str, choices: list[Choice]) -> Answer:
        found = matching(typed, choices)
        if len(found) == 1:
            return Take(found[0].action)
        if found:
            self._match.screen.note(
                Group(Text(f"{typed!r} may mean:", "yellow"), *choice_lines(found, 60, len(found)))
            )
            return None
        if typed.isdigit():
            self._say((f"There are moves 1 to {len(choices)}, not {typed}.", "yellow"))
            return None
        action = any_action(typed, self._match.position.rooms.table)
        refused = self._refusal(seat, action) if action else None
        if refused is None:
            self._say((f"{typed!r} is not a move here. ", "yellow"), ("? helps.", "dim"))
        else:
            self._refuse(refused)
            hint = "why shows the rule; nothing" if refused.rule else "Nothing"
            self._say((f"  {hint} has changed, choose again.", "dim"))
        return None

    def _refusal(self, seat: int, action: Action) -> Refused | None:
        try:
            judge(self._match.position.rooms, self._match.position.state, seat, action)
        except Refused as refused:
            return refused
        return None

    def _refuse(self, refused: Refused) -> None:
        self._last_rule = refused.rule
        rule = (f"{refused.rule} ", "bold red") if refused.rule else ""
        self._say(("✗ Not allowed: ", "red"), rule, seats.coloured(refused.message))

    def _why(self, seat: int, rest: str, choices: list[Choice]) -> None:
        if not rest:
            self._why_not()
            return
        found = matching(rest, choices)
        for choice in found:
            self._say(("✓ Allowed: ", "green"), seats.coloured(choice.words))
        if found:
            return
        action = any_action(rest, self._match.position.rooms.table)
        refused = self._refusal(seat, action) if action else None
        if refused is None:
            self._say((f"{rest!r} is not a move of this game. ", "yellow"), ("? helps.", "dim"))
            return
        self._refuse(refused)
        self._why_not()

    def _why_not(self) -> None:
        """The text of the rule that forbade the last refused move."""
        if self._last_rule is None:
            self._say(("Nothing was refused. Ask about a move: why MOVE", "dim"))
            return
        facts = self._match.position.rooms.facts
        try:
            rules = rulebook(facts.name).find(self._last_rule, facts.prefix)
        except BadInput as error:
            self._say((str(error), "yellow"))
            return
        for rule in rules:
            grid = Table.grid(padding=(0, 1))
            grid.add_row(Text(rule.id, "bold cyan"), Markdown(rule.text))
            self._match.screen.note(grid)

    def _back(self, seat: int) -> Answer:
        if self._match.take_back(seat):
            return Back()
        self._say(
            (
                "Nothing can be taken back: since your last choice something was drawn, shown, ",
                "yellow",
            ),
            ("or is another player’s to answer.", "yellow"),
        )
        return None

    # -- reading ----------------------------------------------------------------------------------

    def _rules(self, rest: str) -> None:
        facts = self._match.position.rooms.facts
        try:
            book = rulebook(facts.name)
        except BadInput as error:
            self._say((str(error), "yellow"))
            return
        words = rest.split()
        if not words:
            self._match.screen.page(f"The rules of {facts.title}", Markdown(book.text))
            return
        by_id = len(words) == 1 and looks_like_id(words[0], facts.prefix)
        rules = book.find(words[0], facts.prefix) if by_id else book.search(words)
        if rules:
            self._match.screen.page(f"Rules: {rest}", rule_list(rules, words))
        else:
            self._say((f"No rule speaks of {rest!r}.", "yellow"))

    def _log(self, seat: int) -> None:
        lines = self._match.story.lines(seat)
        self._match.screen.page("What happened", Group(*lines) if lines else Text("Nothing yet."))

    # -- saving -----------------------------------------------------------------------------------

    def _save(self, rest: str) -> None:
        name = self._match.position.rooms.name
        path = Path(rest) if rest else self._match.manners.keep_in or saving.suggested_name(name)
        try:
            saving.check_target(path, force=True)
            if path.exists() and path != self._match.manners.keep_in and not self._sure(path):
                self._say(("Not saved.", "yellow"))
                return
            self._match.save(path)
        except (BadInput, Gone) as error:
            self._say((str(error) or "Not saved.", "yellow"))
            return
        self._match.screen.note(saved_words(path, finished=False))

    def _sure(self, path: Path) -> bool:
        answer = self._match.screen.read(f"{path} exists. Replace it? [y/N] ")
        return answer.lower() in ("y", "yes")


def saved_words(path: Path, *, finished: bool) -> Text:
    if finished:
        return Text(f"Saved to {path}.\n  dogpark replay {path}\n  dogpark check {path}")
    return Text.assemble(
        ("✓ ", "green"),
        f"Saved to {path}. It tells the seed: keep it to yourself until the game is over.\n",
        (f"  Go on with: dogpark play --resume {path}", "dim"),
    )


def _help() -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold cyan", no_wrap=True)
    for typed, words in HELP:
        grid.add_row(typed, words)
    return grid
