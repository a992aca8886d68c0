"""Throw-away PostgreSQL and Redis servers of our own: started, stopped and killed as a test likes.

Both listen on 127.0.0.1 alone, keep their files in a folder of their own and vanish with it.
PostgreSQL writes to disk as it does by default: what it has acknowledged is there after a crash.
"""

from __future__ import annotations

import asyncio
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import asyncpg  # type: ignore[import-untyped]

START_SECONDS = 60
# Below the range the system hands out: nobody takes the port while its server is down for a moment.
PORTS = range(18_000, 32_000)


class MissingService(RuntimeError):
    """A server program is not on this machine; the message says how to get it."""


def find(program: str, package: str) -> Path:
    """A server program, wherever Debian or the path has it."""
    kept = sorted(
        Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), key=lambda p: int(p.parts[-3])
    )
    found = shutil.which(program) or (kept[-1] if kept else None)
    if found is None:
        raise MissingService(
            f"{program} is not on this machine, and the server's tests need it. "
            f"Install it with:  tools/services.sh   (or: apt-get install {package})"
        )
    return Path(found)


def free_port() -> int:
    """A port nobody listens on now."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


class Service:
    """A server in a folder of its own. As a context it is started, and gone afterwards."""

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix=f"dogpark-{type(self).__name__.lower()}-"))

    def start(self) -> None:
        """Start it and wait until it answers; does nothing if it runs."""
        raise NotImplementedError

    def stop(self) -> None:
        """Shut it down in good order; does nothing if it is down."""
        raise NotImplementedError

    def kill(self) -> None:
        """Let it crash: nothing is written that is not on disk already."""
        raise NotImplementedError

    def restart(self) -> None:
        self.stop()
        self.start()

    def close(self) -> None:
        """Stop it for good and remove its files."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Postgres(Service):
    """A PostgreSQL server with a user ``dogpark`` that needs no password."""

    def __init__(self) -> None:
        self._pg_ctl = find("pg_ctl", "postgresql")
        super().__init__()
        # PostgreSQL refuses to run as root.
        self._user = _unprivileged() if os.geteuid() == 0 else None
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        self._data = self.folder / "data"

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://dogpark@127.0.0.1:{self.port}/{database}"

    @property
    def running(self) -> bool:
        """As ``pg_ctl status`` finds it, which would take a process each time."""
        try:
            pid = (self._data / "postmaster.pid").read_text().partition("\n")[0]
            os.kill(int(pid), 0)
        except (FileNotFoundError, ProcessLookupError):
            return False
        return True

    def start(self) -> None:
        if not self._data.exists():
            self._initialise()
        if self.running:
            return
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
            f" -c shared_buffers=32MB -c max_connections=100 -c timezone=UTC"
        )
        log = self.folder / "server.log"
        done = self._run("start", "-l", str(log), "-o", options, "-t", str(START_SECONDS))
        if done.returncode:
            told = log.read_text(errors="replace")[-2000:] if log.exists() else ""
            raise RuntimeError(f"PostgreSQL did not start: {done.stderr}{told}")

    def stop(self) -> None:
        if self.running:
            self._run("stop", "-m", "fast", check=True)

    def kill(self) -> None:
        if self.running:
            self._run("stop", "-m", "immediate", check=True)

    def create(self, database: str, template: str = "template1") -> str:
        """A database as a copy of another; its address."""
        self.execute(f'CREATE DATABASE "{database}" TEMPLATE "{template}"')
        return self.url(database)

    def drop(self, database: str) -> None:
        self.execute(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')

    def execute(self, statement: str, database: str = "postgres") -> None:
        """Run one statement on a connection of its own. Not for use inside an event loop."""

        async def run() -> None:
            connection = await asyncpg.connect(self.url(database))
            try:
                await connection.execute(statement)
            finally:
                await connection.close()

        asyncio.run(run())

    def _initialise(self) -> None:
        self._command(
            [
                str(self._pg_ctl.with_name("initdb")),
                f"--pgdata={self._data}",
                "--username=dogpark",
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync",  # an empty cluster that is lost in a crash is no loss
            ],
            check=True,
        )

    def _run(
        self, what: str, *arguments: str, check: bool = False
    ) -> subprocess.CompletedProcess[str]:
        command = [str(self._pg_ctl), what, "-w", "-s", "-D", str(self._data), *arguments]
        return self._command(command, check=check)

    def _command(self, command: list[str], *, check: bool) -> subprocess.CompletedProcess[str]:
        # Into a file, not a pipe: the server inherits it, and a pipe would stay open with it.
        with (self.folder / "pg_ctl.log").open("w+", encoding="utf-8") as told:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=told,
                stderr=told,
                cwd=self.folder,
                user=self._user,
                group=None if self._user is None else pwd.getpwnam(self._user).pw_gid,
                extra_groups=None if self._user is None else [],
                timeout=2 * START_SECONDS,
                check=False,
            )
            told.seek(0)
            words = told.read()
        if check and done.returncode:
            raise RuntimeError(f"{' '.join(command)} failed: {words}")
        return subprocess.CompletedProcess(command, done.returncode, "", words)


class Redis(Service):
    """A Redis server that keeps nothing on disk."""

    def __init__(self) -> None:
        self._program = find("redis-server", "redis-server")
        super().__init__()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        if self.running:
            return
        log = self.folder / "server.log"
        with log.open("ab") as out:
            process = self._process = subprocess.Popen(
                [
                    str(self._program),
                    *("--bind", "127.0.0.1", "--port", str(self.port)),
                    *("--save", "", "--appendonly", "no", "--dir", str(self.folder)),
                ],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            )
        until = time.monotonic() + START_SECONDS
        while not self._answers():
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(
                    f"Redis did not start: {log.read_text(errors='replace')[-2000:]}"
                )
            time.sleep(0.01)

    def stop(self) -> None:
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)

    def pause(self) -> None:
        """Let it fall silent with all connections open, as a machine that hangs."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def empty(self) -> None:
        """Forget everything it holds."""
        self._ask(b"FLUSHALL\r\n")

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait(START_SECONDS)
            self._process = None

    def _answers(self) -> bool:
        try:
            return self._ask(b"PING\r\n").startswith(b"+PONG")
        except OSError:
            return False

    def _ask(self, words: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
            connection.sendall(words)
            return connection.recv(100)


def _unprivileged() -> str:
    names = {entry.pw_name for entry in pwd.getpwall()}
    for name in ("postgres", "nobody"):
        if name in names:
            return name
    raise MissingService("PostgreSQL refuses to run as root, and there is no user 'nobody' for it.")
