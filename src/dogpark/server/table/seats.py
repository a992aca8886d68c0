"""A seat at an online table: whose it is, and who plays it now."""

from __future__ import annotations

from dataclasses import dataclass

from dogpark.server.entries import Who


@dataclass(slots=True)
class Seat:
    """One seat. A person and a bot in it: the bot plays until the person is back."""

    who: Who | None = None
    bot: str | None = None
    away_since: int | None = None  # wall clock; None while the person is here
    came: int = 0  # the number under which the person's coming was last noted, if ever
    asked_at: int | None = None  # wall clock; since when an answer is awaited
    respite: bool = False  # whether that may take a moment longer (clocks.RESPITE_MS)
    late: int = 0  # decisions in a row that the clock had to make
    left: Who | None = None  # who gave it up during the game; the result is still theirs

    @property
    def free(self) -> bool:
        return self.who is None and self.bot is None

    @property
    def bot_plays(self) -> bool:
        return self.bot is not None
