"""What a host may set, by environment variables; nothing needs to be."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs

from dogpark.server.siblings.place import Place

PREFIX = "DOGPARK_"


class BadSetting(ValueError):
    """A setting that makes no sense; the message says which and why."""


@dataclass(frozen=True)
class Settings:
    """How this server is set up."""

    database: str  # sqlite:///FILE or postgresql://…
    bus: str | None = None  # redis://…
    host: str = "127.0.0.1"
    port: int = 8765
    secret: str = field(default="", repr=False)  # signs cookies; the same in every process
    origins: tuple[str, ...] = ()  # further addresses the page may be served from
    secure: bool = False  # behind HTTPS: cookies only there, and HSTS
    trust_proxy: bool = False  # take the client's address from the proxy in front
    bot_workers: int = 1
    compile: bool = True  # the rules for bots, in the background
    grace: float = 60  # seconds until a bot takes a leaver's seat
    log_level: str = "info"
    log_format: str = "auto"  # json, console, or by where it goes
    people_per_minute: int = 30  # new guests from one address
    guests_kept_days: int = 90  # since they were last seen, if they left nothing; 0: for good
    messages_per_second: float = 20  # of one socket, on average; see park.allowance
    metrics_token: str | None = field(default=None, repr=False)
    processes: int = 1  # on one file of SQLite; see server.siblings
    place: Place | None = None  # of this one among them

    @property
    def on_sqlite(self) -> bool:
        return self.database.startswith("sqlite:")

    @property
    def shared(self) -> bool:
        """Whether there may be other processes on the same database."""
        return not self.on_sqlite or self.place is not None

    @property
    def sqlite_file(self) -> Path:
        return Path(self.database.removeprefix("sqlite:///"))


def data_folder() -> Path:
    """Where a server without settings keeps its database."""
    return Path(platformdirs.user_data_dir("dogpark", appauthor=False))


def read(env: Mapping[str, str] | None = None) -> Settings:
    """The settings of this process."""
    env = os.environ if env is None else env
    given = {k.removeprefix(PREFIX).lower(): v for k, v in env.items() if k.startswith(PREFIX)}
    database = given.get("database") or f"sqlite:///{data_folder() / 'dogpark.sqlite'}"
    scheme = urlsplit(database).scheme
    if scheme not in ("sqlite", "postgresql", "postgres"):
        raise BadSetting(
            f"{PREFIX}DATABASE must begin with sqlite:/// or postgresql://, not {scheme!r}"
        )
    if scheme == "sqlite" and not database.startswith("sqlite:///"):
        raise BadSetting(f"{PREFIX}DATABASE=sqlite:///FILE has three slashes, and four for /FILE")
    bus = given.get("bus") or None
    if bus and urlsplit(bus).scheme not in ("redis", "rediss", "unix"):
        raise BadSetting(f"{PREFIX}BUS must begin with redis:// or rediss://")
    if bus and scheme == "sqlite":
        raise BadSetting(
            f"{PREFIX}BUS is for many servers, and SQLite serves one: "
            f"set {PREFIX}DATABASE=postgresql://… as well, or no bus"
        )
    defaults = Settings(database)
    return Settings(
        database=database.replace("postgres://", "postgresql://", 1),
        bus=bus,
        host=given.get("host", defaults.host),
        port=_whole(given, "port", defaults.port, 0, 65535),
        secret=given.get("secret", ""),
        origins=tuple(
            o.strip().rstrip("/") for o in given.get("origins", "").split(",") if o.strip()
        ),
        secure=_switch(given, "secure"),
        trust_proxy=_switch(given, "trust_proxy"),
        bot_workers=_whole(given, "bot_workers", defaults.bot_workers, 0, 256),
        compile=_switch(given, "compile", default=True),
        grace=_whole(given, "grace", int(defaults.grace), 1, 86_400),
        log_level=given.get("log_level", defaults.log_level),
        log_format=given.get("log_format", defaults.log_format),
        people_per_minute=_whole(given, "people_per_minute", defaults.people_per_minute, 1, 10**6),
        guests_kept_days=_whole(given, "guests_kept_days", defaults.guests_kept_days, 0, 36_500),
        messages_per_second=_whole(given, "messages_per_second", 20, 1, 10**6),
        metrics_token=given.get("metrics_token") or None,
        processes=_whole(given, "processes", defaults.processes, 1, 64),
    )


def compiles(env: Mapping[str, str]) -> bool:
    """Whether rules are compiled for bots: a worker needs no other setting."""
    return _switch({"compile": env.get(f"{PREFIX}COMPILE", "")}, "compile", default=True)


def secret_beside(file: Path) -> str:
    """The secret of a server on SQLite: made once, kept beside the database, read by its owner."""
    kept = file.with_suffix(".secret")
    try:
        handle = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return kept.read_text().strip()
    with os.fdopen(handle, "w") as out:
        made = secrets.token_urlsafe(32)
        out.write(made + "\n")
    return made


def _whole(given: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    text = given.get(name)
    if text is None or text == "":
        return default
    if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
        raise BadSetting(
            f"{PREFIX}{name.upper()} must be a whole number from {low} to {high}, not {text!r}"
        )
    return int(text)


def _switch(given: Mapping[str, str], name: str, *, default: bool = False) -> bool:
    text = given.get(name, "").lower()
    if text not in ("", "0", "1", "true", "false", "yes", "no", "on", "off"):
        raise BadSetting(f"{PREFIX}{name.upper()} must be on or off, not {text!r}")
    return text in ("1", "true", "yes", "on") if text else default
