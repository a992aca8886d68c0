"""``dogpark replay``: a game gone through again, as a seat, a spectator or everybody saw it."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from dogpark.cli import errors, recorded, seats, terminal
from dogpark.cli.boards import drawer
from dogpark.cli.inputs import record_from
from dogpark.cli.table.screen import Gone, Scene
from dogpark.cli.table.story import Eyes, line, may_know, retell, told
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Event
from dogpark.play.position import Position
from dogpark.play.record import BadRecord, Record
from dogpark.play.record import replay as play_again


@dataclass(frozen=True)
class Wish:
    """What was asked for."""

    file: Path
    from_seat: str
    step: bool
    plain: bool
    open_table: bool
    game: int | None = None  # of a file of many games
    listing: bool = False


@dataclass(frozen=True)
class Moment:
    """The table after one action or outcome."""

    number: int
    seat: int
    words: str
    events: list[Event]
    position: Position


def run(wish: Wish, *, json: bool) -> int:
    where, which = str(wish.file), ""
    if recorded.is_parquet(wish.file):
        many = recorded.opened(wish.file)
        if wish.listing:
            return recorded.show(many, json=json)
        number = wish.game or 0
        record = many.record(number)
        where = f"Game {number} in {wish.file}"
        which = f"{where}: "
    else:
        record = record_from(wish.file)
        if wish.listing or wish.game is not None:
            raise errors.BadInput(
                f"There is one game in {wish.file}: --game and --list are for files that "
                "dogpark sim --record wrote."
            )
    try:
        play_again(record)
    except BadRecord as error:
        raise errors.BadInput(f"{where} does not hold: {error}.") from None
    eyes = _eyes(wish, record)
    moments = _moments(record)
    if json:
        for moment in moments:
            print(jsonlib.dumps(_as_json(moment, eyes), ensure_ascii=False))
        return errors.OK
    console = terminal.out()
    console.print(Text(which + _heading(record), "bold"))
    if wish.step and not wish.plain:
        if not terminal.interactive():
            raise errors.BadInput("--step needs a terminal; use --plain or --json instead.")
        return _step(list(moments), eyes)
    _print_all(console, moments, eyes, boards=not wish.plain)
    _print_end(console, record)
    return errors.OK


def _eyes(wish: Wish, record: Record) -> Eyes:
    """Whose eyes; hidden things of others are shown only when asked for and the game is over."""
    players = record.header.players
    everything = wish.open_table or wish.from_seat == "all"
    if everything and not record.finished:
        raise errors.BadInput("The game is not over: what is hidden stays hidden.")
    if everything:
        return "all"
    if wish.from_seat == "spectator":
        return None
    if wish.from_seat.isdigit() and int(wish.from_seat) < players:
        return int(wish.from_seat)
    raise errors.BadInput(
        f"--from-seat is a seat from 0 to {players - 1}, spectator or all, not {wish.from_seat!r}."
    )


def _moments(record: Record) -> Iterator[Moment]:
    from dogpark.play.game import load

    header = record.header
    position = load(header.game, header.players, header.options).begin(record.seed, "manual")
    for number, (seat, action, events) in enumerate(retell(record.lines, position), 1):
        yield Moment(number, seat, action.words, events, position.copy())


def _heading(record: Record) -> str:
    from dogpark import games

    header = record.header
    title = games.rooms(header.game).facts.title
    names = f" ({', '.join(header.seats)})" if header.seats else ""
    return f"{title}, {header.players} players{names}, {len(record.lines)} moves and outcomes"


def _as_json(moment: Moment, eyes: Eyes) -> dict[str, Any]:
    position = moment.position
    told: dict[str, Any] = {
        "n": moment.number,
        "seat": "chance" if moment.seat == CHANCE else moment.seat,
        "events": [event.to_dict() for event in moment.events if may_know(event, eyes)],
    }
    if position.now is not None:
        told["at"] = position.now
    if eyes == "all":
        told["view"] = position.view(None)
        told["views"] = [position.view(seat) for seat in range(position.game.players)]
    else:
        told["view"] = position.view(eyes)
    return told


# -- for people -----------------------------------------------------------------------------------


def _when(moment: Moment) -> str:
    """The time of a game against the clock, as ``12.3 s``."""
    now = moment.position.now
    return "" if now is None else f"{now / 1000:.1f} s"


def _view(moment: Moment, eyes: Eyes) -> dict[str, Any]:
    """With all hands open, the table is seen as by the one who moves."""
    position = moment.position
    if eyes != "all":
        return position.view(eyes)
    active = [seat for seat in position.active if seat != CHANCE]
    return position.view(active[0] if active else None)


def _print_all(console: Console, moments: Iterator[Moment], eyes: Eyes, *, boards: bool) -> None:
    for moment in moments:
        lines = [line(event.words) for event in moment.events if may_know(event, eyes)]
        when = f"{_when(moment):>7} " if _when(moment) else ""
        for number, words in enumerate(lines):
            mark = f"{moment.number:>4} {when}" if number == 0 else " " * (5 + len(when))
            console.print(Text.assemble((mark, "dim"), words))
        if boards and moment.seat != CHANCE:
            draw = drawer(moment.position.rooms.name)
            console.print(draw(_view(moment, eyes), None, console.width))
            console.print(Rule(style="dim"))


def _print_end(console: Console, record: Record) -> None:
    if record.result is None:
        console.print(Text("Here the game was left.", "bold"))
        return
    for seat, place in enumerate(record.result["places"]):
        points = record.result["points"][seat]
        console.print(Text.assemble(f"{place}. ", seats.label(seat), f"  {points} points"))


def _step(moments: list[Moment], eyes: Eyes) -> int:
    """Back and forth with Enter, b, a number, q."""
    from dogpark.cli.table.fullscreen import FullScreen

    screen = FullScreen(delay=0)
    at = 0
    try:
        while moments:
            moment = moments[at]
            screen.happen(_scene(moments, at, eyes), [Text()])
            typed = screen.read(
                f"{moment.number}/{len(moments)}  Enter next, b back, N go to, q quit: "
            )
            if typed.startswith("q") or (not typed and at == len(moments) - 1):
                break
            if typed.isdigit():
                at = int(typed) - 1
            else:
                at += -1 if typed.startswith("b") else 1
            at = min(max(at, 0), len(moments) - 1)
    except (Gone, KeyboardInterrupt):
        pass
    finally:
        screen.close()
    return errors.OK


def _scene(moments: list[Moment], at: int, eyes: Eyes) -> Scene:
    moment = moments[at]
    position = moment.position
    name = "chance" if moment.seat == CHANCE else seats.name(moment.seat)
    view = _view(moment, eyes)
    draw = drawer(position.rooms.name)
    known = [
        event
        for earlier in moments[max(0, at - 30) : at + 1]
        for event in earlier.events
        if may_know(event, eyes)
    ]
    return Scene(
        position.rooms.facts.title,
        seats.coloured(", ".join(filter(None, [f"move {moment.number}: {name}", _when(moment)]))),
        lambda width: draw(view, None, width),
        lambda: [line(words) for words in told(known)],
    )
