"""What people, bots and clocks want, judged and written down as an entry; nothing changes here.

Every function looks at a table and returns a draft, or raises No or Refused with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from dogpark.kernel.seed import dice_for, fresh_seed
from dogpark.play.game import Game
from dogpark.play.undo import NOTHING, TIMED, lines_kept
from dogpark.server import entries
from dogpark.server.entries import AnyEntry, Who
from dogpark.server.table.fair import Question, question
from dogpark.server.table.no import No, unknown_table
from dogpark.server.table.seats import Seat
from dogpark.server.table.table import Ahead, Table

EMOTES = ("wag", "bark", "howl", "paw", "sleep", "oops", "thanks", "well_played")
STAND_IN = "family"  # the bot that plays for somebody who is not there, and in seats nobody took


class Draft(msgspec.Struct, frozen=True):
    """An entry that may be appended, and what drafting it came to."""

    entry: AnyEntry
    ahead: Ahead | None = None


class Done(msgspec.Struct, frozen=True):
    """What was asked for has been done already, with this number."""

    seq: int


def as_is(entry: AnyEntry, _: Table) -> Draft:
    """An entry that needs no judging: it sets up a table that nobody else knows of yet."""
    return Draft(entry)


# -- taking seats ---------------------------------------------------------------------------------


def sit(table: Table, who: Who, seat: int | None, invite: str | None) -> Draft | Done:
    """A person takes a seat: the one asked for, or any free one."""
    if not table.may_watch(who.id, invite):
        raise unknown_table()
    _open(table)
    if seat is None:
        mine = table.seats_of(who.id)
        if mine:
            return Done(table.seq)
        free = [
            number
            for number, there in enumerate(table.seats)
            if there.free and not table.denies(number, who.id)
        ]
        if not free:
            raise No("not allowed", "Every seat is taken. You can watch.")
        own = [number for number in free if table.keeps(number, who.id)]
        seat = (own or free)[0]
    _seat(table, seat)
    there = table.seats[seat]
    if table.denies(seat, who.id):
        raise No("not allowed", f"Seat {seat + 1} is kept for somebody who played before.")
    if there.who is not None and there.who.id == who.id:
        return Done(table.seq)
    if not there.free:
        raise No("not allowed", f"Seat {seat + 1} is taken.")
    several = table.host.id == who.id or table.keeps(seat, who.id)
    if table.seats_of(who.id) and not several:
        raise No("not allowed", "You sit here already; only the host may hold several seats.")
    return Draft(entries.Sat(seat=seat, who=who))


def fill(table: Table, host: str, seat: int, bot: str) -> Draft:
    """The host puts a bot into a free seat, or another into a bot's."""
    _open(table)
    _host(table, host)
    _seat(table, seat)
    if table.seats[seat].who is not None:
        raise No("not allowed", f"Seat {seat + 1} is taken.")
    return Draft(entries.Filled(seat=seat, bot=bot))


def rise(table: Table, person: str, seat: int) -> Draft:
    """A seat becomes free: its person leaves it, or the host clears it. In a game a bot plays on."""
    _seat(table, seat)
    there = table.seats[seat]
    own = there.who is not None and there.who.id == person
    if table.status == "playing":
        if not own:
            raise No("not allowed", "Nobody else's seat can be given up during a game.")
        return Draft(entries.Left(seat=seat, bot=STAND_IN))
    _open(table)
    if not own and table.host.id != person:
        raise No("not allowed", "Only the host may clear another's seat.")
    if there.free:
        raise No("stale", f"Seat {seat + 1} is free already.")
    return Draft(entries.Rose(seat=seat))


def swap(table: Table, person: str, one: int, other: int) -> Draft:
    """Two seats change places before the game: the host arranges, anybody moves to a free seat."""
    _open(table)
    _seat(table, one)
    _seat(table, other)
    if one == other:
        raise No("unreadable", "Two different seats, please.")
    mine, theirs = table.seats[one].who, table.seats[other]
    moving = mine is not None and mine.id == person and theirs.free
    if table.host.id != person and not moving:
        raise No("not allowed", "Only the host may move others; you may move to a free seat.")
    return Draft(entries.Swapped(seats=[one, other]))


def rearrange(table: Table, host: str, game: Game) -> Draft | Done:
    """The host changes house rules or the number of seats; whoever sits there keeps their seat."""
    _open(table)
    _host(table, host)
    if table.opened.fill_at is not None:
        raise No("not allowed", "A quick match is played as usual. Open a table for house rules.")
    if (game.players, game.options) == (table.game.players, table.game.options):
        return Done(table.seq)
    for number, there in enumerate(table.seats[game.players :], game.players):
        if there.who is not None:
            words = f"{there.who.name} sits in seat {number + 1}, which would be gone: change places first."
            raise No("not allowed", words)
    return Draft(entries.Rearranged(players=game.players, options=game.options))


# -- beginning and ending -------------------------------------------------------------------------


def begin(table: Table, person: str | None) -> Draft | Done:
    """The game begins; ``person`` is None where the table begins by itself."""
    if table.status == "playing":
        return Done(table.seq)
    _open(table)
    if person is not None:
        _host(table, person)
    free = [number for number, there in enumerate(table.seats) if there.free]
    if free:
        seats = ", ".join(str(number + 1) for number in free)
        raise No("not allowed", f"Still free: seat {seats}. Invite somebody or add a bot.")
    seed = fresh_seed()
    position = table.game.begin(seed, "seeded")
    events = position.roll(0 if table.game.facts.timed else None)
    entry = entries.Begun(seed=seed, lines=position.since(0))
    return Draft(entry, Ahead(position, events))


def close(table: Table, person: str | None, why: str) -> Draft:
    """The host closes a table that has not begun."""
    if person is not None:
        _host(table, person)
        _open(table)
    if table.status in ("over", "closed"):
        raise No("over", "The table is closed already.")
    return Draft(entries.Closed(why=why))


def rematch(table: Table, person: str, other: str) -> Draft | Done:
    """The same people go on at another table."""
    if table.status not in ("over", "closed"):
        raise No("not allowed", "There is a rematch when the game is over.")
    if table.rematch is not None:
        return Done(table.seq)
    if person not in table.people and table.host.id != person:
        raise No("not allowed", "Only who played here may ask for a rematch.")
    return Draft(entries.Rematched(table=other))


# -- playing --------------------------------------------------------------------------------------


def move(
    table: Table,
    seat: int,
    wish: Mapping[str, Any] | int,
    *,
    by: Literal["person", "bot", "clock", "window"],
    person: str | None = None,
    key: str | None = None,
    at: int | None = None,
) -> Draft | Done:
    """A move, judged by the referee on a copy. ``at`` is the game's time where a clock runs."""
    if person is not None:
        done = table.done(person, key)
        if done is not None:
            return Done(done)
        own(table, seat, person)
    _playing(table)
    assert table.position is not None
    position = table.position.copy()
    before = position.length
    events = position.apply(seat, wish, at)
    entry = entries.Moved(seat=seat, lines=position.since(before), by=by, key=key, who=person)
    return Draft(entry, Ahead(position, events))


def elapse(table: Table, at: int) -> Draft | None:
    """What has fallen due by then in a game against the clock; None if nothing has."""
    if table.status != "playing" or table.position is None:
        return None
    position = table.position.copy()
    before = position.length
    position.wait(at)
    lines = position.since(before)
    # Without what it came to: its time has run on to now, and a table stands at its last line.
    return Draft(entries.Passed(lines=lines)) if lines else None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether something may be taken back: None, or why not."""

    asked: Question
    reason: str | None


class Unjudged(Exception):
    """Whether a move may be taken back as things are has to be judged first, which takes a while."""

    def __init__(self, asked: Question) -> None:
        super().__init__("not judged yet")
        self.asked = asked


def take_back(table: Table, seat: int, person: str, verdict: Verdict | None, now: int) -> Draft:
    """A seat's last move is taken back, while that is fair; then the one before it, if it is asked again.

    ``now`` is the wall clock's time: the time for a decision goes on as if it had not been made.

    Raises Unjudged unless the verdict is about this very game, as far as it has come.
    """
    own(table, seat, person)
    _playing(table)
    assert table.position is not None
    if table.window is not None:  # whether or not anybody has answered
        raise No("illegal now", "The others are being asked already.")
    if table.clock is not None:
        raise No("illegal now", TIMED)
    step = table.steps.latest(seat)
    if step is None:  # known without trying anything out
        why = table.steps.why_none(seat)
        raise No("stale" if why == NOTHING else "illegal now", why)
    due = table.due(step.asked[seat])
    if due is not None and due <= now:
        raise No("illegal now", "The time for that decision is up: it stays.")
    length = step.before.length
    # The same worlds however often it is asked: who asks again is not luckier.
    dice = dice_for(f"{table.seed}/undo/{length}/{table.position.length}", 0)
    asked = question(table.position, seat, length, dice)
    if verdict is None or verdict.asked != asked:
        raise Unjudged(asked)
    if verdict.reason is not None:
        raise No("illegal now", verdict.reason)
    kept = lines_kept(seat, table.position.since(length))
    return Draft(entries.TookBack(seat=seat, lines=length, kept=kept))


# -- coming and going -----------------------------------------------------------------------------


def away(
    table: Table, seat: int | None, since: int | None = None, person: str | None = None
) -> Draft | None:
    """A seat's person was last seen at entry ``since``, unless they have come elsewhere after it."""
    there = _missable(table, seat, person)
    if there is None or there.away_since is not None:
        return None
    if since is not None and there.came > since:
        return None
    return Draft(entries.Away(seat=seat))


def back(table: Table, seat: int | None, person: str) -> Draft | None:
    there = _missable(table, seat, person)
    if there is None:
        return None
    if there.away_since is None and there.bot is None:
        return None
    return Draft(entries.Back(seat=seat))


def arrive(table: Table, seat: int | None, person: str, noted: int) -> Draft | None:
    """As ``back``, and told to other processes even if nothing changes.

    ``noted`` is where this process has last noted it; if that is the last word, nothing is new.
    """
    there = _missable(table, seat, person)
    if there is None:
        return None
    if there.away_since is None and there.bot is None and 0 < there.came == noted:
        return None
    return Draft(entries.Back(seat=seat))


def _missable(table: Table, seat: int | None, person: str | None) -> Seat | None:
    """A place where this person, or whoever has it, is to be missed while they are not here."""
    if table.status not in ("open", "playing") or (seat or 0) >= len(table.seats):
        return None
    there = table.place(seat)
    if there.who is None or person not in (None, there.who.id):
        return None
    return there if seat in table.places_of(there.who.id) else None


def hand(
    table: Table, seat: int, bot: str, why: Literal["away", "clock", "left", "stumbled"]
) -> Draft | None:
    there = table.seats[seat]
    if table.status != "playing":
        return None
    if why == "stumbled":
        if there.bot in (None, bot):
            return None  # its person is back, or somebody else has seen to it
    elif there.bot is not None:
        return None
    return Draft(entries.Handed(seat=seat, bot=bot, why=why))


# -- talking --------------------------------------------------------------------------------------


def say(table: Table, who: Who, words: str) -> Draft:
    """Free talk. Where a game forbids conferring, its players are quiet until it is over."""
    seat, who = _speaker(table, who)
    text = " ".join("".join(c for c in words if c.isprintable() or c.isspace()).split())
    if not text:
        raise No("unreadable", "There is nothing to say in that.")
    facts = table.game.facts
    if facts.no_conferring and seat is not None and table.status == "playing":
        words = f"No talking while a round of {facts.title} runs: partners must not confer. Emotes are fine."
        raise No("illegal now", words, facts.no_conferring)
    return Draft(entries.Said(who=who, words=text, seat=seat))


def emote(table: Table, who: Who, name: str) -> Draft:
    if name not in EMOTES:
        raise No("unknown", f"There is no emote {name!r}; there are {', '.join(EMOTES)}.")
    seat, who = _speaker(table, who)
    return Draft(entries.Emoted(who=who, emote=name, seat=seat))


def _speaker(table: Table, who: Who) -> tuple[int | None, Who]:
    """The seat somebody speaks from, and who they are there.

    That is who they were when they sat down: with a new name for every emote, a partner who must
    not talk could say whatever they like.
    """
    if table.status == "closed":
        raise No("over", "The table is closed.")
    mine = table.seats_of(who.id)
    return (mine[0], table.seats[mine[0]].who or who) if mine else (None, who)


# -- what the table refuses -----------------------------------------------------------------------


def _open(table: Table) -> None:
    if table.status == "playing":
        raise No("stale", "The game has begun already.")
    if table.status != "open":
        raise No("over", "This table is closed.")


def _playing(table: Table) -> None:
    if table.status == "open":
        raise No("not your turn", "The game has not begun yet.")
    if table.status != "playing":
        raise No("over", "The game is over.")


def _host(table: Table, person: str) -> None:
    if table.host.id != person:
        raise No("not allowed", "Only the host may do that.")


def _seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise No("unknown", f"This table has seats 1 to {len(table.seats)}.")


def own(table: Table, seat: int, person: str) -> None:
    if seat >= len(table.seats):
        raise No("unknown", f"This table has {len(table.seats)} seats, counted from 0.")
    who = table.seats[seat].who
    if who is None or who.id != person:
        raise No("not allowed", "That is not your seat.")
