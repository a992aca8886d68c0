"""``dogpark play``: sets the table, runs the match, tells how it ended."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, TypeVar

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from dogpark import games
from dogpark.cli import errors, seats, terminal
from dogpark.cli.boards import drawer
from dogpark.cli.commands.games import seats_words
from dogpark.cli.inputs import facts_of, game_of
from dogpark.cli.live import is_live
from dogpark.cli.table import saving
from dogpark.cli.table.compiling import compiling
from dogpark.cli.table.desk import Quit, saved_words
from dogpark.cli.table.match import Manners, Match
from dogpark.cli.table.plainscreen import PlainScreen
from dogpark.cli.table.screen import Gone, Screen
from dogpark.cli.table.seating import Seating, seat_people
from dogpark.cli.table.story import Story, retell
from dogpark.kernel.facts import BadOption, Facts
from dogpark.play.position import Position
from dogpark.play.result import Result

Answer = TypeVar("Answer")
OUTCOMES = ("You win!", *(f"You come {n}." for n in ("second", "third", "fourth", "fifth", "last")))
SHARED = "You share the win."
TRIES = 3
DELAY = 0.7  # seconds a person needs to follow a bot's move


@dataclass(frozen=True)
class Wish:
    """What was asked for."""

    game: str | None = None
    players: int | None = None
    options: tuple[str, ...] | list[str] = ()
    humans: str | None = None
    bots: str | None = None
    seats: str | None = None
    seed: str | None = None
    resume: Path | None = None
    save: Path | None = None
    force: bool = False
    open_table: bool = False
    delay: float | None = None
    ask_all: bool = False
    plain: bool = False


class Played(Protocol):
    """A game at the terminal, turn by turn or live, once it is over or left."""

    position: Position
    seating: Seating
    manners: Manners

    def keep(self) -> None: ...

    def save(self, path: Path) -> None: ...


def run(wish: Wish) -> int:
    position, seating, story = _resumed(wish) if wish.resume else _fresh(wish)
    if wish.open_table and seating.humans:
        raise errors.BadInput("--open shows all hands: it is for watching, with --humans none.")
    keep_in = wish.save or wish.resume
    if keep_in is not None and keep_in != wish.resume:
        saving.check_target(keep_in, force=wish.force)
    manners = Manners(wish.ask_all, wish.open_table, keep_in)
    with compiling(position.rooms, seating.names):
        return _at_the_table(wish, position, seating, story, manners)


def _at_the_table(
    wish: Wish, position: Position, seating: Seating, story: Story, manners: Manners
) -> int:
    live = is_live(position, seating) and terminal.interactive() and terminal.watched()
    if live and not (wish.plain or wish.open_table):
        if _has_room():
            return _play_live(position, seating, story, manners, wish.delay)
        if not _in_turns():
            return errors.OK
    screen = _screen(wish.delay, plain=wish.plain)
    return _play(Match(position, seating, screen, manners, story))


# -- setting the table ----------------------------------------------------------------------------


def _fresh(wish: Wish) -> tuple[Position, Seating, Story]:
    if wish.game is None:
        wish = _picked(wish)
    assert wish.game is not None
    if wish.seed is not None and not 1 <= len(wish.seed) <= 200:
        raise errors.BadInput("A seed is a whole number or a text of 1 to 200 characters.")
    players = wish.players
    if players is None and wish.seats is not None:
        players = len(wish.seats.split(","))
    game = game_of(wish.game, players, list(wish.options))
    seating = seat_people(game.players, wish.seats, wish.humans, wish.bots)
    position = game.start(wish.seed)
    return position, seating, _story_so_far(position.game.begin(position.seed, "manual"), position)


def _resumed(wish: Wish) -> tuple[Position, Seating, Story]:
    assert wish.resume is not None
    record, position = saving.load_unfinished(wish.resume)
    fixed = {"--players": wish.players, "--option": wish.options, "--seed": wish.seed}
    for flag, given in fixed.items():
        if given:
            raise errors.BadInput(f"{flag} is fixed by the saved game; leave it out with --resume.")
    if wish.game is not None and wish.game.lower() != record.header.game:
        raise errors.BadInput(f"{wish.resume} is a game of {record.header.game}, not {wish.game}.")
    saved = record.header.seats
    seating = seat_people(position.game.players, wish.seats, wish.humans, wish.bots, saved)
    return position, seating, _story_so_far(position.game.begin(position.seed, "manual"), position)


def _story_so_far(first: Position, position: Position) -> Story:
    """What happened before the first choice: the deal, the draw, or a whole saved game."""
    story = Story()
    for _, _, events in retell(position.history(), first):
        story.add(events)
    return story


def _picked(wish: Wish) -> Wish:
    """Which game, and for how many: asked for."""
    known = [games.rooms(name).facts for name in games.names()]
    console = terminal.out()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=False)
    for number, facts in enumerate(known, 1):
        table_size = f"{seats_words(facts)} players"
        table.add_row(
            Text(f"{number}", "bold cyan"), Text(facts.title, "bold"), table_size, facts.sentence
        )
    console.print(Text("What shall it be?", "bold"))
    console.print(table)

    def chosen(typed: str) -> Facts:
        by_number = typed.isdigit() and 1 <= int(typed) <= len(known)
        return known[int(typed) - 1] if by_number else facts_of(typed or known[0].name)

    def number_of(typed: str) -> int:
        if typed and not typed.isdigit():
            raise errors.BadInput(f"{typed!r} is not a number of players.")
        return facts.check_players(int(typed) if typed else facts.seats[0])

    facts = _asked("Number or name: ", chosen)
    players = wish.players
    if players is None and wish.seats is None and len(facts.seats) > 1:
        words = f"How many players ({seats_words(facts)})? [{facts.seats[0]}] "
        players = _asked(words, number_of)
    return replace(wish, game=facts.name, players=players)


def _asked(words: str, read: Callable[[str], Answer]) -> Answer:
    """The answer to a question; a person at a terminal is asked again until it makes sense."""
    while True:
        try:
            return read(_line(words))
        except (errors.BadInput, BadOption) as wrong:
            if not terminal.interactive():
                raise
            terminal.out().print(Text(str(wrong), "yellow"))


def _line(words: str) -> str:
    try:
        return input(words).strip()
    except EOFError:
        print()
        raise errors.BadInput(
            f"Name a game: dogpark play {' or dogpark play '.join(games.names())}."
        ) from None


def _screen(delay: float | None, *, plain: bool) -> Screen:
    if plain or not terminal.interactive():
        return PlainScreen()
    from dogpark.cli.table.fullscreen import FullScreen

    return FullScreen(DELAY if delay is None else delay)


def _has_room() -> bool:
    from dogpark.cli.live.screen import fits

    return fits(_cells())


def _cells() -> tuple[int, int]:
    return shutil.get_terminal_size()


def _in_turns() -> bool:
    """Where the terminal is too small for real time: whether the ordinary table will do."""
    from dogpark.cli.live.lines import too_small
    from dogpark.cli.live.screen import LEAST_SIZE

    words = f"The live table {too_small(_cells(), LEAST_SIZE)}. Make the terminal larger, or play"
    terminal.out().print(Text(f"{words} in turns; --plain does so without asking.", "yellow"))
    try:
        typed = PlainScreen().read("Play in turns? [Y/n] ")
    except (Gone, KeyboardInterrupt):
        return False
    return typed.lower() in ("", "y", "yes")


# -- playing --------------------------------------------------------------------------------------


def _play(match: Match) -> int:
    screen = match.screen
    try:
        match.run()
    except (Quit, KeyboardInterrupt):
        screen.close()
        return _leave(match, ended_early=False)
    except Gone:
        screen.close()
        return _leave(match, ended_early=True)
    except BaseException:
        screen.close()
        raise
    screen.close()
    _show_end(match)
    _offer_record(match)
    return errors.OK


def _play_live(
    position: Position, seating: Seating, story: Story, manners: Manners, delay: float | None
) -> int:
    """In real time, on the whole terminal."""
    from dogpark.cli.live.daylight import is_light
    from dogpark.cli.live.screen import LiveApp
    from dogpark.cli.live.table import LiveTable, monotonic_ms

    table = LiveTable(position, seating, story, monotonic_ms, manners, delay)
    app = LiveApp(table, light=is_light())
    how = app.run()
    table.keep()
    if app.return_code:  # it has said what went wrong
        return errors.FAULT
    if how != "over":
        return _leave(table, ended_early=False)
    _show_places(table)
    _offer_record(table)
    return errors.OK


def _leave(match: Played, *, ended_early: bool) -> int:
    """The game is not over: keep it, if wanted."""
    console = terminal.out()
    kept = match.manners.keep_in
    if kept is not None:
        match.keep()
        console.print(saved_words(kept, finished=False), soft_wrap=True)
        return errors.NO if ended_early and not terminal.interactive() else errors.OK
    if ended_early and not terminal.interactive():
        terminal.err().print("dogpark: The input ended before the game did; nothing was saved.")
        return errors.NO
    path = _wanted_file(match, "Save the game to go on later?", yes=True)
    if path is None:
        console.print("Not saved. See you at the park.")
        return errors.OK
    match.save(path)
    console.print(saved_words(path, finished=False), soft_wrap=True)
    return errors.OK


def _show_end(match: Played) -> None:
    console, position = terminal.out(), match.position
    people = match.seating.humans
    view = position.view(people[0] if len(people) == 1 else None)
    console.print(drawer(position.rooms.name)(view, None, console.width))
    console.print()
    _show_places(match)


def _show_places(match: Played) -> None:
    console = terminal.out()
    result = match.position.result
    assert result is not None
    people = match.seating.humans
    _places(console, match)
    if not result.winners:
        console.print(Text("A draw: all share the first place.", "bold"))
        return
    told = Text()
    if len(people) == 1:
        place = result.places[people[0]]
        outcome = SHARED if place == 1 and _is_shared(result) else OUTCOMES[place - 1]
        told = Text(f"{outcome} ", "bold green" if place == 1 else "bold")
    winners = Text(" and ").join(Text(seats.name(s), seats.style(s)) for s in result.winners)
    who = "Winner: " if len(result.winners) == 1 else "Winners: "
    console.print(told + Text.assemble(who, winners, "."))


def _is_shared(result: Result) -> bool:
    """Whether others than one's partners have won, too."""
    return sum(team[0] in result.winners for team in result.teams) > 1


def _places(console: Console, match: Played) -> None:
    result = match.position.result
    assert result is not None
    teams = {seat: team for team in result.teams for seat in team if len(team) > 1}
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("place", justify="right")
    table.add_column("player", no_wrap=True)
    table.add_column("", style="dim")
    table.add_column("points", justify="right")
    if teams:
        table.add_column("partner")
    order = sorted(range(len(result.places)), key=lambda seat: (result.places[seat], seat))
    for seat in order:
        row: list[RenderableType] = [
            Text(f"{result.places[seat]}.", "bold"),
            seats.label(seat),
            match.seating.names[seat],
            Text(str(result.points[seat])),
        ]
        if teams:
            row.append(" ".join(seats.name(other) for other in teams[seat] if other != seat))
        table.add_row(*row)
    console.print(table)


def _offer_record(match: Played) -> None:
    console = terminal.out()
    if match.manners.keep_in is not None:
        console.print(saved_words(match.manners.keep_in, finished=True), soft_wrap=True)
        return
    if not terminal.interactive():
        console.print(Text("Add --save FILE to keep the record of a game.", "dim"))
        return
    path = _wanted_file(match, "Keep the record?", yes=False)
    if path is not None:
        match.save(path)
        console.print(saved_words(path, finished=True), soft_wrap=True)


def _wanted_file(match: Played, words: str, *, yes: bool) -> Path | None:
    """Asks for a file that may be written, or a no. The end of input is a no, and so is babble."""
    suggested = saving.suggested_name(match.position.rooms.name)
    choice = "[Y/n/file name]" if yes else "[y/N/file name]"
    screen = PlainScreen()
    for _ in range(TRIES):
        try:
            typed = screen.read(f"{words} {choice} ")
        except (Gone, KeyboardInterrupt):
            return None
        answer = typed.lower() or ("y" if yes else "n")
        if answer in ("n", "no"):
            return None
        path = suggested if answer in ("y", "yes") else Path(typed)
        try:
            if path == Path(path.stem):  # a stray answer such as 1 or why
                raise errors.BadInput(f"Type y, n, or a file name such as {suggested}.")
            saving.check_target(path, force=False)
        except errors.BadInput as error:
            screen.note(Text(str(error), "yellow"))
            continue
        return path
    return None
