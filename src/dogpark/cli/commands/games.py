"""``dogpark games``: what there is to play, as a table or as the declared facts."""

from __future__ import annotations

from rich import box
from rich.table import Table

from dogpark import games
from dogpark.cli import errors, terminal
from dogpark.kernel.facts import Facts
from dogpark.play.declared import facts_dict


def run(*, json: bool) -> int:
    known = [games.rooms(name).facts for name in games.names()]
    if json:
        terminal.print_json([facts_dict(facts) for facts in known])
        return errors.OK
    console = terminal.out()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("game", style="bold cyan", no_wrap=True)
    table.add_column("title", no_wrap=True)
    table.add_column("players", justify="center")
    table.add_column("minutes", justify="right")
    table.add_column("in a sentence", style="dim", ratio=1)
    for facts in known:
        seats = seats_words(facts)
        table.add_row(facts.name, facts.title, seats, str(facts.minutes), facts.sentence)
    console.print(table)
    first = known[0].name if known else "GAME"
    console.print(
        f"Play one: [bold]dogpark play {first}[/]   Read up: [bold]dogpark rules {first}[/]"
    )
    return errors.OK


def seats_words(facts: Facts) -> str:
    """``2–4`` where every number in between works, else ``4, 6``."""
    low, high = facts.seats[0], facts.seats[-1]
    if len(facts.seats) > 1 and facts.seats == tuple(range(low, high + 1)):
        return f"{low}–{high}"
    return ", ".join(map(str, facts.seats))
