"""The clock of a live table: which moment of the game a moment of the wall clock is.

Both run alike from an *anchor* on: this time of the game is that time of the wall. The first anchor
is the beginning. A table that was without a server gets a new one, so that its time did not pass
meanwhile: the game goes on where it was saved last, a little later, so that everybody is back and
sees it coming. Until then it stands still. It never goes back behind anything that was saved.
"""

from __future__ import annotations

from dataclasses import dataclass

PAUSE_MS = 3000  # as long as the countdown of a round; clients are back within a second or two


@dataclass(frozen=True, slots=True)
class Clock:
    """The game's time ``game`` is the wall's time ``wall``; before that it stands still."""

    wall: int
    game: int = 0

    @classmethod
    def begun(cls, at: int) -> Clock:
        """The clock of a game whose beginning was saved at that time."""
        return cls(at)

    def again(self, at: int, reached: int) -> Clock:
        """The clock after an outage that was noted at that time.

        ``reached`` is the game's time up to which everything is saved. The clock may have run on
        after that, but nothing happened then that anybody remembers.
        """
        return Clock(at + PAUSE_MS, max(self.game, reached))

    @property
    def epoch(self) -> int:
        """The wall's time at which the game's clock would have been 0, had it never stopped."""
        return self.wall - self.game

    def running(self, wall: int) -> bool:
        return wall >= self.wall

    def at(self, wall: int) -> int:
        """The game's time at this time of the wall."""
        return self.game + max(0, wall - self.wall)

    def wall_at(self, game: int) -> int:
        """The wall's time at this time of the game; times before the anchor are long past."""
        return self.wall + max(0, game - self.game)
