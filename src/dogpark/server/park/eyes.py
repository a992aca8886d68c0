"""A pair of eyes: everybody here who sees a table through the same seats, and is told the same.

What they see is kept as encoded pieces, so that an update holds only what changed and is made once
for all of them. Nothing else of a table's position is ever sent to anybody.
"""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from dogpark.play.position import Position
from dogpark.server.live.lag import LagMeter
from dogpark.server.park import assembly
from dogpark.server.table.pieces import Pieces, change, pieces_of
from dogpark.server.table.prompts import NOTHING, prompt_json
from dogpark.server.table.table import Table
from dogpark.wire.tells import Happened, Part, Snapshot

_encode = msgspec.json.Encoder().encode


class Listener(Protocol):
    """A socket, as a table knows it."""

    person: str
    muted: set[str]
    lag: LagMeter

    def send(self, message: bytes) -> None: ...


class Heard(msgspec.Struct, frozen=True):
    """Things that happened, and their JSON: the same for all who may hear them."""

    happened: list[Happened]
    json: bytes  # as between the brackets of an array


def heard(happened: list[Happened]) -> Heard:
    return Heard(happened, _encode(happened)[1:-1])


class _Sight(msgspec.Struct, frozen=True):
    """What is told of one seat besides what all see."""

    own: Pieces
    prompt: bytes
    deadline: int | None
    undo: bool


_NOT_SEEN = _Sight({}, NOTHING, None, undo=False)


class Eyes:
    """Those who see a table through certain seats; through none as spectators."""

    def __init__(self, seats: tuple[int, ...], *, words: bool = True) -> None:
        self.seats = seats
        self.through: tuple[int | None, ...] = seats or (None,)
        self.words = words  # whether prompts say in words what each choice would do
        self.listeners: set[Listener] = set()
        self.told = 0  # the number up to which they know everything
        self._common: Pieces = {}
        self._sights: dict[int | None, _Sight] = {}
        self._window: int | None = None
        self._info: bytes = NOTHING
        self.pending: list[Heard] = []  # what they will hear with the next update

    def may_hear(self, one: Happened) -> bool:
        """Whether something that happened is for these ears; ``to=[]`` is for spectators alone."""
        if one.to is None:
            return True
        if not one.to:
            return not self.seats
        return not set(one.to).isdisjoint(self.seats)

    @property
    def untold(self) -> list[Happened]:
        """``pending``, as it happened."""
        return [one for heard in self.pending for one in heard.happened]

    def hear(self, happened: list[Happened]) -> None:
        """They will hear with the next update what of it is for these ears."""
        audible = [one for one in happened if self.may_hear(one)]
        if audible:
            self.pending.append(heard(audible))

    def snapshot(self, table: Table, ask: int, now: int, happened: list[Happened]) -> bytes:
        """Everything these eyes see now; who is listening already is brought up to date first."""
        self.update(table, now)
        seats = self.through if table.position is not None else ()
        return _encode(
            Snapshot(
                id=ask,
                table=table.id,
                seq=table.seq,
                now=now,
                info=_raw(self._info),
                parts=[self._whole(seat) for seat in seats],
                happened=[one for one in happened if self.may_hear(one)],
            )
        )

    def _whole(self, seat: int | None) -> Part:
        sight = self._sights[seat]
        return Part(
            seat=seat,
            set={key: _raw(piece) for key, piece in (self._common | sight.own).items()},
            prompt=None if sight.prompt == NOTHING else _raw(sight.prompt),
            deadline=sight.deadline,
            window=self._window,
            undo=sight.undo or None,
        )

    def update(self, table: Table, now: int) -> bytes | None:
        """What changed since these eyes were last told, or None; sent to all who listen."""
        info = table.info_json
        shown = None if info == self._info else info
        if self.told == table.seq and shown is None and not self.pending:
            return None
        parts = []
        if table.position is not None:
            window, common = table.window_end, table.common
            shared = common.new_to(self._common)
            for seat in self.through:
                part = self._part(table, table.position, seat, window, shared)
                if part is not None:
                    parts.append(part)
            self._common, self._window = common.pieces, window
        self.told, self._info = table.seq, info
        if not parts and shown is None and not self.pending:
            return None  # what happened is not for these eyes: not even that something did
        happened, self.pending = self.pending, []
        news = b",".join([heard.json for heard in happened])
        message = assembly.update(table.id_json, table.seq, now, news, shown, parts)
        for listener in self.listeners:  # nobody comes or goes by being sent something
            rest = _unmuted(listener, happened) if listener.muted else None
            if rest is None:
                listener.send(message)
            else:
                listener.send(assembly.update(table.id_json, table.seq, now, rest, shown, parts))
        return message

    def _part(
        self,
        table: Table,
        position: Position,
        seat: int | None,
        window: int | None,
        shared: bytes,
    ) -> bytes | None:
        """What changed for one seat, if anything did; it counts as told."""
        known = self._sights.get(seat, _NOT_SEEN)
        own = pieces_of(position.own(seat), known.own)
        prompt, deadline, undo = NOTHING, None, False
        if seat is not None and table.status == "playing":
            prompt = prompt_json(table.asking(seat), seat, words=self.words)
            deadline, undo = table.deadline(seat), table.may_undo(seat)
        entries = shared
        gone: list[str] = []
        if own is not known.own:
            mine, gone = change(known.own, own)
            entries = b",".join((shared, mine)) if shared and mine else shared or mine
        sight = _Sight(own, prompt, deadline, undo)
        if not entries and not gone and window == self._window and sight == known:
            return None
        self._sights[seat] = sight
        return assembly.part(seat, entries, gone, prompt, deadline, window, undo)


def _raw(piece: bytes) -> Any:
    return msgspec.Raw(piece)


def _unmuted(listener: Listener, told: list[Heard]) -> bytes | None:
    """The JSON of what is left for somebody who does not listen to everybody; None for all of it."""
    happened = [one for heard in told for one in heard.happened]
    rest = [one for one in happened if not (one.person in listener.muted and one.talk)]
    return None if len(rest) == len(happened) else heard(rest).json
