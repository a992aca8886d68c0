"""What happened so far, as each seat may know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Literal, TypeAlias

from rich.text import Text

from dogpark.cli import seats
from dogpark.kernel.actions import Action
from dogpark.kernel.rooms import Event
from dogpark.play.position import Line, Position

Eyes: TypeAlias = int | Literal["all"] | None  # a seat, a spectator, or all hands open


def may_know(event: Event, eyes: Eyes) -> bool:
    return event.seats is None or eyes == "all" or eyes in event.seats


QUIET = {"turn", "roll", "peg", "answered"}  # what the next line says anyway
LONG_RUN = 6  # so many events of one or two sorts in a row are told together


def line(words: str) -> Text:
    """What happened in words, names coloured."""
    return Text.assemble(("· ", "dim"), seats.coloured(words))


def told(events: list[Event]) -> list[str]:
    """The words of events, without those that go without saying; a whole deal is one line."""
    spoken = [event for event in events if event.key not in QUIET]
    words: list[str] = []
    start = 0
    while start < len(spoken):
        stop = _run_end(spoken, start)
        summary = _together(spoken[start:stop]) if stop - start >= LONG_RUN else None
        if summary is None:
            words.append(spoken[start].words)
            start += 1
        else:
            words += summary
            start = stop
    return words


def _run_end(events: list[Event], start: int) -> int:
    """Where the run of at most two sorts of events that begins here ends."""
    keys: set[str] = set()
    for at in range(start, len(events)):
        keys.add(events[at].key)
        if len(keys) > 2:
            return at
    return len(events)


def _together(run: list[Event]) -> list[str] | None:
    """``You get the ace, the king, the 4`` for many a ``You get …``, nothing for mere repetition.

    None where the events do not read alike, so that each has to be told.
    """
    words = []
    for key in dict.fromkeys(event.key for event in run):
        alike = [seats.plain(event.words).split() for event in run if event.key == key]
        columns = zip(*alike, strict=False)
        shared = len(list(takewhile(lambda column: len(set(column)) == 1, columns)))
        if len(alike) == 1:
            words.append(" ".join(alike[0]))
        elif shared > 1:
            rest = ", ".join(" ".join(one[shared:]) for one in alike if one[shared:])
            words.append(" ".join([*alike[0][:shared], rest]).strip())
        elif any(one[1:] != alike[0][1:] for one in alike):  # not just ``Red gets a card``
            return None
    return words


class Story:
    """All events in order; nobody is ever told those that were not meant for them."""

    def __init__(self) -> None:
        self._events: list[Event] = []

    def __len__(self) -> int:
        return len(self._events)

    def add(self, events: list[Event]) -> None:
        self._events += events

    def cut(self, length: int) -> None:
        """Forgets what was taken back."""
        del self._events[length:]

    def known(self, eyes: Eyes, since: int = 0) -> list[Event]:
        return [event for event in self._events[since:] if may_know(event, eyes)]

    def lines(self, eyes: Eyes, since: int = 0) -> list[Text]:
        return [line(words) for words in told(self.known(eyes, since))]


def retell(history: Sequence[Line], first: Position) -> Iterator[tuple[int, Action, list[Event]]]:
    """A game move by move: who, what, and the events; ``first`` moves along."""
    for seat, action, at in history:
        yield seat, action, first.apply(seat, action, at)
