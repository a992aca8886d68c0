"""The capacity plan's arithmetic, carried out. `make reference` writes it into docs/scale.md.

Measured figures and assumptions stand at the top, each with where it comes from; everything else
on the page follows from them. Change one, write the page anew, and read the difference.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Known(NamedTuple):
    """A number the plan starts from."""

    name: str
    value: float
    unit: str
    source: str


# -- measured -------------------------------------------------------------------------------------

MOVES = Known(
    "acknowledged moves of one process",
    2_700,
    "/s",
    "`dogpark loadtest`: DOG for people, 50 tables with 4 sockets each, SQLite, server and crowd on 2 cores",
)
TABLE = Known("memory of a table in play", 115, "KB", "DOG after 100 moves, seen through two seats")
SOCKET = Known("memory of a socket", 37, "KB", "1,000 opened, one person")
APPENDS = Known(
    "rows one PostgreSQL appends, synced",
    30_000,
    "/s",
    "`python -m bench.server_log`: 31 thousand beside a busy loop, 60 thousand alone",
)
COMMITS = Known("single commits of one PostgreSQL, synced", 4_000, "/s", "one row each, in a pool")
READS = Known("reads of a new entry by one process", 4_000, "/s", "PostgreSQL, 4 connections")
NEWS = Known("news one Redis takes", 590_000, "/s", "`redis-benchmark -P 50`, nobody listening")
ENTRY = Known("an entry in the log", 70, "bytes", "whole games: 68 to 72 on average")
UPDATE = Known(
    "an update to a player", 1_500, "bytes", "whole games: 1.0 KB (bonfire) to 2.7 KB (monty)"
)
GREEDY = Known("a greedy bot's move", 0.4, "ms", "whole games: 0.1 ms (bonfire) to 0.6 ms (breath)")

# -- assumed --------------------------------------------------------------------------------------

TABLES = Known("tables at the same time", 1_000_000, "", "the goal")
SEATS = Known("seats at a table", 4, "", "half people, half bots")
PEOPLE = Known("people at a table", 2, "", "each with one socket")
WATCHERS = Known("spectators of a table", 0.1, "", "")
PERSON_SECONDS = Known("a person's decision", 8, "s", "")
BOT_SECONDS = Known("a bot's decision, its pace included", 1, "s", "")
GAME_MINUTES = Known("a game", 30, "min", "")
CHANGES = Known("changes of a table that the lobby notes", 12, "a game", "seats, begin, end")
LOAD = Known("load at which a part is called full", 0.5, "", "the rest is for peaks and failures")
ROW_OVERHEAD = Known("what PostgreSQL adds to a row", 60, "bytes", "header, key, index entry")
PEAK = Known("the day's mean, of its peak", 0.4, "", "")
CORES = Known("cores of one machine", 16, "", "one process or bot worker a core")
PROXY_SOCKETS = Known("sockets one proxy holds", 100_000, "", "TLS takes some 50 KB each")
PRICE = Known("a rented machine of that size", 200, "€ a month", "")

MEASURED = (MOVES, TABLE, SOCKET, APPENDS, COMMITS, READS, NEWS, ENTRY, UPDATE, GREEDY)
ASSUMED = (
    TABLES, SEATS, PEOPLE, WATCHERS, PERSON_SECONDS, BOT_SECONDS, GAME_MINUTES, CHANGES, LOAD,
    ROW_OVERHEAD, PEAK, CORES, PROXY_SOCKETS, PRICE,
)  # fmt: skip
STAGES = (1_000, 10_000, 100_000, 1_000_000)


class Plan(NamedTuple):
    """What so many tables need."""

    tables: float
    moves: float  # a second
    sockets: float
    processes: int
    memory: float  # GB, of all processes together
    out: float  # MB a second
    rows: float  # a second
    logs: int  # PostgreSQL servers that take appends
    stored: float  # GB a day
    lobby: float  # commits a second
    bot_cores: int
    proxies: int
    machines: int


def plan(tables: float) -> Plan:
    """From tables to machines."""
    bots = _bots()
    round_seconds = PEOPLE.value * PERSON_SECONDS.value + bots * BOT_SECONDS.value
    moves = tables * SEATS.value / round_seconds
    sockets = tables * (PEOPLE.value + WATCHERS.value)
    processes = math.ceil(moves / (MOVES.value * LOAD.value))
    memory = (tables * TABLE.value + sockets * SOCKET.value) / 1e6
    bot_cores = math.ceil(moves * bots / SEATS.value * GREEDY.value / 1000 / LOAD.value)
    logs = math.ceil(moves / (APPENDS.value * LOAD.value))
    proxies = math.ceil(sockets / PROXY_SOCKETS.value)
    stored = moves * PEAK.value * 86_400 * (ENTRY.value + ROW_OVERHEAD.value) / 1e9
    lobby = tables * CHANGES.value / (GAME_MINUTES.value * 60)
    machines = math.ceil((processes + bot_cores) / CORES.value) + logs + proxies
    out = moves * (PEOPLE.value + WATCHERS.value) * UPDATE.value / 1e6
    return Plan(
        tables, moves, sockets, processes, memory, out, moves, logs, stored, lobby, bot_cores,
        proxies, machines,
    )  # fmt: skip


def known_table(which: str) -> str:
    told = MEASURED if which == "measured" else ASSUMED
    rows = ((k.name, f"{_number(k.value)} {k.unit}".strip(), k.source) for k in told)
    return _rows(("figure", "value", "from" if which == "measured" else "because"), rows)


def limits_table() -> str:
    """How many tables one of each part carries, the smallest first."""
    one = plan(1)
    parts = (
        ("one process", MOVES.value, one.moves, "/s"),
        ("one core of greedy bots", 1000 / GREEDY.value, one.moves * _bots() / SEATS.value, "/s"),
        ("one proxy", PROXY_SOCKETS.value / LOAD.value, one.sockets, "sockets"),
        ("one log", APPENDS.value, one.moves, "/s"),
        ("one lobby", COMMITS.value, one.lobby, "/s"),
        ("one bus", NEWS.value, one.moves, "/s"),
    )
    rows = sorted(
        (LOAD.value * carries / asks, name, f"{_number(LOAD.value * carries)} {unit}", asks)
        for name, carries, asks, unit in parts
    )
    return _rows(
        ("of", "carries, half loaded", "a table asks for", "so many tables"),
        ((name, carries, f"{asks:.3g}", _number(tables)) for tables, name, carries, asks in rows),
    )


def _bots() -> float:
    return SEATS.value - PEOPLE.value


def stages_table() -> str:
    """The same plan at several sizes, side by side."""
    plans = [plan(tables) for tables in STAGES]

    def line(name: str, field: str, unit: str = "") -> tuple[str, ...]:
        return name, *(f"{_number(getattr(each, field))} {unit}".strip() for each in plans)

    return _rows(
        ("tables at the same time", *(f"{_number(tables)}" for tables in STAGES)),
        [
            line("moves, and rows appended", "moves", "/s"),
            line("sockets", "sockets"),
            line("server processes", "processes"),
            line("their memory", "memory", "GB"),
            line("sent to players", "out", "MB/s"),
            line("PostgreSQL servers for the log", "logs"),
            line("grows by", "stored", "GB a day"),
            line("lobby and keeper commits", "lobby", "/s"),
            line("cores for greedy bots", "bot_cores"),
            line("proxies", "proxies"),
            line(f"machines of {CORES.value:g} cores, about", "machines"),
        ],
    )


def arithmetic() -> str:
    """The million, step by step."""
    p = plan(TABLES.value)
    bots = _bots()
    round_seconds = PEOPLE.value * PERSON_SECONDS.value + bots * BOT_SECONDS.value
    own, mine = TABLES.value / p.processes, p.sockets / p.processes
    row = ENTRY.value + ROW_OVERHEAD.value

    def steps() -> Iterator[tuple[str, str, str]]:
        yield (
            "once round a table",
            f"{PEOPLE.value:g} × {PERSON_SECONDS.value:g} s + {bots:g} × {BOT_SECONDS.value:g} s",
            f"{round_seconds:g} s for {SEATS.value:g} moves",
        )
        yield (
            "moves",
            f"{_number(TABLES.value)} tables × {SEATS.value:g} moves ÷ {round_seconds:g} s",
            f"{_number(p.moves)} /s",
        )
        yield (
            "processes",
            f"{_number(p.moves)} /s ÷ ({_number(MOVES.value)} /s × {LOAD.value:g})",
            _number(p.processes),
        )
        yield (
            "tables and sockets of one process",
            f"{_number(TABLES.value)} and {_number(p.sockets)} ÷ {_number(p.processes)}",
            f"{_number(own)} and {_number(mine)}",
        )
        yield (
            "memory of one process, besides its own 150 MB",
            f"{_number(own)} × {TABLE.value:g} KB + {_number(mine)} × {SOCKET.value:g} KB",
            f"{_number(p.memory * 1000 / p.processes)} MB",
        )
        yield (
            "PostgreSQL servers for the log",
            f"{_number(p.rows)} /s ÷ ({_number(APPENDS.value)} /s × {LOAD.value:g})",
            _number(p.logs),
        )
        yield (
            "the log grows by",
            f"{_number(p.rows)} /s × {PEAK.value:g} × 86,400 s × {row:g} bytes",
            f"{_number(p.stored)} GB a day",
        )
        yield (
            "lobby commits",
            f"{_number(TABLES.value)} × {CHANGES.value:g} ÷ {GAME_MINUTES.value * 60:g} s",
            f"{_number(p.lobby)} /s, where one PostgreSQL does {_number(COMMITS.value)} /s",
        )
        yield (
            "greedy bots",
            f"{_number(p.moves)} /s × {bots:g}/{SEATS.value:g} × {GREEDY.value:g} ms ÷ {LOAD.value:g}",
            f"{_number(p.bot_cores)} cores",
        )
        yield (
            "sent to players",
            f"{_number(p.moves)} /s × {PEOPLE.value + WATCHERS.value:g} × {_number(UPDATE.value)} bytes",
            f"{_number(p.out)} MB/s = {p.out * 8 / 1000:.1f} Gbit/s",
        )
        yield (
            "proxies",
            f"{_number(p.sockets)} sockets ÷ {_number(PROXY_SOCKETS.value)}",
            _number(p.proxies),
        )

    return _rows(("what", "reckoned", "makes"), steps())


def cost() -> str:
    """Machines, and money for a game."""
    p = plan(TABLES.value)
    servers = math.ceil((p.processes + p.bot_cores) / CORES.value)
    month = p.machines * PRICE.value
    games = TABLES.value * PEAK.value * 30 * 24 * 60 / GAME_MINUTES.value
    return (
        f"At a million tables: {servers} machines for servers and greedy bots, {p.logs} for the log, "
        f"{p.proxies} for proxies, {p.machines} together. At {PRICE.value:g} € a month each that is "
        f"{_number(month)} € for {_number(games / 1e6)} million games "
        f"({_number(TABLES.value)} × {PEAK.value:g} × 30 days ÷ {GAME_MINUTES.value:g} min), or "
        f"{_number(month / games * 1e6)} € for a million games."
    )


def bots_table() -> str:
    """What better bots would cost."""
    moves = plan(TABLES.value).moves * (1 - PEOPLE.value / SEATS.value)
    kinds = {"greedy": GREEDY.value, "one that searches 20 ms": 20, "one that searches 100 ms": 100}
    return _rows(
        ("bots", "reckoned", "cores"),
        (
            (
                name,
                f"{_number(moves)} /s × {took:g} ms ÷ {LOAD.value:g}",
                _number(math.ceil(moves * took / 1000 / LOAD.value)),
            )
            for name, took in kinds.items()
        ),
    )


def _number(value: float) -> str:
    """Two or three digits that matter, with commas."""
    if value == 0:
        return "0"
    digits = 2 - math.floor(math.log10(abs(value)))
    rounded = round(value, digits)
    return (
        f"{rounded:,.{max(0, digits)}f}".rstrip("0").rstrip(".")
        if digits > 0
        else f"{rounded:,.0f}"
    )


def _rows(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines)
