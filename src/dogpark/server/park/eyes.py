"""A pair of eyes: everybody here who sees a table through the same seats, and is told the same.

What they see is kept as encoded pieces, so that an update holds only what changed and is made once
for all of them. Nothing else of a table's position is ever sent to anybody.
"""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from dogpark.server.live.lag import LagMeter
from dogpark.server.table.prompts import outgoing_prompt
from dogpark.server.table.table import Table
from dogpark.wire.tells import Happened, Part, Snapshot, Update

_encode = msgspec.json.Encoder().encode
NOTHING = _encode(None)


class Listener(Protocol):
    """A socket, as a table knows it."""

    person: str
    muted: set[str]
    lag: LagMeter

    def send(self, message: bytes) -> None: ...


class Eyes:
    """Those who see a table through certain seats; through none as spectators."""

    def __init__(self, seats: tuple[int, ...], *, words: bool = True) -> None:
        self.seats = seats
        self.words = words  # whether prompts say in words what each choice would do
        self.listeners: set[Listener] = set()
        self.told = 0  # the number up to which they know everything
        self._common: dict[str, bytes] = {}
        self._own: dict[int | None, dict[str, bytes]] = {}
        self._prompts: dict[int | None, bytes] = {}
        self._deadlines: dict[int | None, int | None] = {}
        self._undos: dict[int | None, bool | None] = {}
        self._window: int | None = None
        self._info: bytes = NOTHING
        self._pending: list[Happened] = []

    @property
    def through(self) -> tuple[int | None, ...]:
        return self.seats or (None,)

    def may_hear(self, one: Happened) -> bool:
        """Whether something that happened is for these ears; ``to=[]`` is for spectators alone."""
        if one.to is None:
            return True
        if not one.to:
            return not self.seats
        return any(seat in one.to for seat in self.seats)

    @property
    def untold(self) -> list[Happened]:
        """What they will hear with the next update."""
        return list(self._pending)

    def hear(self, happened: list[Happened]) -> None:
        self._pending += [one for one in happened if self.may_hear(one)]

    def snapshot(self, table: Table, ask: int, now: int, happened: list[Happened]) -> bytes:
        """Everything these eyes see now; who is listening already is brought up to date first."""
        self.update(table, now)
        seats = self.through if table.position is not None else ()
        parts = [
            Part(
                seat=seat,
                set=_raw({**self._common, **self._own.get(seat, {})}),
                prompt=_maybe(self._prompts.get(seat, NOTHING)),
                deadline=self._deadlines.get(seat),
                window=self._window,
                undo=self._undos.get(seat),
            )
            for seat in seats
        ]
        info: Any = msgspec.Raw(self._info)
        heard = [one for one in happened if self.may_hear(one)]
        return _encode(
            Snapshot(
                id=ask,
                table=table.id,
                seq=table.seq,
                now=now,
                info=info,
                parts=parts,
                happened=heard,
            )
        )

    def update(self, table: Table, now: int) -> bytes | None:
        """What changed since these eyes were last told, or None; sent to all who listen."""
        if self.told == table.seq and self._info == table.info_json and not self._pending:
            return None
        parts = []
        if table.position is not None:
            for seat in self.through:
                part = self._part(table, seat)
                if part is not None:
                    parts.append(part)
            self._common, self._window = table.common_json, table.window_end
        info = self._changed_info(table.info_json)
        self.told = table.seq
        if not parts and info is None and not self._pending:
            return None  # what happened is not for these eyes: not even that something did
        happened, self._pending = self._pending, []
        shown: Any = None if info is None else msgspec.Raw(info)
        message = Update(
            table=table.id, seq=table.seq, now=now, happened=happened, info=shown, parts=parts
        )
        encoded = _encode(message)
        for listener in tuple(self.listeners):
            if listener.muted and any(one.person in listener.muted for one in happened):
                heard = [one for one in happened if not (one.person in listener.muted and one.talk)]
                listener.send(_encode(msgspec.structs.replace(message, happened=heard)))
            else:
                listener.send(encoded)
        return encoded

    def _part(self, table: Table, seat: int | None) -> Part | None:
        assert table.position is not None
        own = {key: _encode(value) for key, value in table.position.own(seat).items()}
        known = self._own.get(seat)
        changed = _new(table.common_json, {} if known is None else self._common)
        gone = [key for key in self._common if key not in table.common_json]
        if known is not None:
            gone += [key for key in known if key not in own]
        changed.update(_new(own, known or {}))
        self._own[seat] = own
        prompt, deadline, undo = NOTHING, None, None
        if seat is not None and table.status == "playing":
            prompt = _encode(outgoing_prompt(table.asking(seat), seat, words=self.words))
            deadline = table.deadline(seat)
            undo = table.may_undo(seat) or None
        asked_anew = prompt != self._prompts.get(seat, NOTHING)
        moved_on = deadline != self._deadlines.get(seat)
        may_undo = undo != self._undos.get(seat)
        window = table.window_end
        opened = window != self._window
        if not any((changed, gone, asked_anew, moved_on, may_undo, opened)):
            return None
        self._prompts[seat], self._deadlines[seat], self._undos[seat] = prompt, deadline, undo
        return Part(
            seat=seat,
            set=_raw(changed),
            gone=gone or None,
            prompt=_maybe(prompt),
            deadline=deadline,
            window=window,
            undo=undo,
        )

    def _changed_info(self, info: bytes) -> bytes | None:
        if info == self._info:
            return None
        self._info = info
        return info


def _new(pieces: dict[str, bytes], known: dict[str, bytes]) -> dict[str, bytes]:
    return {
        key: piece
        for key, piece in pieces.items()
        if (old := known.get(key)) is not piece and old != piece
    }


def _raw(pieces: dict[str, bytes]) -> dict[str, Any]:
    return {key: msgspec.Raw(value) for key, value in pieces.items()}


def _maybe(piece: bytes) -> Any:
    return None if piece == NOTHING else msgspec.Raw(piece)
