"""The bus of siblings: the hub tells each what the others have added to the log."""

from __future__ import annotations

from dogpark.server.bus.hearing import Hearing
from dogpark.server.bus.news import UNSURE, Listener, News
from dogpark.server.siblings.hubline import HubLine, Reached


class SiblingBus:
    """The bus as one of them uses it."""

    def __init__(self, line: HubLine) -> None:
        self._line = line
        self._followed: set[str] = set()
        self._hearing = Hearing(self._followed)
        self._listener: Listener | None = None

    async def start(self, listener: Listener) -> None:
        self._listener = listener
        self._line.on_news = self._hear
        self._line.on_reached = self._reached

    def follow(self, table: str) -> None:
        """From now on: all news come here anyway."""
        self._followed.add(table)

    def unfollow(self, table: str) -> None:
        self._followed.discard(table)

    def publish(self, news: News) -> None:
        """The hub has written the row, and told the others; what no row tells is said to it."""
        if news.seq >= UNSURE:
            self._line.tell(news)

    @property
    def up(self) -> bool:
        return self._line.up

    async def close(self) -> None:
        self._line.on_news, self._line.on_reached = lambda _: None, lambda: None
        await self._hearing.close()

    def _hear(self, some: list[Reached]) -> None:
        """Of every table that others have moved on; nearly all of them are at home there."""
        for table, seq in some:
            if table in self._followed and self._listener is not None:
                self._hearing.tell(News(table, seq), self._listener)

    def _reached(self) -> None:
        """The hub was away: whatever it would have told is to be read."""
        self._hear([(table, UNSURE) for table in self._followed])
