"""Every byte accounted for: what a device must have been sent, made again from the log alone.

The log is folded once more. From the table after each entry and what the device knew before, the
message it should have got is put together here from the allow-listed view, the prompt and the
events with their audience, and compared with the bytes that came. Nothing the server keeps about
its listeners is used for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import msgspec

from dogpark.play.position import Position
from dogpark.server import entries
from dogpark.server.entries import AnyEntry
from dogpark.server.live import veil
from dogpark.server.log.rows import Row
from dogpark.server.table.folds import SEATINGS
from dogpark.server.table.prompts import NOTHING, prompt_json
from dogpark.server.table.table import Table
from dogpark.wire import asks
from dogpark.wire.tells import AnyTell, Happened, Part, Snapshot, Update
from tests.server.whole.crowd import Heard

encode = msgspec.json.encode


class Person(Protocol):
    """Whose device it is."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


class Listener(Protocol):
    """A device by what it said and heard: a scripted one, or a browser's socket."""

    @property
    def who(self) -> Person: ...

    @property
    def heard(self) -> Sequence[Heard]: ...

    @property
    def sent(self) -> Mapping[int, asks.Ask]: ...


class Shown(NamedTuple):
    """What one pair of eyes is shown at a moment."""

    view: dict[str, bytes]
    prompt: bytes | None = None
    deadline: int | None = None
    window: int | None = None
    undo: bool | None = None


Sights = dict[int | None, Shown]
DARK = Shown({})


class Step(NamedTuple):
    """One entry, the table after it, and what happened."""

    seq: int
    entry: AnyEntry
    table: Table
    told: list[Happened]
    before: Position | None  # the game before the entry


def folded(rows: list[Row]) -> Iterator[Step]:
    """The table after each entry of its log; the table moves on with the iterator."""
    table = Table(rows[0].table)
    for row in rows:
        entry = entries.decode(row.body)
        before = table.position.copy() if table.position is not None else None
        told = table.fold(row.seq, row.at, entry)
        yield Step(row.seq, entry, table, told, before)


def hears(one: Happened, seats: tuple[int, ...]) -> bool:
    """Whether something is for these seats; ``to=[]`` is for spectators alone."""
    if one.to is None:
        return True
    return any(seat in one.to for seat in seats) if one.to else not seats


# -- what should have come ------------------------------------------------------------------------


def sights(
    table: Table,
    seats: tuple[int, ...],
    position: Position | None = None,
    *,
    words: bool = True,
) -> Sights:
    """What these seats are shown of a table, or would be if the game stood otherwise."""
    position = position or table.position
    if position is None:
        return {}
    return {seat: _shown(table, position, seat, words) for seat in seats or (None,)}


def _shown(table: Table, position: Position, seat: int | None, words: bool) -> Shown:
    view = {name: encode(value) for name, value in position.view(seat).items()}
    if table.status != "playing":
        return Shown(view)
    window = None if table.window is None else table.window.opened + table.window.length
    if seat is None:
        return Shown(view, window=window)
    at = position
    if table.window is not None and seat in veil.asked(position):
        at = veil.ahead(position, seat)
    prompt = prompt_json(at, seat, words=words)
    return Shown(
        view,
        None if prompt == NOTHING else prompt,
        table.deadline(seat),
        window,
        table.may_undo(seat) or None,
    )


def part(seat: int | None, new: Shown, old: Shown = DARK) -> Part | None:
    """What a device is told of it that knew the old; None if nothing is new."""
    if new == old:
        return None
    changed: dict[str, Any] = {
        name: msgspec.Raw(value) for name, value in new.view.items() if old.view.get(name) != value
    }
    prompt: Any = None if new.prompt is None else msgspec.Raw(new.prompt)
    return Part(
        seat=seat,
        set=changed,
        gone=[name for name in old.view if name not in new.view] or None,
        prompt=prompt,
        deadline=new.deadline,
        window=new.window,
        undo=new.undo,
    )


@dataclass
class Account:
    """What one device knows so far, by what it was sent."""

    at: Listener
    seats: tuple[int, ...] = ()
    sights: Sights = field(default_factory=dict)
    info: bytes = b""
    untold: list[Happened] = field(default_factory=list)
    seq: int = 0  # everything up to here is known; 0 before anything is watched

    @property
    def words(self) -> bool:
        """Whether it wants prompts in words; a device asks for the same each time."""
        return all(ask.words for ask in self.at.sent.values() if isinstance(ask, asks.Watch))

    def snapshot(self, told: Snapshot, table: Table, shown: Sights, past: list[Happened]) -> bytes:
        """The snapshot that should have come."""
        ask = self.at.sent.get(told.id)
        heard = [one for one in past if hears(one, self.seats)]
        if told.id == -1:  # the seats have changed; what that was is told right after
            happened = [one for one in self.untold if one.seq < table.seq]
        else:
            assert isinstance(ask, asks.Watch)
            talk = [one for one in past if one.event in ("said", "emoted")][-50:]
            happened = [one for one in talk if hears(one, self.seats)]
            if ask.after is not None:
                happened = [one for one in heard if one.seq > ask.after]
        info: Any = msgspec.Raw(encode(table.info()))
        whole = [part(seat, one) for seat, one in shown.items()]
        return encode(
            Snapshot(
                id=told.id,
                table=table.id,
                seq=table.seq,
                now=told.now,
                info=info,
                parts=[one for one in whole if one is not None],
                happened=happened,
            )
        )

    def update(self, told: Update, table: Table, shown: Sights, news: list[Happened]) -> bytes:
        """The update that should have come."""
        info = encode(table.info())
        new_info: Any = msgspec.Raw(info) if info != self.info else None
        parts = [part(seat, one, self.sights.get(seat, DARK)) for seat, one in shown.items()]
        return encode(
            Update(
                table=table.id,
                seq=table.seq,
                now=told.now,
                happened=news,
                info=new_info,
                parts=[one for one in parts if one is not None],
            )
        )

    def take(self, told: Snapshot | Update, table: Table) -> None:
        """From now on the device knows this."""
        self.sights = sights(table, self.seats, words=self.words)
        self.info = encode(table.info())
        if isinstance(told, Update) or told.id == -1:
            self.untold = self.untold[len(told.happened) :]
        else:
            self.untold = []
        self.seq = told.seq


class Message(NamedTuple):
    """A message a device got, at the step that it tells of, and what the device knew before."""

    step: Step
    account: Account
    told: Snapshot | Update
    raw: bytes
    past: list[Happened]  # everything that happened so far, for whomever


def received(rows: list[Row], devices: Sequence[Listener]) -> Iterator[Message]:
    """Every message of these devices with its step; the account is brought up to date after it."""
    accounts = [Account(at) for at in devices]
    waiting = [[h for h in at.heard if isinstance(h.told, Snapshot | Update)] for at in devices]
    past: list[Happened] = []
    for step in folded(rows):
        past += step.told
        for account, left in zip(accounts, waiting, strict=True):
            account.seats = step.table.seats_of(account.at.who.id)
            if account.seq:
                account.untold += [one for one in step.told if hears(one, account.seats)]
            while left and _seq(left[0].told) == step.seq:
                heard = left.pop(0)
                assert isinstance(heard.told, Snapshot | Update)
                yield Message(step, account, heard.told, heard.raw, past)
                account.take(heard.told, step.table)
    for account, left in zip(accounts, waiting, strict=True):
        assert not left, f"{account.at.who.name} was told of {_seq(left[0].told)}: not in the log"


def _seq(told: AnyTell) -> int:
    assert isinstance(told, Snapshot | Update)
    return told.seq


def due(
    message: Message, position: Position | None = None, news: list[Happened] | None = None
) -> bytes:
    """The message as it should have been; or where the game stood otherwise, or went otherwise."""
    step, account, told, _, past = message
    shown = sights(step.table, account.seats, position, words=account.words)
    if isinstance(told, Snapshot):
        return account.snapshot(told, step.table, shown, past)
    return account.update(told, step.table, shown, news_for(message) if news is None else news)


def news_for(message: Message) -> list[Happened]:
    """What an update must tell of: all that its device was not told yet.

    Only while people take their seats may the last of it follow in a message of its own.
    """
    untold, told = message.account.untold, message.told
    if type(message.step.entry) in SEATINGS:
        return untold[: len(told.happened)]
    return untold


def unaccounted(rows: list[Row], devices: Sequence[Listener]) -> list[str]:
    """Messages that are not, to the byte, what they should have been."""
    found = []
    for message in received(rows, devices):
        wanted = due(message)
        if wanted != message.raw:
            who = message.account.at.who.name
            found.append(f"{who} at {message.step.seq}: {message.raw!r} should be {wanted!r}")
    return found
