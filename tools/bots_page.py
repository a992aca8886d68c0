"""Writes the matrices of the bots into docs/bots.md, from what ``dogpark arena --keep`` has played.

    dogpark arena dog -p 4 --keep .bench/arena/dog-4.jsonl --games 2000
    python -m tools.bots_page .bench/arena/*.jsonl

Nothing is played here. A file is named after its game and number of players, with ``-alone`` for
games of one bot against a table of another.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
BEGIN, END = "<!-- matrices -->\n", "<!-- /matrices -->"
ORDER = ("random", "puppy", "family", "working", "champion")


def bots_in(path: Path) -> list[str]:
    deals = (json.loads(line) for line in path.read_text("utf-8").splitlines()[1:])
    met = {name for deal in deals for name in (deal["one"], deal["two"])}
    return [name for name in ORDER if name in met]


def matrix_of(path: Path) -> dict[str, Any]:
    heading = json.loads(path.open(encoding="utf-8").readline())
    command = [
        *(sys.executable, "-m", "dogpark", "arena", heading["game"]),
        *("--players", str(heading["players"]), "--bots", ",".join(bots_in(path))),
        *("--games", "0", "--keep", str(path), "--seed", heading["seed"], "--json"),
        *(["--alone"] if heading["alone"] else []),
    ]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def table(found: dict[str, Any]) -> str:
    """Who (rows) wins how much of the games against whom (columns)."""
    shares = {(row["one"], row["two"]): row for row in found["matrix"] if row["games"]}
    bots = found["bots"]
    lines = [
        f"| | {' | '.join(bots)} |",
        f"|---|{'---:|' * len(bots)}",
    ]
    for one in bots:
        lines.append(f"| **{one}** | {' | '.join(cell(shares, one, two) for two in bots)} |")
    return "\n".join(lines)


def cell(shares: dict[tuple[str, str], Any], one: str, two: str) -> str:
    row = shares.get((one, two)) or shares.get((two, one))
    if row is None:
        return "–"
    value, low, high = (100 * row["share"][key] for key in ("value", "low", "high"))
    if row["one"] != one:
        value, low, high = 100 - value, 100 - high, 100 - low
    return f"{value:.1f} [{low:.1f}, {high:.1f}]<br>{row['games']:,}"


def alone(found: dict[str, Any]) -> str:
    lines = [
        f"- {row['one']} alone among {row['two']}: {100 * row['share']['value']:.1f} % "
        f"[{100 * row['share']['low']:.1f}, {100 * row['share']['high']:.1f}] of {row['games']:,} games, "
        f"{found['players'] * row['share']['value']:.1f} times its fair share"
        for row in found["matrix"]
        if row["games"]
    ]
    return "\n".join(lines)


def replies(found: dict[str, Any]) -> str:
    return "".join(
        f"\n\nReply times of {name}: p50 {1000 * at['p50']:.0f} ms, p99 {1000 * at['p99']:.0f} ms, "
        f"longest {1000 * at['max']:.0f} ms."
        for name, at in found["reply_seconds"].items()
    )


def section(path: Path) -> str:
    found = matrix_of(path)
    command = (
        f"dogpark arena {found['game']} -p {found['players']} --bots {','.join(found['bots'])} "
        f"--seed {found['seed']} --games {max(row['games'] for row in found['matrix'])}"
    )
    if found["alone"]:
        return f"**{found['game']}, {found['players']} players** (`{command} --alone`)\n\n{alone(found)}"
    return f"**{found['game']}, {found['players']} players** (`{command}`)\n\n{table(found)}{replies(found)}"


def main(paths: list[Path]) -> None:
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    sections = "\n\n".join(section(path) for path in paths)
    PAGE.write_text(f"{before}{BEGIN}\n{sections}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
