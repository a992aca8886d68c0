"""The entry point: every command with its arguments; those of hosts are in ``hosting``.

What they do is in ``commands``. Nothing heavy is imported here, so that ``dogpark --help`` is instant.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from dogpark.cli import errors, hosting, terminal
from dogpark.cli.arguments import GameName, Json, Options, Players, Seed

app = typer.Typer(
    name="dogpark",
    help="Five dog games at one table: play them, read their rules, simulate and check them.",
    epilog="Exit codes: 0 done, 1 the answer is no, 2 something is wrong with what was asked for.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
        str | None,
        typer.Option(
            help="Bots in the other seats, one for all or one each: "
            "puppy, family (if not said), working, champion."
        ),
    ] = None,
    seats: Annotated[
        str | None, typer.Option(help="All seats at once, such as you,family,you,champion.")
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
def arena(
    game: GameName,
    bots: Annotated[
        str, typer.Option("--bots", help="The bots that meet, two or more, by commas.")
    ] = "puppy,family,working,champion",
    games: Annotated[
        int,
        typer.Option(
            "--games", "-n", min=0, help="Games of each pair of bots; 0 shows what is kept."
        ),
    ] = 200,
    alone: Annotated[
        bool, typer.Option("--alone", help="One bot against a table of the other, in every seat.")
    ] = False,
    players: Players = None,
    option: Options = [],  # noqa: B006 (typer copies it)
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same deals.")] = "1",
    processes: Annotated[
        int | None, typer.Option("--processes", min=1, help="All cores if not said.")
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", help="Write every deal here, and go on from what is there."),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", help="Draw the matrix into this SVG file.")
    ] = None,
    json: Json = False,
) -> int:
    """Bots against each other: duplicate deals, seats exchanged, who beats whom."""
    from dogpark.agents.simulate import cores
    from dogpark.cli.commands import arena as command

    wish = command.Wish(
        game=game,
        games=games,
        players=players,
        options=option,
        bots=bots,
        alone=alone,
        seed=seed,
        processes=processes or cores(),
        keep=keep,
        picture=picture,
    )
    return command.run(wish, json=json)


@app.command()
def lab(
    game: GameName,
    vary: Annotated[
        list[str],
        typer.Option(
            "--vary", help="A house rule and the values to try: option=a,b,c. Repeatable."
        ),
    ] = [],  # noqa: B006 (typer copies it)
    games: Annotated[
        int, typer.Option("--games", "-n", min=2, help="Games of each variant and kind of table.")
    ] = 10_000,
    players: Annotated[
        str, typer.Option("--players", "-p", help="How many, or several numbers by commas.")
    ] = "",
    option: Options = [],  # noqa: B006 (typer copies it)
    bots: Annotated[
        str, typer.Option("--bots", "-b", help="Two levels: an effect that both see is the game's.")
    ] = "puppy,greedy",
    seed: Annotated[str, typer.Option(help="Game i of a study has the seed SEED/i.")] = "1",
    precision: Annotated[
        list[str],
        typer.Option(
            "--precision",
            help="Stop once a measure is known within so much: rounds=0.1. Repeatable.",
        ),
    ] = [],  # noqa: B006 (typer copies it)
    report: Annotated[
        Path | None, typer.Option("--report", help="Write a report with plots into this HTML file.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", help="Write every game into this Parquet file.")
    ] = None,
    device: Annotated[str, typer.Option(help="python, native or cuda.")] = "native",
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="All cores if not said.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", help="The address of a Ray cluster: ray://host:10001."),
    ] = None,
    json: Json = False,
) -> int:
    """Change a house rule and see what many games make of it."""
    try:
        from dogpark.cli.commands import lab as command
    except ModuleNotFoundError as missing:
        raise errors.BadInput(
            f"The lab needs {missing.name}, which is not installed: pip install dogpark[lab]."
        ) from None

    wish = command.Wish(
        game=game,
        vary=vary,
        games=games,
        players=players,
        options=option,
        bots=bots,
        seed=seed,
        precision=precision,
        report=report,
        record=record,
        device=device,
        workers=workers,
        cluster=cluster,
    )
    return command.run(wish, json=json)


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
    record: Annotated[
        Path | None,
        typer.Option("--record", help="Write whole games, move by move, into this Parquet file."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Let --record replace a file.")] = False,
    json: Json = False,
) -> int:
    """Let bots play many games and show who wins, with 95 % intervals."""
    from dogpark.cli.commands import sim as command

    wish = command.Wish(
        game, games, players, option, bots, seed, device.value, threads, record=record, force=force
    )
    return command.run(wish, json=json)


RecordFile = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="A record, a saved game, or the games of sim --record."),
]


@app.command()
def replay(
    file: RecordFile,
    game: Annotated[
        int | None,
        typer.Option("--game", min=0, help="Which of many games, from 0; the first if not said."),
    ] = None,
    listing: Annotated[
        bool, typer.Option("--list", help="What is in a file of many games.")
    ] = False,
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
    json: Annotated[
        bool, typer.Option("--json", help="One JSON line per move, or per game of a list.")
    ] = False,
) -> int:
    """Go through a game again, move by move."""
    from dogpark.cli.commands import replay as command

    wish = command.Wish(
        file, from_seat, step=step, plain=plain, open_table=open_table, game=game, listing=listing
    )
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


app.add_typer(hosting.app)


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
