"""Ways to leak: each makes the server in this process tell what it must not, to see it caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from dogpark.kernel.rooms import Event, Rooms
from dogpark.kernel.schema import State
from dogpark.server.http.socket import Connection
from dogpark.server.park import acting
from dogpark.server.park.eyes import Eyes
from dogpark.server.park.sitting import Sitting
from dogpark.server.table import drafts
from dogpark.server.table.table import Table
from dogpark.wire.asks import Act
from dogpark.wire.tells import Happened, TableInfo


def another_seats_view(patch: pytest.MonkeyPatch) -> None:
    own = Rooms.own

    def leaky(self: Rooms, s: State, seat: int | None) -> dict[str, Any]:
        return own(self, s, seat if seat is None else 1 - seat)

    patch.setattr(Rooms, "own", leaky)


def a_card_in_the_view(patch: pytest.MonkeyPatch) -> None:
    for name in ("own", "view"):
        known: Callable[..., dict[str, Any]] = getattr(Rooms, name)

        def leaky(
            self: Rooms, s: Any, seat: int | None, known: Callable[..., dict[str, Any]] = known
        ) -> dict[str, Any]:
            return {**known(self, s, seat), "peek": list(s.hand[0])}

        patch.setattr(Rooms, name, leaky)


def a_card_in_the_prompt(patch: pytest.MonkeyPatch) -> None:
    prompt = Rooms.prompt

    def leaky(self: Rooms, s: Any, seat: int) -> dict[str, Any]:
        return {**prompt(self, s, seat), "hint": list(s.hand[1 - seat])}

    patch.setattr(Rooms, "prompt", leaky)


def a_card_in_an_event(patch: pytest.MonkeyPatch) -> None:
    events = Rooms.events

    def leaky(self: Rooms, before: State, seat: int, code: int, after: Any) -> list[Event]:
        hint = Event("hint", "psst", {"hand": list(after.hand[0])})
        return [*events(self, before, seat, code, after), hint]

    patch.setattr(Rooms, "events", leaky)


def events_for_everybody(patch: pytest.MonkeyPatch) -> None:
    def leaky(self: Eyes, one: Happened) -> bool:
        return True

    patch.setattr(Eyes, "may_hear", leaky)


def the_seed_in_the_info(patch: pytest.MonkeyPatch) -> None:
    info = Table.info

    def leaky(self: Table) -> TableInfo:
        return msgspec.structs.replace(info(self), seed=self.seed)

    patch.setattr(Table, "info", leaky)


def answers_that_are_noticed(patch: pytest.MonkeyPatch) -> None:
    seal = acting._seal

    async def leaky(connection: Connection, sitting: Sitting, ask: Act) -> None:
        await seal(connection, sitting, ask)
        await sitting.do(lambda table: drafts.emote(table, connection.who, "paw"))

    patch.setattr(acting, "_seal", leaky)
