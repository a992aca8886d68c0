"""Why something is not done at a table: what the rules do not forbid, but the table does."""

from __future__ import annotations

from dogpark.wire.tells import Kind


class No(Exception):
    """Refused by the table rather than by a rule of the game. Nothing has changed."""

    def __init__(self, kind: Kind, words: str, rule: str | None = None) -> None:
        super().__init__(words)
        self.kind: Kind = kind
        self.words = words
        self.rule = rule


def unknown_table() -> No:
    """Of a table that is not there and of one by invitation the same is said: nobody finds any out."""
    words = "There is no such table, or it is by invitation: then ask its host for the link."
    return No("unknown", words)
