"""What can be wrong with what was asked for, and how it is said: one sentence, exit code 2."""

from __future__ import annotations

import os
import sys

OK = 0
NO = 1  # it was done, and the answer is no
BAD_INPUT = 2
FAULT = 70  # of dogpark itself
STOPPED = 130  # by Ctrl-C


class BadInput(Exception):
    """Something the caller can put right; the message says what is wrong and what to do."""


def expected() -> tuple[type[Exception], ...]:
    """Exceptions of the layers below that mean bad input; their messages are meant for people."""
    from dogpark.agents.bots import UnknownBot
    from dogpark.games import UnknownGame
    from dogpark.kernel.cuda import NoGpu
    from dogpark.kernel.facts import BadOption
    from dogpark.kernel.native import CompilerFailed
    from dogpark.play.record import BadRecord

    plain = (BadInput, UnknownBot, UnknownGame, NoGpu, BadOption, BadRecord, CompilerFailed)
    # Only commands that serve have loaded these; the others need not wait for them.
    server = [
        getattr(sys.modules[module], name)
        for module, name in (
            ("dogpark.server.settings", "BadSetting"),
            ("dogpark.server.store.alone", "Occupied"),
            ("dogpark.server.store.engine", "Away"),
            ("dogpark.server.store.migrate", "UnknownRevision"),
        )
        if module in sys.modules
    ]
    return (*plain, *server)


def debugging() -> bool:
    return bool(os.environ.get("DOGPARK_DEBUG"))
