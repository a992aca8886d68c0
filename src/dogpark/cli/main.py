"""The entry point: every command with its arguments. What they do is in ``commands``.

Nothing heavy is imported here, so that ``dogpark --help`` is instant.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from dogpark.cli import errors, terminal

app = typer.Typer(
    name="dogpark",
    help="Five dog games at one table: play them, read their rules, simulate and check them.",
    epilog="Exit codes: 0 done, 1 the answer is no, 2 something is wrong with what was asked for.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game; `dogpark games` lists them.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Players = Annotated[
    int | None,
    typer.Option("--players", "-p", help="How many play; the smallest table if not said."),
]
Options = Annotated[
    list[str],
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="A house rule; may be repeated."),
]
Seed = Annotated[str | None, typer.Option("--seed", help="The same seed gives the same chance.")]


class Device(StrEnum):
    """Where games are simulated."""

    python = "python"
    native = "native"
    cuda = "cuda"


@app.callback(invoke_without_command=True)
def _top(
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    if version:
        from dogpark.cli.commands.doctor import installed

        print(f"dogpark {installed('dogpark') or '(not installed)'}")
        raise typer.Exit


@app.command()
def games(json: Json = False) -> int:
    """The games there are."""
    from dogpark.cli.commands import games as command

    return command.run(json=json)


@app.command()
def rules(
    game: GameName,
    query: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RULE | WORDS]", help="A rule's id, or words to search for."),
    ] = None,
    options: Annotated[bool, typer.Option("--options", help="Only the house rules.")] = False,
    json: Json = False,
) -> int:
    """The rules of a game: all, one by its id, or those with certain words."""
    from dogpark.cli.commands import rules as command

    return command.run(game, query or [], options_only=options, json=json)


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Asked for if left out.")
    ] = None,
    players: Players = None,
    option: Options = [],  # noqa: B006 (typer copies it)
    humans: Annotated[
        str | None,
        typer.Option(
            help="Seats of people: 0, or 0,2 to pass the device on, all, or none to watch."
        ),
    ] = None,
    bots: Annotated[
        str | None, typer.Option(help="Bots in the other seats: one for all, or one each.")
    ] = None,
    seats: Annotated[
        str | None, typer.Option(help="All seats at once, such as you,greedy,you,random.")
    ] = None,
    seed: Seed = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    save: Annotated[
        Path | None, typer.Option(help="Keep the game in this file as it goes on.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --save replace a file.")] = False,
    open_table: Annotated[
        bool, typer.Option("--open", help="Watch bots with all hands open.")
    ] = False,
    delay: Annotated[
        float | None, typer.Option(min=0, max=60, help="Seconds between the bots' moves.")
    ] = None,
    ask_all: Annotated[
        bool, typer.Option("--ask-all", help="Ask also where there is only one choice.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Lines instead of a screen; turns instead of a clock.")
    ] = False,
) -> int:
    """Play in the terminal, against bots or with others at the same screen."""
    from dogpark.cli.commands import play as command

    wish = command.Wish(
        game=game,
        players=players,
        options=option,
        humans=humans,
        bots=bots,
        seats=seats,
        seed=seed,
        resume=resume,
        save=save,
        force=force,
        open_table=open_table,
        delay=delay,
        ask_all=ask_all,
        plain=plain,
    )
    return command.run(wish)


@app.command()
def sim(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    players: Players = None,
    option: Options = [],  # noqa: B006 (typer copies it)
    bots: Annotated[
        str, typer.Option("--bots", "-b", help="One bot for all seats, or one each: a,b,c,d.")
    ] = "random",
    seed: Annotated[str, typer.Option(help="Game i of a run has the seed SEED/i.")] = "1",
    device: Annotated[
        Device, typer.Option(help="Same games on each; only the speed differs.")
    ] = Device.native,
    threads: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Native threads; all cores if not said.")
    ] = None,
    json: Json = False,
) -> int:
    """Let bots play many games and show who wins, with 95 % intervals."""
    from dogpark.cli.commands import sim as command

    wish = command.Wish(game, games, players, option, bots, seed, device.value, threads)
    return command.run(wish, json=json)


RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record or a saved game.")]


@app.command()
def replay(
    file: RecordFile,
    from_seat: Annotated[
        str, typer.Option(help="Through whose eyes: a seat, spectator, or all.")
    ] = "spectator",
    step: Annotated[
        bool, typer.Option("--step", help="One move at a time, with the board.")
    ] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Only the words, no boards.")] = False,
    open_table: Annotated[
        bool, typer.Option("--open", help="Show what was hidden; only of a finished game.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON line per move.")] = False,
) -> int:
    """Go through a game again, move by move."""
    from dogpark.cli.commands import replay as command

    wish = command.Wish(file, from_seat, step=step, plain=plain, open_table=open_table)
    return command.run(wish, json=json)


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records to verify.")],
    json: Json = False,
) -> int:
    """Verify records: form, digest, every move, the seed and all it drew, the result."""
    from dogpark.cli.commands import check as command

    return command.run(files, json=json)


@app.command()
def doctor(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game.")] = None,
    warm: Annotated[
        bool, typer.Option("--warm", help="Compile now what is not yet compiled.")
    ] = False,
    clear: Annotated[bool, typer.Option("--clear", help="Throw all compiled code away.")] = False,
    json: Json = False,
) -> int:
    """What works on this machine, what does not, and what to do about it."""
    from dogpark.cli.commands import doctor as command

    return command.run(game, warm=warm, clear=clear, json=json)


@app.command()
def serve(
    host: Annotated[
        str | None, typer.Option(help="Listen here; 0.0.0.0 for everybody in the network.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="0 takes any that is free.")
    ] = None,
    no_migrate: Annotated[
        bool, typer.Option("--no-migrate", help="The database's form is taken care of elsewhere.")
    ] = False,
) -> int:
    """Open tables for play over the network; one process on SQLite unless set up otherwise."""
    from dogpark.cli.commands import serve as command

    return command.run(host, port, migrated=no_migrate)


@app.command()
def migrate() -> int:
    """Bring the server's database up to date; `serve` does that too, unless told not to."""
    from dogpark.cli.commands import database as command

    return command.migrate()


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
) -> int:
    """Write everything a server keeps into one file, while it serves."""
    from dogpark.cli.commands import database as command

    return command.backup(file)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    force: Annotated[
        bool, typer.Option("--force", help="Replace what is in the database now.")
    ] = False,
) -> int:
    """Make a server's database from a backup, on SQLite or PostgreSQL."""
    from dogpark.cli.commands import database as command

    return command.restore(file, force=force)


admin = typer.Typer(no_args_is_help=True, help="What the host of a server does.")
app.add_typer(admin, name="admin")
Person = Annotated[str, typer.Argument(help="A person's id, or an account's name.")]


@admin.command("people")
def admin_people(
    find: Annotated[str | None, typer.Option(help="Part of a name, or an id.")] = None,
    json: Json = False,
) -> int:
    """Who is known here."""
    from dogpark.cli.commands import admin as command

    return command.people(find, json=json)


@admin.command("ban")
def admin_ban(person: Person) -> int:
    """Shut somebody out."""
    from dogpark.cli.commands import admin as command

    return command.ban(person, banned=True)


@admin.command("unban")
def admin_unban(person: Person) -> int:
    """Let somebody in again."""
    from dogpark.cli.commands import admin as command

    return command.ban(person, banned=False)


@admin.command("rename")
def admin_rename(person: Person, name: str) -> int:
    """Give somebody another name."""
    from dogpark.cli.commands import admin as command

    return command.rename(person, name)


@admin.command("reset-password")
def admin_reset_password(name: str) -> int:
    """A code with which an account's password may be set anew, once."""
    from dogpark.cli.commands import admin as command

    return command.reset_password(name)


@admin.command("tables")
def admin_tables(
    status: Annotated[str | None, typer.Option(help="open, playing, over or closed.")] = None,
    json: Json = False,
) -> int:
    """The tables there are."""
    from dogpark.cli.commands import admin as command

    return command.tables(status, json=json)


@admin.command("close")
def admin_close(
    table: str,
    why: Annotated[str, typer.Option(help="What its people are told.")] = "The host closed it.",
) -> int:
    """Close a table."""
    from dogpark.cli.commands import admin as command

    return command.close(table, why)


@app.command()
def worker(
    bus: Annotated[
        str | None, typer.Option(help="The bus, redis://…; DOGPARK_BUS if not said.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, max=256, help="Bots that think at once; one a core.")
    ] = None,
) -> int:
    """Let the bots of all servers on a bus think here."""
    from dogpark.cli.commands import worker as command

    return command.run(bus, processes)


@app.command()
def loadtest(
    address: Annotated[
        str, typer.Argument(help="A server on this machine, such as localhost:8765.")
    ],
    game: Annotated[str, typer.Option("--game", "-g", help="The game to play.")] = "dog",
    players: Players = None,
    option: Options = [],  # noqa: B006 (typer copies it)
    tables: Annotated[int, typer.Option("--tables", "-t", min=1, help="Tables at once.")] = 50,
    people: Annotated[
        int | None,
        typer.Option(
            "--players-per-table",
            min=1,
            help="Scripted players at a table; bots take the rest. All seats if not said.",
        ),
    ] = None,
    bots: Annotated[
        str, typer.Option("--bots", "-b", help="The bot in the other seats.")
    ] = "random",
    spectators: Annotated[int, typer.Option(min=0, help="Who only watches, per table.")] = 0,
    seconds: Annotated[float, typer.Option(min=1, max=3600, help="How long.")] = 30,
    rate: Annotated[
        float | None,
        typer.Option(min=0.001, help="Moves a second at a table; as fast as possible if not said."),
    ] = None,
    short: Annotated[
        bool, typer.Option("--short", help="Ask for prompts without words, as programs do.")
    ] = False,
    processes: Annotated[int, typer.Option(min=1, max=64, help="Client processes.")] = 1,
    json: Json = False,
) -> int:
    """Let many scripted players loose on a server, and measure how it does."""
    from dogpark.cli.commands import loadtest as command

    wish = command.Wish(
        address=address,
        game=game,
        players=players,
        options=option,
        tables=tables,
        people=people,
        bots=bots,
        spectators=spectators,
        seconds=seconds,
        rate=rate,
        words=not short,
        processes=processes,
    )
    return command.run(wish, json=json)


def main(args: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code. Bad input is one sentence on stderr, never a traceback."""
    terminal.write_anything()
    try:
        code = app(args=args, prog_name="dogpark", standalone_mode=False)
    except typer.Abort:
        return errors.STOPPED
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads on; the interpreter need not complain either
        return errors.OK
    except Exception as error:  # noqa: BLE001 (the last line of defence)
        return _explain(error)
    return code if isinstance(code, int) else errors.OK


def _explain(error: Exception) -> int:
    if errors.debugging():
        raise error
    console = terminal.err()
    usage = getattr(error, "format_message", None)
    if usage:
        context = getattr(error, "ctx", None)
        where = context.command_path if context else "dogpark"
        _say(console, f"{usage().rstrip('.')}. See {where} --help.")
        return errors.BAD_INPUT
    if isinstance(error, errors.expected()):
        _say(console, _sentence(str(error)))
        return errors.BAD_INPUT
    _say(
        console,
        f"Sorry, this is a fault of dogpark: {type(error).__name__}: {error}\n"
        "Run the same with DOGPARK_DEBUG=1 for the traceback, and please report it.",
    )
    return errors.FAULT


def _sentence(message: str) -> str:
    text = message[:1].upper() + message[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _say(console: Console, message: str) -> None:
    from rich.text import Text

    console.print(Text.assemble(("dogpark: ", "bold red"), message), soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
