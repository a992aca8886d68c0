"""What a person types, matched with the choices there are: by number, by name, or by its start."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from dogpark.kernel.actions import Action, ActionTable, UnreadableAction

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Choice:
    """One legal move as the prompt lists it."""

    number: int
    text: str
    words: str
    action: dict[str, Any]


def choices_of(prompt: dict[str, Any]) -> list[Choice]:
    return [
        Choice(number, choice["text"], choice["words"], choice["action"])
        for number, choice in enumerate(prompt["choices"], 1)
    ]


def matching(typed: str, choices: list[Choice]) -> list[Choice]:
    """The choices that may be meant: one is a move, several are a question, none is a mistake."""
    wanted = typed.lower().split()
    if not wanted:
        return []
    if len(wanted) == 1 and _NUMBER.fullmatch(wanted[0]):
        by_number = [choice for choice in choices if choice.number == int(wanted[0])]
        if by_number:
            return by_number
    for fits in (_whole, _described, _whole_start, _starts, _within):
        found = [choice for choice in choices if fits(wanted, choice)]
        if found:
            return found
    return []


def _whole(wanted: list[str], choice: Choice) -> bool:
    """All of the short form, its first word may be left out: ``play K start``, ``K start``."""
    words = choice.text.lower().split()
    return wanted in (words, words[1:])


def _described(wanted: list[str], choice: Choice) -> bool:
    """All of the description, its first word may be left out: ``offer 2 0 3``, ``2 0 3``."""
    words = choice.words.lower().split()
    return wanted in (words, words[1:])


def _whole_start(wanted: list[str], choice: Choice) -> bool:
    """Whole words from the start of the short form: ``play K``, ``K``."""
    words = choice.text.lower().split()
    return wanted in (words[: len(wanted)], words[1 : 1 + len(wanted)])


def _starts(wanted: list[str], choice: Choice) -> bool:
    """Each word begun: ``p k s``."""
    words = choice.text.lower().split()
    return any(
        len(rest) >= len(wanted)
        and all(word.startswith(start) for start, word in zip(wanted, rest, strict=False))
        for rest in (words, words[1:])
    )


def _within(wanted: list[str], choice: Choice) -> bool:
    """Words of the description: ``exchange fire``. Numbers say too little to be taken for one."""
    words = choice.words.lower().replace(",", " ").split()
    return not all(part.isdigit() for part in wanted) and all(
        any(word.startswith(part) for word in words) for part in wanted
    )


def any_action(typed: str, table: ActionTable) -> Action | None:
    """An action of the game, legal now or not, so that the referee can say why not."""
    attempts = [typed, *(f"{kind.name} {typed}" for kind in table.kinds)]
    for text in attempts:
        try:
            return table.from_text(text)
        except UnreadableAction:
            continue
    return None
