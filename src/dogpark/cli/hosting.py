"""The commands of whoever runs a server, with their arguments. What they do is in ``commands``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dogpark.cli.arguments import Json, Options, Players

app = typer.Typer()


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
    processes: Annotated[
        int | None,
        typer.Option(min=1, max=64, help="On SQLite: so many share the tables, one core each."),
    ] = None,
    place: Annotated[str | None, typer.Option(hidden=True)] = None,
) -> int:
    """Open tables for play over the network; one process on SQLite unless set up otherwise."""
    from dogpark.cli.commands import serve as command

    return command.run(host, port, migrated=no_migrate, processes=processes, place=place)


@app.command()
def migrate() -> int:
    """Bring the server's database up to date; `serve` does that too, unless told not to."""
    from dogpark.cli.commands import database as command

    return command.migrate()


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    verify: Annotated[
        bool,
        typer.Option("--verify", help="Write nothing: read FILE through, and say what it holds."),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="With --verify, for programs.")] = False,
) -> int:
    """Write everything a server keeps into one file, while it serves."""
    from dogpark.cli.commands import database as command

    return command.verify(file, json=json) if verify else command.backup(file)


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


@admin.command("export")
def admin_export(person: Person) -> int:
    """Print everything the server knows of somebody, as JSON."""
    from dogpark.cli.commands import admin as command

    return command.export(person)


@admin.command("delete")
def admin_delete(
    person: Person,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether it is meant.")] = False,
    json: Json = False,
) -> int:
    """Delete somebody for good, as they may themselves."""
    from dogpark.cli.commands import admin as command

    return command.delete(person, yes=yes, json=json)


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
