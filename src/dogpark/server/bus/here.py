"""The bus of a server that is alone: there is nobody to tell."""

from __future__ import annotations

from dogpark.server.bus.news import Listener, News


class Here:
    """Every table is in this process, which knows already."""

    async def start(self, listener: Listener) -> None:
        """Nobody will speak."""

    def follow(self, table: str) -> None:
        """Nobody else moves it on."""

    def unfollow(self, table: str) -> None:
        """Nobody was followed."""

    def publish(self, news: News) -> None:
        """Nobody listens."""

    @property
    def up(self) -> bool:
        return True

    async def close(self) -> None:
        """Nothing is open."""
