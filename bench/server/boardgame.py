"""boardgame.io's server, installed beside us, driven by its own client or by one of few instructions.

The game is a counter (``boardgameio/game.js``), so that the server is measured and not the game;
``boardgameio/client.js`` plays it. The server gets a core to itself.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Literal, TypeAlias

from bench.peers import ENVIRONMENTS, PeerError
from bench.server.processes import CpuWatch, Measured, ending

Order: TypeAlias = Literal["alternating", "simultaneous"]
Storage: TypeAlias = Literal["memory", "files"]
Client: TypeAlias = Literal["own", "lean"]

SOURCE = Path(__file__).parent / "boardgameio"
FOLDER = ENVIRONMENTS / "boardgameio"
PARTS = (
    ".npmrc",
    "package.json",
    "package-lock.json",
    "game.js",
    "server.js",
    "client.js",
    "lean.js",
    "own.js",
)


def ensure() -> None:
    """Installs it into ``.bench/boardgameio`` unless it is there already."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise PeerError(
                f"boardgame.io needs {program}, and it is not on this machine; on Debian and "
                "Ubuntu: apt install nodejs npm"
            )
    wanted = hashlib.sha256(b"".join((SOURCE / part).read_bytes() for part in PARTS)).hexdigest()
    stamp = FOLDER / ".ready"
    if stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        return
    print("Installing boardgame.io into .bench/boardgameio (once)", file=sys.stderr, flush=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    (ENVIRONMENTS / ".gitignore").write_text("*\n", encoding="ascii")
    for part in PARTS:
        shutil.copy(SOURCE / part, FOLDER / part)
    done = subprocess.run(
        ["npm", "ci", "--ignore-scripts"],
        cwd=FOLDER,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != 0:
        raise PeerError(f"Could not install boardgame.io:\n{done.stdout.strip()}")
    stamp.write_text(wanted, encoding="ascii")


def measure(
    order: Order,
    storage: Storage,
    client_kind: Client,
    matches: int,
    seconds: float,
    rate: float | None = None,
) -> Measured:
    """One run against a fresh server; ``rate`` is moves a second in all, else as fast as it goes."""
    with tempfile.TemporaryDirectory(dir=ENVIRONMENTS) as files:
        command = ["node", "server.js", "0", order, storage, files]
        server = subprocess.Popen(command, cwd=FOLDER, stdout=subprocess.PIPE, text=True)
        with ending(server):
            assert server.stdout is not None
            port = json.loads(server.stdout.readline())["port"]
            wishes = [str(port), client_kind, order, str(matches), str(seconds)]
            wishes += [str(rate)] if rate else []
            client = subprocess.Popen(
                ["node", "client.js", *wishes], cwd=FOLDER, stdout=subprocess.PIPE, text=True
            )
            with ending(client):
                assert client.stdout is not None
                begun = client.stdout.readline()
                watch = CpuWatch(server.pid)
                line = client.stdout.readline()
                busy = watch.share()
            if not begun or not line:
                raise PeerError("boardgame.io's client failed (see above)")
            told = json.loads(line)
            return Measured(
                rate=told["moves_per_second"],
                acknowledged=told["acknowledged"],
                seen=told["seen"],
                server_cpu=busy,
                client_cpu=told["client_cpu"],
            )
